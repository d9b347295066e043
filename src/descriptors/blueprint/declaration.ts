/** Declaration of a member, value or type in MSON: `name: value (type, required) - description`. */
export interface Declaration {
  readonly name: string;
  /** Empty if there is none. */
  readonly value: string;
  /** Type as written, such as `array[Book]`; null if there is none. */
  readonly type: string | null;
  /** Other words in the brackets: `required`, `nullable`. */
  readonly attributes: ReadonlySet<string>;
  readonly description: string;
  /** True for a name in italics, which stands for any name. */
  readonly isVariable: boolean;
}

const ATTRIBUTES = new Set(['required', 'optional', 'default', 'sample', 'fixed', 'fixed-type', 'nullable']);

/** Maximum length of a declaration; the rest of a longer line is description. */
const LONGEST = 4000;
/** Maximum number of brackets that are tried as the type. */
const MOST_BRACKETS = 20;

/** @param isValue true if the declaration has no name: an item of an array, a member of an enum */
export function parseDeclaration(line: string, isValue = false): Declaration {
  const header = line.slice(0, LONGEST);
  const open = findOpening(header);
  const close = open === -1 ? -1 : findClosing(header, open);
  const dash = findOutsideCode(header, /\s-(?:\s|$)|\s\.\.\.\s/);
  const hasType = close !== -1 && (dash === -1 || open < dash);
  const before = header.slice(0, hasType ? open : dash === -1 ? header.length : dash).trim();
  const rest = hasType ? header.slice(close + 1) : dash === -1 ? '' : header.slice(dash);
  const words = hasType ? splitList(header.slice(open + 1, close)) : [];
  const types = words.filter((word) => !ATTRIBUTES.has(word.toLowerCase()) && !word.startsWith('`'));
  const example = words.find((word) => word.startsWith('`'));
  const colon = isValue ? -1 : findOutsideCode(before, /:|\s=\s/);
  const name = isValue ? '' : colon === -1 ? before : before.slice(0, colon).trim();
  const marks = marksAround(name);
  const value = isValue ? before : colon === -1 ? '' : before.slice(colon + 1).replace(/^=|^\s=\s/, '');
  return {
    name: plain(name.slice(marks, name.length - marks)),
    value: plain(value.trim() === '' ? (example ?? '') : value),
    type: types[0] === undefined ? null : plain(types[0].replaceAll('*', '')),
    attributes: new Set(words.map((word) => word.toLowerCase()).filter((word) => ATTRIBUTES.has(word))),
    description: (rest + line.slice(LONGEST)).replace(/^\s*(?:-|\.\.\.)?\s*/, ''),
    isVariable: marks > 0,
  };
}

/** Number of marks of emphasis on each side of a name: `*name*`, `__name__`. */
function marksAround(name: string): number {
  for (const marks of [3, 2, 1])
    if (/^[*_]+$/.test(name.slice(0, marks)) && name.length > 2 * marks && name.endsWith(name.slice(0, marks)))
      return marks;
  return 0;
}

/** Splits at commas outside brackets and code. */
export function splitList(text: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start, isCode] = [0, 0, false];
  for (let at = 0; at <= text.length; at++) {
    const character = text.charAt(at);
    if (character === '`') isCode = !isCode;
    if (character === '[' || character === '(') depth++;
    if (character === ']' || character === ')') depth--;
    if (at < text.length && (character !== ',' || depth > 0 || isCode)) continue;
    const part = text.slice(start, at).trim();
    if (part !== '') parts.push(part);
    start = at + 1;
  }
  return parts;
}

/** Text without the backquotes around it, which allow any character, and without escapes. */
export function plain(text: string): string {
  const trimmed = text.trim();
  const [, code] = /^`+([^`]+)`+$/.exec(trimmed) ?? [];
  return code === undefined ? trimmed.replaceAll(/\\([\\`*_{}[\]()#+.!-])/g, '$1') : code.trim();
}

/** Offset of the bracket that opens the type: the first one that closes at the end or before the description. */
function findOpening(header: string): number {
  for (let from = 0, tries = 0; tries < MOST_BRACKETS; tries++) {
    const found = findOutsideCode(header, /\(/, from);
    if (found === -1) return -1;
    const close = findClosing(header, found);
    if (close === -1) return -1;
    if (/^\s*(?:$|-(?:\s|$)|\.\.\.)/.test(header.slice(close + 1, close + 200))) return found;
    from = close + 1;
  }
  return -1;
}

function findClosing(header: string, open: number): number {
  let [depth, isCode] = [0, false];
  for (let at = open; at < header.length; at++) {
    const character = header.charAt(at);
    if (character === '`') isCode = !isCode;
    else if (isCode) continue;
    else if (character === '(') depth++;
    else if (character === ')' && --depth === 0) return at;
  }
  return -1;
}

/** Offset of the first match that is not between backquotes. */
function findOutsideCode(text: string, wanted: RegExp, from = 0): number {
  const outside = text.slice(from).replaceAll(/`[^`]*`/g, (code) => '\0'.repeat(code.length));
  const index = outside.search(wanted);
  return index === -1 ? -1 : index + from;
}
