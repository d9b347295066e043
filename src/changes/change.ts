import type { ComponentsRecord, ParameterObject } from '../model/openapi-objects.ts';
import type { Phrase } from '../words/phrase.ts';
import type { ChangeClass, Reason, RuleName } from './rules.ts';

/** A difference between two descriptions of an API, with texts in one language. */
export interface Change {
  readonly rule: RuleName;
  readonly class: ChangeClass;
  /** One reason, or two if requests and responses have the same class for different reasons. */
  readonly reasons: readonly Reason[];
  readonly place: ChangePlace;
  /** Old value, as text and code; null if there was no value or the rule implies it. */
  readonly before: Phrase | null;
  readonly after: Phrase | null;
  /** Operations that the reasons apply to, in the order of the descriptor; the length of the list is limited. */
  readonly operations: readonly OperationName[];
  /** Number of all operations that the reasons apply to, including those beyond the limit of the list. */
  readonly operationCount: number;
}

export interface ChangePlace {
  readonly owner: Owner;
  /** Steps from the owner to the changed part, outermost first. */
  readonly steps: readonly Step[];
  /** Steps to the row that links lead to: those of the changed part, or the first of them. */
  readonly row: readonly Step[];
  /** Description that contains the changed part: `before` for a removed part. */
  readonly side: 'before' | 'after';
}

/** Part that contains a change: a part with its own page, or a named component; null on a side that lacks it. */
export type Owner =
  | { readonly kind: 'api' }
  | { readonly kind: 'service'; readonly before: string | null; readonly after: string | null }
  | { readonly kind: 'operation'; readonly before: OperationName | null; readonly after: OperationName | null }
  | {
      readonly kind: 'component';
      readonly section: keyof ComponentsRecord;
      readonly before: string;
      readonly after: string;
    };

export interface OperationName {
  readonly service: string;
  readonly resource: 'collection' | 'entity' | 'action';
  readonly method: string;
  /** URI template without the base path; `''` for a webhook. */
  readonly path: string;
  readonly title: string;
}

export type Step =
  | { readonly kind: 'parameter'; readonly in: ParameterObject['in']; readonly name: string }
  | { readonly kind: 'body' }
  | { readonly kind: 'response'; readonly status: string }
  | { readonly kind: 'header' | 'link' | 'field' | 'variant' | 'scheme' | 'guide' | 'tag'; readonly name: string }
  /** Media types of a message; used only if its media types changed differently. */
  | { readonly kind: 'media'; readonly types: readonly string[] }
  | { readonly kind: 'items' }
  | { readonly kind: 'position'; readonly index: number }
  /** Fields with names that match the pattern; null for all names that the schema does not mention. */
  | { readonly kind: 'names'; readonly pattern: string | null }
  /** Call of a callback; the number is that among several calls with the same method. */
  | { readonly kind: 'callback'; readonly name: string; readonly method: string; readonly number?: number };
