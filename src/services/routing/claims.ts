import { isToken } from '../../http/grammar.ts';
import { operationIdentityKey } from '../../model/access.ts';
import type { Api } from '../../model/api.ts';
import { type Diagnostic, wholeFile } from '../../model/diagnostic.ts';
import type { Operation } from '../../model/operation.ts';
import type { Service } from '../../model/service.ts';
import { type IsNamed, nothingNamed } from '../../options/access-records.ts';
import { type AnySegment, BasePaths, isNeverReached, isOfSite, type OwnPaths } from './base-paths.ts';
import type { Claim, Leaf, Routes } from './path-search.ts';
import { foldSegment } from './request-path.ts';
import { findRivals, isClosed, otherPaths, type Rivalry, rivalriesBetween } from './rivals.ts';
import { parameterNames, readTemplate, type SegmentPattern } from './route-template.ts';
import { RouteTree } from './route-tree.ts';

interface Claims extends Routes {
  /** Names of the APIs whose paths begin with a text segment, by that segment, folded. */
  readonly owners: ReadonlyMap<string, ReadonlySet<string>>;
  readonly problems: readonly Diagnostic[];
}

/** Methods that concern the connection, not a resource: TRACE would reveal fields meant for upstreams. */
const UNPUBLISHED_METHODS: ReadonlySet<string> = new Set(['CONNECT', 'TRACE']);

/** Part of the configuration that determines which API may serve a path. */
interface ClaimOptions extends OwnPaths {
  /** Left out: no API has a configured base path. */
  readonly basePaths?: BasePaths;
  /** Left out: configuration names no API. */
  readonly isNamed?: IsNamed;
}

/** Claim to which more operations may come, by method. */
interface OpenClaim extends Omit<Claim, 'operations'> {
  readonly operations: Map<string, Operation>;
}

/** Collects the APIs' claims to paths, in the order of names and versions. */
export function readClaims(apis: readonly Api[], options: ClaimOptions = { hasMetrics: false }): Claims {
  const exact = new RouteTree<Leaf>();
  const leaves: Leaf[] = [];
  const folded = new RouteTree<Leaf[]>();
  const owners = new Map<string, Set<string>>();
  const { basePaths = new BasePaths(), isNamed = nothingNamed } = options;
  const problems: Diagnostic[] = [];
  const outside = new Map<Api, { readonly first: string; readonly more: number }>();
  const report = (
    api: Api,
    rule: string,
    message: string,
    remedy: string,
    severity: Diagnostic['severity'] = 'warning',
  ): void => {
    problems.push({ ...wholeFile(api.record.source.file), severity, rule, message, remedy });
  };
  /** Claims of the API that is read. */
  const own = new Map<Leaf, OpenClaim>();
  for (const api of apis.toSorted(byName)) {
    for (const operation of api.getServices().flatMap((service) => service.getAllOperations())) {
      const method = operation.getHttpMethod();
      if (UNPUBLISHED_METHODS.has(method) || !isToken(method))
        report(
          api,
          'method-not-served',
          `${isToken(method) ? method : JSON.stringify(method)} ${operation.getPath()} is documented, but this server does not answer it.`,
          'Remove it, unless documentation is enough.',
        );
      else for (const template of templatesOf(operation)) claim(template, operation);
    }
    for (const [leaf, open] of own) {
      const closed = { ...open, operations: [...open.operations.values()] };
      // A server keeps tens of thousands of these lists, most of one item: the first `push` makes room for 16 more.
      if (leaf.claims.length === 0) leaf.claims = [closed];
      else leaf.claims.push(closed);
    }
    own.clear();
  }
  for (const [api, { first, more }] of outside)
    report(
      api,
      'route-reserved',
      `The path ${first} lies outside the base_path of ${api.getName()} and is not served.${otherPaths(more, 'lie', ' outside')}`,
      'Correct base_path in platform-services, or the path.',
    );
  return {
    exact,
    folded,
    leaves,
    owners,
    problems: [...problems, ...findRivals({ exact, folded, leaves }, { basePaths, isNamed })],
  };

  /** Reports a path that configuration does not allow for the API. */
  function reportForbidden(operation: Operation, template: string, segments: readonly AnySegment[]): void {
    const { api } = operation.service;
    const name = api.getName();
    const owner = basePaths.ownerOf(segments);
    if (owner !== undefined) {
      const message = `The path ${template} lies below ${owner.basePath}, which platform-services gives to ${owner.api}.`;
      report(api, 'route-claimed-twice', message, `Choose another path, or a longer base_path for ${name}.`, 'error');
    } else if (isOfSite(segments)) {
      // An operation that another host serves needs no path here.
      if (!operation.isAnsweredHere()) return;
      const message = `The path ${template} belongs to the site as a whole and is not served.`;
      const remedy = `To give it to the API, write platform-services: { ${name}: { base_path: / } }.`;
      report(api, 'route-reserved', message, remedy);
    } else {
      const { first = template, more = -1 } = outside.get(api) ?? {};
      outside.set(api, { first, more: more + 1 });
    }
  }

  function claim(template: string, operation: Operation): void {
    const { api } = operation.service;
    const patterns = readTemplate(template);
    const [pattern] = patterns ?? [];
    if (patterns === null || pattern === undefined) {
      report(
        api,
        'route-not-served',
        `The path ${template} has a query or a fragment and is not served.`,
        'Describe the query as parameters.',
      );
      return;
    }
    const lenient = foldPatterns(patterns);
    const segments = lenient.map((pattern) => (pattern.kind === 'static' ? pattern.text : null));
    if (!basePaths.mayServe(api.getName(), api.getVersion(), segments)) {
      reportForbidden(operation, template, segments);
      return;
    }
    const leaf = exact.valueAt(patterns, () => {
      const made: Leaf = { template, first: pattern, claims: [] };
      leaves.push(made);
      const alike = folded.valueAt(lenient, () => [made]);
      if (alike[0] !== made) alike.push(made);
      return made;
    });
    const [first = null] = segments;
    if (first !== null) owners.set(first, (owners.get(first) ?? new Set()).add(api.getName()));
    const present = own.get(leaf);
    const isOwn = isNeverReached(template, template.slice(1).split('/'), options);
    if (isOwn && present === undefined) {
      const versioned = `/v${api.getVersion()}${template}`;
      report(
        api,
        'route-reserved',
        `The path ${template} is this server's own and never reaches the API.`,
        `Choose another path, or call it as ${versioned}.`,
      );
    }
    const method = operation.getHttpMethod();
    if (present === undefined) {
      const { service, resource } = operation;
      const operations = new Map([[method, operation]]);
      own.set(leaf, { api, service, resource, operations, names: parameterNames(patterns) });
    } else if (!present.operations.has(method)) {
      present.operations.set(method, operation);
    } else if (present.operations.get(method) !== operation) {
      report(
        api,
        'operation-claimed-twice',
        `${method} ${template} is described twice; the first description answers it.`,
        'Remove one of them.',
      );
    }
  }
}

/** Paths of an operation. The path `/` also means the base path without a slash at the end. */
function templatesOf(operation: Operation): readonly string[] {
  if (operation.service.getKind() === 'webhook') return [];
  const { basePath } = operation.service.api.record;
  return operation
    .getPaths()
    .flatMap((template) => (basePath !== '' && template === `${basePath}/` ? [template, basePath] : [template]));
}

/** Folds the texts of a template like {@link foldSegment} (mixed segments only by case), without a slash at the end. */
function foldPatterns(patterns: readonly SegmentPattern[]): readonly SegmentPattern[] {
  const folded = patterns.map((pattern): SegmentPattern => {
    if (pattern.kind === 'static') {
      const text = foldSegment(pattern.text);
      return text === pattern.text ? pattern : { kind: 'static', text };
    }
    if (pattern.kind === 'parameter') return pattern;
    return {
      kind: 'mixed',
      pieces: pattern.pieces.map((piece) => ('text' in piece ? { text: piece.text.toLowerCase() } : piece)),
    };
  });
  const last = folded.at(-1);
  return folded.length > 1 && last?.kind === 'static' && last.text === '' ? folded.slice(0, -1) : folded;
}

function byName(a: Api, b: Api): number {
  if (a.getName() !== b.getName()) return a.getName() < b.getName() ? -1 : 1;
  return a.getVersion() - b.getVersion();
}

/**
 * Operations that no call reaches at one of their paths, by {@link operationIdentityKey}: another API answers or closes
 * the path, or the path belongs to the server or is not served at all.
 */
export function unansweredOperations(
  apis: readonly Api[],
  leaves: readonly Leaf[],
  options: ClaimOptions,
): ReadonlySet<string> {
  const { isNamed = nothingNamed } = options;
  const closes = (rivalry: Rivalry, operation: Operation): boolean =>
    rivalry.own === operation && isClosed(rivalry, isNamed);
  const reached = new Map<Operation, number>();
  for (const { template, claims } of leaves) {
    for (const [index, claim] of claims.entries()) {
      if (isDefault(claim) && isNeverReached(template, template.slice(1).split('/'), options)) continue;
      const rivals = claims.filter(
        (other) => other.api.getName() !== claim.api.getName() && isAskedFirst(other, claim),
      );
      if (rivals.some((other) => claims.indexOf(other) < index)) continue;
      for (const operation of claim.operations)
        if (!rivals.some((other) => rivalriesBetween(claim, other).some((rivalry) => closes(rivalry, operation))))
          reached.set(operation, (reached.get(operation) ?? 0) + 1);
    }
  }
  const all = apis
    .flatMap((api) => api.getServices().filter((service) => service.getKind() !== 'webhook'))
    .flatMap((service) => service.getAllOperations());
  const lost = all.filter((operation) => (reached.get(operation) ?? 0) < operation.getPaths().length);
  return new Set(lost.map((operation) => operationIdentityKey(operation.getIdentity())));
}

/** Whether calls of `claim` may reach `other`: calls name a version unless it is the default version. */
function isAskedFirst(other: Claim, claim: Claim): boolean {
  return isDefault(claim) ? isDefault(other) : other.api.getVersion() === claim.api.getVersion();
}

function isDefault({ api }: Claim): boolean {
  return api.getVersion() === api.getDefaultVersion();
}

/** Returns the complete model of an API of which only the routes are loaded. */
export type WholeApi = (api: Api) => Api;

/** Same claim with the operations of the complete model. */
export function wholeClaim(claim: Claim, whole: WholeApi): Claim {
  const api = whole(claim.api);
  if (api === claim.api) return claim;
  const serviceOf = ({ service }: Pick<Claim, 'service'>): Service => existing(api.getService(service.getName()));
  const operations = claim.operations.map((operation) => {
    const index = operation.service.getAllOperations().indexOf(operation);
    return existing(serviceOf(operation).getAllOperations()[index]);
  });
  return { ...claim, api, service: serviceOf(claim), operations };
}

function existing<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('An API has other operations than its routes say.');
  return part;
}
