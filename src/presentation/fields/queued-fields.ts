import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import type { Phrase } from '../../words/phrase.ts';
import { variantPart } from '../anchors.ts';
import { type FieldContext, type FieldPlace, NO_FIELD_FACTS } from './field-place.ts';
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
  const inside = { ...place, anchor: id, target: id, depth: place.depth + 1, path };
  place.queue.push({ schema, place: { ...inside, variantOf: null, facts: NO_FIELD_FACTS }, fill });
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
  const fill = (shape: Shape): void => {
    Object.assign(variant, shape);
  };
  const variantOf = [...place.around].flatMap(([owner, target]) => (target === place.target ? [owner] : []));
  place.queue.push({ schema, place: { ...place, anchor: id, target: id, variantOf }, fill });
  return variant;
}
