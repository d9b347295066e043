import type { ApiPlace, DocumentReference, NamedLevel } from '../model/locations.ts';

/**
 * Kinds of entries with a page or a section of their own, in the order of equally good answers. `webhook` is a service
 * that the API calls, and each operation of such a service.
 */
export const DOCUMENT_KINDS = ['api', 'service', 'operation', 'webhook', 'group', 'guide', 'log-in', 'schema'] as const;

/** Kinds of entries that are calls. */
export const CALL_KINDS: ReadonlySet<string> = new Set(['operation', 'webhook']);

/** Kinds of all entries, in the order of equally good answers. */
export const ENTRY_KINDS = [...DOCUMENT_KINDS, 'parameter', 'field', 'header', 'response'] as const;

/** Kinds of answers: entries, and allowed values of entries. */
export const RESULT_KINDS = [...ENTRY_KINDS, 'value'] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** A document of one version of an API. */
export type EntryDocument = { readonly level: 'api' } | { readonly level: NamedLevel; readonly name: string };

export interface EntryOperation {
  readonly service: string;
  readonly anchor: string;
  readonly method: string;
  /** '' for a webhook. */
  readonly path: string;
  /** The name of a webhook. */
  readonly webhook?: string;
  readonly title: string;
}

/** A searchable part of an API, and the place of a page that shows it. */
export interface Entry {
  readonly kind: EntryKind;
  readonly name: string;
  /** Other names and paths that count like the name. */
  readonly aliases: readonly string[];
  readonly document: EntryDocument;
  /** '' for the top of the page. */
  readonly anchor: string;
  /** Operations that have this part; the first {@link MOST_OPERATIONS} of many. */
  readonly operations: readonly EntryOperation[];
  readonly operationCount: number;
  /** Part of the operation: `request`, a status, or the place of a parameter. */
  readonly part: string;
  /** Names of the fields around a field, the outermost first. */
  readonly around: readonly string[];
  /** Named schemas whose fields the value has, directly or in lists, maps and variants. */
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
  around: [],
  schemas: [],
  values: [],
} as const;

/** The reference with the name and version of the API. */
export function referenceOf(document: EntryDocument, place: ApiPlace): DocumentReference {
  const { api, version } = place;
  return { ...document, api, version };
}

/** Operations that an entry names; all are counted. */
export const MOST_OPERATIONS = 24;
