import type { Components } from '../../model/components.ts';
import type { Direction } from '../../schema/hidden-names.ts';
import { componentName } from '../../schema/references.ts';
import { type JsonSchema, type JsonSchemaObject, subschemasOf } from '../../schema/schema.ts';
import type { Phrase } from '../../words/phrase.ts';
import type { Words } from '../../words/words.ts';
import { type Anchors, variantPart } from '../anchors.ts';
import {
  type FieldRow,
  NO_SHAPE,
  overridden,
  type Shape,
  type VariantGroup,
  type VariantSection,
} from './field-shape.ts';
import { DEEPEST_INDENT, type Draft } from './folds.ts';
import { drawnVariantGroups } from './schema-facts.ts';
import { isEmptyText } from './type-words.ts';
import type { Variant } from './variant-groups.ts';

/** Maximum nesting depth of schemas that extend the same component. */
const MOST_EXTENSIONS = 3;

/** Size limits of a body: named schemas beyond a limit become links to their pages. */
export interface BodyLimits {
  /** Maximum number of row levels. */
  readonly depth: number;
  /** Maximum number of rows and variants. */
  readonly rows: number;
  readonly common?: CommonParts;
}

/** Named schemas that are drawn only near the top of a message, and without their own named schemas. */
export interface CommonParts {
  readonly names: ReadonlySet<string>;
  /** Deepest level at which they are drawn: 1 for the fields of the message, 0 for the message alone. */
  readonly depth: number;
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
  readonly anchors: Pick<Anchors, 'claim'>;
  /** Returns the URL path of a named schema's page. */
  readonly schemaPath: (name: string) => string;
  /** Whether pages of the API say once that objects have no other fields. */
  readonly forbidsOtherFields?: boolean;
  /** Added to the limits of a service page. */
  readonly common?: CommonParts | undefined;
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
  /** Enclosing named schemas, each with its place. */
  readonly around: ReadonlyMap<string, FieldPlace>;
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
  const { names, depth: deepest = 0 } = limits.common ?? {};
  const isCommon = (schema: string | null | undefined): boolean => names?.has(schema ?? '') === true;
  const isInCommon = depth > 1 && isCommon([...around.keys()].at(-1));
  return isInCommon || (isCommon(name) && depth > deepest) || depth >= limits.depth || queue.length >= limits.rows;
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

/**
 * Creates the row of a field and queues its schema, which supplies type, facts and content later.
 * @param title generated title of a row without a field name, with `name` as its plain text; else null
 */
export function queuedRow(
  name: string,
  schema: JsonSchema,
  required: boolean,
  anchor: string,
  place: FieldPlace,
  { anchors, words }: FieldContext,
  title: Phrase | null = null,
): Draft<FieldRow> {
  const id = anchors.claim(anchor);
  const path = [...place.path, name];
  const row: Draft<FieldRow> = {
    ...NO_SHAPE,
    id,
    name,
    path: place.depth < DEEPEST_INDENT ? '' : place.path.map((part) => `${part}.`).join(''),
    place: title === null ? path.join('.') : name,
    title,
    required,
    open: false,
  };
  const facts = title === null ? place.facts.get(name) : undefined;
  const isForbidden = schema === false && title === null;
  const fill = (shape: Shape): void => {
    Object.assign(row, facts === undefined ? shape : overridden(shape, { facts }));
    if (isForbidden) row.type = [{ text: words.say('field.notAllowed'), href: null }];
  };
  const inside = { anchor: id, target: id, depth: place.depth + 1, path, variantOf: null, facts: NO_FIELD_FACTS };
  place.queue.push({ schema, place: { ...place, ...inside }, fill });
  return row;
}

/** Creates the variant groups that do not fit on the line of the type, and queues the schema of each variant. */
export function queuedVariants(
  merged: JsonSchemaObject,
  place: FieldPlace,
  context: FieldContext,
): readonly VariantGroup[] {
  const { depth, direction, limits } = place;
  const asLink = { ...place, limits: { ...limits, depth: Math.min(limits.depth, Math.max(1, depth)) } };
  return drawnVariantGroups(merged, context.components).map(({ kind, variants }) => {
    // In a response, a text such as an id usually stands for a schema beside it, which becomes a link to its page.
    const placeOfNamed = direction === 'response' && variants.some(isAnyText) ? asLink : place;
    // The type already names the empty string: `object, or empty`.
    const isSaid = ({ schema }: Variant): boolean => variants.length === 2 && isEmptyText(schema, context.components);
    const drawn = variants.flatMap((variant, index) =>
      isSaid(variant) ? [] : [queuedVariant(variant, index, variant.name === null ? place : placeOfNamed, context)],
    );
    return { kind, variants: drawn };
  });
}

/** Whether a variant is a string that does not have to be one of a list. */
function isAnyText({ name, schema }: Variant): boolean {
  const { type, enum: values, const: value } = typeof schema === 'boolean' ? {} : schema;
  return name === null && type === 'string' && (values ?? value) === undefined;
}

function queuedVariant(
  { name, title, schema, chosen }: Variant,
  index: number,
  place: FieldPlace,
  { anchors, schemaPath, words }: FieldContext,
): VariantSection {
  const id = anchors.claim(`${place.anchor}.${variantPart(name ?? title ?? String(index + 1))}`);
  const variant: Draft<VariantSection> = {
    ...NO_SHAPE,
    id,
    title: {
      text: name ?? title ?? words.say('field.variant', { number: index + 1 }),
      href: name === null ? null : schemaPath(name),
    },
    chosen,
  };
  const variantOf = [...place.around].flatMap(([owner, { target }]) => (target === place.target ? [owner] : []));
  const inside = { ...place, anchor: id, target: id, variantOf };
  place.queue.push({ schema, place: inside, fill: (shape) => Object.assign(variant, shape) });
  return variant;
}
