import type { ApiPlace, DocumentReference, NamedLevel } from '../model/locations.ts';

/**
 * Kinds of entries with their own page or section, in the order of equally good results. `webhook` is the kind of a
 * service that the API calls, and of each operation of such a service.
 */
export const DOCUMENT_KINDS = ['api', 'service', 'operation', 'webhook', 'group', 'guide', 'log-in', 'schema'] as const;

/** Kinds of entries that describe calls. */
export const CALL_KINDS: ReadonlySet<string> = new Set(['operation', 'webhook']);

/** Kinds of all entries, in the order of equally good results. */
export const ENTRY_KINDS = [...DOCUMENT_KINDS, 'parameter', 'field', 'header', 'response'] as const;

/** Kinds of results: all kinds of entries, and `value` for an allowed value of an entry. */
export const RESULT_KINDS = [...ENTRY_KINDS, 'value'] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** A document within one version of an API. */
export type EntryDocument = { readonly level: 'api' } | { readonly level: NamedLevel; readonly name: string };

export interface EntryOperation {
  readonly service: string;
  readonly anchor: string;
  readonly method: string;
  /** URL path of the operation; '' for a webhook. */
  readonly path: string;
  /** Name of a webhook. */
  readonly webhook?: string;
  readonly title: string;
}

/** A searchable part of an API, and the place on a page that shows it. */
export interface Entry {
  readonly kind: EntryKind;
  readonly name: string;
  /** Other names and paths that match like the name. */
  readonly aliases: readonly string[];
  readonly document: EntryDocument;
  /** Anchor of the place on the page; '' for the top of the page. */
  readonly anchor: string;
  /** Operations with this part, at most {@link MOST_OPERATIONS}, or {@link MOST_WITH_RESPONSE}. */
  readonly operations: readonly EntryOperation[];
  readonly operationCount: number;
  /** Part of the operation: `request`, a response status, or the location of a parameter. */
  readonly part: string;
  /** Whether a field occurs in no request. Fields that are sent rank before those that are only received. */
  readonly isReceived: boolean;
  /** Names of the fields that contain a field, the outermost first. */
  readonly around: readonly string[];
  /** Names of the schemas whose fields the value contains, directly or in lists, maps and variants. */
  readonly schemas: readonly string[];
  /** Allowed values. */
  readonly values: readonly string[];
  /** Plain text. */
  readonly text: string;
}

export const NO_OPERATIONS = {
  operations: [],
  operationCount: 0,
  part: '',
  isReceived: false,
  around: [],
  schemas: [],
  values: [],
} as const;

/** Adds the name and version of the API to a document of an entry. */
export function referenceOf(document: EntryDocument, place: ApiPlace): DocumentReference {
  const { api, version } = place;
  return { ...document, api, version };
}

/** Maximum number of operations that an entry lists; `operationCount` counts all of them. */
export const MOST_OPERATIONS = 24;
/** Maximum number for a response: with a status, a question names one of many operations. */
export const MOST_WITH_RESPONSE = 1000;
