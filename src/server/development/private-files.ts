import { statSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { CODE_FOLDER } from '../../project/product.ts';

/**
 * Folders whose files pages use in development. All other folders of the product and the project are private, for
 * example configuration and passwords.
 */
const OPEN_FOLDERS: ReadonlySet<string> = new Set(['src', 'node_modules', 'public', '.astro']);
/** Tools of Vite that are refused: access to the port must not suffice to start an editor. */
const TOOLS: ReadonlySet<string> = new Set(['__open-in-editor']);
/** Folders refused in any unusual spelling, even if no file exists: Vite might still resolve the path to a file. */
const PRIVATE_FOLDERS: readonly string[] = ['data', 'config', 'api-descriptors', 'dist', 'tests', '.git'];
/** Private folders of a site with its own pages; the site itself decides about its other files. */
const OURS_IN_SITE: readonly string[] = ['data', 'config', 'api-descriptors'];
/** Path without escapes and dot segments, which every program reads alike. */
const PLAIN = /^(?:\/[\w~-][\w.~-]*)*\/?$/;
/** Rounds of decoding nested escapes; a path that is escaped more often names no file. */
const MOST_DECODINGS = 4;

export interface DevelopmentFolders {
  /** Absolute path of Vite's root, to which request paths are relative: the product folder or the project's cache. */
  readonly root: string;
  /** Absolute path of the folder with the code and the templates. */
  readonly product: string;
  /** Absolute path of the project; may be the product folder. */
  readonly project: string;
  /** Whether the site has its own pages. */
  readonly isHost?: boolean;
}

/**
 * Whether a request asks Vite for a private file: Vite serves every file below its root, as it is, with `?raw` or by
 * `/@fs/`. A page of the site may have the name of a private folder, as long as no file has that path.
 */
export function isPrivateFile(target: string, { root, product, project, isHost = false }: DevelopmentFolders): boolean {
  const [path = ''] = target.split(/[?#]/, 1);
  const isPlain = PLAIN.test(path) && path === target;
  return readings(path).some((reading) => {
    const inside = [reading, ...[product, project].flatMap((folder) => within(reading, folder))];
    const isCode = within(reading, `${product}/${CODE_FOLDER}`).length > 0;
    return inside.some((relative) => {
      const first = relative.split('/', 1)[0]?.toLowerCase() ?? '';
      if (TOOLS.has(first)) return true;
      if (first === '' || isCode || (isHost ? !OURS_IN_SITE.includes(first) : OPEN_FOLDERS.has(first))) return false;
      if (relative !== reading || (!isPlain && PRIVATE_FOLDERS.includes(first))) return true;
      return [root, product, project].some((folder) => isFileIn(folder, relative));
    });
  });
}

/** Whether a request is for a module or file of Vite, whose addresses have no base path, unlike those of pages. */
export function isViteFile(target: string, { root }: DevelopmentFolders): boolean {
  const [path = ''] = target.split('?', 1);
  return path.startsWith('/@') || isFileIn(root, path);
}

/** Lists patterns of files that Vite must not serve, including its own defaults. */
export function deniedPatterns({
  product,
  project,
  isHost = false,
}: Omit<DevelopmentFolders, 'root'>): readonly string[] {
  const folders = [...new Set([product, project])].map((folder) =>
    folder
      .split(sep)
      .join('/')
      .replaceAll(/[\\*?[\]{}()!+@|]/g, '\\$&'),
  );
  return [
    ...folders.flatMap((folder) => (isHost ? OURS_IN_SITE : PRIVATE_FOLDERS).map((name) => `${folder}/${name}/**`)),
    ...VITE_DENIES,
  ];
}

/** Vite's default patterns, which a configured list replaces. */
const VITE_DENIES = ['.env', '.env.*', '*.{crt,pem,key,p12,pfx,cer,der}', '.npmrc', '.yarnrc.yml', '**/.git/**'];

/** Lists the interpretations of a path, relative to a root: without Vite's prefixes, and decoded in several rounds. */
function readings(path: string): readonly string[] {
  const found = new Set<string>();
  let text = path;
  for (let decoding = 0; decoding <= MOST_DECODINGS; decoding += 1) {
    const [decoded = ''] = text.replaceAll('\\', '/').replaceAll('\0', '').split(/[?#]/, 1);
    const bare = posix.normalize(`/${decoded}`).replace(/^(?:\/@(?:fs|id)(?=\/)|\/__x00__)+/i, '');
    found.add(posix.normalize(`/${bare}`).slice(1));
    const next = text.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
    if (next === text) break;
    text = next;
  }
  return [...found];
}

/** Returns the part of a file-system path below a folder; empty if the path is elsewhere. */
function within(reading: string, folder: string): readonly string[] {
  const [path, root] = [`/${reading}`.replace(/^\/(?=[a-z]:\/)/i, ''), `${folder.split(sep).join('/')}/`];
  return path.toLowerCase().startsWith(root.toLowerCase()) ? [path.slice(root.length)] : [];
}

function isFileIn(folder: string, relative: string): boolean {
  return statSync(join(folder, relative), { throwIfNoEntry: false })?.isFile() === true;
}
