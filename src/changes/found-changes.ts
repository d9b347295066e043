import type { Change, OperationName, Owner } from './change.ts';
import { BOTH_WAYS, type Finding, RECEIVED, SENT, type Unit } from './comparison.ts';
import { CHANGE_CLASSES, ruleNamed, UNUSED, type Verdict } from './rules.ts';

/** Maximum number of operations that a change of a shared part lists. */
const MOST_OPERATIONS = 200;
/** Maximum number of edges followed to find these operations; beyond it, lists of operations are incomplete. */
const MOST_EDGES = 20_000_000;
/** Minimum number of operations for which the same change is reported as one. */
const REPEATED = 3;

/** Converts findings into changes, each with its class and the operations that it affects. */
export function toChanges(units: readonly Unit[]): readonly Change[] {
  const flows = flowsOf(units);
  const reaching = new Reach(units);
  const changes = units.flatMap((unit) => {
    const [reached, found] = [flows.get(unit) ?? 0, unit.findings];
    if (found.length === 0) return [];
    const operations = reaching.operationsOf(unit);
    return found.map((finding) => toChange(unit.owner, finding, finding.flow & reached, operations));
  });
  return withoutRepeats(changes);
}

/** Operation that uses a part, with the directions in which the part is sent. */
type Reaching = readonly [operation: OperationName, flow: number];

function toChange(owner: Owner, finding: Finding, flow: number, reaching: readonly Reaching[]): Change {
  const { rule, side, steps, row, before, after } = finding;
  const { class: kind, reasons, flow: counting } = verdictOf(finding, flow);
  const operations = reaching.filter(([, own]) => (own & counting) !== 0).map(([operation]) => operation);
  return {
    rule,
    class: kind,
    reasons,
    place: { owner, steps, row, side },
    before,
    after,
    operations: operations.slice(0, MOST_OPERATIONS),
    operationCount: operations.length,
  };
}

/** Picks the more severe verdict, with the directions to which it applies. An unused part affects no client. */
function verdictOf({ rule }: Finding, flow: number) {
  const { request, response } = ruleNamed(rule);
  const one = (verdict: Verdict, own: number) => ({ class: verdict.class, reasons: [verdict.reason], flow: own });
  if (request.class === 'docs-only') return one(request, flow);
  if (flow === 0) return one(UNUSED, flow);
  if ((flow & BOTH_WAYS) !== BOTH_WAYS) return one((flow & SENT) === 0 ? response : request, flow);
  if (request.class === response.class)
    return { class: request.class, reasons: [...new Set([request.reason, response.reason])], flow };
  const rank = ({ class: kind }: Verdict): number => CHANGE_CLASSES.indexOf(kind);
  return rank(response) < rank(request) ? one(response, RECEIVED) : one(request, SENT);
}

/** Directions of each unit: a component has those of all units that refer to it; any other unit has both. */
function flowsOf(units: readonly Unit[]): ReadonlyMap<Unit, number> {
  const flows = new Map<Unit, number>(
    units.map((unit) => [unit, unit.owner.kind === 'component' ? 0 : SENT | RECEIVED]),
  );
  const queue = units.filter((unit) => unit.owner.kind !== 'component');
  // The loop ends: each unit is queued at most once more for each direction.
  for (const unit of queue) {
    const flow = flows.get(unit) ?? 0;
    for (const [target, allowed] of unit.edges) {
      const known = flows.get(target) ?? 0;
      const more = known | (flow & allowed);
      if (more === known) continue;
      flows.set(target, more);
      queue.push(target);
    }
  }
  return flows;
}

/** Finds the operations that use a unit, directly or through other units. */
class Reach {
  readonly #referring = new Map<Unit, Unit[]>();
  readonly #order: ReadonlyMap<Unit, number>;
  #edgesLeft = MOST_EDGES;

  constructor(units: readonly Unit[]) {
    this.#order = new Map(units.map((unit, index) => [unit, index]));
    for (const unit of units) {
      for (const target of unit.edges.keys()) {
        const known = this.#referring.get(target);
        if (known === undefined) this.#referring.set(target, [unit]);
        else known.push(unit);
      }
    }
  }

  operationsOf(unit: Unit): readonly Reaching[] {
    if (unit.owner.kind !== 'component') return namesOf(unit.owner).map((name) => [name, BOTH_WAYS]);
    const flows = new Map([[unit, BOTH_WAYS]]);
    const queue = [unit];
    // Follows the same edges as flowsOf, but from targets to the units that refer to them.
    for (const current of queue) {
      const flow = flows.get(current) ?? 0;
      for (const referring of this.#referring.get(current) ?? []) {
        this.#edgesLeft -= 1;
        const known = flows.get(referring) ?? 0;
        const more = known | (flow & (referring.edges.get(current) ?? 0));
        if (more === known) continue;
        flows.set(referring, more);
        queue.push(referring);
      }
      if (this.#edgesLeft < 0) break;
    }
    const operations = [...flows].filter(([found]) => found.owner.kind === 'operation');
    const order = (found: Unit): number => this.#order.get(found) ?? 0;
    return operations
      .sort(([a], [b]) => order(a) - order(b))
      .flatMap(([found, flow]) => namesOf(found.owner).map((name): Reaching => [name, flow]));
  }
}

function namesOf(owner: Owner): readonly OperationName[] {
  if (owner.kind !== 'operation') return [];
  const name = owner.after ?? owner.before;
  return name === null ? [] : [name];
}

/** Joins equal changes of several operations without a shared part, such as a header that each operation declares. */
function withoutRepeats(changes: readonly Change[]): readonly Change[] {
  const isOnBothSides = (owner: Owner): boolean =>
    owner.kind === 'operation' && owner.before !== null && owner.after !== null;
  const alike = Map.groupBy(changes, ({ rule, class: kind, reasons, place, before, after }) =>
    isOnBothSides(place.owner) ? JSON.stringify([rule, kind, reasons, place.side, place.steps, before, after]) : '',
  );
  const isFirst = new Map<Change, readonly Change[]>();
  const isRepeat = new Set<Change>();
  for (const [key, group] of alike) {
    const [first, ...others] = group;
    if (key === '' || first === undefined || group.length < REPEATED) continue;
    isFirst.set(first, group);
    for (const other of others) isRepeat.add(other);
  }
  return changes
    .filter((change) => !isRepeat.has(change))
    .map((change) => {
      const operations = isFirst.get(change)?.flatMap((same) => same.operations);
      return operations === undefined
        ? change
        : { ...change, operations: operations.slice(0, MOST_OPERATIONS), operationCount: operations.length };
    });
}
