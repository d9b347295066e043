import type { Work } from './work.ts';

type Range = readonly [first: number, last: number];

interface Property {
  readonly test: RegExp;
  readonly isNegative: boolean;
}

interface Members {
  readonly ranges: readonly Range[];
  readonly properties: readonly Property[];
}

const LAST_POINT = 0x10_ffff;
/** Code points whose answers are kept. */
const TABLE_SIZE = 256;
const UNITS_A_SET = 700;
/** The native expression of a Unicode property, compiled for all kinds of texts. */
const UNITS_A_PROPERTY = 20_000;

/** What one character of an expression may be. */
export class CharacterSet {
  readonly #members: Members;
  readonly #isNegative: boolean;
  /** 0: not asked yet, 1: no, 2: yes. */
  readonly #table = new Uint8Array(TABLE_SIZE);
  /** What asking for a code point takes that is not kept. */
  readonly units: number;

  constructor({ ranges, properties }: Members, isNegative: boolean) {
    this.#members = { ranges: united(ranges), properties };
    this.#isNegative = isNegative;
    this.units = 2 + properties.length * 10;
  }

  /** @param point a code point, or half of a pair that stands alone */
  has(point: number): boolean {
    if (point >= TABLE_SIZE) return this.#ask(point);
    const known = this.#table[point];
    if (known !== 0) return known === 2;
    const answer = this.#ask(point);
    this.#table[point] = answer ? 2 : 1;
    return answer;
  }

  #ask(point: number): boolean {
    const { ranges, properties } = this.#members;
    return (
      (isWithin(ranges, point) ||
        properties.some(({ test, isNegative }) => test.test(String.fromCodePoint(point)) !== isNegative)) !==
      this.#isNegative
    );
  }
}

/** Whether sets keep their answers about a code point. */
export function isCommon(point: number): boolean {
  return point < TABLE_SIZE;
}

/** Ranges in order that neither meet nor touch. */
function united(ranges: readonly Range[]): readonly Range[] {
  const result: [first: number, last: number][] = [];
  for (const [first, last] of ranges.toSorted(([one], [other]) => one - other)) {
    const before = result.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else result.push([first, last]);
  }
  return result;
}

function isWithin(ranges: readonly Range[], point: number): boolean {
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = ranges[middle] ?? [0, 0];
    if (point < first) high = middle - 1;
    else if (point > last) low = middle + 1;
    else return true;
  }
  return false;
}

const MAX_KNOWN_SETS = 5_000;
const knownSets = new Map<string, CharacterSet | undefined>();

/**
 * The set that a piece of an expression stands for, such as `[a-z]`, `\d` or `.`; undefined where it stands for none,
 * or for want of work.
 */
export function characterSet(source: string, work: Work): CharacterSet | undefined {
  if (knownSets.has(source)) return knownSets.get(source);
  if (!work.spend(UNITS_A_SET + source.length * 2)) return undefined;
  const set = read(source, work);
  if (work.isSpent) return undefined;
  if (knownSets.size >= MAX_KNOWN_SETS) knownSets.clear();
  knownSets.set(source, set);
  return set;
}

function read(source: string, work: Work): CharacterSet | undefined {
  if (source === '.') return new CharacterSet({ ranges: LINE_ENDS, properties: [] }, true);
  const isClass = source.startsWith('[');
  const isNegative = isClass && source.startsWith('[^');
  const members = readMembers(isClass ? source.slice(isNegative ? 2 : 1, -1) : source, isClass, work);
  return members === undefined ? undefined : new CharacterSet(members, isNegative);
}

const digits: readonly Range[] = [[0x30, 0x39]];
const letters: readonly Range[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
];
const LINE_ENDS: readonly Range[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
/** ECMA-262 §12.2 and §12.3. */
const spaces: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const CLASSES: Readonly<Record<string, readonly Range[]>> = {
  d: digits,
  w: letters,
  s: spaces,
  D: complement(digits),
  W: complement(letters),
  S: complement(spaces),
};
const CONTROLS: Readonly<Record<string, number>> = { 0: 0, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

function complement(ranges: readonly Range[]): readonly Range[] {
  const starts = [0, ...ranges.map(([, last]) => last + 1)];
  const ends = [...ranges.map(([first]) => first - 1), LAST_POINT];
  return starts
    .map((first, index): Range => [first, ends[index] ?? LAST_POINT])
    .filter(([first, last]) => first <= last);
}

/**
 * One member: a character, possibly escaped, or a class of them. Halves of pairs that are escaped one by one belong
 * together.
 */
const MEMBER =
  /\\u\{([\da-fA-F]{1,6})\}|\\u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})|\\u([\da-fA-F]{4})|\\x([\da-fA-F]{2})|\\c([a-zA-Z])|\\([pP])\{([^}]*)\}|\\([dwsDWS])|\\(.)|(.)/suy;

function readMembers(source: string, mayRange: boolean, work: Work): Members | undefined {
  const ranges: Range[] = [];
  const properties: Property[] = [];
  /** The character that a range may begin with, and whether its dash has been read. */
  let from: number | undefined;
  let isRange = false;
  for (const match of matchesOf(source)) {
    const member = match === undefined ? undefined : toMember(match, work);
    if (member === undefined) return undefined;
    const { point } = member;
    if (mayRange && match?.[0] === '-' && from !== undefined && !isRange) {
      isRange = true;
      continue;
    }
    if (isRange && from !== undefined && point !== undefined) {
      if (from > point) return undefined;
      ranges.push([from, point]);
      from = undefined;
    } else {
      // `[a-\d]` and `[\w-.]`: a dash beside a class is itself.
      if (isRange) ranges.push(DASH);
      if (point === undefined) properties.push(...member.properties);
      ranges.push(...(point === undefined ? member.ranges : [[point, point] as const]));
      from = point;
    }
    isRange = false;
  }
  if (isRange) ranges.push(DASH);
  return { ranges, properties };
}

const DASH: Range = [0x2d, 0x2d];

/** The members in order; undefined for what is none. */
function* matchesOf(source: string): Generator<RegExpExecArray | undefined> {
  for (let at = 0; at < source.length; ) {
    MEMBER.lastIndex = at;
    const match = MEMBER.exec(source) ?? undefined;
    yield match;
    if (match === undefined) return;
    at += match[0].length;
  }
}

type Member = { readonly point: number } | (Members & { readonly point?: undefined });

function toMember(match: RegExpExecArray, work: Work): Member | undefined {
  const [all, braced, high, low, four, two, control, property, name, charClass, escaped, plain] = match;
  const hexadecimal = braced ?? four ?? two;
  if (hexadecimal !== undefined) {
    const point = Number.parseInt(hexadecimal, 16);
    return point > LAST_POINT ? undefined : { point };
  }
  if (high !== undefined && low !== undefined) {
    return { point: 0x1_0000 + ((Number.parseInt(high, 16) & 0x3ff) << 10) + (Number.parseInt(low, 16) & 0x3ff) };
  }
  if (control !== undefined) return { point: (control.codePointAt(0) ?? 0) & 31 };
  if (property !== undefined) {
    const test = propertyTest(name ?? '', work);
    return test === undefined ? undefined : { ranges: [], properties: [{ test, isNegative: property === 'P' }] };
  }
  if (charClass !== undefined) return { ranges: CLASSES[charClass] ?? [], properties: [] };
  if (escaped !== undefined && Object.hasOwn(CONTROLS, escaped)) return { point: CONTROLS[escaped] ?? 0 };
  // Back references, and escapes that lack their digits.
  if (escaped !== undefined && /[1-9ukxcpPB]/.test(escaped)) return undefined;
  return { point: (escaped ?? plain ?? all).codePointAt(0) ?? 0 };
}

const MAX_KNOWN_PROPERTIES = 1_000;
const knownProperties = new Map<string, RegExp | undefined>();

/** A native expression over one character, which cannot backtrack. */
function propertyTest(name: string, work: Work): RegExp | undefined {
  if (knownProperties.has(name)) return knownProperties.get(name);
  if (!work.spend(UNITS_A_PROPERTY)) return undefined;
  let test: RegExp | undefined;
  try {
    test = new RegExp(`^\\p{${name}}$`, 'u');
    // V8 compiles for narrow texts, for wide ones, and once more when it is used again.
    for (const character of ['a', 'a', '中', '中']) test.test(character);
  } catch {
    // No property has this name.
  }
  if (knownProperties.size >= MAX_KNOWN_PROPERTIES) knownProperties.clear();
  knownProperties.set(name, test);
  return test;
}
