import type { Api } from '../model/api.ts';
import type { ExampleObject, Reference } from '../model/openapi-objects.ts';
import { constraints } from '../presentation/fields/constraint-words.ts';
import { plainText } from '../presentation/markdown-text.ts';
import type { JsonSchemaObject } from '../schema/schema.ts';
import { phraseText } from '../words/phrase.ts';
import type { At } from './comparison.ts';
import type { RuleName } from './rules.ts';
import { byName, codes, factValue, jsonValue, textValue, turnOf } from './values.ts';

interface Described {
  readonly title?: string | null | undefined;
  readonly summary?: string | null | undefined;
  readonly description?: string | null | undefined;
}

/** Compares the texts of a part. They have no effect on messages. */
export function compareTexts(at: At, before: Described, after: Described): void {
  for (const key of ['title', 'summary'] as const) compareText(at, 'title-changed', before[key], after[key]);
  compareText(at, 'description-changed', before.description, after.description);
}

export function compareText(
  at: At,
  rule: 'title-changed' | 'description-changed' | 'information-changed',
  before: string | null | undefined,
  after: string | null | undefined,
): void {
  if (withoutLayout(before ?? '') === withoutLayout(after ?? '')) return;
  const [was, now] = rule === 'description-changed' ? asRead(before ?? '', after ?? '') : [before, after];
  at.report(rule, textValue(was), textValue(now));
}

/** Replaces white space that has no meaning in Markdown by one blank: line ends in a paragraph, runs of blanks. */
function withoutLayout(text: string): string {
  return text
    .trim()
    .replaceAll(/[ \t]*(?:\r\n?|\n)/g, '\n')
    .replaceAll(/(?<!\n)\n(?=[\p{L}\p{Ps}])/gu, ' ')
    .replaceAll(/(?<=\S)[ \t]+/g, ' ');
}

/** Plain texts of two descriptions, or their Markdown source if only the markup differs. */
function asRead(before: string, after: string): readonly [string, string] {
  const [was, now] = [plainText(before), plainText(after)];
  return was === now ? [before, after] : [was || before, now || after];
}

interface WithExamples {
  readonly example?: unknown;
  readonly examples?: readonly unknown[] | Readonly<Record<string, Reference<ExampleObject>>> | undefined;
}

/** Compares the examples of a part: a single `example`, a list, or a map with names. */
export function compareExamples(at: At, before: WithExamples, after: WithExamples): void {
  const [first, second] = [examplesOf(before, at.comparison.before), examplesOf(after, at.comparison.after)];
  const words = (examples: readonly ExampleObject[]) => {
    const values = examples.map(({ value, dataValue = value }) => jsonValue(dataValue));
    return values.length > 1
      ? codes(
          values.map((value) => phraseText(value ?? [])),
          at.comparison.words,
        )
      : values[0];
  };
  if (!at.isSame(first, second)) at.report('example-changed', words(first) ?? null, words(second) ?? null);
}

function examplesOf({ example, examples }: WithExamples, { components }: Api): readonly ExampleObject[] {
  if (examples === undefined) return example === undefined ? [] : [{ value: example }];
  if (isList(examples)) return examples.map((value) => ({ value }));
  return Object.values(examples).map((named) => components.resolve(named).value);
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** Compares the texts of tags and guides. */
export function comparePages(at: At): void {
  const { before, after } = at.comparison;
  const pages = ({ record }: Api): Record<'tag' | 'guide', Readonly<Record<string, Described>>> => ({
    tag: Object.fromEntries(record.tags.map((tag) => [tag.name, tag])),
    guide: Object.fromEntries((record.guides ?? []).map((guide) => [guide.name, { description: guide.text }])),
  });
  const [first, second] = [pages(before), pages(after)];
  for (const kind of ['tag', 'guide'] as const) {
    for (const [name, old = {}, now = {}] of byName(first[kind], second[kind]))
      compareTexts(at.inside({ kind, name }), old, now);
  }
}

/** Keywords that other functions compare, or that do not describe values. */
const KNOWN: ReadonlySet<string> = new Set([
  ...['type', 'format', 'enum', 'const', 'pattern', 'default', 'examples', 'example', 'title', 'description'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength', 'maxLength'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties', 'required', 'properties'],
  ...['patternProperties', 'additionalProperties', 'propertyNames', 'items', 'prefixItems', 'contains'],
  ...['minContains', 'maxContains', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'readOnly', 'writeOnly'],
  ...['deprecated', 'contentMediaType', 'contentEncoding', 'contentSchema', 'discriminator', 'xml', 'externalDocs'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'dependentSchemas', 'dependentRequired', 'definitions'],
]);

/** Compares the annotations of a schema, such as texts, examples, defaults, and flags like `deprecated`. */
export function compareMarks(at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  const texts = ({ title, description }: JsonSchemaObject) => ({ title, description });
  compareTexts(at, texts(before), texts(after));
  compareExamples(at, before, after);
  const reportMark = (key: 'readOnly' | 'writeOnly' | 'deprecated', set: RuleName, unset: RuleName): void =>
    at.reportTurn(before[key] === true, after[key] === true, set, unset);
  reportMark('deprecated', 'deprecated', 'no-longer-deprecated');
  reportMark('readOnly', 'became-read-only', 'no-longer-read-only');
  reportMark('writeOnly', 'became-write-only', 'no-longer-write-only');
  // A missing default is not the same as null.
  if (!at.isSame(before.default, after.default))
    at.report(`default-${turnOf(before.default, after.default)}`, jsonValue(before.default), jsonValue(after.default));
  if (!at.isSame(before.xml, after.xml)) at.report('xml-changed', factValue(before.xml), factValue(after.xml));
  compareCodings(at, before, after);
  compareOthers(at, before, after);
}

/** Compares the encoding of texts and, if both sides name one, the media type. */
function compareCodings(at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  const isSameType = [before, after].some(({ contentMediaType }) => contentMediaType === undefined);
  const coding = ({ contentEncoding, contentMediaType }: JsonSchemaObject): JsonSchemaObject => ({
    ...(contentEncoding !== undefined && { contentEncoding }),
    ...(contentMediaType !== undefined && !isSameType && { contentMediaType }),
  });
  const [first, second] = [coding(before), coding(after)];
  if (at.isSame(first, second)) return;
  const { words } = at.comparison;
  const [was = [], is = []] = [first, second].map((schema) => words.list('list.comma', constraints(schema, words)));
  at.report('content-coding-changed', was.length > 0 ? was : null, is.length > 0 ? is : null);
}

/** Compares keywords that neither JSON Schema nor OpenAPI defines; some clients may use them. */
function compareOthers(at: At, before: JsonSchemaObject, after: JsonSchemaObject): void {
  const others = (schema: JsonSchemaObject) =>
    Object.keys(schema).filter((key) => !KNOWN.has(key) && !key.startsWith('x-') && !key.startsWith('$'));
  for (const key of new Set([...others(after), ...others(before)])) {
    const [first, second] = [before[key], after[key]];
    const value = (found: unknown) => (found === undefined ? null : factValue({ [key]: found }));
    if (!at.isSame(first, second)) at.report('keyword-changed', value(first), value(second));
  }
}
