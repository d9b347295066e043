import { isShownText, MARK, markShownTexts, noteShownTexts, type PlacedText } from '../model/shown-text.ts';

/** Serialises as `JSON.stringify` does, and notes the places of shown texts (`model/shown-text.ts`). */
export function toJson(value: object): string {
  const { value: written, shown } = markShownTexts(() => JSON.stringify(value));
  if (shown.length === 0) return written;
  // Texts and, in between, numbers.
  const pieces = written.split(MARK);
  // The same characters in a descriptor's text are no mark of ours.
  if (pieces.length !== 2 * shown.length + 1) return JSON.stringify(value);
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
  const json = pieces.join('');
  noteShownTexts(json, places);
  return json;
}

/** Serialises a shown text: as JSON where `indent` is null, else as YAML. */
export function writtenText(text: string, indent: PlacedText['indent']): string {
  return indent === null ? JSON.stringify(text) : yamlText(text, indent);
}

interface Output {
  /** A text of several lines is one entry. */
  readonly lines: string[];
  /** Shown texts, each with its line and the number of characters before it there. */
  readonly shown: (Pick<PlacedText, 'part'> & {
    readonly line: number;
    readonly lead: number;
    readonly indent: number;
  })[];
}

/**
 * Writes JSON values as YAML 1.2 in block style. What a reader of YAML 1.1 or 1.2 could take for something else
 * than text is quoted as in JSON; texts of several lines become literal blocks. Members that are undefined are left
 * out.
 * @returns text that ends in a line break; loading it gives the same value back
 */
export function toYaml(value: unknown): string {
  const output: Output = { lines: [], shown: [] };
  writeValue(value, '', '', output);
  const yaml = `${output.lines.join('\n')}\n`;
  noteShownTexts(yaml, placesOf(output));
  return yaml;
}

/**
 * A text as it stands behind a key and its colon.
 * @param indent of the lines below
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

/** Words, paths and phrases that no version of YAML reads as anything else than text. */
const PLAIN = /^[A-Za-z_/](?:[A-Za-z0-9_./()+@-]|[,;]? (?=[A-Za-z0-9_./(]))*$/;
const RESERVED = /^(?:true|false|yes|no|on|off|y|n|null)$/i;
/** Characters that a double-quoted scalar must escape beside those that JSON escapes (YAML 1.2 §5.1). */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a literal block cannot hold
const NOT_LITERAL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/u;
/** A longer key needs the explicit form (YAML 1.2 §7.4.2: 1024 characters). */
const MAX_IMPLICIT_KEY = 1_000;

/**
 * @param lead what stands on the line before the value: an indented key with its colon, or a dash
 * @param indent of the lines below
 */
function writeValue(value: unknown, lead: string, indent: string, output: Output): void {
  if (typeof value === 'string') {
    output.lines.push(writtenLines(value, lead, indent));
  } else if (isShownText(value) && lead !== '') {
    output.shown.push({ part: value.part, line: output.lines.length, lead: lead.length, indent: indent.length });
    output.lines.push(`${lead}${yamlText(value(), indent.length)}`);
  } else if (typeof value !== 'object' || value === null) {
    output.lines.push(join(lead, JSON.stringify(value) ?? 'null'));
  } else if (Array.isArray(value)) {
    if (value.length === 0) output.lines.push(join(lead, '[]'));
    else writeList(value, lead, indent, output);
  } else {
    writeMap(value, lead, indent, output);
  }
}

function writeMap(map: object, lead: string, indent: string, output: Output): void {
  // The first member of a map in a list stands beside the dash.
  const beside = lead.endsWith('-');
  const below = `${indent}  `;
  let isFirst = true;
  for (const [key, value] of Object.entries(map)) {
    if (value === undefined) continue;
    if (isFirst && lead !== '' && !beside) output.lines.push(lead);
    const start = beside && isFirst ? `${lead} ` : indent;
    isFirst = false;
    const written = writtenKey(key);
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
  if (lead === '' || !fitsLiteral(text))
    return join(lead, PLAIN.test(text) && !RESERVED.test(text) ? text : quoted(text));
  const ends = text.endsWith('\n');
  const below = (ends ? text.slice(0, -1) : text).split('\n').map((line) => (line === '' ? '' : indent + line));
  return [`${lead} ${ends ? '|' : '|-'}`, ...below].join('\n');
}

/** Several lines, the first without a blank before it, at most one line break at the end, printable throughout. */
function fitsLiteral(text: string): boolean {
  if (!text.includes('\n')) return false;
  const trailing = text.slice(text.trimEnd().length);
  return (trailing === '' || trailing === '\n') && !/^\s|^[^\n]*\n$/.test(text) && !NOT_LITERAL.test(text);
}

function writtenKey(key: string): string {
  return PLAIN.test(key) && !RESERVED.test(key) ? key : quoted(key);
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
