import type { Api } from '../../model/api.ts';
import type { Guide } from '../../model/guides.ts';
import type { DocumentReference, Level } from '../../model/locations.ts';
import type { Operation } from '../../model/operation.ts';
import type { ApiListEntry } from '../../model/records.ts';
import type { Service } from '../../model/service.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import type { AdminPage } from './admin-page.ts';
import type { Navigation } from './navigation.ts';
import type { SearchPage } from './search-page.ts';
import type { Site } from './site.ts';

/** Content of a document, by level. */
interface DocumentContents {
  list: { readonly entries: readonly ApiListEntry[] };
  api: { readonly api: Api };
  service: { readonly api: Api; readonly service: Service };
  group: { readonly api: Api; readonly group: string };
  guide: { readonly api: Api; readonly guide: Guide };
  /** `part`: number of the part, from 2; omitted for the first part. */
  'schema-index': { readonly api: Api; readonly part?: number };
  schema: { readonly api: Api; readonly name: string; readonly schema: JsonSchema };
  /** `before`: the older version of the comparison. */
  changes: { readonly api: Api; readonly before: Api };
}

/** Document that formats render and pages show. */
export type Document<L extends Level = Level> = { [K in L]: { readonly level: K } & DocumentContents[K] }[L];

/** Document that belongs to one version of an API. */
export type ApiDocument = Document<Exclude<Level, 'list'>>;

/** Link to the same document in another format. */
export interface Alternate {
  readonly format: string;
  /** Title for menus: `OpenAPI 3.1, YAML`. */
  readonly title: string;
  readonly mediaType: string;
  /** Path of the document in this format, without content negotiation. */
  readonly path: string;
}

/** Link to the same document in one version of its API. */
export interface VersionLink {
  readonly version: number;
  /** Path of the document in this version, or of the API's overview when `present` is false. */
  readonly path: string;
  readonly present: boolean;
  readonly isDefault: boolean;
}

/** Difference of a service or schema from the previous version that a caller would notice. */
export interface DocumentDifference {
  /** The previous version. */
  readonly version: number;
  /** Path of the document in the previous version. */
  readonly path: string;
  /** Map of {@link operationKey} → kind of difference, for the operations of a service that differ or are new. */
  readonly operations: Readonly<Record<string, 'differs' | 'added'>>;
}

/** Link to the same document in one of its languages. */
export interface LanguageLink {
  readonly tag: string;
  readonly name: string;
  /** Path of the document in this language, without content negotiation. */
  readonly path: string;
  /** Canonical path for other sites and programs: without an extension for the default language. */
  readonly canonicalPath: string;
  readonly isCurrent: boolean;
}

/** View model of an HTML page. */
export type Page = DocumentPage | ProblemPage | AdminPage | SearchPage | NamesPage;

export interface DocumentPage {
  readonly kind: 'document';
  readonly site: Site;
  readonly document: Document;
  /** Formats of this document other than HTML. */
  readonly alternates: readonly Alternate[];
  /** Links to the document in all languages, including the current one; omitted if there is only one. */
  readonly languages?: readonly LanguageLink[];
  /** Versions of the document's API in ascending order; empty for the list of APIs. */
  readonly versions: readonly VersionLink[];
  /** Difference from the previous version; omitted if the document is new or unchanged. */
  readonly difference?: DocumentDifference;
  /** Whether the site runs in development mode, in which warnings show their source positions. */
  readonly development: boolean;
  /** Set for one file with several documents; omitted for a page of a site. */
  readonly whole?: WholeFile;
}

/** Document that one file can contain, with all documents below it. */
export type WholeDocument = Document<'api' | 'group' | 'service'>;

/** Content of one file with several documents. */
export interface WholeFile {
  readonly document: WholeDocument;
  /** Documents in reading order, the first of which is {@link document}. */
  readonly documents: readonly ApiDocument[];
  /** Whether the file is made to be printed: everything is open, sections have numbers, and there is no script. */
  readonly isBook: boolean;
}

/** Document that the reader may have meant. */
export interface Suggestion {
  readonly title: string;
  readonly path: string;
  /** Methods and path, for a service. */
  readonly call?: { readonly methods: readonly string[]; readonly path: string };
}

export interface ProblemPage {
  readonly kind: 'problem';
  readonly site: Site;
  /** Set for a page of the administration, which has no scripts. */
  readonly isAdministrative?: true;
  /** Navigation of the API in which the problem occurred. */
  readonly navigation?: Navigation;
  readonly problem: {
    readonly status: number;
    readonly title: string;
    readonly detail: string;
    /** Documents with similar names, the most similar first. */
    readonly suggestions: readonly Suggestion[];
    /** Requested name that does not exist, as a query for a search. */
    readonly wanted?: string;
    /** Overview of the API, if an unknown part of it was requested. */
    readonly within?: { readonly title: string; readonly path: string };
    /** Available formats, for 406. */
    readonly available: readonly { readonly type: string; readonly url: string }[];
    /** Allowed methods, for 405. */
    readonly allow: readonly string[];
    /** Problem document (JSON), for clients that do not accept HTML. */
    readonly json: string;
  };
}

/** Key of an operation, unique within its service: `entity GET`. */
export function operationKey({ resource, record }: Operation): string {
  return `${resource} ${record.method}`;
}

/**
 * Reference to the changes from an older version. It omits `from` for the previous version, so that each document has
 * exactly one reference.
 * @param from number of the older version
 */
export function changesReference(
  api: Pick<Api, 'getName' | 'getVersion' | 'getVersions'>,
  from: number,
): Extract<DocumentReference, { level: 'changes' }> {
  const version = api.getVersion();
  const isBefore = from === api.getVersions().findLast((other) => other < version);
  return { level: 'changes', api: api.getName(), version, ...(isBefore ? {} : { from }) };
}

export function referenceTo(document: Document): DocumentReference {
  if (document.level === 'list') return { level: 'list' };
  const place = document.api.place;
  switch (document.level) {
    case 'api':
      return { level: 'api', ...place };
    case 'schema-index':
      return { level: 'schema-index', ...place, ...(document.part === undefined ? {} : { part: document.part }) };
    case 'service':
      return { level: 'service', ...place, name: document.service.getName() };
    case 'group':
      return { level: 'group', ...place, name: document.group };
    case 'guide':
      return { level: 'guide', ...place, name: document.guide.name };
    case 'schema':
      return { level: 'schema', ...place, name: document.name };
    case 'changes':
      return changesReference(document.api, document.before.getVersion());
    default:
      return document satisfies never;
  }
}

/** Documentation values for view scripts and view models (specification §4.3). */
export type ViewVariables = {
  /** `platform-documentation.base_url`; `''` if not configured: links are then relative to the origin. */
  readonly baseUrl: string;
} & (
  | { readonly type: 'apiList'; readonly apis: readonly ApiListEntry[] }
  | { readonly type: 'api'; readonly documentation: Api }
  | { readonly type: 'service'; readonly documentation: Service }
);

/** Values for a view script. @returns null for levels that the specification does not define, such as guides */
export function viewVariablesOf(document: Document, { baseUrl }: Site): ViewVariables | null {
  switch (document.level) {
    case 'list':
      return { type: 'apiList', apis: document.entries, baseUrl };
    case 'api':
      return { type: 'api', documentation: document.api, baseUrl };
    case 'service':
      return { type: 'service', documentation: document.service, baseUrl };
    default:
      return null;
  }
}

/** Page that lists all parts of an API by name; it replaces the search in published files. */
interface NamesPage {
  readonly kind: 'names';
  readonly site: Site;
  readonly names: NamesView;
}

/** Content of a page of names: all names, or a table of contents of several pages, or one of those pages. */
export interface NamesView {
  /** Title of the API, `Library v2`, and the path of its overview. */
  readonly api: { readonly title: string; readonly href: string };
  /** Rows in natural order; empty for the table of contents. */
  readonly rows: readonly NameRow[];
  /** Links to the first name of each letter; null if all names are on this page. */
  readonly letters: readonly { readonly letter: string; readonly href: string }[] | null;
  /** Pages that the table of contents lists; else empty. */
  readonly parts: readonly NamesPart[];
  /** Position among several pages; null for the table of contents and for a single page. */
  readonly place: NamesPlace | null;
}

export interface NamesPart {
  /** Range of names: `Account to Droplet`. */
  readonly text: string;
  readonly href: string;
  readonly count: number;
}

interface NamesPlace {
  readonly text: string;
  readonly contents: string;
  readonly previous: NamesPart | null;
  readonly next: NamesPart | null;
}

export interface NameRow {
  readonly title: string;
  readonly href: string;
  /** Kind of the named part: `Service`. */
  readonly kind: string;
  /** Method and path of an operation; null for other rows. */
  readonly call: { readonly method: string; readonly path: string } | null;
}
