/** JSON numbers as they are written: JavaScript rounds `9007199254740993` and shortens `1.10`. */

declare global {
  interface JSON {
    /** Browsers from before 2025 lack it. */
    readonly rawJSON?: (text: string) => unknown;
  }
  /** Class of exact numbers: compiled pages have a separate copy of this module, but get values made by the other. */
  var platformExactNumber: typeof Exact | undefined;
}

class Exact {
  /** Number of instances that were made, and of those that were written as JSON. */
  static made = 0;
  static written = 0;
  static isMarking = false;
  /** Number as JSON writes it. */
  readonly text: string;
  readonly #source: string;

  /** @param source number as its file has it: in YAML also `0x1F`, `+1` or `007` */
  constructor(source: string, value: number) {
    Exact.made += 1;
    this.#source = source;
    this.text = JSON_NUMBER.test(source) ? source : inJson(source, value);
  }

  /** Number as its file has it, for places where a text is expected. */
  get source(): string {
    return this.#source;
  }

  toString(): string {
    return this.text;
  }

  /** Nearest double. */
  valueOf(): number {
    return Number(this.text);
  }

  toJSON(): unknown {
    Exact.written += 1;
    return Exact.isMarking ? [MARK + this.text] : (JSON.rawJSON?.(this.text) ?? Number(this));
  }
}

globalThis.platformExactNumber ??= Exact;
/** Number whose digits JavaScript would change. Parsed values have it in place of a number; JSON gets its digits. */
export const ExactNumber: typeof Exact = globalThis.platformExactNumber;
export type ExactNumber = Exact;
export type JsonNumber = number | ExactNumber;

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Writes a decimal number of YAML in JSON: `+.5` becomes `0.5`. Numbers in other systems become decimal. */
function inJson(source: string, value: number): string {
  const [, sign = '', whole = '', fraction = '', power = ''] = /^[-+]?0[box]/i.test(source)
    ? []
    : (/^([-+]?)0*(\d*)\.?(\d*)(?:e(.+))?$/i.exec(source) ?? []);
  const text = `${sign.replace('+', '')}${whole || '0'}${fraction && `.${fraction}`}${power && `e${power}`}`;
  return Number(text) === value ? text : String(value);
}

export function isNumber(value: unknown): value is JsonNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Converts the text of a number to a double if JavaScript writes that with the same text, else to an exact number. */
export function numberAsWritten(source: string, value = Number(source)): JsonNumber {
  return String(value) === source || !Number.isFinite(value) ? value : new ExactNumber(source, value);
}

/** Prefix that marks an exact number in JSON of {@link writeJson}, as a text that is the only item of a list. */
const MARK = '\0number ';
/** Matches numbers that JavaScript may write differently: 16 digits or more, a final zero, an exponent. */
const SUSPICIOUS = /\d[\d.]{15}|\.\d*0(?!\d)|\d[eE]|-0/;

/** Parses JSON and keeps the digits of its numbers. @throws SyntaxError */
export function parseExactJson(text: string): unknown {
  const found: TextRange[] = [];
  for (let [at, end] = [0, 0]; at < text.length; at = end) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) end = endOfString(text, at);
    else end = startsNumber(code) ? noteNumber(text, at, found) : at + 1;
  }
  return parseExactAt(text, found);
}

/** Part of a text; `end` is the offset after its last character. */
export type TextRange = readonly [from: number, end: number];

export function startsNumber(code: number): boolean {
  return isDigit(code) || code === MINUS;
}

/** Notes the number at an offset if JavaScript would write it differently. Returns the offset after the number. */
export function noteNumber(text: string, from: number, found: TextRange[]): number {
  let end = from + 1;
  while (isDigit(text.charCodeAt(end))) end += 1;
  const isShort = end - from < SAFE_LENGTH && text.charCodeAt(from) !== MINUS;
  const code = text.charCodeAt(end);
  if (isShort && code !== POINT && (code | 0x20) !== LETTER_E) return end;
  while (/[\d.eE+-]/.test(text.charAt(end))) end += 1;
  if (isInexact(text.slice(from, end))) found.push([from, end]);
  return end;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Whether JavaScript would write a number of JSON differently. */
function isInexact(source: string): boolean {
  return JSON_NUMBER.test(source) && typeof numberAsWritten(source) !== 'number';
}

/** Parses JSON with known places of exact numbers, which are first replaced by marked texts. @throws SyntaxError */
export function parseExactAt(text: string, places: readonly TextRange[]): unknown {
  if (places.length === 0) return JSON.parse(text);
  let [written, from] = ['', 0];
  for (const [start, end] of places) {
    written += `${text.slice(from, start)}["\\u0000${MARK.slice(1)}${text.slice(start, end)}"]`;
    from = end;
  }
  return unmarkedIn(JSON.parse(written + text.slice(from)));
}

/** Upper bound of the exact numbers in a text; each of them takes {@link parseExactJson} some microseconds. */
export function countExactNumbers(text: string): number {
  return text.match(new RegExp(SUSPICIOUS, 'g'))?.length ?? 0;
}

/** Replaces marked texts by exact numbers, in place. */
function unmarked(container: object): unknown {
  if (Array.isArray(container)) {
    const [first]: readonly unknown[] = container;
    if (container.length === 1 && typeof first === 'string' && first.startsWith(MARK)) return exactIn(first, container);
    for (const [at, inner] of container.entries()) if (isObject(inner)) container[at] = unmarked(inner);
  } else if (isOpen(container)) {
    for (const key in container) {
      const inner = container[key];
      if (Array.isArray(inner)) container[key] = unmarked(inner);
      else if (isObject(inner)) unmarked(inner);
    }
  }
  return container;
}

function unmarkedIn(value: unknown): unknown {
  return isObject(value) ? unmarked(value) : value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Narrows the type of an object that `JSON.parse` has made, whose members may be replaced. */
function isOpen(value: object): value is Record<string, unknown> {
  return !Array.isArray(value);
}

function exactIn(marked: string, otherwise: unknown): unknown {
  const source = marked.slice(MARK.length);
  return JSON_NUMBER.test(source) ? numberAsWritten(source) : otherwise;
}

/** Writes JSON for {@link readJson} with marks for exact numbers; if there are any, it ends with a line break. */
export function writeJson(value: unknown): string {
  const before = ExactNumber.written;
  ExactNumber.isMarking = true;
  const text = JSON.stringify(value);
  ExactNumber.isMarking = false;
  return ExactNumber.written === before ? text : `${text}\n`;
}

/** Parses JSON of {@link writeJson}; without a line break at its end, it is ordinary JSON. */
export function readJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return text.endsWith('\n') ? unmarkedIn(value) : value;
}

/** Digits of a number without leading and final zeros, and the position of the decimal point relative to the first. */
interface Decimal {
  readonly isNegative: boolean;
  readonly digits: string;
  readonly point: number;
}

function decimalOf(value: JsonNumber): Decimal {
  const [, sign, whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(String(value)) ?? [];
  const written = whole + fraction;
  const start = written.search(/[1-9]/);
  if (start < 0) return { isNegative: false, digits: '', point: 0 };
  let end = written.length;
  while (written[end - 1] === '0') end -= 1;
  const digits = written.slice(start, end);
  return { isNegative: sign === '-', digits, point: whole.length - start + Number(power) };
}

/** Compares two numbers to the last digit: negative, 0 or positive. */
export function compareNumbers(first: JsonNumber, second: JsonNumber): number {
  const [low, high] = [Number(first), Number(second)];
  // Rounding to doubles keeps the order, so digits matter only if both doubles are equal.
  if (low !== high || (typeof first === 'number' && typeof second === 'number'))
    return low < high ? -1 : Number(low > high);
  const [one, other] = [decimalOf(first), decimalOf(second)];
  const [sign, otherSign] = [one, other].map(({ digits, isNegative }) => (digits === '' ? 0 : isNegative ? -1 : 1));
  if (sign !== otherSign) return (sign ?? 0) - (otherSign ?? 0);
  const size = one.point - other.point || (one.digits < other.digits ? -1 : Number(one.digits > other.digits));
  return one.isNegative ? 0 - size : size;
}

/** Converts an exact number to a double if that is the same number, as for `1.10`. */
export function simplest(value: JsonNumber): JsonNumber {
  return typeof value === 'number' || compareNumbers(value, Number(value)) !== 0 ? value : Number(value);
}

/** Text that equal numbers have in common, `1.1` for `1.10`. */
export function canonicalNumber(value: JsonNumber): string {
  const simple = simplest(value);
  if (typeof simple === 'number') return JSON.stringify(simple);
  const { isNegative, digits, point } = decimalOf(simple);
  const sign = isNegative ? '-' : '';
  if (Math.abs(point) > MOST_PLACES) return `${sign}0.${digits}e${point}`;
  const whole = digits.slice(0, Math.max(0, point)).padEnd(point, '0') || '0';
  const fraction = '0'.repeat(Math.max(0, -point)) + digits.slice(Math.max(0, point));
  return `${sign}${whole}${fraction && `.${fraction}`}`;
}

/** Maximum zeros that are written before or behind the digits of a number. */
const MOST_PLACES = 400;

export function isWhole(value: JsonNumber): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  const { digits, point } = decimalOf(value);
  return digits.length <= point || digits === '';
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const LETTER_E = 0x65;
/** Fewest digits with which a whole number may be one that doubles round. */
const SAFE_LENGTH = 16;

/** Returns the offset after the closing quote of a string; the length of the text if the string is unclosed. */
export function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let backslashes = 0;
    while (text.charAt(end - 1 - backslashes) === '\\') backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
}
