import { posix } from 'node:path';
import { linkKey } from '../model/description-links.ts';
import { DOCUMENTATION_ROOT, encodeSegment } from '../model/locations.ts';
import { withDestinations } from '../model/markdown-links.ts';
import { decodedText } from '../model/texts.ts';
import { findLineStarts, placeOf } from '../yaml/places.ts';
import { CODE_MARKS, replacedOutsideCode } from './description-texts.ts';
import { LONGEST_PATH } from './folder-links.ts';

/** Guide that contains links or is the target of links. */
export interface LinkedGuide {
  /** Path relative to the project, with forward slashes. */
  readonly path: string;
  /** Folder that contains `guides/`. */
  readonly folder: string;
  readonly name: string;
  readonly text: string;
  /** Link keys ({@link linkKey}) of the guide's title and headings. */
  readonly headings: ReadonlySet<string>;
  /** Titles of the headings that have explicit ids, by id ({@link withoutIds}). */
  readonly ids: ReadonlyMap<string, string>;
}

/** @returns the URL of a file below `guides/`; undefined if the file does not exist */
export type AddressOfFile = (reference: string, from: LinkedGuide) => string | undefined;

/** Link whose target does not exist. */
export interface BrokenLink {
  readonly target: string;
  readonly line: number;
  readonly column: number;
}

/** Destination within the project: a file, a fragment, or both. A place such as `{base}/x` is filled in by readers. */
const TARGET = /^(?!\/\/|[a-z][a-z\d+.-]*:|[?{])(?<file>[^#?]*)(?:\?[^#]*)?(?<fragment>#.*)?$/is;
const HEADINGS = new RegExp(`${CODE_MARKS}|^ {0,3}#{1,6}[ \\t].*$`, 'gim');
/** Explicit id after the title of a heading: `## Tokens {#tokens}`; in MDX inside a comment. */
const ID = /\{(?:\/\*)?[ \t]*#([\w-]+)[ \t]*(?:\*\/)?\}[ \t]*$/;
/** Image extensions. An absolute path to an image outside of `guides/` is broken, not a path of the site. */
export const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;
/** Number of characters of an overlong path that a message quotes. */
const MOST_SHOWN = 40;
/** Ends of file paths that a link may omit. */
const ENDINGS = ['', '.md', '.mdx', '/index.md', '/index.mdx', '/README.md'];

/** Removes explicit ids from headings, since links refer to a heading by its title. */
export function withoutIds(text: string): Pick<LinkedGuide, 'text' | 'ids'> {
  if (!text.includes('#')) return { text, ids: new Map() };
  const ids = new Map<string, string>();
  const plain = replacedOutsideCode(text, HEADINGS, ([heading]) => {
    const [written = '', id = ''] = ID.exec(heading) ?? [];
    const title = heading.slice(0, heading.length - written.length).trimEnd();
    if (id !== '') ids.set(id, title.replace(/^[ #]+/, ''));
    return id === '' ? heading : title;
  });
  return { text: plain, ids };
}

/**
 * Rewrites the links of a guide to other guides, to files, and to headings by their ids.
 * @param guides all guides, by path
 * @param broken receives links whose file or heading does not exist
 */
export function withGuideLinks(
  guide: LinkedGuide,
  guides: ReadonlyMap<string, LinkedGuide & { readonly api: string | undefined }>,
  addressOfFile: AddressOfFile,
  broken: (link: BrokenLink) => void,
): string {
  const lineStarts = findLineStarts(guide.text);
  return withDestinations(guide.text, ({ target, written }) => {
    const { file = '', fragment = '' } = TARGET.exec(target)?.groups ?? {};
    const report = (shown: string): void => broken({ target: shown, ...placeOf(written.start, lineStarts) });
    const id = decodedText(fragment.slice(1));
    if (file === '') {
      const title = guide.ids.get(id);
      return title === undefined ? undefined : `#${encodeURIComponent(title)}`;
    }
    if (file.length > LONGEST_PATH) {
      report(`${file.slice(0, MOST_SHOWN)}…`);
      return undefined;
    }
    // An absolute path is relative to `guides/` if a file exists there, else to the root of the site.
    const isRooted = file.startsWith('/');
    const folder = posix.dirname(guide.path);
    const reference = isRooted ? posix.relative(folder, `${guide.folder}/guides${file}`) : file;
    const path = posix.join(folder, decodedText(reference));
    const found = ENDINGS.map((ending) => guides.get(path.replace(/\/$/, '') + ending)).find(Boolean);
    const title = found?.ids.get(id) ?? id;
    const address = found === undefined ? addressOfFile(reference, guide) : addressOf(found, guide, title);
    if (address === undefined && isRooted && !PICTURE.test(file)) return undefined;
    if (address === undefined || (found !== undefined && title !== '' && !found.headings.has(linkKey(title))))
      report(target);
    return address;
  });
}

/** Returns the URL of a guide: a fragment if it is in the same folder or has no API, else a page of its API. */
function addressOf(
  { name, folder, api }: LinkedGuide & { readonly api: string | undefined },
  from: LinkedGuide,
  title: string,
): string {
  return folder === from.folder || api === undefined
    ? `#guide/${encodeURIComponent(name)}${title === '' ? '' : `/${encodeURIComponent(title)}`}`
    : `${DOCUMENTATION_ROOT}/${encodeSegment(api)}/guides/${encodeSegment(name)}`;
}
