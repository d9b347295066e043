import type { JsonSchemaObject } from '../schema/schema.ts';
import { compareExamples, compareTexts } from './compare-texts.ts';
import type { At } from './comparison.ts';
import type { RuleName } from './rules.ts';
import { jsonValue } from './values.ts';

/** Keywords that other comparisons look at, or that say nothing of a value. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['type', 'format', 'enum', 'const', 'pattern', 'default', 'examples', 'example', 'title', 'description'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'required', 'properties'],
  ...['patternProperties', 'additionalProperties', 'propertyNames', 'items', 'prefixItems', 'contains'],
  ...['minContains', 'maxContains', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'readOnly', 'writeOnly'],
  ...['deprecated', 'contentMediaType', 'contentEncoding', 'contentSchema', 'discriminator', 'xml', 'externalDocs'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'dependentSchemas', 'dependentRequired', 'definitions'],
]);

/** Compares annotations of a schema, such as texts, examples, defaults and marks; they do not limit its type. */
export function compareMarks(at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  compareTexts(at, textsOf(before), textsOf(after));
  compareExamples(at, before, after);
  const reportMark = (key: 'readOnly' | 'writeOnly' | 'deprecated', set: RuleName, unset: RuleName): void =>
    at.reportTurn(before[key] === true, after[key] === true, set, unset);
  reportMark('deprecated', 'deprecated', 'no-longer-deprecated');
  reportMark('readOnly', 'became-read-only', 'no-longer-read-only');
  reportMark('writeOnly', 'became-write-only', 'no-longer-write-only');
  compareDefaults(at, before.default, after.default);
  at.reportUnlessSame('xml-changed', before.xml, after.xml);
  const coding = ({ contentEncoding, contentMediaType }: JsonSchemaObject) => ({ contentEncoding, contentMediaType });
  at.reportUnlessSame('content-coding-changed', coding(before), coding(after));
  compareOthers(at, before, after);
}

function textsOf({ title, description }: JsonSchemaObject) {
  return { title, description };
}

/** An absent value and null differ. */
function compareDefaults(at: At, before: unknown, after: unknown): void {
  if (at.isSame(before, after)) return;
  const rule = before === undefined ? 'default-added' : after === undefined ? 'default-removed' : 'default-changed';
  at.report(rule, jsonValue(before), jsonValue(after));
}

/** Keywords that neither JSON Schema nor OpenAPI knows, which some program may. */
function compareOthers(at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  const others = (schema: JsonSchemaObject) =>
    Object.keys(schema).filter((key) => !KNOWN.has(key) && !key.startsWith('x-') && !key.startsWith('$'));
  for (const key of new Set([...others(after), ...others(before)])) {
    const [first, second] = [before[key], after[key]];
    const value = (found: unknown) => (found === undefined ? null : jsonValue({ [key]: found }));
    if (!at.isSame(first, second)) at.report('keyword-changed', value(first), value(second));
  }
}
