import { type CharacterSet, isCommon } from './character-set.ts';
import type { PatternNode } from './pattern-syntax.ts';
import type { Work } from './work.ts';

/** A state of the automaton; `next` and `other` are states that follow. */
type State =
  | { readonly kind: 'set'; readonly set: CharacterSet; readonly next: number }
  /** The set, `least` to `most` times: one state instead of so many copies. */
  | {
      readonly kind: 'count';
      readonly set: CharacterSet;
      readonly least: number;
      readonly most: number;
      readonly next: number;
    }
  | { readonly kind: 'split'; next: number; other: number }
  | { readonly kind: 'start' | 'end'; readonly next: number }
  | { readonly kind: 'look'; readonly look: number; readonly negative: boolean; readonly next: number }
  | { readonly kind: 'match' };

/** An expression made ready for {@link runProgram}. */
export interface PatternProgram {
  readonly states: readonly State[];
  readonly first: number;
  /** What is looked ahead at, inner ones before those that they stand in; these read texts backwards. */
  readonly looks: readonly PatternProgram[];
  /** A match can only begin where the text does. */
  readonly isAnchored: boolean;
}

/** Of an expression with everything that it looks ahead at. */
const MAX_STATES = 10_000;
const MAX_BUILT_NODES = 20_000;
const MATCH = 0;
const UNITS_A_RUN = 20;
const UNITS_A_COUNTER = 3;

/** Undefined: an expression that counts so high that its automaton would be too large. */
export function compilePattern(node: PatternNode): PatternProgram | undefined {
  const looks: PatternProgram[] = [];
  const size = { states: 0, nodes: 0 };
  const program = compile(node, { looks, size }, false);
  return isTooLarge(size) ? undefined : { ...program, looks };
}

interface Building {
  readonly looks: PatternProgram[];
  readonly size: { states: number; nodes: number };
}

function isTooLarge({ states, nodes }: Building['size']): boolean {
  return states > MAX_STATES || nodes > MAX_BUILT_NODES;
}

function compile(root: PatternNode, building: Building, isBackwards: boolean): PatternProgram {
  const { looks, size } = building;
  const states: State[] = [{ kind: 'match' }];

  function add(state: State): number {
    size.states += 1;
    return states.push(state) - 1;
  }

  /** @returns the state that matches the node and goes on to `next` */
  function build(node: PatternNode, next: number): number {
    size.nodes += 1;
    if (isTooLarge(size)) return MATCH;
    switch (node.kind) {
      case 'set':
        return add({ kind: 'set', set: node.set, next });
      case 'sequence': {
        const parts = isBackwards ? node.parts : node.parts.toReversed();
        return parts.reduce((following, part) => build(part, following), next);
      }
      case 'choice':
        return node.options
          .map((option) => build(option, next))
          .reduce((one, other) => add({ kind: 'split', next: one, other }));
      case 'repeat':
        return repeat(node, next);
      case 'start':
      case 'end':
        return add({ kind: node.kind, next });
      case 'look': {
        looks.push(compile(node.part, building, true));
        return add({ kind: 'look', look: looks.length - 1, negative: node.negative, next });
      }
      default:
        return node satisfies never;
    }
  }

  function repeat({ part, least, most }: PatternNode & { kind: 'repeat' }, next: number): number {
    if (part.kind === 'set' && (least > 1 || (most > 1 && most !== Number.POSITIVE_INFINITY))) {
      return add({ kind: 'count', set: part.set, least, most, next });
    }
    let entry = next;
    let required = least;
    if (most === Number.POSITIVE_INFINITY) {
      const loop: State = { kind: 'split', next: MATCH, other: next };
      const again = add(loop);
      loop.next = build(part, again);
      entry = least === 0 ? again : loop.next;
      required = Math.max(0, least - 1);
    } else {
      for (let count = least; count < most && !isTooLarge(size); count += 1)
        entry = add({ kind: 'split', next: build(part, entry), other: next });
    }
    for (; required > 0 && !isTooLarge(size); required -= 1) entry = build(part, entry);
    return entry;
  }

  const first = build(root, MATCH);
  return { states, first, looks: [], isAnchored: !isBackwards && beginsAtStart(root) };
}

function beginsAtStart(node: PatternNode): boolean {
  if (node.kind === 'sequence') return node.parts[0] !== undefined && beginsAtStart(node.parts[0]);
  return node.kind === 'choice' ? node.options.every(beginsAtStart) : node.kind === 'start';
}

/**
 * Whether the text holds a match: all ways through the automaton at once, so that the steps are at most its states
 * times the characters. What is looked ahead at is found first, for every place of the text, by reading backwards.
 * @param points code points
 * @returns undefined when the work is spent before there is an answer
 */
export function runProgram(program: PatternProgram, points: Uint32Array, work: Work): boolean | undefined {
  const looks: Uint8Array[] = [];
  for (const look of program.looks) {
    if (!work.spend(points.length)) return undefined;
    const places = new Uint8Array(points.length + 1);
    simulate(look, points, looks, work, places);
    looks.push(places);
  }
  const found = simulate(program, points, looks, work, null);
  return work.isSpent ? undefined : found;
}

/** Where a counted set was entered, oldest first; the first `left` entries have been left behind. */
interface Counter {
  readonly state: State & { kind: 'count' };
  readonly entries: number[];
  left: number;
}

/** Of the run at hand: there is one at a time. By state: the mark of the step at which it was entered last. */
let entered = new Uint32Array(64);
let lastMark = 0;

function markBuffer(states: number, steps: number): Uint32Array {
  const isTooSmall = entered.length < states;
  if (isTooSmall || lastMark + steps > 0xffff_ffff) {
    entered = new Uint32Array(isTooSmall ? Math.max(states, entered.length * 2) : entered.length);
    lastMark = 0;
  }
  return entered;
}

/** @param places where given, the text is read backwards, and each place from which a match begins is marked there */
function simulate(
  { states, first, isAnchored }: PatternProgram,
  points: Uint32Array,
  looks: readonly Uint8Array[],
  work: Work,
  places: Uint8Array | null,
): boolean {
  const { length } = points;
  const marks = markBuffer(states.length, length + 1);
  const stack: number[] = [];
  const active: (State & { kind: 'set' })[] = [];
  const counters = new Map<number, Counter>();
  let counting: Counter[] = [];
  work.spend(UNITS_A_RUN);
  for (let step = 0; step <= length && !work.isSpent; step += 1) {
    const at = places === null ? step : length - step;
    if (!isAnchored || step === 0) stack.push(first);
    else if (stack.length === 0 && counting.length === 0) return false;
    for (const counter of counting) if (isLeft(counter, step)) stack.push(counter.state.next);
    lastMark += 1;
    let units = 1 + counting.length * UNITS_A_COUNTER;
    let isMatch = false;
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      units += 1;
      if (marks[index] === lastMark) continue;
      marks[index] = lastMark;
      const state = states[index];
      if (state === undefined) continue;
      switch (state.kind) {
        case 'set':
          active.push(state);
          break;
        case 'count': {
          const counter = counters.get(index) ?? { state, entries: [], left: 0 };
          counters.set(index, counter);
          enter(counter, counting, step);
          if (isLeft(counter, step)) stack.push(state.next);
          break;
        }
        case 'split':
          stack.push(state.other, state.next);
          break;
        case 'start':
          if (at === 0) stack.push(state.next);
          break;
        case 'end':
          if (at === length) stack.push(state.next);
          break;
        case 'look':
          if ((looks[state.look]?.[at] === 1) !== state.negative) stack.push(state.next);
          break;
        case 'match':
          isMatch = true;
          break;
        default:
          state satisfies never;
      }
    }
    if (isMatch && places === null) return true;
    if (isMatch && places !== null) places[at] = 1;
    const point = points[places === null ? at : at - 1];
    if (point === undefined) break;
    const isKept = isCommon(point);
    for (const { set, next } of active) {
      units += isKept ? 1 : set.units;
      if (set.has(point)) stack.push(next);
    }
    active.length = 0;
    if (counting.length > 0) {
      for (const { state } of counting) units += isKept ? 1 : state.set.units;
      counting = counting.filter((counter) => goesOn(counter, point, step + 1));
    }
    work.spend(units);
  }
  return false;
}

function enter(counter: Counter, counting: Counter[], step: number): void {
  const { state, entries, left } = counter;
  const isEmpty = left === entries.length;
  if (isEmpty) counting.push(counter);
  // Without an upper limit the oldest entry is enough.
  if (isEmpty || state.most !== Number.POSITIVE_INFINITY) entries.push(step);
}

function isLeft({ state, entries, left }: Counter, step: number): boolean {
  const oldest = entries[left];
  return oldest !== undefined && step - oldest >= state.least;
}

function goesOn(counter: Counter, point: number, step: number): boolean {
  const { state, entries } = counter;
  if (!state.set.has(point)) counter.left = entries.length;
  while (counter.left < entries.length && step - (entries[counter.left] ?? 0) > state.most) counter.left += 1;
  return counter.left < entries.length;
}
