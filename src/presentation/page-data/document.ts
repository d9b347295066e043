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

/** Content of the documents of each level. */
interface DocumentContents {
  list: { readonly entries: readonly ApiListEntry[] };
  api: { readonly api: Api };
  service: { readonly api: Api; readonly service: Service };
  group: { readonly api: Api; readonly group: string };
  guide: { readonly api: Api; readonly guide: Guide };
  /** `part`: number of a part after the first. */
  'schema-index': { readonly api: Api; readonly part?: number };
  schema: { readonly api: Api; readonly name: string; readonly schema: JsonSchema };
  /** `before`: an older version. */
  changes: { readonly api: Api; readonly before: Api };
}

/** Content that a format renders and a page shows. */
export type Document<L extends Level = Level> = { [K in L]: { readonly level: K } & DocumentContents[K] }[L];

/** Document of a version of an API. */
export type ApiDocument = Document<Exclude<Level, 'list'>>;

/** The same document in another format. */
export interface Alternate {
  readonly format: string;
  /** Title for menus: `OpenAPI 3.1, YAML`. */
  readonly title: string;
  readonly mediaType: string;
  /** Path of the document in this format only. */
  readonly path: string;
}

/** The same document in one version of its API. */
export interface VersionLink {
  readonly version: number;
  /** Path of the document in this version, or of the API's overview when `present` is false. */
  readonly path: string;
  readonly present: boolean;
  readonly isDefault: boolean;
}

/** A service or schema with differences from the previous version that a caller notices. */
export interface DocumentDifference {
  /** The previous version. */
  readonly version: number;
  /** Path of the document in the previous version. */
  readonly path: string;
  /** Operations of a service that differ or are new; keys are {@link operationKey}s. */
  readonly operations: Readonly<Record<string, 'differs' | 'added'>>;
}

/** The same document in another language. */
export interface LanguageLink {
  readonly tag: string;
  readonly name: string;
  /** Path of the document in this language only. */
  readonly path: string;
  /** Path for other sites and programs: for the default language the address without an extension. */
  readonly canonicalPath: string;
  readonly isCurrent: boolean;
}

/** An HTML page: all input of the views. */
export type Page = DocumentPage | ProblemPage | AdminPage | SearchPage | NamesPage;

export interface DocumentPage {
  readonly kind: 'document';
  readonly site: Site;
  readonly document: Document;
  /** Every format of this document but HTML. */
  readonly alternates: readonly Alternate[];
  /** The document in every language, the page's own included; left out when there is only one. */
  readonly languages?: readonly LanguageLink[];
  /** Versions of the document's API, ascending; empty for the list. */
  readonly versions: readonly VersionLink[];
  /** Left out if the document is new or unchanged. */
  readonly difference?: DocumentDifference;
  /** Only on the list: name of an API → the formats of its default version. */
  readonly listed?: Readonly<Record<string, readonly Alternate[]>>;
  /** True in development, when warnings show their places. */
  readonly development: boolean;
}

/** A document that a reader may have meant. */
export interface Suggestion {
  readonly title: string;
  readonly path: string;
  /** Methods and path of a service. */
  readonly call?: { readonly methods: readonly string[]; readonly path: string };
}

export interface ProblemPage {
  readonly kind: 'problem';
  readonly site: Site;
  /** Set for pages of the administration, which has no script. */
  readonly isAdministrative?: true;
  /** Navigation of the API with the problem; left out: none. */
  readonly navigation?: Navigation;
  readonly problem: {
    readonly status: number;
    readonly title: string;
    readonly detail: string;
    /** Similar names, the most similar first. */
    readonly suggestions: readonly Suggestion[];
    /** The requested name if nothing has it, for a search. Left out: none. */
    readonly wanted?: string;
    /** The overview of the API of which an unknown part was requested. */
    readonly within?: { readonly title: string; readonly path: string };
    /** Available formats, for 406. */
    readonly available: readonly { readonly type: string; readonly url: string }[];
    /** Allowed methods, for 405. */
    readonly allow: readonly string[];
    /** The problem document (JSON) for clients that request no page. */
    readonly json: string;
  };
}

/** Key that distinguishes the operations of a service: `entity GET`. */
export function operationKey({ resource, record }: Operation): string {
  return `${resource} ${record.method}`;
}

/**
 * Reference to the changes from an older version. For the previous version `from` is left out, so that each document
 * has a single reference.
 * @param from an earlier version of the API
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
  /** `platform-documentation.base_url`; `''` when not configured, so that links are relative to the origin. */
  readonly baseUrl: string;
} & (
  | { readonly type: 'apiList'; readonly apis: readonly ApiListEntry[] }
  | { readonly type: 'api'; readonly documentation: Api }
  | { readonly type: 'service'; readonly documentation: Service }
);

/** @returns null for levels that the specification's types lack: groups, guides and schemas */
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

/** Page that lists everything of an API by name, for published files, which no server searches. */
interface NamesPage {
  readonly kind: 'names';
  readonly site: Site;
  readonly names: NamesView;
}

/** A page of names: all names, or the contents of several pages, or one of these. */
export interface NamesView {
  /** `Library v2`, with its path. */
  readonly api: { readonly title: string; readonly href: string };
  /** Rows in natural order; none on the contents. */
  readonly rows: readonly NameRow[];
  /** Links to the first name of each letter; null when all names are on this page. */
  readonly letters: readonly { readonly letter: string; readonly href: string }[] | null;
  /** Pages, on the contents; else empty. */
  readonly parts: readonly NamesPart[];
  /** Place among several pages; null for the contents and for a single page. */
  readonly place: NamesPlace | null;
}

export interface NamesPart {
  /** `Account to Droplet`. */
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
  /** `Service`. */
  readonly kind: string;
  /** Call of an operation; null for other rows. */
  readonly call: { readonly method: string; readonly path: string } | null;
}
