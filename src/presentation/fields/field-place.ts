import type { Components } from '../../model/components.ts';
import type { Direction } from '../../schema/hidden-names.ts';
import { componentName } from '../../schema/references.ts';
import { type JsonSchema, subschemasOf } from '../../schema/schema.ts';
import type { Phrase } from '../../words/phrase.ts';
import type { Words } from '../../words/words.ts';
import type { Anchors } from '../anchors.ts';
import type { Shape } from './field-shape.ts';

/** Maximum nesting depth of schemas that extend the same component. */
const MOST_EXTENSIONS = 3;

/** Size limits of a body: named schemas beyond a limit become links to their pages. */
export interface BodyLimits {
  /** Maximum number of row levels. */
  readonly depth: number;
  /** Maximum number of rows and variants. */
  readonly rows: number;
  /** Named schemas that are drawn only as a field of the message itself, and without the schemas within. */
  readonly common?: ReadonlySet<string>;
}

/** A row or variant whose content is not drawn yet. */
export interface QueuedField {
  readonly schema: JsonSchema;
  readonly place: FieldPlace;
  /** Adds the drawn content to the row or variant. */
  readonly fill: (shape: Shape) => void;
}

/** Data that all bodies of a page share. */
export interface FieldContext {
  readonly components: Components;
  readonly words: Words;
  readonly anchors: Anchors;
  /** Returns the URL path of a named schema's page. */
  readonly schemaPath: (name: string) => string;
  /** Whether pages of the API say once that objects have no other fields. */
  readonly forbidsOtherFields?: boolean;
  /** Added to the limits of a service page. */
  readonly common?: ReadonlySet<string>;
}

/** Facts about fields that do not come from their schemas, by field name. */
export type FieldFacts = ReadonlyMap<string, readonly Phrase[]>;

export const NO_FIELD_FACTS: FieldFacts = new Map();

/** Position in the field tree of a body. */
export interface FieldPlace {
  /** Anchor of the whole body. */
  readonly body: string;
  /** Prefix of nested fields' anchors. For list items it is only a prefix, not the id of an element. */
  readonly anchor: string;
  /** Id of the nearest enclosing element. */
  readonly target: string;
  readonly direction: Direction;
  /** Address of the fields for the opposite direction: for a request the response, and vice versa. */
  readonly elsewhere: string;
  readonly depth: number;
  readonly path: readonly string[];
  /** Map of enclosing named schema → its anchor. */
  readonly around: ReadonlyMap<string, string>;
  /** Enclosing unnamed schemas, each with the components that it extends. */
  readonly inPlace: readonly {
    readonly schema: JsonSchema;
    readonly parts: readonly string[];
    readonly target: string;
  }[];
  /** Text of links that lead to this body: `Fetch an order, 200`. */
  readonly title: string;
  /** Rows and variants of the body in breadth-first order; nested rows are appended while it is processed. */
  readonly queue: QueuedField[];
  readonly limits: BodyLimits;
  /** Named schemas that have the schema at this position as a variant; null if it is not a variant. */
  readonly variantOf: readonly string[] | null;
  /** Facts about the fields at the top level of the body. */
  readonly facts: FieldFacts;
}

/** Whether a limit is reached, so that a named schema becomes a link to its page. */
export function isBeyondLimits(name: string | null, { depth, queue, limits, around }: FieldPlace): boolean {
  const isCommon = (schema: string | null | undefined): boolean => limits.common?.has(schema ?? '') === true;
  const isInCommon = isCommon([...around.keys()].at(-1)) || (isCommon(name) && depth > 1);
  return isInCommon || depth >= limits.depth || queue.length >= limits.rows;
}

/**
 * Detects recursion of an unnamed schema: returns the id of the enclosing element that shows the same schema. If
 * merging creates a new schema at each level, recursion ends after {@link MOST_EXTENSIONS} extensions of a component
 * that contains itself.
 */
export function openAgain(
  schema: JsonSchema,
  parts: readonly string[],
  { inPlace }: FieldPlace,
  components: Components,
): string | undefined {
  const same = inPlace.find((outer) => outer.schema === schema);
  const isEndless = parts.some(
    (part) =>
      inPlace.filter((outer) => outer.parts.includes(part)).length >= MOST_EXTENSIONS &&
      containsItself(part, components),
  );
  return same?.target ?? (isEndless ? inPlace.at(-1)?.target : undefined);
}

function containsItself(name: string, components: Components): boolean {
  const start = components.schema(name);
  if (typeof start !== 'object') return false;
  return components.remembered('contains itself', start, () => {
    const waiting: JsonSchema[] = [start];
    const seen = new Set<JsonSchema>();
    for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
      if (typeof schema === 'boolean') continue;
      for (const { schema: inner } of subschemasOf(schema)) waiting.push(inner);
      if (schema.$ref === undefined) continue;
      const target = components.schema(componentName(schema.$ref)) ?? true;
      if (target === start) return true;
      if (!seen.has(target)) waiting.push(target);
      seen.add(target);
    }
    return false;
  });
}
