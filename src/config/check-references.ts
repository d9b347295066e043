import { type ApiTarget, isAbout, type MapRecord, PUBLIC, type RuleRecord } from '../options/access-records.ts';
import type { Closes, ConfigurationProblem, ConfigurationWarning } from '../options/problem.ts';
import { formatTarget } from './api-target.ts';
import { type Configuration, deepFreeze } from './configuration.ts';
import type { ConfigurationReading } from './read-configuration.ts';

/** One version of an API, with the parts that the configuration can refer to. */
export interface KnownApi {
  readonly name: string;
  readonly version: number;
  readonly services: readonly KnownService[];
}

type ApiVersion = Pick<KnownApi, 'name' | 'version'>;

export interface KnownService {
  readonly name: string;
  /** Kind of the service. Access rules of `rest` have `collection` and `entity`, those of other kinds `actions`. */
  readonly kind: string;
  readonly operations: readonly { readonly method: string }[];
  readonly entityOperations: readonly { readonly method: string }[];
}

export interface ReferenceOptions {
  /** False if some descriptors could not be read, so that `apis` may be incomplete. */
  readonly complete: boolean;
  /** Returns the APIs of the published release, which may no longer have descriptors; called only for unknown names. */
  readonly removed?: () => readonly KnownApi[];
}

/**
 * Methods that rules may open to guests even if no operation uses them: such entries have no effect, and generated
 * rules often list all methods.
 */
const COMMON_METHODS: ReadonlySet<string> = new Set('GET HEAD POST PUT PATCH DELETE OPTIONS QUERY TRACE'.split(' '));
const PARTS = ['collection', 'entity', 'actions'] as const;
const MOST_NAMES = 8;
const MAP = ['platform-mvc-auth', 'authentication', 'map'];
const REMOVED = 'Remove this entry, or write the new name if it was renamed: as it is, it protects nothing.';
const MEANWHILE = 'Until then, every operation without a rule needs a log-in.';

/**
 * Resolves names such as `Library-v1` to APIs, and reports entries of adapter map, rules and `platform-services` that
 * have unknown names. If `complete`, an unknown name closes everything. Otherwise the name may belong to a descriptor
 * with errors, or be a typing error that leaves an API unprotected: until all names are found, guests may only call
 * operations that a rule opens (`denyByDefault`). The name of a published API whose descriptor was removed leads to a
 * warning (DESIGN §9). If the map contains an adapter for one version of an API but no entry for another version, this
 * is a problem, and the other version is closed except for operations that a rule opens.
 */
export function checkReferences(
  reading: ConfigurationReading,
  apis: readonly KnownApi[],
  { complete, removed = () => [] }: ReferenceOptions,
): ConfigurationReading {
  const { configuration } = reading;
  const warnings: ConfigurationWarning[] = [];
  const warnAt = (keys: readonly string[], message: string, remedy = REMOVED): void => {
    warnings.push({ file: reading.fileOf(keys), line: 0, column: 0, path: keys.join('.'), message, remedy });
  };
  const problems: ConfigurationProblem[] = [];
  const closes: Closes = { kind: complete ? 'everything' : 'guests' };
  const complainAt = (keys: readonly string[], message: string, remedy: string): void => {
    problems.push({ file: reading.fileOf(keys), line: 0, column: 0, path: keys.join('.'), message, remedy, closes });
  };
  const resolve = <T extends ApiTarget>(target: T, keys: readonly string[]): T => {
    const resolved = resolveTarget(target, apis);
    if (resolved === undefined && resolveTarget(target, removed()) !== undefined) {
      warnAt(keys, `The descriptor of ${formatTarget(target)} was removed.`);
    } else if (resolved === undefined) {
      const complain = (message: string, remedy: string): void => complainAt(keys, message, remedy);
      if (complete) complain(unknownApi(target, apis), `Write ${namesOf(apis)}.`);
      else
        complain(
          `${formatTarget(target)} is not among the APIs that could be read.`,
          `Correct its descriptor, or write ${namesOf(apis)}. ${MEANWHILE}`,
        );
    }
    return { ...target, ...resolved };
  };
  // An unknown name in these sections is only a warning, since the entry has no effect.
  const resolveOrWarn = <T extends ApiTarget>(entry: T, section: string): T => {
    const keys = ['platform-documentation', section, formatTarget(entry)];
    const found = resolveTarget(entry, apis);
    if (found === undefined && resolveTarget(entry, removed()) !== undefined)
      warnAt(keys, `The descriptor of ${formatTarget(entry)} was removed.`, 'Remove this entry.');
    else {
      const problem = complete ? problemOfTarget(entry, apis) : undefined;
      if (problem !== undefined) warnAt(keys, problem.message, problem.remedy);
    }
    return { ...entry, ...found };
  };
  const { authentication, authorization, services, tryIt, overlays } = configuration;
  const resolved: Configuration = {
    ...configuration,
    authentication: {
      ...authentication,
      map: authentication.map.map((entry) => resolve(entry, [...MAP, formatTarget(entry)])),
    },
    authorization: {
      ...authorization,
      rules: authorization.rules.map((rule) => {
        const key = ['platform-mvc-auth', 'authorization', `${formatTarget(rule)}/${rule.service}`];
        const found = resolve(rule, key);
        const { service } = rule;
        if (isRemovedService(found, service, apis, removed))
          warnAt(key, `The service ${JSON.stringify(service)} was removed.`);
        else checkRule(found, apis, (below, message, remedy) => complainAt([...key, ...below], message, remedy));
        return found;
      }),
    },
    tryIt: tryIt.map((entry) => resolveOrWarn(entry, 'try_it')),
    overlays: overlays.map((entry) => resolveOrWarn(entry, 'overlays')),
    services: services.map((entry) => resolve(entry, ['platform-services', formatTarget(entry)])),
  };
  const denyByDefault = authorization.denyByDefault || problems.length > 0;
  const isKnown = (target: ApiTarget): boolean =>
    resolveTarget(target, apis) !== undefined || resolveTarget(target, removed()) !== undefined;
  const unmapped = unmappedVersions(resolved, apis, isKnown);
  for (const target of unmapped) problems.push(unmappedProblem(target, reading));
  return Object.freeze({
    ...reading,
    configuration: deepFreeze({
      ...resolved,
      authentication: {
        ...resolved.authentication,
        map: [...resolved.authentication.map, ...unmapped.map((target) => ({ ...target, adapters: [] }))],
      },
      authorization: { ...resolved.authorization, denyByDefault },
    }),
    problems: Object.freeze([...reading.problems, ...problems]),
    warnings: Object.freeze([...reading.warnings, ...warnings]),
  });
}

/**
 * Finds versions without an entry in the adapter map whose API has an adapter for another version: a new version must
 * not be public if an older one is protected.
 */
function unmappedVersions(
  { authentication: { map } }: Configuration,
  apis: readonly ApiVersion[],
  isKnown: (target: ApiTarget) => boolean,
): readonly ApiTarget[] {
  const closes = (entry: MapRecord): boolean => entry.adapters !== null && entry.version !== null && isKnown(entry);
  const closed = new Set(map.filter(closes).map(({ api }) => api));
  return apis
    .filter(({ name }) => closed.has(name))
    .map(({ name: api, version }) => ({ api, version }))
    .filter(({ api, version }) => !map.some((entry) => isAbout(entry, api, version)));
}

function unmappedProblem(target: ApiTarget, { fileOf }: ConfigurationReading): ConfigurationProblem {
  const name = formatTarget(target);
  return {
    ...{ file: fileOf(MAP), line: 0, column: 0, path: MAP.join('.') },
    message: `${name} is closed: it has no entry, but another version of ${target.api} has an adapter.`,
    remedy: `Add ${name} with the name of an adapter, or with "${PUBLIC}" to open it.`,
    closes: { kind: 'api', api: name },
  };
}

/** True if the API has a descriptor, but only its published version contains the service. */
function isRemovedService(
  target: ApiTarget,
  service: string,
  apis: readonly KnownApi[],
  removed: () => readonly KnownApi[],
): boolean {
  const has = (api: KnownApi): boolean =>
    isAbout(target, api.name, api.version) && api.services.some(({ name }) => name === service);
  return apis.some(({ name, version }) => isAbout(target, name, version)) && !apis.some(has) && removed().some(has);
}

/** Finds an API by name. `Library-v2` may be an API or a version of `Library`; both never exist at the same time. */
function resolveTarget(target: ApiTarget, apis: readonly ApiVersion[]): ApiTarget | undefined {
  const api = formatTarget(target);
  if (apis.some(({ name }) => name === api)) return { api, version: null };
  return apis.some(({ name, version }) => isAbout(target, name, version))
    ? { api: target.api, version: target.version }
    : undefined;
}

function checkRule(
  rule: RuleRecord,
  apis: readonly KnownApi[],
  complain: (below: readonly string[], message: string, remedy: string) => void,
): void {
  const versions = apis.filter(({ name, version }) => isAbout(rule, name, version));
  if (versions.length === 0) return;
  const services = versions.flatMap((api) => api.services.filter(({ name }) => name === rule.service));
  if (services.length === 0) {
    const names = new Set(versions.flatMap((api) => api.services.map(({ name }) => name)));
    complain(
      [],
      `${formatTarget(rule)} has no service ${JSON.stringify(rule.service)}.`,
      `Write one of its services: ${listed([...names])}.`,
    );
    return;
  }
  for (const part of PARTS) {
    const rules = rule[part];
    if (rules === null) continue;
    const others = PARTS.filter((other) => services.some((service) => isOf(service, other)));
    if (!others.includes(part)) {
      complain([part], `${rule.service} has no ${part}.`, `Write ${others.join(' or ')}.`);
      continue;
    }
    const methods = new Set(services.flatMap((service) => methodsOf(service, part)));
    // A rule that restricts nonexistent operations is reported: it was meant for other operations, which it does not
    // protect. A rule that opens nonexistent operations is harmless, and generated rules often list all methods.
    if (methods.size === 0 && rules.default !== null && rules.default.kind !== 'guests')
      complain([part, 'default'], `The ${part} of ${rule.service} has no operations.`, 'Remove it.');
    for (const [method, allow] of Object.entries(rules.methods)) {
      if (methods.has(method) || (allow.kind === 'guests' && COMMON_METHODS.has(method))) continue;
      const remedy = methods.size === 0 ? 'Remove it.' : `Write one of its methods: ${listed([...methods])}.`;
      complain([part, method], `The ${part} of ${rule.service} has no method ${method}.`, remedy);
    }
  }
}

/** True if services of this kind have the given part. */
function isOf({ kind }: KnownService, part: (typeof PARTS)[number]): boolean {
  return (kind === 'rest') === (part !== 'actions');
}

/** Methods of the operations in a part of a service; GET implies HEAD. */
function methodsOf(service: KnownService, part: (typeof PARTS)[number]): readonly string[] {
  if (!isOf(service, part)) return [];
  const operations = part === 'entity' ? service.entityOperations : service.operations;
  return operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

/** Explains that no API has the name, with a remedy; undefined if an API has it. */
export function problemOfTarget(
  target: ApiTarget,
  apis: readonly ApiVersion[],
): Pick<ConfigurationProblem, 'message' | 'remedy'> | undefined {
  if (resolveTarget(target, apis) !== undefined) return undefined;
  return { message: unknownApi(target, apis), remedy: `Write ${namesOf(apis)}.` };
}

function unknownApi(target: ApiTarget, apis: readonly ApiVersion[]): string {
  const isVersion = target.version !== null && apis.some(({ name }) => name === target.api);
  return isVersion
    ? `There is no version ${target.version} of ${target.api}.`
    : `There is no API ${JSON.stringify(target.api)}.`;
}

function namesOf(apis: readonly ApiVersion[]): string {
  if (apis.length === 0) return 'the name of an API';
  return `one of ${listed([...new Set(apis.flatMap(({ name, version }) => [name, formatTarget({ api: name, version })]))])}`;
}

function listed(names: readonly string[]): string {
  return names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join(', ')} and others` : names.join(', ');
}
