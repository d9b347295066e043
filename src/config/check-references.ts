import { formatTarget, isAbout } from './api-target.ts';
import type { ApiTarget, Configuration, RuleRecord } from './configuration.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { Closes, ConfigurationProblem } from './problem.ts';
import type { ConfigurationReading } from './read-configuration.ts';

/** One version of an API, as far as configuration can name it. */
export interface KnownApi {
  readonly name: string;
  readonly version: number;
  readonly services: readonly KnownService[];
}

export interface KnownService {
  readonly name: string;
  /** `rest`: rules for `collection` and `entity`; others: for `actions`. */
  readonly kind: string;
  readonly operations: readonly { readonly method: string }[];
  readonly entityOperations: readonly { readonly method: string }[];
}

/** May stand in rules even of services that do not have them; a misspelt method would leave open what it was to close. */
const COMMON_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'TRACE']);
const MOST_NAMES = 8;

/**
 * The same reading with every `Library-v1` read as the API it names, and a problem for each map, rule and `platform-services` entry that
 * names nothing. `complete` is false where some APIs could not be read and are not among `apis`: a name that is nowhere may be one of
 * them, so it does not close everything; but it may as well be a slip of the pen that leaves an API open, so guests are kept out of
 * whatever has no rule (`denyByDefault`) until all names are found.
 */
export function checkReferences(reading: ConfigurationReading, apis: readonly KnownApi[], { complete }: { readonly complete: boolean }): ConfigurationReading {
  const { configuration } = reading;
  const problems: ConfigurationProblem[] = [];
  const closes: Closes = { kind: complete ? 'everything' : 'guests' };
  const complainAt =
    (...keys: readonly string[]) =>
    (message: string, remedy: string): void => {
      problems.push({ file: reading.fileOf(keys), line: 0, column: 0, path: keys.join('.'), message, remedy, closes });
    };
  const resolve = <T extends ApiTarget>(target: T, complain: (message: string, remedy: string) => void): T => {
    const resolved = resolveTarget(target, apis);
    if (resolved === undefined) {
      const write = apis.length === 0 ? 'the name of an API' : namesOf(apis);
      if (complete) complain(unknownApi(target, apis), `Write ${write}.`);
      else complain(`${formatTarget(target)} is not among the APIs that could be read.`, `Mend its descriptor, or write ${write}.`);
    }
    return { ...target, ...resolved };
  };
  const { authentication, authorization, services } = configuration;
  const resolved: Configuration = {
    ...configuration,
    authentication: {
      ...authentication,
      map: authentication.map.map((entry) => resolve(entry, complainAt('platform-mvc-auth', 'authentication', 'map', formatTarget(entry)))),
    },
    authorization: {
      ...authorization,
      rules: authorization.rules.map((rule) => {
        const key = ['platform-mvc-auth', 'authorization', `${formatTarget(rule)}/${rule.service}`];
        const found = resolve(rule, complainAt(...key));
        checkRule(found, apis, (below, message, remedy) => complainAt(...key, ...below)(message, remedy));
        return found;
      }),
    },
    services: services.map((entry) => resolve(entry, complainAt('platform-services', formatTarget(entry)))),
  };
  const denyByDefault = authorization.denyByDefault || problems.length > 0;
  return Object.freeze({
    ...reading,
    configuration: deepFreeze({ ...resolved, authorization: { ...resolved.authorization, denyByDefault } }),
    problems: Object.freeze([...reading.problems, ...problems]),
  });
}

/** The name of an API may itself end in `-v2`; descriptors never have both readings. */
function resolveTarget(target: ApiTarget, apis: readonly KnownApi[]): ApiTarget | undefined {
  const api = formatTarget(target);
  if (apis.some(({ name }) => name === api)) return { api, version: null };
  return apis.some(({ name, version }) => isAbout(target, name, version)) ? { api: target.api, version: target.version } : undefined;
}

function checkRule(rule: RuleRecord, apis: readonly KnownApi[], complain: (below: readonly string[], message: string, remedy: string) => void): void {
  const versions = apis.filter(({ name, version }) => isAbout(rule, name, version));
  if (versions.length === 0) return;
  const services = versions.flatMap((api) => api.services.filter(({ name }) => name === rule.service));
  if (services.length === 0) {
    const names = new Set(versions.flatMap((api) => api.services.map(({ name }) => name)));
    complain([], `${formatTarget(rule)} has no service ${JSON.stringify(rule.service)}.`, `Write one of its services: ${listed([...names])}.`);
    return;
  }
  const isRest = services.some(({ kind }) => kind === 'rest');
  const isRpc = services.some(({ kind }) => kind !== 'rest');
  for (const part of ['collection', 'entity', 'actions'] as const) {
    const rules = rule[part];
    if (rules === null) continue;
    if (!(part === 'actions' ? isRpc : isRest))
      complain([part], `${rule.service} has no ${part}.`, part === 'actions' ? 'Write collection or entity.' : 'Write actions.');
    const methods = new Set(services.flatMap((service) => [...service.operations, ...service.entityOperations].map(({ method }) => method)));
    for (const method of Object.keys(rules.methods)) {
      if (COMMON_METHODS.has(method) || methods.has(method)) continue;
      complain([part, method], `${rule.service} has no method ${method}.`, `Write one of its methods: ${listed([...methods])}.`);
    }
  }
}

function unknownApi(target: ApiTarget, apis: readonly KnownApi[]): string {
  const isVersion = target.version !== null && apis.some(({ name }) => name === target.api);
  return isVersion ? `There is no version ${target.version} of ${target.api}.` : `There is no API ${JSON.stringify(target.api)}.`;
}

function namesOf(apis: readonly KnownApi[]): string {
  return `one of ${listed([...new Set(apis.flatMap(({ name, version }) => [name, formatTarget({ api: name, version })]))])}`;
}

function listed(names: readonly string[]): string {
  return names.length > MOST_NAMES ? `${names.slice(0, MOST_NAMES).join(', ')} and others` : names.join(', ');
}
