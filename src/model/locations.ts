/** Addresses of documents (DESIGN §3). All formats create their links with these functions. */

import type { ApiRecord } from './records.ts';

export const DOCUMENTATION_ROOT = '/platform/documentation';

/**
 * Path of a base URL, below which the site stands: `/docs`; '' for the root of a host. Paths inside the product do not
 * contain it: `server/base-path.ts` adds it to what leaves. Characters that need escapes in a page or a policy are
 * percent-encoded; double slashes become one, since a browser would read `//` as the beginning of a host name.
 */
export function basePathOf(baseUrl: string): string {
  const path = baseUrl === '' ? '' : new URL(baseUrl).pathname.replaceAll(/\/+/g, '/').replace(/\/$/, '');
  return path.replace(/[^\w\-.~%/]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Scheme and host of a base URL as written, for paths that contain its path; '' for a site without base URL. */
export function hostOf(baseUrl: string): string {
  return /^https?:\/\/[^/]*/i.exec(baseUrl)?.[0] ?? '';
}

/** Folders below a version, in paths and outlines, by the level of the documents in them. */
export const FOLDERS = { schema: 'schemas', group: 'groups', guide: 'guides' } as const;

/** Path of files that guides embed or link to, such as images and PDF. File names contain a hash of the content. */
export const GUIDE_FILES = '/_astro/guides/';

/** Path of the script with which pages of other sites show an operation. It has the same name in every release. */
export const OPERATION_SCRIPT_PATH = '/platform/operation.js';

type LevelInFolder = keyof typeof FOLDERS;
/** Levels whose documents have names; a version can have any number of them. */
export type NamedLevel = LevelInFolder | 'service';

/** Path segment, below a version, of the changes since the previous version. */
export const CHANGES_SEGMENT = 'changes';

/** Path segments below a version that no service can have as its name. */
export const RESERVED_SERVICE_NAMES: ReadonlySet<string> = new Set([...Object.values(FOLDERS), CHANGES_SEGMENT]);

/** Path segment before the page number in the index of schemas: `schemas/part/2`. */
export const PART_SEGMENT = 'part';

/** Extension of a version's search index, which is not a document but a file for the search script of pages. */
export const SEARCH_EXTENSION = '.search.bin';

/**
 * Extension of the list of all names in a version, for static sites without search on a server. `a-z` is not a language
 * tag (RFC 5646 §2.1), so no page in another language has this extension.
 */
const NAMES_EXTENSION = '.a-z.html';

/** @param part page number from 1 if the list has several pages; 0 for their table of contents or for a single page */
export function namesExtension(part: number): string {
  return part === 0 ? NAMES_EXTENSION : `.a-z-${part}.html`;
}

/**
 * Address of the Model Context Protocol server, which gives language models access to the documentation. It looks like
 * the list of APIs with an extension, so it cannot be the address of an API or service.
 */
export const MCP_PATH = `${DOCUMENTATION_ROOT}.mcp`;

/** Address to which providers of tokens send readers back, and at which the server asks providers for pages. */
export const LOG_IN_PATH = `${DOCUMENTATION_ROOT}.log-in`;
/** Beginning of the name of the channel between the pages of a log-in; the rest is its `state`. */
export const LOG_IN_CHANNEL = 'platform-log-in ';

/** Address at which this server sends requests of pages to servers that do not allow pages of other origins. */
export const FORWARD_PATH = `${DOCUMENTATION_ROOT}.try`;
/** Header field that describes such a request. */
export const FORWARD_FIELD = 'try-request';

/** Separator between API name and version number. */
export const VERSION_MARK = '-v';

/** Name of one version of an API in URLs, configuration and commands: `Library-v2`. */
export function versionedName(api: string, version: number): string {
  return `${api}${VERSION_MARK}${version}`;
}

/** Name of one version of an API for readers: `Library v2`. */
export function versionTitle(title: string, version: number): string {
  return `${title} v${version}`;
}

/** Version of an API in references to its documents. */
export interface ApiPlace {
  readonly api: string;
  readonly version: number;
}

/** Reference to a document, equivalent to its URL. */
export type DocumentReference =
  | { readonly level: 'list' }
  | (ApiPlace & { readonly level: 'api' })
  | (ApiPlace & { readonly level: NamedLevel; readonly name: string })
  /** Page of the index of schemas. `part`: page number, from 2; absent for the first page. */
  | (ApiPlace & { readonly level: 'schema-index'; readonly part?: number })
  /** Changes since an older version. `from`: number of that version; absent for the previous version. */
  | (ApiPlace & { readonly level: 'changes'; readonly from?: number });

export type Level = DocumentReference['level'];

/** All levels, for formats that have every document. */
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

/** Level of the documents in a folder; undefined if the segment is the name of a service. */
export function levelInFolder(folder: string | undefined): LevelInFolder | undefined {
  const isInFolder = (level: string): level is LevelInFolder => Object.hasOwn(FOLDERS, level);
  return Object.keys(FOLDERS)
    .filter(isInFolder)
    .find((level) => FOLDERS[level] === folder);
}

/**
 * Path of a document with explicit version and percent-encoded names.
 * @param extension file extension that fixes the format, with its dot; '' for the URL with content negotiation
 */
export function documentPath(document: DocumentReference, extension = ''): string {
  return DOCUMENTATION_ROOT + pathBelowList(document) + extension + queryOf(document);
}

/**
 * Path of a document relative to any URL of the same document, since these differ only in the last segment.
 * @see RFC 3986 §4.2: a colon in the first segment would mark a scheme
 */
export function relativePath(document: DocumentReference, extension = ''): string {
  const path = documentPath(document, extension);
  const segment = path.slice(path.lastIndexOf('/') + 1);
  return segment.includes(':') ? `./${segment}` : segment;
}

/** Query parameters for the changes between two versions that are not consecutive. */
export const FROM_PARAMETER = 'from';
export const TO_PARAMETER = 'to';

function queryOf(document: DocumentReference): string {
  return document.level === 'changes' && document.from !== undefined
    ? `?${FROM_PARAMETER}=${document.from}&${TO_PARAMETER}=${document.version}`
    : '';
}

function pathBelowList(document: DocumentReference): string {
  if (document.level === 'list') return '';
  const api = `/${encodeSegment(versionedName(document.api, document.version))}`;
  switch (document.level) {
    case 'api':
      return api;
    case 'service':
      return `${api}/${encodeSegment(document.name)}`;
    case 'schema-index':
      return `${api}/${FOLDERS.schema}${document.part === undefined ? '' : `/${PART_SEGMENT}/${document.part}`}`;
    case 'changes':
      return `${document.from === undefined ? api : `/${encodeSegment(document.api)}`}/${CHANGES_SEGMENT}`;
    default:
      return `${api}/${FOLDERS[document.level]}/${encodeSegment(document.name)}`;
  }
}

/** Names of unreserved characters (RFC 3986 §2.3): a fast path for most of the hundreds of names on a page. */
const UNRESERVED = /^[\w.~-]*$/;

/**
 * Percent-encodes a name for one path segment. Unreserved characters and `=` `@` `:` `$` `,` `+`, which RFC 3986 §3.3
 * allows in segments, are kept. The segments `.` and `..` cannot be written in a URL; descriptor readers reject such
 * names.
 */
export function encodeSegment(name: string): string {
  if (UNRESERVED.test(name)) return name;
  return encodeURIComponent(name.toWellFormed()).replaceAll(/%(3D|40|3A|24|2C|2B)/g, (encoded) =>
    decodeURIComponent(encoded),
  );
}

/** Former names of an API from `x-platform-former-names`, in `info` or at the top level; illegal names are skipped. */
export function formerNamesIn({ info, extensions }: Pick<ApiRecord, 'info' | 'extensions'>): readonly string[] {
  return [info, extensions]
    .flatMap((part) => part['x-platform-former-names'] ?? [])
    .filter((name) => typeof name === 'string')
    .filter(isNameForUrl);
}

/** Whether a text can be a path segment of a URL and part of a file name. */
export function isNameForUrl(name: string): boolean {
  return (
    name !== '' && name !== '.' && name !== '..' && name.isWellFormed() && !/[/\\?#\p{Cc}\u2028\u2029]/u.test(name)
  );
}
