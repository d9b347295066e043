import type { JsonSchemaObject } from '../model/schema/schema.ts';
import { compareExamples, compareTexts } from './compare-texts.ts';
import type { At, Comparison } from './comparison.ts';
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

/** What is said of a value beside what it may be. */
export function compareMarks(comparison: Comparison, at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  compareTexts(comparison, at, textsOf(before), textsOf(after));
  compareExamples(comparison, at, before, after);
  const isSet = (key: 'readOnly' | 'writeOnly' | 'deprecated') => [before[key] === true, after[key] === true] as const;
  const [wasDeprecated, isDeprecated] = isSet('deprecated');
  if (wasDeprecated !== isDeprecated) comparison.report(at, isDeprecated ? 'deprecated' : 'no-longer-deprecated');
  const [wasReadOnly, isReadOnly] = isSet('readOnly');
  if (wasReadOnly !== isReadOnly) comparison.report(at, isReadOnly ? 'became-read-only' : 'no-longer-read-only');
  const [wasWriteOnly, isWriteOnly] = isSet('writeOnly');
  if (wasWriteOnly !== isWriteOnly) comparison.report(at, isWriteOnly ? 'became-write-only' : 'no-longer-write-only');
  compareDefaults(comparison, at, before.default, after.default);
  if (!comparison.isSame(before.xml, after.xml))
    comparison.report(at, 'xml-changed', jsonValue(before.xml), jsonValue(after.xml));
  const coding = ({ contentEncoding, contentMediaType }: JsonSchemaObject) => ({ contentEncoding, contentMediaType });
  if (!comparison.isSame(coding(before), coding(after)))
    comparison.report(at, 'content-coding-changed', jsonValue(coding(before)), jsonValue(coding(after)));
  compareOthers(comparison, at, before, after);
}

function textsOf({ title, description }: JsonSchemaObject) {
  return { title, description };
}

/** An absent value and null differ. */
function compareDefaults(comparison: Comparison, at: At, before: unknown, after: unknown): void {
  if (comparison.isSame(before, after)) return;
  const rule = before === undefined ? 'default-added' : after === undefined ? 'default-removed' : 'default-changed';
  comparison.report(at, rule, jsonValue(before), jsonValue(after));
}

/** Keywords that neither JSON Schema nor OpenAPI knows, which some program may. */
function compareOthers(comparison: Comparison, at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  const others = (schema: JsonSchemaObject) =>
    Object.keys(schema).filter((key) => !KNOWN.has(key) && !key.startsWith('x-') && !key.startsWith('$'));
  for (const key of new Set([...others(after), ...others(before)])) {
    const [first, second] = [before[key], after[key]];
    const value = (found: unknown) => (found === undefined ? null : jsonValue({ [key]: found }));
    if (!comparison.isSame(first, second)) comparison.report(at, 'keyword-changed', value(first), value(second));
  }
}
