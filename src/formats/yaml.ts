/**
 * Writes JSON values as YAML 1.2 in block style. What a reader of YAML 1.1 or 1.2 could take for something else
 * than text is quoted as in JSON; texts of several lines become literal blocks. Members that are undefined are left
 * out.
 * @returns text that ends in a line break; loading it gives the same value back
 */
export function toYaml(value: unknown): string {
  const lines: string[] = [];
  writeValue(value, '', '', lines);
  return `${lines.join('\n')}\n`;
}

/** Words, paths and phrases that no version of YAML reads as anything else than text. */
const PLAIN = /^[A-Za-z_/](?:[A-Za-z0-9_./()+@-]|[,;]? (?=[A-Za-z0-9_./(]))*$/;
const RESERVED = /^(?:true|false|yes|no|on|off|y|n|null)$/i;
/** What must be escaped in a double-quoted scalar beside what JSON escapes (YAML 1.2 §5.1). */
const UNPRINTABLE = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a literal block cannot hold
const NOT_LITERAL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]|\p{Surrogate}/u;
/** A longer key needs the explicit form (YAML 1.2 §7.4.2: 1024 characters). */
const MAX_IMPLICIT_KEY = 1_000;

/**
 * @param lead what stands on the line before the value: an indented key with its colon, or a dash
 * @param indent of the lines below
 */
function writeValue(value: unknown, lead: string, indent: string, lines: string[]): void {
  if (typeof value === 'string') {
    writeText(value, lead, indent, lines);
  } else if (typeof value !== 'object' || value === null) {
    lines.push(join(lead, JSON.stringify(value) ?? 'null'));
  } else if (Array.isArray(value)) {
    if (value.length === 0) lines.push(join(lead, '[]'));
    else writeList(value, lead, indent, lines);
  } else {
    writeMap(value, lead, indent, lines);
  }
}

function writeMap(map: object, lead: string, indent: string, lines: string[]): void {
  // The first member of a map in a list stands beside the dash.
  const beside = lead.endsWith('-');
  const below = `${indent}  `;
  let isFirst = true;
  for (const [key, value] of Object.entries(map)) {
    if (value === undefined) continue;
    if (isFirst && lead !== '' && !beside) lines.push(lead);
    const start = beside && isFirst ? `${lead} ` : indent;
    isFirst = false;
    const written = writtenKey(key);
    if (written.length > MAX_IMPLICIT_KEY) {
      lines.push(`${start}? ${written}`);
      writeValue(value, `${indent}:`, below, lines);
    } else {
      writeValue(value, `${start}${written}:`, below, lines);
    }
  }
  if (isFirst) lines.push(join(lead, '{}'));
}

function writeList(items: readonly unknown[], lead: string, indent: string, lines: string[]): void {
  if (lead !== '') lines.push(lead);
  for (const item of items) writeValue(item === undefined ? null : item, `${indent}-`, `${indent}  `, lines);
}

function writeText(text: string, lead: string, indent: string, lines: string[]): void {
  if (lead === '' || !fitsLiteral(text)) {
    lines.push(join(lead, PLAIN.test(text) && !RESERVED.test(text) ? text : quoted(text)));
    return;
  }
  const ends = text.endsWith('\n');
  lines.push(`${lead} ${ends ? '|' : '|-'}`);
  for (const line of (ends ? text.slice(0, -1) : text).split('\n')) lines.push(line === '' ? '' : indent + line);
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
