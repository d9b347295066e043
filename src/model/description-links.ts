import type { Api } from './api.ts';
import { computedOnce } from './computed-once.ts';
import type { Guide } from './guides.ts';
import { callKey, type Operation } from './operation.ts';
import { PATH_ITEM_METHODS } from './path-items.ts';
import { decodedText } from './texts.ts';

/** Target, in the same descriptor, of a link in a description. */
export type LinkTarget =
  | { readonly kind: 'operation'; readonly operation: Operation }
  | { readonly kind: 'schema'; readonly name: string }
  /** Tag; `key` is the {@link linkKey} of a heading in its description, or ''. */
  | { readonly kind: 'tag'; readonly name: string; readonly key: string }
  /** Guide from a file; `key` is the {@link linkKey} of one of its headings, or ''. */
  | { readonly kind: 'guide'; readonly guide: Guide; readonly key: string }
  /** Heading in the API's description; `key` is the {@link linkKey} of the title. */
  | { readonly kind: 'section'; readonly key: string };

/**
 * Finds the target of a fragment in the syntax of Redoc, Swagger UI, Stoplight or JSON Pointer: `operation/listBooks`,
 * `tag/Books`, `tag/Books/operation/listBooks`, `/operations/listBooks`, `/Books/listBooks`, `section/Paging`,
 * `/paths/~1books~1{id}/get`, `/components/schemas/Book`, `guide/paging`. A single word such as `paging` is a heading.
 * @param fragment text after the `#`, percent-encoded or not
 */
export function linkTarget(api: Api, fragment: string): LinkTarget | null {
  const isRooted = fragment.startsWith('/');
  const [kind = '', ...names] = fragment
    .slice(isRooted ? 1 : 0)
    .split('/')
    .map(decodedText);
  switch (kind) {
    case 'operation':
    case 'operations':
      return operationNamed(api, names);
    case 'tag':
      return inTag(api, names);
    case 'section':
      return sectionNamed(api, names);
    case 'guide':
      return guideNamed(api, names) ?? operationNamed(api, names);
    case 'paths':
      return operationAt(api, names);
    case 'components':
      return names[0] === 'schemas' ? schemaNamed(api, names[1]) : null;
    case 'definitions':
    case 'schemas':
      return schemaNamed(api, names[0]);
    default:
      if (names.length > 0) return operationNamed(api, names);
      return isRooted ? tagNamed(api, kind) : sectionNamed(api, [kind]);
  }
}

/** Anchors on pages for operations and their parts (`presentation/anchors.ts`). */
const ANCHOR = new RegExp(`^(?:entity\\.)?(?:${PATH_ITEM_METHODS.join('|')})(?:\\.|$)`);

/** Whether a fragment is an anchor on the current page. */
export function isOwnAnchor(fragment: string): boolean {
  return ANCHOR.test(fragment);
}

/** Relative link: neither a fragment, nor a path from the root of a site, nor an absolute URL. */
export const RELATIVE = /^(?![#/]|[a-z][a-z\d+.-]*:)/i;

/**
 * Converts a relative link to a guide file of the same descriptor to a fragment for {@link linkTarget}:
 * `guides/basics/auth.md#tokens` becomes `guide/basics-auth/tokens`. Returns null for any other relative link.
 */
export function fragmentOfFile(target: string): string | null {
  const { name, heading } =
    /^(?:\.\/)?guides\/(?<name>[^?#]+?)(?:\.mdx?)?(?:#(?<heading>.*))?$/i.exec(target)?.groups ?? {};
  if (name === undefined) return null;
  return `guide/${name.replaceAll('/', '-')}${heading === undefined ? '' : `/${heading}`}`;
}

/** Reduces a name to lower-case letters and digits, since tools encode spaces and `&` in links differently. */
export function linkKey(name: string): string {
  const words = name
    .replaceAll('&', 'and')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu);
  return words?.join('') ?? '';
}

/** Finds an operation by its unique id; tags before the id are ignored. */
function operationNamed(api: Api, names: readonly string[]): LinkTarget | null {
  const { byId, byKey } = operationIds(api);
  const [id = '', last = ''] = [names.join('/'), names.at(-1)];
  const operation = byId.get(id) ?? byId.get(last) ?? byKey.get(linkKey(last));
  return operation === undefined ? null : { kind: 'operation', operation };
}

function operationAt(api: Api, [pointer = '', method = '']: readonly string[]): LinkTarget | null {
  const path = pointer.replaceAll('~1', '/').replaceAll('~0', '~');
  const operation = operationsByCall(api).get(method === '' ? path : callKey(method.toUpperCase(), path));
  return operation === undefined ? null : { kind: 'operation', operation };
}

function inTag(api: Api, names: readonly string[]): LinkTarget | null {
  const at = names.findIndex((name, index) => index > 0 && (name === 'operation' || name === 'paths'));
  if (at !== -1) return (names[at] === 'paths' ? operationAt : operationNamed)(api, names.slice(at + 1));
  // A heading in the tag's description may follow the name of the tag.
  return tagNamed(api, names.join('/')) ?? tagNamed(api, names[0] ?? '', linkKey(names.slice(1).join('/')));
}

function tagNamed(api: Api, name: string, key = ''): LinkTarget | null {
  const found = tagNames(api);
  const tag = found.get(name) ?? found.get(linkKey(name));
  return tag === undefined ? null : { kind: 'tag', name: tag, key };
}

function guideNamed(api: Api, [name, ...headings]: readonly string[]): LinkTarget | null {
  // The index identifies the guide: its name in URLs has a number at the end if another guide has the same name.
  const index = (api.record.guides ?? []).findIndex(({ name: own }) => own === name);
  const guide = api.getGuides().filter(({ isFile }) => isFile)[index];
  return guide === undefined ? null : { kind: 'guide', guide, key: linkKey(headings.join('/')) };
}

function schemaNamed(api: Api, name = ''): LinkTarget | null {
  return Object.hasOwn(api.record.components.schemas, name) ? { kind: 'schema', name } : null;
}

/** Finds the innermost existing heading in a path of nested headings. */
function sectionNamed(api: Api, names: readonly string[]): LinkTarget | null {
  const keys = headingKeys(api);
  const key = names.map(linkKey).findLast((each) => keys.has(each));
  return key === undefined ? null : { kind: 'section', key };
}

const operationIds = computedOnce((api: Api) => {
  const byId = new Map<string, Operation>();
  const byKey = new Map<string, Operation>();
  for (const operation of operationsOf(api)) {
    const { operationId } = operation.record;
    if (operationId === null) continue;
    if (!byId.has(operationId)) byId.set(operationId, operation);
    const key = linkKey(operationId);
    if (key !== '' && !byKey.has(key)) byKey.set(key, operation);
  }
  return { byId, byKey };
});

/** Operations by method and path, and by path alone; each path occurs with and without the base path. */
const operationsByCall = computedOnce((api: Api): ReadonlyMap<string, Operation> => {
  const found = new Map<string, Operation>();
  const { basePath } = api.record;
  for (const operation of operationsOf(api))
    for (const path of operation.record.paths.flatMap((own) => [own, basePath + own]))
      for (const name of [path, callKey(operation.getHttpMethod(), path)])
        if (!found.has(name)) found.set(name, operation);
  return found;
});

/** Tags by name and by {@link linkKey}; a key shared by several tags, such as `C` and `C++`, belongs to the first. */
const tagNames = computedOnce((api: Api): ReadonlyMap<string, string> => {
  const names = api.record.tags.map(({ name }) => name);
  const byKey = names.map((name) => [linkKey(name), name] as const).filter(([key]) => key !== '');
  return new Map([...byKey.toReversed(), ...names.map((name) => [name, name] as const)]);
});

/** Headings in Markdown or HTML. Lines of code that look like headings also match; at worst, a warning is missing. */
const HEADING =
  /^ {0,3}#{1,6}[ \t]+(\S.*)$|^ {0,3}(\S.*)\r?\n {0,3}(?:=+|-+)[ \t]*$|<h[1-6](?: [^<>]{0,200})?>([^<>]{1,200})<\/h/gim;

/** Returns the {@link linkKey} of each heading in a text. */
export function headingKeysOf(text: string): ReadonlySet<string> {
  const titles = [...text.matchAll(HEADING)].map(([, marked, underlined, html]) => marked ?? underlined ?? html ?? '');
  return new Set(byLinkKey(titles.map((title) => [title, ''])).keys());
}

/** Map of {@link linkKey} → id of the heading; GitHub calls the second of equal headings `setup-1`. */
export function byLinkKey(headings: readonly (readonly [title: string, id: string])[]): ReadonlyMap<string, string> {
  const all = [...Map.groupBy(headings, ([title]) => linkKey(title))].filter(([key]) => key !== '');
  const numbered = all.flatMap(([key, equal]) => equal.map(([, id], index) => [`${key}${index}`, id] as const));
  return new Map([...numbered, ...all.map(([key, [first]]) => [key, first?.[1] ?? ''] as const)]);
}

const headingKeys = computedOnce((api: Api): ReadonlySet<string> => headingKeysOf(api.getDescription() ?? ''));

function operationsOf(api: Api): readonly Operation[] {
  return api.getOperations();
}
