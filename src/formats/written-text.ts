import { isShownText, MARK, markShownTexts, noteShownTexts, type PlacedText } from '../model/shown-text.ts';
import { isRecord } from '../schema/json-values.ts';

/** Serialises like `JSON.stringify`, with a final line break; records where shown texts are (`model/shown-text.ts`). */
export function toJson(value: object): string {
  const { value: written, shown } = markShownTexts(() => JSON.stringify(value));
  if (shown.length === 0) return `${written}\n`;
  // Pieces of JSON, alternating with indexes of shown texts.
  const pieces = written.split(MARK);
  // The number differs if a text of the descriptor contains the characters of a mark.
  if (pieces.length !== 2 * shown.length + 1) return `${JSON.stringify(value)}\n`;
  const places: PlacedText[] = [];
  let at = 0;
  for (const [index, piece] of pieces.entries()) {
    const text = index % 2 === 0 ? undefined : shown[Number(piece)];
    if (text !== undefined) {
      pieces[index] = writtenText(text(), null);
      places.push({ part: text.part, at, length: pieces[index].length, indent: null });
    }
    at += pieces[index]?.length ?? 0;
  }
  pieces.push('\n');
  const json = pieces.join('');
  noteShownTexts(json, places);
  return json;
}

/** Serialises a shown text: as JSON if `indent` is null, else as YAML. */
export function writtenText(text: string, indent: PlacedText['indent']): string {
  return indent === null ? JSON.stringify(text) : yamlText(text, indent);
}

interface Output {
  /** Output lines; a multi-line text is a single entry. */
  readonly lines: string[];
  /** Shown texts with line index and number of characters before the text on that line. */
  readonly shown: (Pick<PlacedText, 'part'> & {
    readonly line: number;
    readonly lead: number;
    readonly indent: number;
  })[];
}

/**
 * Serialises JSON values as YAML 1.2 in block style. A text is quoted as in JSON if a YAML 1.1 or 1.2 parser could read
 * it as another type; a multi-line text becomes a literal block. Undefined members are omitted.
 * @param head lines before the value
 * @returns YAML that ends in a line break and parses to the same value
 */
export function toYaml(value: unknown, ...head: string[]): string {
  const output: Output = { lines: head, shown: [] };
  writeValue(value, '', '', output);
  output.lines.push('');
  const yaml = output.lines.join('\n');
  noteShownTexts(yaml, placesOf(output));
  return yaml;
}

/**
 * Serialises a text for its place after a key and colon.
 * @param indent indentation of the following lines
 */
function yamlText(text: string, indent: number): string {
  return writtenLines(text, ':', ' '.repeat(indent)).slice(1);
}

function placesOf({ lines, shown }: Output): readonly PlacedText[] {
  let [at, line] = [0, 0];
  return shown.map((one) => {
    for (; line < one.line; line += 1) at += (lines[line]?.length ?? 0) + 1;
    const { part, lead, indent } = one;
    return { part, at: at + lead, length: (lines[line]?.length ?? 0) - lead, indent };
  });
}

/** Words, paths and phrases that every version of YAML reads as text. */
const PLAIN = /^[A-Za-z_/](?:[A-Za-z0-9_./()+@-]|[,;]? (?=[A-Za-z0-9_./(]))*$/;
const RESERVED = /^(?:true|false|yes|no|on|off|y|n|null)$/i;
const LONGEST_RESERVED = 5;
/** Characters that a double-quoted scalar must escape in addition to those escaped in JSON (YAML 1.2 §5.1). */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a literal block cannot hold
const NOT_LITERAL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/u;
/** Longest key written without `?` (YAML 1.2 §7.4.2 allows 1024 characters). */
const MAX_IMPLICIT_KEY = 1_000;

/**
 * @param lead text before the value on its line: an indented key with colon, or a dash
 * @param indent indentation of the following lines
 */
function writeValue(value: unknown, lead: string, indent: string, output: Output): void {
  if (typeof value === 'string') {
    output.lines.push(writtenLines(value, lead, indent));
  } else if (isShownText(value) && lead !== '') {
    output.shown.push({ part: value.part, line: output.lines.length, lead: lead.length, indent: indent.length });
    output.lines.push(`${lead}${yamlText(value(), indent.length)}`);
  } else if (Array.isArray(value)) {
    if (value.length === 0) output.lines.push(join(lead, '[]'));
    else writeList(value, lead, indent, output);
  } else if (isRecord(value)) {
    writeMap(value, lead, indent, output);
  } else {
    output.lines.push(join(lead, JSON.stringify(value) ?? 'null'));
  }
}

function writeMap(map: Readonly<Record<string, unknown>>, lead: string, indent: string, output: Output): void {
  // In a list, the first member of a map is on the line of the dash.
  const beside = lead.endsWith('-');
  const below = `${indent}  `;
  let isFirst = true;
  for (const key of Object.keys(map)) {
    const value = map[key];
    if (value === undefined) continue;
    if (isFirst && lead !== '' && !beside) output.lines.push(lead);
    const start = beside && isFirst ? `${lead} ` : indent;
    isFirst = false;
    const written = writtenScalar(key);
    if (written.length > MAX_IMPLICIT_KEY) {
      output.lines.push(`${start}? ${written}`);
      writeValue(value, `${indent}:`, below, output);
    } else {
      writeValue(value, `${start}${written}:`, below, output);
    }
  }
  if (isFirst) output.lines.push(join(lead, '{}'));
}

function writeList(items: readonly unknown[], lead: string, indent: string, output: Output): void {
  if (lead !== '') output.lines.push(lead);
  for (const item of items) writeValue(item === undefined ? null : item, `${indent}-`, `${indent}  `, output);
}

function writtenLines(text: string, lead: string, indent: string): string {
  if (lead === '' || !fitsLiteral(text)) return join(lead, writtenScalar(text));
  const ends = text.endsWith('\n');
  const below = (ends ? text.slice(0, -1) : text).split('\n').map((line) => (line === '' ? '' : indent + line));
  return [`${lead} ${ends ? '|' : '|-'}`, ...below].join('\n');
}

/** Whether a text can be a literal block: several lines, printable, no leading space, at most one final line break. */
function fitsLiteral(text: string): boolean {
  if (!text.includes('\n')) return false;
  const trailing = text.slice(text.trimEnd().length);
  return (trailing === '' || trailing === '\n') && !/^\s|^[^\n]*\n$/.test(text) && !NOT_LITERAL.test(text);
}

function writtenScalar(text: string): string {
  return PLAIN.test(text) && (text.length > LONGEST_RESERVED || !RESERVED.test(text)) ? text : quoted(text);
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(
    UNPRINTABLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function join(lead: string, scalar: string): string {
  return lead === '' ? scalar : `${lead} ${scalar}`;
}
