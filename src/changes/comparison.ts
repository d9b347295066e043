import type { Api } from '../model/api.ts';
import { isReference } from '../model/components.ts';
import type { ComponentsRecord, Reference } from '../model/openapi-objects.ts';
import { canonicalText } from '../schema/json-values.ts';
import type { JsonSchemaObject } from '../schema/schema.ts';
import type { Work } from '../schema/work.ts';
import type { Phrase } from '../words/phrase.ts';
import { type Words, wordsOf } from '../words/words.ts';
import type { ChangePlace, Owner, Step } from './change.ts';
import type { RuleName } from './rules.ts';
import { jsonValue, shownValues } from './values.ts';

/** Directions as bits: requests, which clients send, and responses, which they receive. */
export const SENT = 1;
export const RECEIVED = 2;
export const BOTH_WAYS = SENT | RECEIVED;

/** The opposite direction: in a callback the API sends the request and clients the response. */
export function flipped(flow: number): number {
  return ((flow & SENT) === 0 ? 0 : RECEIVED) | ((flow & RECEIVED) === 0 ? 0 : SENT);
}

/** An operation or a pair of components. It is compared once, however many references it has. */
export interface Unit {
  readonly owner: Owner;
  readonly findings: Finding[];
  /** Units that this one refers to, and the directions in which they travel from here. */
  readonly edges: Map<Unit, number>;
  /** Pairs (before → after) that are being compared in place: references may lead back to them. */
  readonly open: Map<object, Set<object>>;
}

/** Deepest place of a comparison; schemas that are written in place are far less deep. */
const DEEPEST = 60;
const UNITS_A_VALUE = 1000;

export interface Finding {
  readonly rule: RuleName;
  readonly side: ChangePlace['side'];
  readonly steps: readonly Step[];
  readonly before: Phrase | null;
  readonly after: Phrase | null;
  readonly flow: number;
}

export type Compare<T> = (at: At, before: T, after: T) => void;

/** Place of a comparison, and the directions in which its values travel. */
export class At {
  readonly comparison: Comparison;
  readonly unit: Unit;
  readonly steps: readonly Step[];
  readonly flow: number;

  constructor(comparison: Comparison, unit: Unit, steps: readonly Step[] = [], flow = BOTH_WAYS) {
    this.comparison = comparison;
    this.unit = unit;
    this.steps = steps;
    this.flow = flow;
  }

  inside(step: Step): At {
    return new At(this.comparison, this.unit, [...this.steps, step], this.flow);
  }

  withFlow(flow: number): At {
    return new At(this.comparison, this.unit, this.steps, flow);
  }

  /** Whether two values say the same; the order of their names does not count. */
  isSame(before: unknown, after: unknown): boolean {
    const { work } = this.comparison;
    return canonicalText(before, work) === canonicalText(after, work);
  }

  report(rule: RuleName, before: Phrase | null = null, after: Phrase | null = null): void {
    this.#add(rule, 'after', before, after);
  }

  /** Reports a part that only the first description has. */
  reportGone(rule: RuleName, before: Phrase | null = null): void {
    this.#add(rule, 'before', before, null);
  }

  /** Reports a flag that one side alone sets; undefined counts as false. */
  reportTurn(before: boolean | undefined, after: boolean | undefined, turnedOn: RuleName, turnedOff: RuleName): void {
    if ((before ?? false) !== (after ?? false)) this.report(after === true ? turnedOn : turnedOff);
  }

  /** Reports values that do not say the same. */
  reportUnlessSame(rule: RuleName, before: unknown, after: unknown): void {
    if (!this.isSame(before, after)) this.report(rule, jsonValue(before), jsonValue(after));
  }

  #add(rule: RuleName, side: Finding['side'], before: Phrase | null, after: Phrase | null): void {
    const { unit, steps, flow } = this;
    // A value that travels in neither direction is, for example, read-only in a request.
    if (flow === 0) return;
    const [was = null, now = null] = shownValues(before, after);
    unit.findings.push({ rule, side, steps, before: was, after: now, flow });
  }

  /** Compares two parts: components once for all references to them, other parts in place. */
  pair<T extends object>(
    section: keyof ComponentsRecord,
    before: Reference<T>,
    after: Reference<T>,
    compare: Compare<T>,
  ): void {
    const first = this.comparison.before.components.resolve(before);
    const second = this.comparison.after.components.resolve(after);
    if (first.name === null || second.name === null || !isReference(before) || !isReference(after))
      this.inPlace(first.value, second.value, compare);
    else this.named(section, { ...first, name: first.name }, { ...second, name: second.name }, compare);
  }

  /** Compares two components once for all references to them. */
  named<T>(section: keyof ComponentsRecord, before: Component<T>, after: Component<T>, compare: Compare<T>): void {
    const unit = this.comparison.componentUnit(section, before.name, after.name, (at) =>
      compare(at, before.value, after.value),
    );
    this.unit.edges.set(unit, (this.unit.edges.get(unit) ?? 0) | this.flow);
  }

  /** Compares two values in place, unless these two are being compared already: references may lead back. */
  inPlace<T extends object>(before: T, after: T, compare: Compare<T>): void {
    const { open } = this.unit;
    if (open.get(before)?.has(after) === true) return;
    // Merged schemas may be new objects each time they lead back to themselves.
    const units = this.steps.length > DEEPEST ? Number.POSITIVE_INFINITY : UNITS_A_VALUE;
    if (!this.comparison.work.spend(units)) return;
    const known = open.get(before) ?? new Set();
    open.set(before, known.add(after));
    compare(this, before, after);
    known.delete(after);
  }
}

interface Component<T> {
  readonly name: string;
  readonly value: T;
}

/** State of one comparison: both sides, and the units found so far. */
export class Comparison {
  readonly before: Api;
  readonly after: Api;
  readonly words: Words;
  readonly units: Unit[] = [];
  readonly #components = new Map<string, Unit>();
  readonly #queue: (() => void)[] = [];
  /** Limit of the work: graphs of n nodes have up to n² pairs, and hostile schemas grow as they are merged. */
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

  /** Creates a unit, and returns its root. */
  at(owner: Owner): At {
    const unit: Unit = { owner, findings: [], edges: new Map(), open: new Map() };
    this.units.push(unit);
    return new At(this, unit);
  }

  /** The unit of two components, which are compared later. */
  componentUnit(section: keyof ComponentsRecord, before: string, after: string, compare: (at: At) => void): Unit {
    const key = JSON.stringify([section, before, after]);
    const known = this.#components.get(key);
    if (known !== undefined) return known;
    const at = this.at({ kind: 'component', section, before, after });
    this.#components.set(key, at.unit);
    this.#queue.push(() => compare(at));
    return at.unit;
  }

  /** Compares the queued components. A queue, because chains of components may have any length. */
  complete(): void {
    for (const compare of this.#queue) {
      if (this.work.spend(UNITS_A_VALUE)) compare();
    }
  }
}

/** A schema of one side, ready to be compared. */
export interface Seen {
  /** Schema merged with its references and `allOf`, except components that both sides have. */
  readonly own: JsonSchemaObject;
  /** Schema merged with its references and `allOf`. */
  readonly full: JsonSchemaObject;
  /** Required fields of {@link Seen.full}. */
  readonly required: ReadonlySet<string>;
}
