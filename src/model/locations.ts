/** Addresses of documents (DESIGN §3). Every link of every format is made here. */

import type { ApiRecord } from './records.ts';

export const DOCUMENTATION_ROOT = '/platform/documentation';

/** Below a version: level of a document that has a folder → the folder, in paths and in outlines. */
export const FOLDERS = { schema: 'schemas', group: 'groups', guide: 'guides' } as const;

/** Files beside guides, which they show or link to: pictures, PDF. Their names have a hash of what is in them. */
export const GUIDE_FILES = '/_astro/guides/';

type LevelInFolder = keyof typeof FOLDERS;
/** Levels of which a version has any number of documents, each with a name: a service, or in a folder. */
export type NamedLevel = LevelInFolder | 'service';

/** Below a version: what changed since the version before. */
export const CHANGES_SEGMENT = 'changes';

/** Names that stand for something else than a service below a version. */
export const RESERVED_SERVICE_NAMES: ReadonlySet<string> = new Set([...Object.values(FOLDERS), CHANGES_SEGMENT]);

/** Stands before the number of a part of the index of schemas: `schemas/part/2`. */
export const PART_SEGMENT = 'part';

/** Extension of the search index of a version: a file for the script of pages, no document. */
export const SEARCH_EXTENSION = '.search.bin';

/**
 * Extension of the list of all names in a version, for sites of files, where no server searches. `a-z` is no language
 * (RFC 5646 §2.1), so that no page in a language has this address.
 */
const NAMES_EXTENSION = '.a-z.html';

/** @param part from 1 of several pages of names; 0: their contents, or the only page */
export function namesExtension(part: number): string {
  return part === 0 ? NAMES_EXTENSION : `.a-z-${part}.html`;
}

/**
 * Address of the documentation for language models, by the Model Context Protocol. It has the form of a twin of the
 * list, so that no API or service can have it.
 */
export const MCP_PATH = `${DOCUMENTATION_ROOT}.mcp`;

/** Stands between the name of an API and its version. */
export const VERSION_MARK = '-v';

/** The name of one version of an API in URLs, configuration and commands: `Library-v2`. */
export function versionedName(api: string, version: number): string {
  return `${api}${VERSION_MARK}${version}`;
}

/** The same for readers: `Library v2`. */
export function versionTitle(title: string, version: number): string {
  return `${title} v${version}`;
}

/** Version of an API, as references to its documents name it. */
export interface ApiPlace {
  readonly api: string;
  readonly version: number;
}

/** Document that a documentation URL names. */
export type DocumentReference =
  | { readonly level: 'list' }
  | (ApiPlace & { readonly level: 'api' })
  | (ApiPlace & { readonly level: NamedLevel; readonly name: string })
  /** The index has several parts where there are many schemas. `part`: the number, from 2; left out: the first one. */
  | (ApiPlace & { readonly level: 'schema-index'; readonly part?: number })
  /** Differences between a version and an older one. `from`: left out, the one before it. */
  | (ApiPlace & { readonly level: 'changes'; readonly from?: number });

export type Level = DocumentReference['level'];

/** Every level, for formats that have all documents. */
export const LEVELS = [
  'list',
  'api',
  'service',
  'group',
  'guide',
  'schema-index',
  'schema',
  'changes',
] as const satisfies readonly Level[];

/** Level of the documents in this folder; undefined for the name of a service. */
export function levelInFolder(folder: string | undefined): LevelInFolder | undefined {
  const isInFolder = (level: string): level is LevelInFolder => Object.hasOwn(FOLDERS, level);
  return Object.keys(FOLDERS)
    .filter(isInFolder)
    .find((level) => FOLDERS[level] === folder);
}

/**
 * The path of a document, version spelled out, every name percent-encoded.
 * @param extension of a fixed-format twin, with its dot; '' for the negotiated URL
 */
export function documentPath(document: DocumentReference, extension = ''): string {
  return (
    DOCUMENTATION_ROOT +
    segmentsOf(document)
      .map((segment) => `/${encodeSegment(segment)}`)
      .join('') +
    extension +
    queryOf(document)
  );
}

/**
 * The same, relative to every URL of the document and of its twins: they differ in the last segment alone.
 * @see RFC 3986 §4.2: a first segment with a colon would read as a scheme
 */
export function relativePath(document: DocumentReference, extension = ''): string {
  const path = documentPath(document, extension);
  const segment = path.slice(path.lastIndexOf('/') + 1);
  return segment.includes(':') ? `./${segment}` : segment;
}

/** Names of the two versions in the query of changes that separate versions which are no neighbours. */
export const FROM_PARAMETER = 'from';
export const TO_PARAMETER = 'to';

function queryOf(document: DocumentReference): string {
  return document.level === 'changes' && document.from !== undefined
    ? `?${FROM_PARAMETER}=${document.from}&${TO_PARAMETER}=${document.version}`
    : '';
}

function segmentsOf(document: DocumentReference): readonly string[] {
  if (document.level === 'list') return [];
  const api = versionedName(document.api, document.version);
  switch (document.level) {
    case 'api':
      return [api];
    case 'service':
      return [api, document.name];
    case 'schema-index':
      return [api, FOLDERS.schema, ...(document.part === undefined ? [] : [PART_SEGMENT, String(document.part)])];
    case 'changes':
      return [document.from === undefined ? api : document.api, CHANGES_SEGMENT];
    default:
      return [api, FOLDERS[document.level], document.name];
  }
}

/** RFC 3986 §2.3: most names are nothing else, and a page has hundreds of them. */
const UNRESERVED = /^[\w.~-]*$/;

/**
 * Percent-encodes a name for one path segment. Beside the unreserved characters `=` `@` `:` `$` `,` `+` stay, which a
 * segment may hold (RFC 3986 §3.3). A segment of dots alone cannot be written in a URL; names like that are refused by
 * the readers.
 */
export function encodeSegment(name: string): string {
  if (UNRESERVED.test(name)) return name;
  return encodeURIComponent(name.toWellFormed()).replaceAll(/%(3D|40|3A|24|2C|2B)/g, (encoded) =>
    decodeURIComponent(encoded),
  );
}

/** `x-platform-former-names`, of `info` or of the top level: a name or a list; what no address can have is left out. */
export function formerNamesIn({ info, extensions }: Pick<ApiRecord, 'info' | 'extensions'>): readonly string[] {
  return [info, extensions]
    .flatMap((part) => part['x-platform-former-names'] ?? [])
    .filter((name) => typeof name === 'string')
    .filter(isNameForUrl);
}

/** Whether a text can be one segment of a URL and a part of a file name. */
export function isNameForUrl(name: string): boolean {
  return (
    name !== '' && name !== '.' && name !== '..' && name.isWellFormed() && !/[/\\?#\p{Cc}\u2028\u2029]/u.test(name)
  );
}
