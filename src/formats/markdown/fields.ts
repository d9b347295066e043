import type { Components } from '../../model/components.ts';
import type { FieldRow, Shape, VariantSection } from '../../presentation/fields/field-shape.ts';
import { treesOfText } from '../../presentation/fields/field-tree.ts';
import { markdownCode as code, markdownText as text } from '../../presentation/markdown-text.ts';
import { parseExactJson } from '../../schema/exact-number.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { capitalWords, fenced, link, more, words } from './escaping.ts';
import type { Writer } from './writer.ts';

const LONGEST_INLINE_EXAMPLE = 200;

/** Builds the tree of a schema for text output; nested named schemas are described at the end of the document. */
export function shapeOf(schema: JsonSchema, components: Components): Shape {
  return treesOfText(components).body(schema, '', 'both', '');
}

/** Writes type, labels and constraints of a schema in one line of Markdown, separated by commas. */
export function facts({ type, marks, facts: demands, content: { parts, note } }: Shape, writer: Writer): string {
  const names = parts.map((part) => part.text);
  const all = [
    type
      .map(({ text: part, href, isCode }) => (isCode ? code(part) : href === null ? words([part]) : code(href)))
      .join(''),
    ...marks,
    ...demands.map(words),
    names.length > 0
      ? words(writer.words.sentence('field.withEverythingIn', { names: writer.words.codes('list.comma', names) }))
      : '',
    // Notes with other links refer to named schemas and are omitted: the type already has the name.
    note?.href.startsWith('#') === true ? note.link : '',
  ];
  return all.filter((part) => part !== '').join(', ');
}

/** Writes a field and its nested content. @param title name of the field in Markdown */
export function writeRow(
  row: FieldRow,
  writer: Writer,
  title = row.title === null ? code(row.path + row.name) : capitalWords(row.title),
): void {
  const end = row.required ? `, ${writer.words.say('field.required')}` : '';
  writer.item(`${title}: ${facts(row, writer)}${end}`);
  for (const description of row.descriptions) writer.inside.itemDescription(description);
  writeInside(row, writer.inside);
}

/** Writes values, examples, fields and variants of a schema as list items; simple and named types need none. */
export function writeInside(shape: Shape, writer: Writer): void {
  const { values, meanings = [], examples, namedExamples = [], documentation, rules, content } = shape;
  const { inside } = writer;
  if (meanings.length > 0) writer.item(`${writer.words.say('markdown.values')}:`);
  else if (values.length > 0) writer.item(`${writer.words.say('markdown.values')}: ${values.map(code).join(', ')}`);
  for (const list of meanings) inside.itemDescription(list);
  for (const example of examples) {
    if (example.length <= LONGEST_INLINE_EXAMPLE) writer.item(`${writer.words.say('example.title')}: ${code(example)}`);
    else writeExample(parseExactJson(example), writer);
  }
  for (const example of namedExamples) {
    const { value, description } = example;
    const shown = value.href === null ? code(value.text) : link(value.text, value.href);
    writer.item(`${exampleTitle(example, writer)}: ${shown}`);
    inside.itemDescription(description);
  }
  if (documentation !== undefined) writer.item(more(documentation, writer.words));
  for (const row of content.rows) writeRow(row, writer);
  for (const { kind, variants } of content.variants) {
    writer.item(`${capitalWords([writer.words.say(kind === 'oneOf' ? 'variants.oneOf' : 'variants.anyOf')])}:`);
    for (const variant of variants) writeVariant(variant, inside);
  }
  if (rules !== undefined) writeBlock(`${writer.words.say('field.rules')}:`, rules.json, 'json', writer);
}

function writeVariant(variant: VariantSection, writer: Writer): void {
  const { title, chosen, type } = variant;
  const name = title.href === null ? text(title.text) : code(title.href);
  const end = chosen === null ? '' : ` (${words(chosen)})`;
  const isRepeated = type.length === 1 && type[0]?.text === title.text;
  const said = facts(isRepeated ? { ...variant, type: [] } : variant, writer);
  writer.item(`${name}${end}${said === '' ? '' : `: ${said}`}`);
  for (const description of variant.descriptions) writer.inside.itemDescription(description);
  writeInside(variant, writer.inside);
}

/** Title of an example: the word `Example`, then name and summary. */
export function exampleTitle(
  { name, title }: { readonly name: string | null; readonly title: string | null },
  writer: Writer,
): string {
  const parts = [...(name === null ? [] : [code(name)]), ...(title === null || title === name ? [] : [text(title)])];
  const start = writer.words.say('example.title');
  return parts.length === 0 ? start : `${start} ${parts.join(', ')}`;
}

/** Writes an example that is too long for one line. */
function writeExample(value: unknown, writer: Writer): void {
  const content = typeof value === 'string' ? value : JSON.stringify(value, null, writer.withSamples ? 2 : 0);
  writeBlock(`${writer.words.say('example.title')}:`, content, typeof value === 'string' ? '' : 'json', writer);
}

/** Writes a list item with a title and, below it, a code block. */
export function writeBlock(title: string, content: string, language: string, writer: Writer): void {
  writer.item(title);
  writer.inside.block(fenced(content, language));
}
