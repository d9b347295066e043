import { compilePattern, type PatternProgram, runProgram } from './pattern-program.ts';
import { type PatternNode, parsePattern } from './pattern-syntax.ts';
import type { Work } from './work.ts';

const MAX_TEXT_LENGTH = 2_000;
const MAX_PATTERN_LENGTH = 1_000;
/** Of all expressions that are kept. */
const MAX_KNOWN_STATES = 100_000;
/** What reading a character of an expression takes, and a state of its automaton. */
const UNITS_A_CHARACTER = 50;
const UNITS_A_STATE = 30;
/** Characters that a set is asked for, the friendliest first. */
const CANDIDATES = [
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_. /:@#+=,;&%$!?()[]{}<>|~^*\'"`\\',
  'é',
  'ж',
  '中',
  '\n',
  '\t',
  '\u0000',
].map((character) => ({ character, point: character.codePointAt(0) ?? 0 }));
/** How often what may repeat is repeated, in order of trial. */
const REPETITIONS = [1, 0, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256];

/**
 * Whether the text holds a match of the pattern, in time that is linear in its length: descriptors are hostile, and
 * native expressions have no limit on backtracking. Undefined: syntax beyond our parser, or no work left.
 */
export function matchesPattern(pattern: string, text: string, work: Work): boolean | undefined {
  const program = read(pattern, work)?.program;
  if (program === undefined || !work.spend(text.length)) return undefined;
  return runProgram(program, codePoints(text), work);
}

/** Texts that match the pattern, for a caller to choose from by length. */
export function* matchingTexts(pattern: string, work: Work): Generator<string> {
  const reading = read(pattern, work);
  if (reading?.program === undefined) return;
  for (const repetitions of REPETITIONS) {
    const text = write(reading.node, repetitions, work);
    if (work.isSpent) return;
    if (
      text !== undefined &&
      text.length <= MAX_TEXT_LENGTH &&
      runProgram(reading.program, codePoints(text), work) === true
    )
      yield text;
  }
}

function codePoints(text: string): Uint32Array {
  const points = new Uint32Array(text.length);
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) ?? 0;
    points[count] = point;
    count += 1;
    if (point > 0xffff) at += 1;
  }
  return points.subarray(0, count);
}

interface Reading {
  readonly node: PatternNode;
  readonly program: PatternProgram | undefined;
}

const known = new Map<string, Reading | undefined>();
let knownStates = 0;

function read(pattern: string, work: Work): Reading | undefined {
  if (pattern.length > MAX_PATTERN_LENGTH || work.isSpent) return undefined;
  if (!known.has(pattern)) {
    if (!work.spend(pattern.length * UNITS_A_CHARACTER)) return undefined;
    const node = parsePattern(pattern, work);
    const program = node === undefined ? undefined : compilePattern(node);
    const states = 20 + (program === undefined ? 0 : statesOf(program));
    if (!work.spend(states * UNITS_A_STATE)) return undefined;
    if (knownStates + states > MAX_KNOWN_STATES) {
      known.clear();
      knownStates = 0;
    }
    knownStates += states;
    known.set(pattern, node === undefined ? undefined : { node, program });
  }
  return known.get(pattern);
}

function statesOf({ states, looks }: PatternProgram): number {
  return looks.reduce((sum, look) => sum + look.states.length, states.length);
}

function write(node: PatternNode, repetitions: number, work: Work): string | undefined {
  if (!work.spend(20)) return undefined;
  switch (node.kind) {
    case 'set':
      return CANDIDATES.find(({ point }) => node.set.has(point))?.character;
    case 'sequence':
      return concatenate(node.parts.map((part) => write(part, repetitions, work)));
    case 'choice':
      return node.options.map((option) => write(option, repetitions, work)).find((text) => text !== undefined);
    case 'repeat': {
      const count = Math.min(node.least + repetitions, Math.max(node.most, node.least));
      const once = count === 0 ? '' : write(node.part, repetitions, work);
      return once === undefined || once.length * count > MAX_TEXT_LENGTH ? undefined : repeated(once, count, work);
    }
    case 'start':
    case 'end':
    case 'look':
      return '';
    default:
      return node satisfies never;
  }
}

function repeated(text: string, count: number, work: Work): string {
  work.spend(text.length * count);
  return text.repeat(count);
}

function concatenate(parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join('');
}
