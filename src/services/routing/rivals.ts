import { accessKey } from '../../model/access.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { versionedName } from '../../model/locations.ts';
import type { Operation } from '../../model/operation.ts';
import type { Claim, Leaf } from './claim.ts';
import type { SegmentPattern } from './route-template.ts';
import type { RouteTree } from './route-tree.ts';
import { pathVersion } from './versions.ts';

/** Two operations that one request could be for: the one that answers, and the one that is never asked. */
export interface Rivalry {
  /** In capitals; HEAD where there is GET. */
  readonly method: string;
  readonly own: Operation;
  readonly other: Operation;
}

/** Fits a parameter, and no text of a template: braces there belong to parameters. */
const ANY_VALUE = '{}';

/** What two claims of one path both describe. */
export function rivalriesBetween(own: Claim, other: Claim): readonly Rivalry[] {
  const theirs = withHead(other.operations);
  return [...withHead(own.operations)].flatMap(([method, operation]) => {
    const rival = theirs.get(method);
    return rival === undefined ? [] : [{ method, own: operation, other: rival }];
  });
}

/**
 * A problem for each path that several APIs have: an error where one asks for another log-in than the other, because
 * that path answers 503;
 * else one warning for each two APIs, because the first alone answers. APIs that are documented here and served
 * elsewhere often have paths in common, copies of a descriptor all of them. A `/v2/…` that is written in a descriptor
 * is also that path of version 2.
 */
export function findRivals(exact: RouteTree<Leaf>, leaves: readonly Leaf[]): readonly Diagnostic[] {
  const shared = leaves.flatMap(({ template, claims }) => {
    const [winner = [], ...others] = [...claims.values()].map((byVersion) => [...byVersion.values()]);
    return others.flatMap((other) => disputeOf(template, winner, other) ?? []);
  });
  const versioned = versionedPairs(exact, leaves).flatMap(([whole, other, version]) => {
    const winner = [...whole.claims.values()].flatMap((byVersion) => [...byVersion.values()]);
    const others = claimsOfVersion(other, version).filter((claim) => !winner.includes(claim));
    return rivalPair(winner, others) === undefined ? [] : (disputeOf(whole.template, winner, others) ?? []);
  });
  const byRival = Map.groupBy([...shared, ...versioned], ({ rival }) => rival.api);
  return [...byRival.values()].flatMap((disputes) =>
    [...Map.groupBy(disputes, ({ own }) => own.api).values()].flatMap(problemsOf),
  );
}

/** One path that two APIs have. */
interface Dispute extends RivalPair {
  readonly template: string;
}

/** Undefined where one of the two has nothing there. */
function disputeOf(template: string, winner: readonly Claim[], others: readonly Claim[]): Dispute | undefined {
  const [own] = winner;
  const [rival] = others;
  if (own === undefined || rival === undefined) return undefined;
  return { template, ...(rivalPair(winner, others) ?? { own, rival, rivalries: [] }) };
}

/** @param disputes of the same two APIs, at least one */
function problemsOf(disputes: readonly Dispute[]): readonly Diagnostic[] {
  const { closed = [], answered = [] } = Object.groupBy(disputes, ({ rivalries }) =>
    rivalries.some(asksForOther) ? 'closed' : 'answered',
  );
  // One whose methods are the same says most.
  const [first, ...more] = answered.toSorted(
    (one, other) => Number(one.rivalries.length === 0) - Number(other.rivalries.length === 0),
  );
  return [...closed.map(closedPath), ...(first === undefined ? [] : [answeredPaths(first, more.length)])];
}

function closedPath(dispute: Dispute): Diagnostic {
  const message = `${bothHave(dispute)}, and different users may call them: it answers 503.`;
  return { ...placeOf(dispute), severity: 'error', message };
}

/** @param more how many other paths of them there are */
function answeredPaths(dispute: Dispute, more: number): Diagnostic {
  const { own, rival, rivalries, template } = dispute;
  const answered =
    rivalries.length > 0
      ? `${bothHave(dispute)}, which answers it.`
      : `${nameOf(rival)} and ${nameOf(own)} have the same path ${template}; ${nameOf(own)} answers it.`;
  const others = more === 0 ? '' : ` So it is with ${more === 1 ? 'another path' : `${more} other paths`} of theirs.`;
  return { ...placeOf(dispute), severity: 'warning', message: `${answered}${others}` };
}

function placeOf({ rival }: Dispute): Omit<Diagnostic, 'severity' | 'message'> {
  return {
    file: rival.api.record.source.file,
    line: 0,
    column: 0,
    rule: 'route-claimed-twice',
    remedy: 'Give one of them another base path.',
  };
}

function bothHave({ own, rival, rivalries, template }: Dispute): string {
  const methods = rivalries
    .map(({ method }) => method)
    .filter((method, _, all) => method !== 'HEAD' || !all.includes('GET'));
  const winner = `${nameOf(own)} (${own.api.record.source.file})`;
  return `${methods.join(', ')} ${template} of ${nameOf(rival)} is also a path of ${winner}`;
}

interface RivalPair {
  readonly own: Claim;
  readonly rival: Claim;
  readonly rivalries: readonly Rivalry[];
}

/** Two that describe the same method, those with different log-ins before others. */
function rivalPair(winner: readonly Claim[], others: readonly Claim[]): RivalPair | undefined {
  const pairs = winner.flatMap((own) =>
    others.map((rival) => ({ own, rival, rivalries: rivalriesBetween(own, rival) })),
  );
  return (
    pairs.find(({ rivalries }) => rivalries.some(asksForOther)) ?? pairs.find(({ rivalries }) => rivalries.length > 0)
  );
}

/** As far as documentation describes it. */
function asksForOther({ own, other }: Rivalry): boolean {
  return accessKey(own.getAccess()) !== accessKey(other.getAccess());
}

/** A leaf whose template begins with a version, one of the same path without it, and the version. */
function versionedPairs(
  exact: RouteTree<Leaf>,
  leaves: readonly Leaf[],
): readonly (readonly [whole: Leaf, other: Leaf, version: number])[] {
  const wholes = leaves.filter((leaf) => versionOf(leaf) !== undefined);
  const versions = new Set(wholes.flatMap((leaf) => versionOf(leaf) ?? []));
  const pairs = new Map(wholes.map((whole) => [whole, new Set<Leaf>()]));
  for (const whole of wholes) {
    for (const { value } of exact.find(valuesFor(whole.patterns.slice(1)))) pairs.get(whole)?.add(value);
  }
  for (const version of versions) {
    for (const leaf of leaves.filter((candidate) => claimsOfVersion(candidate, version).length > 0)) {
      for (const { value } of exact.find([`v${version}`, ...valuesFor(leaf.patterns)])) pairs.get(value)?.add(leaf);
    }
  }
  return [...pairs].flatMap(([whole, others]) =>
    [...others].map((other) => [whole, other, versionOf(whole) ?? 0] as const),
  );
}

function versionOf({ patterns: [first] }: Leaf): number | undefined {
  return first?.kind === 'static' ? pathVersion(first.text) : undefined;
}

function claimsOfVersion({ claims }: Leaf, version: number): readonly Claim[] {
  return [...claims.values()].flatMap((byVersion) => byVersion.get(version) ?? []);
}

/** A path that fits a template, and every template that is about all that this one is about. */
function valuesFor(patterns: readonly SegmentPattern[]): readonly string[] {
  return patterns.map((pattern) => {
    if (pattern.kind === 'static') return pattern.text;
    return pattern.kind === 'parameter'
      ? ANY_VALUE
      : pattern.pieces.map((piece) => ('text' in piece ? piece.text : ANY_VALUE)).join('');
  });
}

function withHead(operations: ReadonlyMap<string, Operation>): ReadonlyMap<string, Operation> {
  const get = operations.get('GET');
  return get === undefined || operations.has('HEAD') ? operations : new Map([...operations, ['HEAD', get]]);
}

function nameOf({ api }: Claim): string {
  return versionedName(api.getName(), api.getVersion());
}
