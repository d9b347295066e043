import type { Components } from '../components.ts';
import { componentName } from '../components.ts';
import { isExtension } from '../extensions.ts';
import { isSameValue, namesOf } from './json-values.ts';
import type { JsonSchema, JsonSchemaObject } from './schema.ts';
import type { Work } from './work.ts';
import { unboundedWork } from './work.ts';

/** A schema with its `$ref` and `allOf` folded in, one level deep: subschemas are left as they are. */
export interface MergedSchema {
  readonly schema: JsonSchemaObject;
  /** The component that the schema is nothing but a reference to. */
  readonly name: string | null;
  /** Named schemas whose keywords were folded in by `allOf`, in order. */
  readonly parts: readonly string[];
}

/**
 * Folds references and `allOf` into one schema, for readers and for formats that know no `allOf`.
 * Properties and `required` are united, limits tightened, annotations of the outer schema win; what cannot be
 * united (two `oneOf`, say) stays in `allOf`. A cycle through `allOf` is cut where it closes.
 * Descriptions that stand in the schema itself or in unnamed parts of it are all kept, a paragraph each; that of a
 * named part counts only where there is no other.
 * @param work what folding is counted against; once it is spent, parts are missing
 */
export function mergeSchema(schema: JsonSchema, components: Components, work?: Work): MergedSchema {
  if (typeof schema === 'boolean') return { name: null, parts: [], schema: toObject(schema) };
  return components.rememberedWithin('merged', schema, work ?? unboundedWork(), merge);
}

function merge(schema: JsonSchemaObject, components: Components, work: Work): MergedSchema {
  const { name, value } = components.resolveSchema(schema);
  const parts: string[] = [];
  const seen = new Set<string>(name === null ? [] : [name]);
  return { name, schema: fold(toObject(value), components, parts, seen, work), parts };
}

/** `true` is the schema without keywords; `false` the one that nothing satisfies. */
function toObject(schema: JsonSchema): JsonSchemaObject {
  if (schema === true) return {};
  return schema === false ? { not: {} } : schema;
}

function fold(
  schema: JsonSchemaObject,
  components: Components,
  parts: string[],
  seen: Set<string>,
  work: Work,
): JsonSchemaObject {
  work.spend(UNITS_OF_FOLDING);
  if (schema.$ref === undefined && schema.allOf === undefined) return schema;
  const { $ref, allOf, ...own } = schema;
  let result: JsonSchemaObject = own;
  const descriptions = new Set<string | undefined>([own.description]);
  for (const part of [...($ref === undefined ? [] : [{ $ref }]), ...(allOf ?? [])]) {
    if (work.isSpent) break;
    if (typeof part !== 'boolean' && part.$ref !== undefined && Object.keys(part).length === 1) {
      const name = componentName(part.$ref);
      if (seen.has(name)) continue;
      seen.add(name);
      parts.push(name);
    }
    const target = fold(toObject(components.resolveSchema(part).value), components, parts, seen, work);
    if (typeof part !== 'boolean' && part.$ref === undefined) descriptions.add(target.description);
    result = unite(result, target, work);
  }
  const ownDescription = [...descriptions].filter((text) => text !== undefined).join('\n\n');
  return ownDescription === '' ? result : { ...result, description: ownDescription };
}

const UNITS_OF_FOLDING = 20;
const UNITS_A_PROPERTY = 20;

type Unite = (first: never, second: never, work: Work) => unknown;
const larger = (first: number, second: number): number => Math.max(first, second);
const smaller = (first: number, second: number): number => Math.min(first, second);
const either = (first: boolean, second: boolean): boolean => first || second;
const firstOne = (first: unknown): unknown => first;

const UNITE: Readonly<Record<string, Unite>> = {
  required: (first: readonly string[], second: readonly string[]) => [...new Set([...first, ...second])],
  properties: uniteProperties,
  patternProperties: uniteProperties,
  minimum: larger,
  exclusiveMinimum: larger,
  minLength: larger,
  minItems: larger,
  minProperties: larger,
  maximum: smaller,
  exclusiveMaximum: smaller,
  maxLength: smaller,
  maxItems: smaller,
  maxProperties: smaller,
  uniqueItems: either,
  readOnly: either,
  writeOnly: either,
  deprecated: either,
  title: firstOne,
  description: firstOne,
  default: firstOne,
  examples: firstOne,
  example: firstOne,
  discriminator: firstOne,
  externalDocs: firstOne,
  xml: firstOne,
  format: firstOne,
  $comment: firstOne,
  type: uniteTypes,
};

function unite(first: JsonSchemaObject, second: JsonSchemaObject, work: Work): JsonSchemaObject {
  for (const schema of [first, second]) work.spend(UNITS_OF_FOLDING * 5 + sizeOf(schema, work));
  const united = new Map<string, unknown>(Object.entries(first));
  const conflicts = new Map<string, unknown>();
  const apart = haveTwoConditions(first, second, work);
  for (const [keyword, value] of Object.entries(second)) {
    const present = united.get(keyword);
    if (apart && isOfCondition(keyword)) conflicts.set(keyword, value);
    else if (present === undefined) united.set(keyword, value);
    else if (keyword === 'allOf') united.set(keyword, [...(present as unknown[]), ...(value as unknown[])]);
    else if (isExtension(keyword)) continue;
    else if (Object.hasOwn(UNITE, keyword))
      united.set(keyword, (UNITE[keyword] as (a: unknown, b: unknown, work: Work) => unknown)(present, value, work));
    else if (!isSameValue(present, value, work)) conflicts.set(keyword, value);
  }
  if (conflicts.size > 0)
    united.set('allOf', [...((united.get('allOf') as unknown[] | undefined) ?? []), Object.fromEntries(conflicts)]);
  return Object.fromEntries(united);
}

/** Units that it takes to unite what a schema lists. */
function sizeOf({ properties, patternProperties, required, allOf }: JsonSchemaObject, work: Work): number {
  const named = [properties, patternProperties].reduce(
    (sum, map) => sum + (map === undefined ? 0 : namesOf(map, work).length),
    0,
  );
  return named * UNITS_A_PROPERTY + ((required?.length ?? 0) + (allOf?.length ?? 0)) * 5;
}

const CONDITION = ['if', 'then', 'else'] as const;

function isOfCondition(keyword: string): boolean {
  return keyword === 'if' || keyword === 'then' || keyword === 'else';
}

/** `if`, `then` and `else` mean something together only: two conditions never share one of them. */
function haveTwoConditions(first: JsonSchemaObject, second: JsonSchemaObject, work: Work): boolean {
  const isIn = (schema: JsonSchemaObject): boolean => CONDITION.some((keyword) => schema[keyword] !== undefined);
  return (
    isIn(first) && isIn(second) && CONDITION.some((keyword) => !isSameValue(first[keyword], second[keyword], work))
  );
}

type Properties = Readonly<Record<string, JsonSchema>>;

function uniteProperties(first: Properties, second: Properties, work: Work): Properties {
  const both = (name: string, schema: JsonSchema): JsonSchema =>
    Object.hasOwn(second, name) && second[name] !== undefined && !isSameValue(second[name], schema, work)
      ? { allOf: [schema, second[name]] }
      : schema;
  return Object.fromEntries([
    ...Object.entries(first).map(([name, schema]) => [name, both(name, schema)] as const),
    ...Object.entries(second).filter(([name]) => !Object.hasOwn(first, name)),
  ]);
}

function uniteTypes(first: string | readonly string[], second: string | readonly string[]): string | readonly string[] {
  const allowed = new Set(typeof second === 'string' ? [second] : second);
  if (allowed.has('number')) allowed.add('integer');
  const left = (typeof first === 'string' ? [first] : first).filter((type) => allowed.has(type));
  if (left.length === 0) return first;
  return left.length === 1 && left[0] !== undefined ? left[0] : left;
}
