import {
  type FieldNote,
  type FieldRow,
  hasContent,
  type NamedExample,
  NO_CONTENT,
  type Shape,
  type ShapeContent,
  type VariantGroup,
  type VariantSection,
} from '../../presentation/fields/field-shape.ts';
import { countOfFolds, isFold } from '../../presentation/fields/folds.ts';
import { isBodyText } from '../../presentation/messages/message-view.ts';
import type { Piece } from '../../presentation/pieces.ts';
import { type Phrase, phraseText } from '../../words/phrase.ts';
import type { Words } from '../../words/words.ts';
import { attribute, type Content, html, type Markup } from '../html.ts';
import { codeBlock, foldedCode } from './code.ts';
import {
  description,
  type foldedDescription,
  foldedDescriptions,
  linked,
  mark,
  more,
  name,
  pieces,
  sentence,
} from './texts.ts';
import { meanings, valueLine } from './values.ts';

/** Minimum number of folds for the controls that open or close all folds. */
const FEWEST_FOLDS = 2;
/** Number of characters that fit on the line of a field's name, beside examples, at 1440 px. */
const LETTERS_OF_LINE = 78;
/** Length of the separator between parts of the line. */
const SEPARATOR = ' · '.length;
/** Heading level above the headings in the description of a field, which are the deepest on a page. */
const LEVEL = 6;

/** Heading level above the headings in texts about a body: that of the request and responses. */
const CALL_LEVEL = 4;

/** Renders the description of a body: Markdown, or an example, which is shown as code. */
export function proseOrBody(text: string, words: Words, describe: typeof foldedDescription = description): Content {
  return isBodyText(text) ? codeBlock(text, false) : describe(text, CALL_LEVEL, words);
}

/** List of fields, one `<li>` each; fields with contents are foldable. */
export function fieldList(rows: readonly FieldRow[], words: Words): Markup {
  return html`<ul class="pd-f">${rows.map((row) => fieldRow(row, words))}</ul>`;
}

/**
 * Row of a field. Name, type and the beginning of the description are always visible, since readers scan rows; the
 * contents are foldable. The name links to its own row, and the head of the contents shows the path of the field.
 */
function fieldRow(row: FieldRow, words: Words): Markup {
  const about = foldedDescriptions(row.descriptions, LEVEL, words);
  const field = withSaidValues(withNewExamples(row), about, words);
  const canClose = isFold(field.content);
  const line = canClose ? { ...field, counts: null, content: { ...NO_CONTENT, parts: field.content.parts } } : field;
  const example = exampleOnLine(line, words);
  return html`
    <li id="${field.id}">
      ${fieldName(field)}
      ${shapeFacts(line, words, field.required)}
      ${example !== null && [' · ', sentence(example)]}
      ${about}
      ${besideTexts(field, words, example !== null)}
      ${canClose ? fold(field, words) : hasContent(field.content) && inside(field, words)}
      ${rulesBlock(field, words)}
    </li>`;
}

/** Removes repeated examples, and examples that equal the default or an allowed value. */
function withNewExamples<T extends Shape>(shape: T): T {
  const { examples, namedExamples = [], values, defaults = [] } = shape;
  const count = examples.length + namedExamples.length;
  if (count === 0 || count + values.length + defaults.length === 1) return shape;
  const said = new Set([...values, ...defaults]);
  const isNew = (value: string): boolean => !said.has(value) && said.add(value).size > 0;
  const named = namedExamples.filter(({ value: { text }, description: about }) => isNew(text) || about !== null);
  return { ...shape, namedExamples: named, examples: examples.filter(isNew) };
}

/** Name in a description: code other than null. */
const NAMED = /<code>(?!null<)([^<]*)</g;

/** Replaces allowed values by their number if the visible description names exactly these; the type names null. */
function withSaidValues(row: FieldRow, about: Content, words: Words): FieldRow {
  if (row.values.length < 2) return row;
  const { content, meanings = [] } = row;
  const allowed = row.values.filter((value) => value !== 'null');
  const values = new Set(allowed.map((value) => value.replaceAll('"', '')));
  // Values that differ in type alone, `1` and `"1"`, have one name.
  if (values.size < Math.max(2, allowed.length) || meanings.length > 0 || hasContent(content)) return row;
  const [shown = ''] = String(about).split('<details>');
  const named = new Set(Array.from(shown.matchAll(NAMED), ([, code]) => code));
  const isSaid = values.symmetricDifference(named).size === 0;
  return isSaid ? { ...row, counts: words.say('field.valueCount', { count: values.size }), values: [] } : row;
}

/** Example of a field with a single example that fits on the line of the name; else null. */
function exampleOnLine(field: FieldRow, words: Words): Phrase | null {
  const { examples, namedExamples = [], values, type, marks, facts, counts, content, required } = field;
  const value = examples[0];
  const count = examples.length + namedExamples.length + values.length + content.parts.length;
  if (value === undefined || count > 1) return null;
  const example = words.sentence('demand.example', { value });
  const said = [...marks, ...[...facts, example].map(phraseText), counts ?? '', type.map(({ text }) => text).join('')];
  if (required) said.push(words.say('field.required'));
  const letters = said.reduce((sum, text) => sum + text.length + SEPARATOR, field.path.length + field.name.length);
  return letters <= LETTERS_OF_LINE ? example : null;
}

/** Foldable contents of a row. The style sheet shows the path of the field at the head of open contents. */
function fold(field: FieldRow, words: Words): Markup {
  const { open, name: own, place, counts, content } = field;
  const said = counts ?? countOfVariants(content, words, !hasUnsaidVariants(field)) ?? membersOf(content, words);
  return html`
    <details${attribute('open', open)}>
      <summary${attribute('data-place', place !== own && place)}>${said}</summary>
      ${inside(field, words)}
    </details>`;
}

function fieldName({ id, path, title, name: own }: FieldRow): Content {
  return [
    path !== '' && html`<small>${name(path)}</small>`,
    html`<a href="#${id}">${title === null ? name(own) : html`<i>${sentence(title)}</i>`}</a>`,
    ' ',
  ];
}

/**
 * Controls of a body that need no script: check boxes that open or close all fields, and a link of which the target
 * shows only the names of all fields, each of which leads to its row.
 */
export function foldControls({ content, index }: Shape, words: Words): Content {
  if (countOfFolds(content) < FEWEST_FOLDS) return null;
  return html`
    <p class="pd-all">
      <label><input type="checkbox"> ${words.say('field.openAll')}</label>
      <label><input type="checkbox"> ${words.say('field.closeAll')}</label>
      ${index !== undefined && html`<a href="#${index.id}" id="${index.id}">${words.say('field.namesOnly')}</a>`}
      ${index !== undefined && html`<a href="${index.whole}">${words.say('field.withTexts')}</a>`}
    </p>`;
}

/** Facts on the line of the name: type, counts, constraints, labels, merged schemas. */
export function shapeFacts(shape: Shape, words: Words, required = false): Content {
  const { type, counts, facts, marks, content } = shape;
  const variants = hasUnsaidVariants(shape) ? countOfVariants(content, words) : null;
  return [
    pieces(type),
    required && [' ', html`<em>${words.say('field.required')}</em>`],
    marks.map((word) => [' ', mark(word, words)]),
    counts !== null && ` · ${counts}`,
    variants !== null && ` · ${variants}`,
    facts.map((fact) => [' · ', sentence(fact)]),
    content.parts.length > 0 && [' · ', merged(content.parts, words)],
  ];
}

/** Details below the line of the name: description, values, contents. A long description before contents is folded. */
export function shapeDetails(given: Shape, words: Words): Content {
  const shape = withNewExamples(given);
  const isAbove = hasContent(shape.content);
  return [
    isAbove
      ? foldedDescriptions(shape.descriptions, LEVEL, words)
      : shape.descriptions.map((text) => description(text, LEVEL, words)),
    besideTexts(shape, words),
    isAbove && inside(shape, words),
    rulesBlock(shape, words),
  ];
}

/** Values, examples and links below the descriptions. */
function besideTexts(
  { values: all, sameValues, meanings: lists = [], examples: given, namedExamples = [], documentation }: Shape,
  words: Words,
  hasExampleOnLine = false,
): Content {
  const examples = hasExampleOnLine ? [] : given;
  const values = lists.length > 0 ? [] : all;
  return [
    lists.map((list) => meanings(list, (text) => description(text, LEVEL, words), words)),
    documentation !== undefined && html`<p>${more(documentation, words)}</p>`,
    sameValues !== undefined && html`<div class="pd-v">${linked('field.sameValues', sameValues, words)}</div>`,
    (values.length > 0 || examples.length > 0) && valueLine(values, examples, words),
    namedExamples.map((example) => namedExample(example, words)),
  ];
}

/** JSON Schema of constraints such as `if` and `then`, shown below the fields. */
function rulesBlock({ rules }: Shape, words: Words): Content {
  if (rules === undefined) return null;
  const { json, schemas } = rules;
  const names = schemas.length > 0 && [': ', separated(schemas.map((schema) => pieces([schema])))];
  return [html`<p>${words.say('field.rules')}${names}</p>`, foldedCode(json, true, words)];
}

function namedExample({ title, value, description: text }: NamedExample, words: Words): Content {
  return [
    html`<div class="pd-v">${words.say('example.title')} ${name(title)} <code>${pieces([value])}</code></div>`,
    description(text, LEVEL, words),
  ];
}

function inside({ type, content: { rows, variants, note, hidden } }: Shape, words: Words): Content {
  return [
    note !== null && elsewhere(note, type),
    rows.length > 0 && fieldList(rows, words),
    variants.map((group) => variantGroup(group, variants.length > 1 || rows.length > 0, words)),
    hidden !== null && html`<p class="pd-e">${pieces([hidden.link])}: ${name(hidden.names.join(', '))}</p>`,
  ];
}

const VARIANTS = { oneOf: 'variants.oneOf', anyOf: 'variants.anyOf' } as const;
/** Keys of messages with count and kind of group (`one of 3 variants`), used if the type does not show the kind. */
const VARIANTS_COUNTED = { oneOf: 'variants.oneOfCount', anyOf: 'variants.anyOfCount' } as const;

/** Number of variants, for contents that consist of a single variant group; else null. */
function countOfVariants(
  { rows, variants: [group, ...others] }: ShapeContent,
  words: Words,
  isSaid = false,
): string | null {
  if (group === undefined || others.length > 0 || rows.length > 0) return null;
  const [only, ...more] = group.variants;
  if (more.length === 0) return isSaid ? (only?.counts ?? null) : null;
  return words.say(isSaid ? 'variants.count' : VARIANTS_COUNTED[group.kind], { count: group.variants.length });
}

/** Label of a fold without a field count: `any other name`, `if, then, else`, or the number of variants. */
function membersOf({ rows, variants }: ShapeContent, words: Words): Content {
  return rows.length > 0
    ? separated(rows.map(({ title, name: own }) => (title === null ? name(own) : sentence(title))))
    : words.say('variants.count', { count: variants.reduce((sum, group) => sum + group.variants.length, 0) });
}

/** Whether a shape has a variant group whose kind the type does not show. */
function hasUnsaidVariants({ content, typeGroups = [] }: Shape): boolean {
  const group = content.variants[0];
  return group !== undefined && group.variants.length > 1 && !typeGroups.includes(group.kind);
}

/** Names the merged schemas: `includes all fields of Base, Meta`. */
function merged(parts: readonly Piece[], words: Words): Content {
  const names = separated(parts.map((part) => pieces([part])));
  return words
    .pieces('field.withEverythingIn', { names: [{ code: '' }] })
    .map(({ text, tag }) => (tag === null ? text : names));
}

/**
 * Note on fields drawn elsewhere, with a link unless the type already links there. The dots are a character reference,
 * since a page with characters above U+00FF takes two bytes a character in memory.
 */
function elsewhere({ names, isCut, link, href }: FieldNote, type: readonly Piece[]): Content {
  const isLinked = type.some((piece) => piece.href === href);
  if (isLinked && names.length === 0) return null;
  return html`
    <p class="pd-e">
      ${separated(names.map((own) => html`<bdi>${own}</bdi>`))}
      ${isCut && html`, &hellip;`}
      ${!isLinked && [names.length > 0 && ' · ', html`<a href="${href}">${link}</a>`]}
    </p>`;
}

/** Renders a variant group. @param isNamed whether to name the kind of group, because the type does not */
function variantGroup({ kind, variants }: VariantGroup, isNamed: boolean, words: Words): Content {
  return [
    isNamed && html`<p>${words.say(VARIANTS[kind])}</p>`,
    variants.map((variant) => variantSection(variant, words)),
  ];
}

function variantSection(variant: VariantSection, words: Words): Markup {
  return html`
    <div class="pd-one" id="${variant.id}">
      <p>
        <b>${pieces([variant.title])}</b>
        ${variant.chosen !== null && ` (${phraseText(variant.chosen)})`}
        ${' '}
        ${shapeFacts(withoutRepeatedType(variant), words)}
      </p>
      ${shapeDetails(variant, words)}
    </div>`;
}

/** Removes the type of a variant if it equals the variant's title. */
function withoutRepeatedType(variant: VariantSection): Shape {
  const isRepeated = variant.type.length === 1 && variant.type[0]?.text === variant.title.text;
  return isRepeated ? { ...variant, type: [] } : variant;
}

function separated(contents: readonly Content[]): Content {
  return contents.map((content, index) => [index > 0 && ', ', content]);
}
