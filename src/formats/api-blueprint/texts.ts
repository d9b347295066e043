import { isRecord, type JsonRecord } from '../../schema/json-values.ts';
import { toYaml } from '../written-text.ts';

/** Headings that would begin a section of a blueprint. */
const SECTION_HEADING = /^( {0,3})(#+\s*(?:Group\b|Data Structures?\b|\/|\{|[A-Z]+\b\s*(?:$|[/{])|.*\]\s*#*\s*$))/i;
/** List items that would begin a section of a blueprint or a part of a type. */
const SECTION_ITEM =
  /^(\s*)([-+*]\s+(?:(?:\S+\s+)*?Model|URI Parameters|Parameters?|Headers?|Body|Schema|Attributes?|Relation|Request|Response)\b)/i;
const FENCE = /^\s*(`{3,}|~{3,})/;

/** Description as it may stand in a section: what would begin another section is escaped. */
export function sectionText(text: unknown): readonly string[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  let fence: string | null = null;
  const lines = text.trim().split(/\r\n|[\n\r\u2028\u2029]/);
  const escaped = lines.map((line) => {
    const [, mark = null] = FENCE.exec(line) ?? [];
    if (mark !== null) fence = fence === null ? mark : line.trim() === fence ? null : fence;
    if (fence !== null || mark !== null) return line;
    return /^\s*(?:=+|-{2,})\s*$/.test(line) ? `\\${line.trim()}` : escapedLine(line);
  });
  return [...escaped, ...(fence === null ? [] : [fence]), ''];
}

function escapedLine(line: string): string {
  return line.replace(SECTION_HEADING, '$1\\$2').replace(SECTION_ITEM, '$1\\$2');
}

/** Description of a list item: without lists and headings, which would be members of a type. */
export function itemText(text: unknown, indent: string): readonly string[] {
  if (typeof text !== 'string' || text.trim() === '') return [];
  const lines = text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trim());
  return ['', ...lines.map((line) => (line === '' ? '' : indent + escapedItemLine(line))), ''];
}

function escapedItemLine(line: string): string {
  return line.replace(/^(?:[-+*](?=\s|$)|#|=+$|-+$|`{3,}|~{3,})/, '\\$&');
}

/** Text without the spaces around it; null for one of several lines. */
export function onOneLine(text: unknown): string | null {
  if (typeof text !== 'string') return '';
  return /[\r\n\u2028\u2029]/.test(text.trim()) ? null : text.trim();
}

/** Name without the brackets that end one in a heading, and without line breaks. */
export function headingName(name: unknown): string {
  return typeof name === 'string' ? name.replaceAll(/[[\](){}\s`\\]+/g, ' ').trim() : '';
}

/** Facts that a blueprint has no words for, as YAML in a description. */
export function otherFacts(facts: JsonRecord): readonly string[] {
  const said = Object.entries(facts).filter(([, value]) => value !== undefined && !isEmpty(value));
  if (said.length === 0) return [];
  const yaml = toYaml(Object.fromEntries(said)).trimEnd();
  const ticks = yaml.match(/`{3,}/g) ?? [];
  const fence = '`'.repeat(ticks.reduce((most, { length }) => Math.max(most, length + 1), 3));
  return [`${fence}yaml`, ...yaml.split('\n'), fence, ''];
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

/** Copy of an object without some keys. */
export function without(object: JsonRecord, keys: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/** Name of a variable of a URI template (RFC 6570 §2.3), which holds letters, digits, `_` and encoded characters. */
export function variable(name: string): string {
  return [...name]
    .map((character) =>
      /\w/.test(character)
        ? character
        : encodeURIComponent(character).replaceAll(
            /[-.!~*'()]/g,
            (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
          ),
    )
    .join('');
}
