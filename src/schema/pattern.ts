import { RE2JS } from 're2js';
import type { Work } from './work.ts';

const MAX_TEXT_LENGTH = 2_000;
const MAX_PATTERN_LENGTH = 1_000;
const MAX_KNOWN_PATTERNS = 1_000;
/** Largest repetition count in RE2, including the product of nested counts. */
const MAX_COUNT = 1_000;
/** Units of work for compiling a pattern, for each counted step in it, and for each character matched. */
const UNITS_A_PATTERN = 10_000;
const UNITS_A_COUNTED_STEP = 100;
const UNITS_A_CHARACTER = 2;
const STEPS_AT_ONCE = 100;

/**
 * Whether a text contains a match of an ECMA-262 pattern. RE2 takes linear time; native expressions have no limit on
 * backtracking, and descriptors are untrusted. `\s` and `\w` match ASCII only, as in RE2.
 * @returns undefined if the work is spent or RE2 lacks a construct (look-around, back reference, count over 1,000)
 */
export function matchesPattern(pattern: string, text: string, work: Work): boolean | undefined {
  const compiled = compile(pattern, work);
  if (compiled === undefined) return undefined;
  const steps = Math.ceil(compiled.programSize() / STEPS_AT_ONCE);
  return work.spend(20 + text.length * steps * UNITS_A_CHARACTER) ? compiled.test(text) : undefined;
}

const known = new Map<string, RE2JS | undefined>();

function compile(pattern: string, work: Work): RE2JS | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH || work.isSpent) return undefined;
  if (!known.has(pattern)) {
    if (!work.spend(UNITS_A_PATTERN + countedSteps(pattern) * UNITS_A_COUNTED_STEP)) return undefined;
    if (known.size >= MAX_KNOWN_PATTERNS) known.clear();
    known.set(pattern, compiled(pattern));
  }
  return known.get(pattern);
}

function compiled(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(inRe2Syntax(pattern)));
  } catch {
    return undefined;
  }
}

/** Rewrites two escapes of ECMA-262 that differ in RE2: surrogate pairs, and script properties. */
function inRe2Syntax(pattern: string): string {
  return pattern
    .replaceAll(/\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/gi, (_, high: string, low: string) =>
      String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)),
    )
    .replaceAll(/\\([pP])\{(?:Script|sc)=/g, '\\$1{');
}

/** Upper bound for the steps that counted repetitions add to a pattern; nested ones add at most {@link MAX_COUNT}. */
function countedSteps(pattern: string): number {
  const counts = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, least, most]) => Number(most || least));
  const isNested = /\}[^{}]*\)[^{}]*\{\d/.test(pattern);
  return counts.reduce((sum, count) => sum + (isNested ? MAX_COUNT : Math.min(count, MAX_COUNT)), 0);
}

/** Repetitions beyond the minimum to try, in order; one number applies to all repeatable parts of a pattern. */
const REPETITIONS = [1, 0, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256];

/** Yields texts of different lengths that match a pattern. */
export function* matchingTexts(pattern: string, work: Work): Generator<string> {
  if (compile(pattern, work) === undefined) return;
  const tried = new Set<string>();
  for (const repetitions of REPETITIONS) {
    const text = new TextWriter(pattern, repetitions, work).write();
    if (work.isSpent) return;
    if (text === undefined || text.length > MAX_TEXT_LENGTH || tried.has(text)) continue;
    tried.add(text);
    if (matchesPattern(pattern, text, work) === true) yield text;
  }
}

const SET =
  /(?:\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\[\^?(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\c[a-zA-Z]|\\.|[^\\*+?[\]])/suy;
const COUNT = /(?:([*+?])|\{(\d{1,6})(?:(,)(\d{1,6})?)?\})\??/y;
/** Characters that can represent a character set, in order of preference. */
const CANDIDATES = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. /:@#+=,;&%$!?()[]{}<>|~^*\'"`\\éж中\n\t\0',
];

/** Generates one text from a pattern: the first possible option of each choice, and one character for each set. */
class TextWriter {
  readonly #pattern: string;
  readonly #repetitions: number;
  readonly #work: Work;
  #at = 0;

  constructor(pattern: string, repetitions: number, work: Work) {
    this.#pattern = pattern;
    this.#repetitions = repetitions;
    this.#work = work;
  }

  /** @returns undefined if no text was found; the caller must check any other result with RE2 */
  write(): string | undefined {
    const text = this.#choice();
    return this.#at < this.#pattern.length ? undefined : text;
  }

  #choice(): string | undefined {
    let text = this.#sequence();
    while (this.#take('|')) {
      const option = this.#sequence();
      text ??= option;
    }
    return text;
  }

  #sequence(): string | undefined {
    let text: string | undefined = '';
    while (this.#at < this.#pattern.length && !'|)'.includes(this.#pattern[this.#at] ?? '')) {
      const before = this.#at;
      const part = this.#repeated(this.#atom());
      if (this.#at === before || !this.#work.spend(20)) return this.#giveUp();
      text = text === undefined || part === undefined ? undefined : text + part;
      if (text !== undefined && text.length > MAX_TEXT_LENGTH) text = undefined;
    }
    return text;
  }

  #atom(): string | undefined {
    if (this.#take('^') || this.#take('$') || this.#take('\\b')) return '';
    if (this.#take('(')) {
      this.#match(/\?(?::|P?<[A-Za-z_]\w*>)/y);
      const text = this.#choice();
      return this.#take(')') ? text : this.#giveUp();
    }
    const set = this.#match(SET)?.[0];
    return set === undefined ? undefined : characterOf(set);
  }

  #repeated(once: string | undefined): string | undefined {
    const found = this.#match(COUNT);
    if (found === null) return once;
    const [, sign, from, comma, to] = found;
    const least = sign === undefined ? Number(from) : Number(sign === '+');
    const endless = sign === undefined ? comma !== undefined && to === undefined : sign !== '?';
    const most = endless ? Number.POSITIVE_INFINITY : sign === '?' ? 1 : Number(to ?? from);
    const count = Math.min(least + this.#repetitions, Math.max(most, least));
    if (count === 0) return '';
    const length = (once ?? '').length * count;
    return once === undefined || length > MAX_TEXT_LENGTH || !this.#work.spend(length) ? undefined : once.repeat(count);
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#pattern);
    if (found !== null) this.#at = expression.lastIndex;
    return found;
  }

  #giveUp(): undefined {
    this.#at = Number.POSITIVE_INFINITY;
    return undefined;
  }
}

/** First candidate that belongs to a set. A native expression is safe here, since a single set cannot backtrack. */
function characterOf(set: string): string | undefined {
  for (const flags of ['u', ''])
    try {
      const expression = new RegExp(`^(?:${set})$`, flags);
      return CANDIDATES.find((character) => expression.test(character));
    } catch {
      // Without the `u` flag, more escapes are valid.
    }
  return undefined;
}
