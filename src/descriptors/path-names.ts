import { isRecord } from '../schema/json-values.ts';

/** Extensions of text formats, the `endings` of their readers: files are listed before any reader is loaded. */
export const TEXT_ENDINGS: readonly string[] = ['apib', 'raml', 'config.php'];
/** File name extensions of possible descriptors. */
export const DESCRIPTOR_ENDING = new RegExp(
  String.raw`\.(${['ya?ml', 'json', ...TEXT_ENDINGS].join('|').replaceAll('.', '[.]')})$`,
  'i',
);
/** Metadata lines at the top of an API Blueprint, such as `HOST: …`, up to the line with its format. */
const BLUEPRINT = /^\s*(?:[A-Za-z]\w*:.*\r?\n)*?FORMAT:\s*1A/;
const MOST_METADATA = 4096;
/**
 * Path of a guide beside a descriptor: `api-descriptors/library/guides/basics/paging.md` belongs to
 * `api-descriptors/library/v1.yaml`. Excludes names that begin with `_`, which are parts of other guides.
 */
export const GUIDE = /^(?<folder>.+)\/guides\/(?<name>(?:[^_/][^/]*\/)*[^_/][^/]*)\.mdx?$/i;
/**
 * Extension by which a file is listed as a descriptor and parsed. A Markdown file that is an API Blueprint has the
 * extension `apib`, unless it is a guide by its place.
 * @param read returns the text of the file; called if its name alone is not sufficient
 */
export function descriptorEnding(path: string, read: () => string | undefined): string | undefined {
  const [, ending] = DESCRIPTOR_ENDING.exec(path) ?? [];
  if (ending !== undefined || !/\.md$/i.test(path) || GUIDE.test(path)) return ending?.toLowerCase();
  return BLUEPRINT.test((read() ?? '').slice(0, MOST_METADATA)) ? 'apib' : undefined;
}

/** Generic names of files and folders, which do not identify an API. */
const SILENT = /^(openapi|swagger|index|main|api)$/i;
const VERSION = /(^|[-_.])v\d+([-_.]\d+)*(?=[-_.]|$)/i;

/**
 * Derives names of APIs from paths, for descriptors without a name: from the subfolder if it contains one API, else
 * from the file without version and extension, else from the folders around it (DESIGN §5).
 * @param descriptors all descriptors
 * @param folder folder of the descriptors, written as in their paths
 * @returns function from a path to a name; null if neither folder nor file gives a name
 */
export function pathNames(
  descriptors: readonly { readonly path: string; readonly ownName: string | null }[],
  folder: string,
): (path: string) => string | null {
  const inFolder = (path: string): readonly string[] => path.slice(folder === '' ? 0 : folder.length + 1).split('/');
  const held = new Map<string, Set<string>>();
  for (const { path, ownName } of descriptors) {
    const [first = '', ...below] = inFolder(path);
    if (below.length === 0) continue;
    held.set(first, (held.get(first) ?? new Set()).add(ownName === null ? nameIn(below) : `own ${ownName}`));
  }
  return (path) => {
    const segments = inFolder(path);
    const [first = '', ...below] = segments;
    const around = below.length > 0 && withoutVersion(first) !== '' ? first : null;
    if (around !== null && (held.get(first)?.size ?? 0) <= 1) return around;
    return nameIn(below.length > 0 ? below : segments) || around;
  };
}

/** Returns the innermost segment that identifies an API: `pets` for `pets/v1/openapi.yaml`. */
function nameIn(segments: readonly string[]): string {
  const [file = '', ...folders] = segments.toReversed();
  return [baseName(file), ...folders].map(withoutVersion).find((name) => name !== '') ?? '';
}

/** Returns the file name without its extension: `parts/Pet.v2.yaml` → `Pet.v2`. */
export function baseName(path: string): string {
  return (path.split('/').at(-1) ?? path).replace(DESCRIPTOR_ENDING, '').replace(/\.md$/i, '');
}

function withoutVersion(text: string): string {
  const name = text
    .replace(VERSION, '')
    .replace(/\.(openapi|swagger)$/i, '')
    .replace(/^[-_.]+/, '');
  return SILENT.test(name) ? '' : name;
}

/** Returns `api` of a native descriptor, `x-platform-api` of any other; null for a descriptor without a name. */
export function ownNameIn(value: unknown): string | null {
  if (!isRecord(value)) return null;
  const info = value['info'];
  const name = value['api'] ?? (isRecord(info) ? info['x-platform-api'] : undefined);
  return typeof name === 'string' ? name : null;
}
