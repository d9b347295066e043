import type { DocumentReference } from '../model/locations.ts';

/**
 * What has a page, or a section that is as good as one, in the order in which equally good answers stand. A webhook is
 * a service that the API calls, and each operation of that.
 */
export const DOCUMENT_KINDS = ['api', 'service', 'operation', 'webhook', 'group', 'guide', 'log-in', 'schema'] as const;

/** What calls something, and has that as its name. */
export const CALL_KINDS: ReadonlySet<string> = new Set(['operation', 'webhook']);

/** What is found, in this order, too. */
export const ENTRY_KINDS = [...DOCUMENT_KINDS, 'parameter', 'field', 'header', 'response'] as const;

/** An answer may also be an allowed value of an entry. */
export const RESULT_KINDS = [...ENTRY_KINDS, 'value'] as const;

export type EntryKind = (typeof ENTRY_KINDS)[number];

/** A document of one version of an API. */
export type EntryDocument =
  | { readonly level: 'api' }
  | { readonly level: 'service' | 'group' | 'guide' | 'schema'; readonly name: string };

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
  /** Other names and paths that are its own as much. */
  readonly aliases: readonly string[];
  readonly document: EntryDocument;
  /** '' for the top of the page. */
  readonly anchor: string;
  /** Those that have it, the first ones of many. */
  readonly operations: readonly EntryOperation[];
  readonly operationCount: number;
  /** Which part of the operation: `request`, a status, where a parameter is sent. */
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
export function referenceOf(
  document: EntryDocument,
  place: { readonly api: string; readonly version: number },
): DocumentReference {
  const { api, version } = place;
  switch (document.level) {
    case 'api':
      return { level: 'api', api, version };
    case 'service':
      return { level: 'service', api, version, service: document.name };
    case 'group':
      return { level: 'group', api, version, group: document.name };
    case 'guide':
      return { level: 'guide', api, version, guide: document.name };
    case 'schema':
      return { level: 'schema', api, version, schema: document.name };
    default:
      return document satisfies never;
  }
}

/** Operations that an entry names; more are counted. */
export const MOST_OPERATIONS = 24;
