import type { Components } from './components.ts';
import { type Constraint, constraints, valueText } from './constraint-words.ts';
import { isRecord } from './json-values.ts';
import { type Member, membersOf } from './member-schemas.ts';
import { mergeSchema } from './merged-schema.ts';
import { requirementWords, undescribedFields } from './requirements.ts';
import type { JsonSchema, JsonSchemaObject } from './schema.ts';
import { typeWords } from './type-words.ts';

/** Schemas inside each other are put into words this deep, deeper ones are written as they are. */
const DEEPEST_PHRASE = 3;

/**
 * Demands on other subschemas that a field row says in words: free keys, items that must be there, dependencies, conditions.
 * @param isDrawn the members that are shown in another way
 */
export function shapeConstraints(schema: JsonSchemaObject, components: Components, isDrawn: (member: Member) => boolean): readonly Constraint[] {
  return shapeWords(schema, components, isDrawn, DEEPEST_PHRASE);
}

function shapeWords(schema: JsonSchemaObject, components: Components, isDrawn: (member: Member) => boolean, depth: number): readonly Constraint[] {
  const found: Constraint[] = [];
  for (const member of membersOf(schema)) {
    if (!isDrawn(member)) found.push(joined([member.title, [member.kind === 'not' ? ' ' : ': '], phrase(member.schema, components, depth)]));
  }
  const choice = requirementWords(schema);
  if (choice !== null) found.push(choice);
  const dependent = schema['dependentRequired'];
  if (isRecord(dependent)) {
    for (const [name, needed] of Object.entries(dependent)) {
      if (Array.isArray(needed) && needed.length > 0) found.push(joined([['with ', name, ' also '], listOf(needed.map(String), ', ')]));
    }
  }
  for (const [words, part] of [
    ['if ', schema.if],
    ['then ', schema.then],
    ['else ', schema.else],
  ] as const) {
    if (part !== undefined) found.push([words, JSON.stringify(part)]);
  }
  return found;
}

/** A schema within a sentence: its type and all that it demands. What has no words is written as it is. */
function phrase(schema: JsonSchema, components: Components, depth: number): Constraint {
  if (typeof schema === 'boolean' || components.resolveSchema(schema).name !== null) return [typeWords(schema, components)];
  const { schema: merged } = mergeSchema(schema, components);
  if (depth === 0 || !hasWords(merged)) return ['', JSON.stringify(schema)];
  const { const: only, ...rest } = merged;
  const values = Array.isArray(merged.enum) ? merged.enum : only === undefined ? [] : [only];
  const kind: Constraint = values.length > 0 ? listOf(values.map(valueText), ' or ') : [typeWords(schema, components)];
  const required = undescribedFields(merged);
  const named = required.length === 0 ? kind : joined([kind, [' with '], listOf(required, ', ')]);
  const demands = [...constraints(rest), ...shapeWords(merged, components, () => false, depth - 1)];
  const parts = named[0] === 'any value' && demands.length > 0 ? demands : [named, ...demands];
  return joined(parts.flatMap((part, index) => (index === 0 ? [part] : [[', '], part])));
}

const IN_OTHER_WORDS = ['properties', 'allOf', 'oneOf', 'anyOf', 'items', 'prefixItems', 'contentSchema'] as const;
const IN_THE_TYPE = new Set(['$ref', 'type', 'format', 'title', 'description', 'examples']);

/** Whether type and demands tell all of a schema: what is in its lists and variants is a type and no more. */
function hasWords(merged: JsonSchemaObject): boolean {
  return IN_OTHER_WORDS.every((keyword) => {
    const value = merged[keyword];
    if (value === undefined || keyword === 'allOf' || keyword === 'properties') return value === undefined;
    if (requirementWords(merged) !== null && (keyword === 'oneOf' || keyword === 'anyOf')) return true;
    const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
    return parts.every((part) => !isRecord(part) || Object.keys(part).every((key) => IN_THE_TYPE.has(key)));
  });
}

/** Parts of one sentence, each in words and code. */
function joined(parts: readonly Constraint[]): Constraint {
  const result: string[] = [];
  for (const [words = '', ...rest] of parts) {
    // After code, or at the start, words are a part of their own.
    if (result.length % 2 === 0) result.push(words, ...rest);
    else result.push(`${result.pop() ?? ''}${words}`, ...rest);
  }
  return result;
}

/** Names or values as code: `a`, `b`. */
function listOf(codes: readonly string[], separator: string): Constraint {
  return codes.flatMap((code, index) => [index === 0 ? '' : separator, code]);
}
