import { typeWords } from '../presentation/fields/type-words.ts';
import { mergeSchema } from '../schema/merged-schema.ts';
import { isSchema, type JsonSchema, type JsonSchemaObject } from '../schema/schema.ts';
import type { Work } from '../schema/work.ts';
import { type At, type Compare, type Comparison, RECEIVED, SENT, type Seen } from './comparison.ts';
import { byName, member } from './values.ts';

type Side = Comparison['before'];

/** The fields of an object, and what other names are allowed. */
export function compareFields(at: At, before: Seen, after: Seen, compare: Compare<JsonSchema>): void {
  for (const [name] of byName(named(before.own), named(after.own)))
    compareField(at.inside({ kind: 'field', name }), name, before, after, compare);
  compareFreeNames(at, before.own, after.own, compare);
}

/** Fields of an object. A required field may have no description among the properties. */
function named({ properties = {}, required = [] }: JsonSchemaObject): Readonly<Record<string, unknown>> {
  return { ...properties, ...Object.fromEntries(required.map((name) => [name, true])) };
}

/** A field that one side has in a part that both have is there on both sides. */
function compareField(at: At, name: string, before: Seen, after: Seen, compare: Compare<JsonSchema>): void {
  const [first, second] = [member(before.full.properties, name), member(after.full.properties, name)];
  const [wasRequired, isRequired] = [before.required.has(name), after.required.has(name)];
  // Described nowhere, it travels as what is around it.
  const isDescribed = first !== undefined || second !== undefined;
  const { work } = at.comparison;
  const travelled = travels(first, at.comparison.before, work) | travels(second, at.comparison.after, work);
  const flow = isDescribed ? at.flow & travelled : at.flow;
  const place = at.withFlow(flow);
  const words = (schema: JsonSchema, { components }: Side) => [typeWords(schema, components)];
  if (first === undefined && second !== undefined) {
    place.report(isRequired ? 'required-field-added' : 'field-added', null, words(second, at.comparison.after));
    return;
  }
  if (second === undefined && first !== undefined) {
    const isAnnounced = merged(first, at.comparison.before, work).deprecated === true;
    const rule = wasRequired ? 'required-field-removed' : 'field-removed';
    place.reportGone(isAnnounced ? 'deprecated-field-removed' : rule, words(first, at.comparison.before));
    return;
  }
  place.reportTurn(wasRequired, isRequired, 'field-became-required', 'field-became-optional');
  if (first !== undefined && second !== undefined) compare(place, first, second);
}

function travels(schema: JsonSchema | undefined, side: Side, work: Work): number {
  return schema === undefined ? 0 : travelling(merged(schema, side, work));
}

function merged(schema: JsonSchema, { components }: Side, work: Work): JsonSchemaObject {
  return typeof schema === 'boolean' ? {} : mergeSchema(schema, components, work).schema;
}

/** Ways in which a value travels: requests leave out what is read-only, responses what is write-only. */
export function travelling({ readOnly, writeOnly }: JsonSchemaObject): number {
  return (readOnly === true ? 0 : SENT) | (writeOnly === true ? 0 : RECEIVED);
}

function compareFreeNames(
  at: At,
  before: JsonSchemaObject,
  after: JsonSchemaObject,
  compare: Compare<JsonSchema>,
): void {
  const [wasClosed, isClosed] = [isClosedTo(before), isClosedTo(after)];
  at.reportTurn(wasClosed, isClosed, 'free-names-refused', 'free-names-allowed');
  if (!wasClosed && !isClosed) compareUnlessOpen(at.inside(names(null)), others(before), others(after), compare);
  for (const [pattern, first, second] of byName(before.patternProperties, after.patternProperties))
    compareUnlessOpen(at.inside(names(pattern)), first ?? others(before), second ?? others(after), compare);
}

function others({ additionalProperties, unevaluatedProperties }: JsonSchemaObject): JsonSchema {
  return additionalProperties ?? (isSchema(unevaluatedProperties) ? unevaluatedProperties : true);
}

function names(pattern: string | null) {
  return { kind: 'names', pattern } as const;
}

function isClosedTo({ additionalProperties, unevaluatedProperties }: JsonSchemaObject): boolean {
  return additionalProperties === false || unevaluatedProperties === false;
}

function compareUnlessOpen(at: At, before: JsonSchema, after: JsonSchema, compare: Compare<JsonSchema>): void {
  if (typeof before !== 'boolean' || typeof after !== 'boolean' || before !== after) compare(at, before, after);
}
