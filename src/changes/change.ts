import type { ComponentsRecord } from '../model/openapi-objects.ts';
import type { Constraint } from '../presentation/words.ts';
import type { ChangeClass, Reason, RuleName } from './rules.ts';

/** What separates two descriptions of an API, in the words of one language. */
export interface Change {
  readonly rule: RuleName;
  readonly class: ChangeClass;
  /** Two where requests and responses have the same class for a reason each. */
  readonly reasons: readonly Reason[];
  readonly place: ChangePlace;
  /** In words and code; null where there was nothing, or the rule says it. */
  readonly before: Constraint | null;
  readonly after: Constraint | null;
  /** Those that the reasons hold for, in the order of the descriptor; not all of very many. */
  readonly operations: readonly OperationName[];
  /** How many there are in all. */
  readonly operationCount: number;
}

export interface ChangePlace {
  readonly owner: Owner;
  /** From the owner inwards. */
  readonly steps: readonly Step[];
  /** Which of the two descriptions has it: `before` for what was removed. */
  readonly side: 'before' | 'after';
}

/** What has a page, or a name that others refer to; null on the side that does not have it. */
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
  /** URI template without the base path; '' for a webhook. */
  readonly path: string;
  readonly title: string;
}

export type Step =
  | { readonly kind: 'parameter'; readonly in: string; readonly name: string }
  | { readonly kind: 'body' }
  | { readonly kind: 'response'; readonly status: string }
  | { readonly kind: 'header' | 'link' | 'field' | 'variant' | 'scheme' | 'guide' | 'tag'; readonly name: string }
  /** Only where media types of one message differ from each other. */
  | { readonly kind: 'media'; readonly types: readonly string[] }
  | { readonly kind: 'items' }
  | { readonly kind: 'position'; readonly index: number }
  /** Free names; with a pattern those that match it. */
  | { readonly kind: 'names'; readonly pattern: string | null }
  | { readonly kind: 'callback'; readonly name: string; readonly method: string };
