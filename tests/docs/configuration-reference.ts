import { fileURLToPath } from 'node:url';
import type { JsonSchema } from '../../src/options/schema.ts';
import { configurationSchema } from '../../src/project/configuration.ts';

/** The guide that holds the reference of all keys, between two comments. */
export const configurationGuide = fileURLToPath(new URL('../../docs/configuration.md', import.meta.url));

const START = '<!-- The tables below are written by "npm run schema" from src/config/sections. -->';
const END = '<!-- End of the tables. -->';
/** Placeholder for a key that the user chooses. */
const ANY_KEY = '<name>';

/** The guide with its tables as the schema has them now. @throws where the guide has lost its comments */
export function withReference(guide: string): string {
  const [start, end] = [guide.indexOf(START), guide.indexOf(END)];
  if (start < 0 || end < start) throw new Error('docs/configuration.md has lost the comments around its tables.');
  return `${guide.slice(0, start)}${START}\n\n${reference()}\n${guide.slice(end)}`;
}

/** A section for each top-level key. */
function reference(): string {
  return entriesOf(configurationSchema.json)
    .map(([key, schema]) => `### ${key}\n\n${text(schema['description'])}\n\n${table(schema)}`)
    .join('\n');
}

function table(section: JsonSchema): string {
  const rows = rowsOf(section, []).map(([key, fallback, meaning]) => `| \`${key}\` | ${fallback} | ${meaning} |\n`);
  return `| key | default | meaning |\n|---|---|---|\n${rows.join('')}`;
}

type Row = readonly [key: string, fallback: string, meaning: string];

function rowsOf(schema: JsonSchema, path: readonly string[]): readonly Row[] {
  return entriesOf(schema).flatMap(([key, below]) => {
    const at = [...path, key];
    const meaning = text(below['description']);
    const own: readonly Row[] = meaning === '' ? [] : [[at.join('.'), written(below['default']), escaped(meaning)]];
    return [...own, ...rowsOf(below, at)];
  });
}

/** Keys of a section: first those known by name, then those of the user's choice, then those of a longer form. */
function entriesOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const { anyOf } = schema;
  const forms = Array.isArray(anyOf) ? anyOf.map(toRecord) : [];
  const known = Object.entries(toRecord(schema['properties'])).map(([key, below]) => [key, toRecord(below)] as const);
  const patterns = Object.values(toRecord(schema['patternProperties'])).map(toRecord);
  const chosen = typeof schema['additionalProperties'] === 'object' ? [toRecord(schema['additionalProperties'])] : [];
  const hint = text(toRecord(schema['propertyNames'])['description']);
  return [
    ...known,
    ...patterns.map((below) => [text(below['title']), below] as const),
    ...chosen.map((below) => [ANY_KEY, { ...below, description: keyed(hint, text(below['description'])) }] as const),
    ...forms.flatMap(entriesOf),
  ];
}

function keyed(hint: string, meaning: string): string {
  return [hint === '' ? '' : `The key: ${hint.charAt(0).toLowerCase()}${hint.slice(1)}`, meaning]
    .filter((part) => part !== '')
    .join(' ');
}

function written(fallback: unknown): string {
  if (fallback === undefined) return '';
  return `\`${fallback === '' ? "''" : String(fallback)}\``;
}

/** Code is shown as it is but for the bar, which ends a cell. */
function escaped(meaning: string): string {
  return meaning.replaceAll(/`[^`]*`|[\\|*<>[\]_]/g, (found) =>
    found.length > 1 ? found.replaceAll('|', '\\|') : `\\${found}`,
  );
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function toRecord(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value))
    : {};
}
