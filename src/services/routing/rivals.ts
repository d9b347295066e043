import { accessKey } from '../../model/access.ts';
import type { Api } from '../../model/api.ts';
import { type Diagnostic, wholeFile } from '../../model/diagnostic.ts';
import { versionedName } from '../../model/locations.ts';
import type { Operation } from '../../model/operation.ts';
import { type IsNamed, nothingNamed } from '../../options/access-records.ts';
import type { AnySegment, BasePaths } from './base-paths.ts';
import type { Claim, Leaf, Routes } from './path-search.ts';
import { foldSegment } from './request-path.ts';
import { readTemplate, type SegmentPattern } from './route-template.ts';
import type { RouteTree } from './route-tree.ts';
import { pathVersion } from './versions.ts';

/** Two operations that match the same request: `own` answers it, and `other` is never called. */
export interface Rivalry {
  /** Name in upper case; HEAD also for an operation described as GET. */
  readonly method: string;
  readonly own: Operation;
  readonly other: Operation;
}

/** Value that matches parameters only: no text of a template contains `{}`. */
const ANY_VALUE = '{}';

/** Lists the operations with equal methods in two claims to one path. */
export function rivalriesBetween(own: Claim, other: Claim): readonly Rivalry[] {
  const theirs = withHead(other);
  return [...withHead(own)].flatMap(([method, operation]) => {
    const rival = theirs.get(method);
    return rival === undefined ? [] : [{ method, own: operation, other: rival }];
  });
}

/**
 * Whether a call described by two operations gets 503: their callers differ, or configuration names either API.
 * @param haveSameCallers left out: compares the documented access
 */
export function isClosed(
  rivalry: Rivalry,
  isNamed: IsNamed,
  haveSameCallers: (rivalry: Rivalry) => boolean = haveSameAccess,
): boolean {
  const { own, other } = rivalry;
  return isOneNamed([own.service.api, other.service.api], isNamed) || !haveSameCallers(rivalry);
}

function haveSameAccess({ own, other }: Rivalry): boolean {
  return accessKey(own.getAccess()) === accessKey(other.getAccess());
}

/** Whether configuration names at least one of two APIs; false for two versions of one API. */
export function isOneNamed([one, other]: readonly [Api, Api], isNamed: IsNamed): boolean {
  const names = (api: Api): boolean => isNamed(api.getName(), api.getVersion());
  return one.getName() !== other.getName() && (names(one) || names(other));
}

/**
 * Reports pairs of APIs, or of versions of one API, with common paths: only their names determine which one answers a
 * call, and which log-in the call needs. The report is a warning for APIs that configuration does not name and that
 * answer every caller with examples: they run elsewhere, and each may have `/health`. Paths are common if both
 * templates match them; `/v2/…` in a descriptor is also a path of version 2.
 */
export function findRivals(
  { exact, folded, leaves }: Routes,
  { basePaths, isNamed }: { readonly basePaths: BasePaths; readonly isNamed: IsNamed },
): readonly Diagnostic[] {
  const shared: RouteConflict[] = [];
  for (const [one, other] of meetingLeaves(folded)) shared.push(...conflictsOf(one, other, basePaths));
  const versioned = versionedPairs(exact, leaves).flatMap(([whole, other, version]) => {
    const winner = whole.claims;
    const owner = basePaths.ownerOf(commonSegments(whole, whole))?.api;
    const others = claimsOfVersion(other, version).filter(
      (claim) => !winner.includes(claim) && (owner === undefined || owner === claim.api.getName()),
    );
    const pair = rivalPair(winner, others);
    return pair === undefined ? [] : [{ ...pair, ownPath: whole.template, rivalPath: whole.template }];
  });
  const byRival = Map.groupBy([...shared, ...versioned], ({ rival }) => rival.api);
  return [...byRival.values()].flatMap((conflicts) =>
    [...Map.groupBy(conflicts, ({ own }) => own.api).values()].map((all) => problemOf(all, isNamed)),
  );
}

/**
 * Pairs of templates that match a common path if case, escapes and a final slash are ignored. No API answers a path in
 * that spelling, so one API's template can make another's path unavailable.
 */
function* meetingLeaves(folded: Routes['folded']): Generator<readonly [Leaf, Leaf]> {
  for (const [some, others] of folded.meetings()) {
    for (const [index, one] of some.entries()) {
      for (const other of some === others ? some.slice(index) : others)
        if (!areOfOneApi(one, other)) yield [one, other];
    }
  }
}

function areOfOneApi(one: Leaf, other: Leaf): boolean {
  const name = one.claims[0]?.api.getName();
  const isSame = ({ api }: Claim): boolean => api.getName() === name;
  return one.claims.every(isSame) && other.claims.every(isSame);
}

/** Conflict between two APIs with common paths. */
interface RouteConflict extends RivalPair {
  readonly ownPath: string;
  readonly rivalPath: string;
}

/** Finds only one conflict for each API, since many APIs may be copies of one descriptor. */
function conflictsOf(one: Leaf, other: Leaf, basePaths: BasePaths): readonly RouteConflict[] {
  const common = commonSegments(one, other);
  const served = ({ claims }: Leaf): readonly (readonly Claim[])[] => {
    const found = claims.filter((claim) => isServed(claim, common, basePaths));
    return [...Map.groupBy(found, ({ api }) => api.getName()).values()];
  };
  const [winners, others] = [served(one), served(other)];
  return others.flatMap((claims, index) => {
    const winner = winners.find(([claim]) => claim?.api.getName() !== claims[0]?.api.getName());
    const [own, rival] = [winner?.[0], claims[0]];
    if (winner === undefined || own === undefined || rival === undefined || (one === other && index === 0)) return [];
    const pair = rivalPair(winner, claims) ?? { own, rival, rivalries: [] };
    if (own.api.getName() < rival.api.getName()) return [{ ...pair, ownPath: one.template, rivalPath: other.template }];
    return [{ ...pair, own: pair.rival, rival: pair.own, ownPath: other.template, rivalPath: one.template }];
  });
}

function isServed({ api }: Claim, segments: readonly AnySegment[], basePaths: BasePaths): boolean {
  return basePaths.mayServe(api.getName(), api.getVersion(), segments);
}

/** Segments of the paths that two templates have in common, folded; null: any value. */
function commonSegments(one: Leaf, other: Leaf): readonly AnySegment[] {
  const theirs = patternsOf(other);
  return patternsOf(one).map((pattern, index) => {
    const text = [pattern, theirs[index]].find((either) => either?.kind === 'static');
    return text?.kind === 'static' ? foldSegment(text.text) : null;
  });
}

/** @param conflicts of the same two APIs, at least one */
function problemOf(conflicts: readonly RouteConflict[], isNamed: IsNamed): Diagnostic {
  // Conflicts with calls that get 503 come first, then those with a common method.
  const weightOf = ({ rivalries }: RouteConflict): number =>
    rivalries.length === 0 ? 2 : rivalries.some((rivalry) => isClosed(rivalry, isNamed)) ? 0 : 1;
  const [first] = conflicts.toSorted((one, other) => weightOf(one) - weightOf(other));
  if (first === undefined) throw new Error('Two APIs without a path in common.');
  const { own, rival, rivalries, ownPath, rivalPath } = first;
  const methods = rivalries
    .map(({ method }) => method)
    .filter((method, _, all) => method !== 'HEAD' || !all.includes('GET'));
  const winner = `${nameOf(own)} (${own.api.record.source.file})`;
  const call = [methods.join(', '), rivalPath].filter(Boolean).join(' ');
  const path = `${ownPath === rivalPath ? 'a path' : ownPath} of ${winner}`;
  const isError = weightOf(first) === 0 || isOneNamed([own.api, rival.api], isNamed);
  const outcome =
    methods.length === 0
      ? isError
        ? 'the path gets 503'
        : 'the methods of one hide those of the other'
      : isError
        ? 'calls that both describe get 503'
        : 'one of them answers calls that both describe';
  const others = otherPaths(conflicts.length - 1, 'conflict');
  return {
    ...wholeFile(rival.api.record.source.file),
    severity: isError ? 'error' : 'warning',
    rule: 'route-claimed-twice',
    message: `${call} of ${nameOf(rival)} is also ${path}: ${outcome}.${others}`,
    remedy: 'Give one of them a path of its own, in its servers or as base_path in platform-services.',
  };
}

/** Ends a message about the first of several paths: ` 3 other paths conflict as well.` */
export function otherPaths(count: number, verb: string, where = ''): string {
  return count === 0 ? '' : ` ${count} other path${count === 1 ? ` ${verb}s` : `s ${verb}`}${where} as well.`;
}

interface RivalPair {
  readonly own: Claim;
  readonly rival: Claim;
  readonly rivalries: readonly Rivalry[];
}

/** First pair of claims with a common method; a pair with different access is preferred. */
function rivalPair(winner: readonly Claim[], others: readonly Claim[]): RivalPair | undefined {
  const pairs = winner.flatMap((own) =>
    others.map((rival) => ({ own, rival, rivalries: rivalriesBetween(own, rival) })),
  );
  return (
    pairs.find(({ rivalries }) => rivalries.some((rivalry) => isClosed(rivalry, nothingNamed))) ??
    pairs.find(({ rivalries }) => rivalries.length > 0)
  );
}

/** Triples: a leaf whose path begins with a version, a leaf that matches the rest of that path, and the version. */
function versionedPairs(
  exact: RouteTree<Leaf>,
  leaves: readonly Leaf[],
): readonly (readonly [whole: Leaf, other: Leaf, version: number])[] {
  const wholes = leaves.filter((leaf) => versionOf(leaf) !== undefined);
  const versions = new Set(wholes.flatMap((leaf) => versionOf(leaf) ?? []));
  const pairs = new Map(wholes.map((whole) => [whole, new Set<Leaf>()]));
  for (const whole of wholes) {
    for (const { value } of exact.find(valuesFor(patternsOf(whole).slice(1)))) pairs.get(whole)?.add(value);
  }
  for (const version of versions) {
    for (const leaf of leaves.filter((candidate) => claimsOfVersion(candidate, version).length > 0)) {
      for (const { value } of exact.find([`v${version}`, ...valuesFor(patternsOf(leaf))])) pairs.get(value)?.add(leaf);
    }
  }
  return [...pairs].flatMap(([whole, others]) =>
    [...others].map((other) => [whole, other, versionOf(whole) ?? 0] as const),
  );
}

function patternsOf({ template }: Leaf): readonly SegmentPattern[] {
  return readTemplate(template) ?? [];
}

function versionOf({ first }: Leaf): number | undefined {
  return first.kind === 'static' ? pathVersion(first.text) : undefined;
}

function claimsOfVersion({ claims }: Leaf, version: number): readonly Claim[] {
  return claims.filter(({ api }) => api.getVersion() === version);
}

/** Sample path of a template. Every template that matches this sample path matches all paths of this template. */
function valuesFor(patterns: readonly SegmentPattern[]): readonly string[] {
  return patterns.map((pattern) => {
    if (pattern.kind === 'static') return pattern.text;
    return pattern.kind === 'parameter'
      ? ANY_VALUE
      : pattern.pieces.map((piece) => ('text' in piece ? piece.text : ANY_VALUE)).join('');
  });
}

function withHead({ operations }: Claim): ReadonlyMap<string, Operation> {
  const byMethod = new Map(operations.map((operation) => [operation.getHttpMethod(), operation]));
  const get = byMethod.get('GET');
  return get === undefined || byMethod.has('HEAD') ? byMethod : byMethod.set('HEAD', get);
}

function nameOf({ api }: Claim): string {
  return versionedName(api.getName(), api.getVersion());
}
