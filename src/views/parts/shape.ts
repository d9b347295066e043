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
  mark,
  more,
  name,
  pieces,
  sentence,
} from './texts.ts';

/** Fewest folds that need the controls: one alone is opened as quickly. */
const FEWEST_FOLDS = 2;
/** Letters that fit on a line of names, words and code beside examples at 1440 px. */
const LETTERS_OF_LINE = 78;
/** Separator of the parts of that line. */
const SEPARATOR = ' · '.length;
/** Headings in the description of a field are below all others. */
const LEVEL = 6;

/** Below the headings of what is sent and what comes back. */
const CALL_LEVEL = 4;

/** Renders a descriptor's text about a body: Markdown, or an example, which is shown as it is. */
export function proseOrBody(text: string, words: Words, describe: typeof foldedDescription = description): Content {
  return isBodyText(text) ? codeBlock(text, false) : describe(text, CALL_LEVEL, words);
}

/** Fields, one `<li>` each; those with something inside can be closed. */
export function fieldList(rows: readonly FieldRow[], words: Words): Markup {
  return html`<ul class="pd-f">${rows.map((row) => fieldRow(row, words))}</ul>`;
}

/**
 * Shows name, type and the beginning of the description at all times, since readers scan the rows before they read one;
 * the contents can be closed. The name links to its row, and the head of the contents has the path of the field.
 */
function fieldRow(row: FieldRow, words: Words): Markup {
  const field = withNewExamples(row);
  const canClose = isFold(field.content);
  const { parts } = field.content;
  const line = canClose ? { ...field, counts: null, content: { ...NO_CONTENT, parts } } : field;
  const example = exampleOnLine(line, words);
  return html`
    <li id="${field.id}">
      ${fieldName(field)}
      ${shapeFacts(line, words, field.required)}
      ${example !== null && [' · ', sentence(example)]}
      ${texts(example === null ? field : { ...field, examples: [] }, words, foldedDescriptions)}
      ${canClose ? fold(field, words) : hasContent(field.content) && inside(field, words)}
      ${rulesBlock(field, words)}
    </li>`;
}

/** Leaves out examples that are the default or one of the values. */
function withNewExamples<T extends Shape>(shape: T): T {
  if (shape.examples.length === 0) return shape;
  const said = new Set([...shape.values, ...(shape.defaults ?? [])]);
  return { ...shape, examples: shape.examples.filter((value) => !said.has(value)) };
}

/** The only example of a field follows its default, where both have room on the line of the name. */
function exampleOnLine(field: FieldRow, words: Words): Phrase | null {
  const { examples, namedExamples = [], values, type, marks, facts, counts, content, required } = field;
  const [value, ...others] = [...examples, ...namedExamples];
  if (typeof value !== 'string' || [...others, ...values, ...content.parts].length > 0) return null;
  const example = words.sentence('demand.example', { value });
  const said = [...marks, ...[...facts, example].map(phraseText), counts ?? '', textOf(type)];
  if (required) said.push(words.say('field.required'));
  const letters = said.reduce((sum, text) => sum + text.length + SEPARATOR, field.path.length + field.name.length);
  return letters <= LETTERS_OF_LINE ? example : null;
}

/** Contents of a row, which can be closed. The style sheet shows the path of open ones, whose row may be far above. */
function fold(field: FieldRow, words: Words): Markup {
  const { open, name: own, place, counts, content } = field;
  const isSaid = !hasUnsaidVariants(field);
  const said = counts ?? countOfVariants(content, words, isSaid) ?? membersOf(content, words);
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

/** Opens or closes all that can be closed in a body, without a script: the style sheet asks what is checked. */
export function foldControls({ content }: Shape, words: Words): Content {
  if (countOfFolds(content) < FEWEST_FOLDS) return null;
  return html`
    <p class="pd-all">
      <label><input type="checkbox"> ${words.say('field.openAll')}</label>
      <label><input type="checkbox"> ${words.say('field.closeAll')}</label>
    </p>`;
}

/** Facts after the name on its line: type, counts, demands, marks, merged parts. */
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

/** Details below the line: description, values, contents. A long description is folded if contents follow. */
export function shapeDetails(given: Shape, words: Words): Content {
  const shape = withNewExamples(given);
  if (!hasContent(shape.content)) return [texts(shape, words, wholeDescriptions), rulesBlock(shape, words)];
  return [texts(shape, words, foldedDescriptions), inside(shape, words), rulesBlock(shape, words)];
}

function wholeDescriptions(texts: readonly string[], level: number, words: Words): Content {
  return texts.map((text) => description(text, level, words));
}

function texts(
  { descriptions, values: all, meanings: lists = [], examples, namedExamples = [], documentation }: Shape,
  words: Words,
  describe: typeof foldedDescriptions,
): Content {
  const values = lists.length > 0 ? [] : all;
  const plain = (text: string): Content => description(text, LEVEL, words);
  return [
    describe(descriptions, LEVEL, words),
    lists.map((list) => meanings(list, plain, words)),
    documentation !== undefined && html`<p>${more(documentation, words)}</p>`,
    (values.length > 0 || examples.length > 0) && valueLine(values, examples, words),
    namedExamples.map((example) => namedExample(example, words)),
  ];
}

/** Rules stand below the fields that they are about. */
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
    hidden !== null && html`<p>${pieces([hidden.link])}: ${name(hidden.names.join(', '))}</p>`,
  ];
}

const VARIANTS = { oneOf: 'variants.oneOf', anyOf: 'variants.anyOf' } as const;
/** `one of 3 variants`; below a type that says already which kind of group it is, `3 variants`. */
const VARIANTS_COUNTED = { oneOf: 'variants.oneOfCount', anyOf: 'variants.anyOfCount' } as const;

/** Counts the variants, where there is nothing else inside. */
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

/** Names contents that have no names: `any other name`, `if, then, else`, or the variants of several groups. */
function membersOf({ rows, variants }: ShapeContent, words: Words): Content {
  return rows.length > 0
    ? separated(rows.map(({ title, name: own }) => (title === null ? name(own) : sentence(title))))
    : words.say('variants.count', { count: variants.reduce((sum, group) => sum + group.variants.length, 0) });
}

/** Whether the type does not say what kind of group it is. */
function hasUnsaidVariants({ content, typeGroups = [] }: Shape): boolean {
  const [group] = content.variants;
  return group !== undefined && group.variants.length > 1 && !typeGroups.includes(group.kind);
}

/** `with everything in Base, Meta`, the schemas that are merged. */
function merged(parts: readonly Piece[], words: Words): Content {
  const names = separated(parts.map((part) => pieces([part])));
  return words
    .pieces('field.withEverythingIn', { names: [{ code: '' }] })
    .map(({ text, tag }) => (tag === null ? text : names));
}

/** Says where the fields are, unless the type is a link to that place. */
function elsewhere({ names, isCut, link, href }: FieldNote, type: readonly Piece[]): Content {
  const isLinked = type.some((piece) => piece.href === href);
  if (isLinked && names.length === 0) return null;
  return html`
    <p>
      ${separated(names.map(({ name: own, id }) => (id === null ? name(own) : html`<bdi id="${id}">${own}</bdi>`)))}
      ${isCut && ', …'}
      ${!isLinked && [names.length > 0 && ' · ', html`<a href="${href}">${link}</a>`]}
    </p>`;
}

/** @param isNamed whether the line of the type does not say already what kind of group it is */
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

/** Leaves out the type of a variant that has the same name. */
function withoutRepeatedType(variant: VariantSection): Shape {
  const isRepeated = variant.type.length === 1 && variant.type[0]?.text === variant.title.text;
  return isRepeated ? { ...variant, type: [] } : variant;
}

function separated(contents: readonly Content[]): Content {
  return contents.map((content, index) => [index > 0 && ', ', content]);
}

function textOf(list: readonly Piece[]): string {
  return list.map(({ text }) => text).join('');
}

/** Limits of allowed values on the line, of which `letters` make two lines. A fold has the rest. */
const SHOWN_VALUES = { fewest: 3, most: 8, letters: 160 } as const;
/** Limit of allowed values with their meanings, a line each. */
const SHOWN_MEANINGS = 12;
/** Letters of Hebrew, Arabic and the scripts after them, in the blocks that Unicode keeps for these. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** @param list an item a line; more than {@link SHOWN_MEANINGS} are in a fold, as values without meanings are */
function meanings(list: string, describe: (text: string) => Content, words: Words): Content {
  const lines = list.split('\n');
  const most = lines.length - SHOWN_MEANINGS > 1 ? SHOWN_MEANINGS : lines.length;
  const [shown, rest] = [lines.slice(0, most), lines.slice(most)];
  return [describe(shown.join('\n')), rest.length > 0 && moreValues(rest.length, describe(rest.join('\n')), words)];
}

function moreValues(count: number, values: Content, words: Words): Markup {
  return html`
    <details>
      <summary>${words.say('field.moreValues', { count })}</summary>
      ${values}
    </details>`;
}

function valueLine(values: readonly string[], examples: readonly string[], words: Words): Markup {
  const shown = valuesOnLine(values);
  const rest = values.slice(shown.length);
  return html`
    <div class="pd-v">
      ${values.length > 0 && [words.say('field.values', { count: values.length }), ' ']}
      ${codes(shown)}
      ${rest.length > 0 && moreValues(rest.length, oneCode(rest), words)}
      ${examples.length > 0 && [values.length > 0 && '· ', words.say('example.title'), ' ', codes(examples)]}
    </div>`;
}

/** Values on the line; a last one is not folded, since “1 more value” takes as much room. */
function valuesOnLine(values: readonly string[]): readonly string[] {
  const { fewest, most, letters } = SHOWN_VALUES;
  let count = 0;
  let room: number = letters;
  for (const value of values.slice(0, most)) {
    room -= value.length;
    if (room < 0 && count >= fewest) break;
    count += 1;
  }
  return values.length - count <= 1 ? values : values.slice(0, count);
}

/** Writes hundreds of values as one element; values that read from right to left would change places in it. */
function oneCode(texts: readonly string[]): Content {
  const text = texts.join(' ');
  return RIGHT_TO_LEFT.test(text) ? codes(texts) : html`<code>${text}</code>`;
}

function codes(texts: readonly string[]): Content {
  return texts.map((text) => [html`<code>${text}</code>`, ' ']);
}
