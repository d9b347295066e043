import type { ApiPlace, DocumentReference, NamedLevel } from '../model/locations.ts';

/**
 * Kinds of entries with a page, or a section that is as good as one, in the order of equally good answers. A webhook is
 * a service that the API calls, and each operation of that.
 */
export const DOCUMENT_KINDS = ['api', 'service', 'operation', 'webhook', 'group', 'guide', 'log-in', 'schema'] as const;

/** Kinds of entries that are calls, and have the call as their name. */
export const CALL_KINDS: ReadonlySet<string> = new Set(['operation', 'webhook']);

/** Kinds of all entries, in the order of equally good answers. */
export const ENTRY_KINDS = [...DOCUMENT_KINDS, 'parameter', 'field', 'header', 'response'] as const;

/** An answer may also be an allowed value of an entry. */
export const RESULT_KINDS = [...ENTRY_KINDS, 'value'] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** A document of one version of an API. */
export type EntryDocument = { readonly level: 'api' } | { readonly level: NamedLevel; readonly name: string };

/** An operation, as answers name it. */
export interface EntryOperation {
  readonly service: string;
  readonly anchor: string;
  readonly method: string;
  /** '' of a webhook. */
  readonly path: string;
  /** The name of a webhook. */
  readonly webhook?: string;
  readonly title: string;
}

/** A fact of an API, where a page shows it. */
export interface Entry {
  readonly kind: EntryKind;
  readonly name: string;
  /** Other names and paths that count like the name. */
  readonly aliases: readonly string[];
  readonly document: EntryDocument;
  /** '' for the top of the page. */
  readonly anchor: string;
  /** Operations that have the fact; of many, the first ones. */
  readonly operations: readonly EntryOperation[];
  readonly operationCount: number;
  /** Part of the operation: `request`, a status, or the place of a parameter. */
  readonly part: string;
  /** Names of what is around a field, the outermost first. */
  readonly around: readonly string[];
  /** Named schemas whose fields its value has: alone, in lists, maps and variants. */
  readonly schemas: readonly string[];
  /** Values that are allowed. */
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

/** The document with the API around it. */
export function referenceOf(document: EntryDocument, place: ApiPlace): DocumentReference {
  const { api, version } = place;
  return { ...document, api, version };
}

/** Operations that an entry names; more are counted. */
export const MOST_OPERATIONS = 24;
