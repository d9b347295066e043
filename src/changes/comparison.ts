import type { Api } from '../model/api.ts';
import { isReference } from '../model/components.ts';
import type { ComponentsRecord, Reference } from '../model/openapi-objects.ts';
import type { Work } from '../model/schema/work.ts';
import type { Constraint } from '../presentation/words.ts';
import { type Words, wordsOf } from '../words/words.ts';
import type { ChangePlace, Owner, Step } from './change.ts';
import type { RuleName } from './rules.ts';
import { canonical } from './values.ts';

/** Which way something travels, as bits: what clients send, and what they get. */
export const SENT = 1;
export const RECEIVED = 2;
export const BOTH_WAYS = SENT | RECEIVED;

/** The other way: who calls back sends what the client gets. */
export function flipped(flow: number): number {
  return ((flow & SENT) === 0 ? 0 : RECEIVED) | ((flow & RECEIVED) === 0 ? 0 : SENT);
}

/** What is compared once, also where much refers to it: an operation, or two components. */
export interface Unit {
  readonly owner: Owner;
  readonly findings: Finding[];
  /** What it refers to, and which way that travels from there. */
  readonly edges: Map<Unit, number>;
  /** Values around the one that is compared in place: references lead back to some. */
  readonly open: Map<object, Set<object>>;
}

/** Far deeper than schemas are written in place. */
const DEEPEST = 60;
const UNITS_A_VALUE = 1000;

export interface Finding {
  readonly rule: RuleName;
  readonly side: ChangePlace['side'];
  readonly steps: readonly Step[];
  readonly before: Constraint | null;
  readonly after: Constraint | null;
  readonly flow: number;
}

/** Where the comparison is. */
export interface At {
  readonly unit: Unit;
  readonly steps: readonly Step[];
  readonly flow: number;
}

export function inside(at: At, step: Step, flow = at.flow): At {
  return { unit: at.unit, steps: [...at.steps, step], flow };
}

type Compare<T> = (at: At, before: T, after: T) => void;

/** What one comparison knows: both sides, and the units found so far. */
export class Comparison {
  readonly before: Api;
  readonly after: Api;
  readonly words: Words;
  readonly units: Unit[] = [];
  readonly #components = new Map<string, Unit>();
  readonly #queue: (() => void)[] = [];
  /** Two graphs may have as many pairs as one has nodes, squared, and hostile ones grow as they are folded. */
  readonly work: Work;

  constructor(before: Api, after: Api, work: Work) {
    this.before = before;
    this.after = after;
    this.words = wordsOf(after);
    this.work = work;
  }

  get isIncomplete(): boolean {
    return this.work.isSpent;
  }

  /** Whether two values say the same; the order of their names does not count. */
  isSame(before: unknown, after: unknown): boolean {
    return canonical(before, this.work) === canonical(after, this.work);
  }

  unit(owner: Owner): Unit {
    const unit: Unit = { owner, findings: [], edges: new Map(), open: new Map() };
    this.units.push(unit);
    return unit;
  }

  report(at: At, rule: RuleName, before: Constraint | null = null, after: Constraint | null = null): void {
    this.#add(at, rule, 'after', before, after);
  }

  /** The same of what only the first description has. */
  reportGone(at: At, rule: RuleName, before: Constraint | null = null): void {
    this.#add(at, rule, 'before', before, null);
  }

  #add(at: At, rule: RuleName, side: Finding['side'], before: Constraint | null, after: Constraint | null): void {
    // What travels neither way is read-only in a request, say.
    if (at.flow !== 0) at.unit.findings.push({ rule, side, steps: at.steps, before, after, flow: at.flow });
  }

  /** Two components are compared once; everything else where it stands. */
  pair<T extends object>(
    at: At,
    section: keyof ComponentsRecord,
    before: Reference<T>,
    after: Reference<T>,
    compare: Compare<T>,
  ): void {
    const first = this.before.components.resolve(before);
    const second = this.after.components.resolve(after);
    if (first.name === null || second.name === null || !isReference(before) || !isReference(after))
      this.inPlace(at, first.value, second.value, compare);
    else this.named(at, section, first.name, second.name, first.value, second.value, compare);
  }

  /** Two components by their names. */
  named<T>(
    at: At,
    section: keyof ComponentsRecord,
    before: string,
    after: string,
    first: T,
    second: T,
    compare: Compare<T>,
  ): void {
    const key = JSON.stringify([section, before, after]);
    let unit = this.#components.get(key);
    if (unit === undefined) {
      const made = this.unit({ kind: 'component', section, before, after });
      unit = made;
      this.#components.set(key, made);
      this.#queue.push(() => compare({ unit: made, steps: [], flow: BOTH_WAYS }, first, second));
    }
    at.unit.edges.set(unit, (at.unit.edges.get(unit) ?? 0) | at.flow);
  }

  /** Ends where references lead back to what is being compared. */
  inPlace<T extends object>(at: At, before: T, after: T, compare: Compare<T>): void {
    const { open } = at.unit;
    if (open.get(before)?.has(after) === true) return;
    // What is folded together may be new each time it leads back to itself.
    if (!this.work.spend(at.steps.length > DEEPEST ? Number.POSITIVE_INFINITY : UNITS_A_VALUE)) return;
    const known = open.get(before) ?? new Set();
    open.set(before, known.add(after));
    compare(at, before, after);
    known.delete(after);
  }

  /** Works off what waits: chains of components may be as long as their authors like. */
  complete(): void {
    for (const compare of this.#queue) {
      if (this.work.spend(UNITS_A_VALUE)) compare();
    }
  }
}
