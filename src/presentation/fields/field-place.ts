import type { Components } from '../../model/components.ts';
import type { Direction } from '../../schema/hidden-names.ts';
import { componentName } from '../../schema/references.ts';
import { type JsonSchema, subschemasOf } from '../../schema/schema.ts';
import type { Phrase } from '../../words/phrase.ts';
import type { Words } from '../../words/words.ts';
import type { Anchors } from '../anchors.ts';
import type { Shape } from './field-shape.ts';

/** Maximum of extensions of one component nested inside each other. */
const MOST_EXTENSIONS = 3;

/** Limits to the drawing of a body: named schemas beyond them are links to their pages. */
export interface BodyLimits {
  /** Maximum of levels of rows. */
  readonly depth: number;
  /** Maximum of rows and variants. */
  readonly rows: number;
}

/** A row or a variant whose content is still to be drawn. */
export interface QueuedField {
  readonly schema: JsonSchema;
  readonly place: FieldPlace;
  /** Completes the row or the variant. */
  readonly fill: (shape: Shape) => void;
}

/** Context shared by all bodies of a page. */
export interface FieldContext {
  readonly components: Components;
  readonly words: Words;
  readonly anchors: Anchors;
  /** URL path of the page of a named schema. */
  readonly schemaPath: (name: string) => string;
}

/** Facts about fields from outside their schemas. Keys are field names. */
export type FieldFacts = ReadonlyMap<string, readonly Phrase[]>;

export const NO_FIELD_FACTS: FieldFacts = new Map();

/** A place in the tree of a body. */
export interface FieldPlace {
  /** Anchor of the whole body. */
  readonly body: string;
  /** Prefix of the anchors inside; for the items of a list it is not the id of an element. */
  readonly anchor: string;
  /** Id of the nearest enclosing element. */
  readonly target: string;
  readonly direction: Direction;
  /** Address of the fields for the other direction, request or response. */
  readonly elsewhere: string;
  readonly depth: number;
  readonly path: readonly string[];
  /** Named schemas that enclose the place, with their anchors. */
  readonly around: ReadonlyMap<string, string>;
  /** Enclosing schemas without a name, with the components that they extend. */
  readonly inPlace: readonly {
    readonly schema: JsonSchema;
    readonly parts: readonly string[];
    readonly target: string;
  }[];
  /** Text of links to this body: `Fetch an order, 200`. */
  readonly title: string;
  /** Rows and variants of the body so far; appended ones are drawn later, so all outer levels come first. */
  readonly queue: QueuedField[];
  readonly limits: BodyLimits;
  /** Whether the place is one of several variants. */
  readonly isVariant: boolean;
  /** Demands on the fields of the body itself. */
  readonly facts: FieldFacts;
}

/** Whether a named schema is drawn as a link to its page here. */
export function isBeyondLimits({ depth, queue, limits }: FieldPlace): boolean {
  return depth >= limits.depth || queue.length >= limits.rows;
}

/**
 * Id of the element that already draws an unnamed schema which contains itself through a component that it extends.
 * Merging may create new properties each time: recursion then ends after {@link MOST_EXTENSIONS} extensions of a
 * component that contains itself.
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
