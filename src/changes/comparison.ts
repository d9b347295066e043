import type { Api } from '../model/api.ts';
import { isReference } from '../model/components.ts';
import type { ComponentsRecord, Reference } from '../model/openapi-objects.ts';
import { canonicalText } from '../schema/json-values.ts';
import type { JsonSchemaObject } from '../schema/schema.ts';
import type { Work } from '../schema/work.ts';
import type { Phrase } from '../words/phrase.ts';
import { type Words, wordsOf } from '../words/words.ts';
import type { ChangePlace, Owner, Step } from './change.ts';
import { Meanings } from './meaning.ts';
import type { RuleName } from './rules.ts';
import { shownValues } from './values.ts';

/** Bit flags for directions: clients send requests (`SENT`) and receive responses (`RECEIVED`). */
export const SENT = 1;
export const RECEIVED = 2;
export const BOTH_WAYS = SENT | RECEIVED;

/** Swaps the two directions: in a callback, the API sends the request and clients send the response. */
export function flipped(flow: number): number {
  return ((flow & SENT) === 0 ? 0 : RECEIVED) | ((flow & RECEIVED) === 0 ? 0 : SENT);
}

/** A part that is compared once, however many references it has: the API, a service, an operation or a component. */
export interface Unit {
  readonly owner: Owner;
  readonly findings: Finding[];
  /** Units that this unit refers to, each with the directions in which its values are sent. */
  readonly edges: Map<Unit, number>;
  /** Pairs (before → after) whose inline comparison has not finished: a cycle of references may lead back to them. */
  readonly open: Map<object, Set<object>>;
}

/** Maximum number of steps; deeper comparisons are incomplete. Inline schemas of real descriptors are far less deep. */
const DEEPEST = 60;
const UNITS_A_VALUE = 1000;
/** Rules whose findings hold even after the limit on work is reached. */
const CERTAIN = /^comparison-incomplete$|(?:operation|webhook)-(?:added|removed)/;

export interface Finding {
  readonly rule: RuleName;
  readonly side: ChangePlace['side'];
  readonly steps: readonly Step[];
  readonly row: readonly Step[];
  readonly before: Phrase | null;
  readonly after: Phrase | null;
  readonly flow: number;
}

export type Compare<T> = (at: At, before: T, after: T) => void;

/** Current place in a comparison, with the directions in which values at this place are sent. */
export class At {
  readonly comparison: Comparison;
  readonly unit: Unit;
  readonly steps: readonly Step[];
  readonly flow: number;
  /** Steps to the row that links lead to; null: all steps. */
  readonly #row: readonly Step[] | null;

  constructor(
    comparison: Comparison,
    unit: Unit,
    steps: readonly Step[] = [],
    flow = BOTH_WAYS,
    row: readonly Step[] | null = null,
  ) {
    this.comparison = comparison;
    this.unit = unit;
    this.steps = steps;
    this.flow = flow;
    this.#row = row;
  }

  inside(step: Step): At {
    return new At(this.comparison, this.unit, [...this.steps, step], this.flow, this.#row);
  }

  withFlow(flow: number): At {
    return new At(this.comparison, this.unit, this.steps, flow, this.#row);
  }

  /** The same place with an own list of findings. */
  withFindings(findings: Finding[]): At {
    return new At(this.comparison, { ...this.unit, findings }, this.steps, this.flow, this.#row);
  }

  /** The same place as the last row that links lead to: pages draw the fields of a named schema only once. */
  asRow(): At {
    return new At(this.comparison, this.unit, this.steps, this.flow, this.#row ?? this.steps);
  }

  /** True if two values are equal, ignoring the order of keys. */
  isSame(before: unknown, after: unknown): boolean {
    const { work } = this.comparison;
    return canonicalText(before, work) === canonicalText(after, work);
  }

  report(rule: RuleName, before: Phrase | null = null, after: Phrase | null = null): void {
    this.#add(rule, 'after', before, after);
  }

  /** Reports a part that only the first description contains. */
  reportGone(rule: RuleName, before: Phrase | null = null): void {
    this.#add(rule, 'before', before, null);
  }

  /** Reports a flag that differs; undefined counts as false. */
  reportTurn(before: boolean | undefined, after: boolean | undefined, turnedOn: RuleName, turnedOff: RuleName): void {
    if ((before ?? false) !== (after ?? false)) this.report(after === true ? turnedOn : turnedOff);
  }

  #add(rule: RuleName, side: Finding['side'], before: Phrase | null, after: Phrase | null): void {
    const { unit, steps, flow } = this;
    // The value is never sent: for example, a read-only field in a request.
    if (flow === 0 || (this.comparison.isIncomplete && !CERTAIN.test(rule))) return;
    const [was = null, now = null] = shownValues(before, after);
    unit.findings.push({ rule, side, steps, row: this.#row ?? steps, before: was, after: now, flow });
  }

  /** Compares two parts. If both are references, they are compared as components, else inline. */
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

  /** Compares two components, only once for all references to them. */
  named<T>(
    section: keyof ComponentsRecord,
    before: Component<T>,
    after: Component<T>,
    compare: Compare<T>,
    aspect: 'itself' | 'subtypes' = 'itself',
  ): void {
    const owner = { kind: 'component', section, before: before.name, after: after.name } as const;
    const run = (at: At): void => compare(at, before.value, after.value);
    const unit = this.comparison.componentUnit(owner, aspect, run);
    this.unit.edges.set(unit, (this.unit.edges.get(unit) ?? 0) | this.flow);
  }

  /** Compares two inline values, unless a cycle of references has led back to them. */
  inPlace<T extends object>(before: T, after: T, compare: Compare<T>): void {
    const { open } = this.unit;
    if (open.get(before)?.has(after) === true) return;
    // Merging may create new objects in each round of a cycle, which `open` does not recognize: depth is limited, too.
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

/** State of one comparison: both descriptions, and the units created so far. */
export class Comparison {
  readonly before: Api;
  readonly after: Api;
  readonly words: Words;
  readonly units: Unit[] = [];
  readonly #components = new Map<string, Unit>();
  readonly #queue: (() => void)[] = [];
  /** Limit on the work: graphs of n nodes have up to n² pairs, and hostile schemas grow when they are merged. */
  readonly work: Work;
  readonly meanings: Meanings;

  constructor(before: Api, after: Api, work: Work) {
    this.before = before;
    this.after = after;
    this.words = wordsOf(after);
    this.work = work;
    this.meanings = new Meanings(work);
  }

  get isIncomplete(): boolean {
    return this.work.isSpent;
  }

  /** Creates a unit, and returns its outermost place. */
  at(owner: Owner): At {
    const unit: Unit = { owner, findings: [], edges: new Map(), open: new Map() };
    this.units.push(unit);
    return new At(this, unit);
  }

  /** Finds or creates the unit of two components; {@link Comparison.complete} compares them. */
  componentUnit(owner: Owner & { readonly kind: 'component' }, aspect: string, compare: (at: At) => void): Unit {
    const key = JSON.stringify([owner, aspect]);
    const known = this.#components.get(key);
    if (known !== undefined) return known;
    const at = this.at(owner);
    this.#components.set(key, at.unit);
    this.#queue.push(() => compare(at));
    return at.unit;
  }

  /** Compares the queued components. They are queued because recursion through long chains could overflow the stack. */
  complete(): void {
    for (const compare of this.#queue) {
      if (this.work.spend(UNITS_A_VALUE)) compare();
    }
  }
}

/** A schema of one side, prepared for comparison. */
export interface Seen {
  /** Schema merged with its `$ref` and `allOf`, except for components that both sides include. */
  readonly own: JsonSchemaObject;
  /** Schema merged with its `$ref` and `allOf`. */
  readonly full: JsonSchemaObject;
  /** True if the schema was unwrapped from a union of itself and null. */
  readonly isOrNull: boolean;
  /** Required fields of {@link Seen.full}. */
  readonly required: ReadonlySet<string>;
}
