import { isDeepStrictEqual } from 'node:util';
import type { Allow, MapRecord, MethodRules, RuleRecord } from '../options/access-records.ts';
import { GUEST, type Identity } from './contract.ts';
import type { Resource } from './protected-paths.ts';
import type { ClientFacts } from './schemes/contract.ts';
import { authSchemes } from './schemes/registry.ts';

/** Facts of an adapter that documentation shows, whether or not the adapter works. */
interface AdapterFacts {
  readonly name: string;
  readonly realm: string;
  readonly schemes: readonly string[];
}

export interface AuthorizationOptions {
  readonly adapters: readonly AdapterFacts[];
  readonly map: readonly MapRecord[];
  readonly rules: readonly RuleRecord[];
  readonly denyByDefault: boolean;
  readonly groupsOf: GroupsOf;
  /**
   * Adapters of the protected path that includes a resource, used if no adapter is mapped to its API. Left out: no path
   * is protected.
   */
  readonly adaptersOfPath?: (resource: Resource) => readonly string[] | undefined;
}

/**
 * Method of a resource of a service. It has the same shape as `OperationIdentity` in `model/access.ts`, which
 * `project/access-rule.ts` passes.
 */
export interface ProtectedOperation extends Resource {
  /** Method name in upper case. */
  readonly method: string;
}

/** Access to an operation as documentation shows it; it never names users. */
type OperationAccess =
  | { readonly kind: 'open' }
  /** Without schemes no user can log in: the operation is closed. */
  | { readonly kind: 'login'; readonly schemes: readonly LogIn[] };

/** Facts that a client needs for one way to log in. */
interface LogIn extends ClientFacts {
  /** Name as challenges spell it. */
  readonly scheme: string;
  readonly realm: string;
}

/** Decision of the access rules about one call by one identity. */
export type AccessDecision = 'allowed' | 'login-needed' | 'forbidden';

interface Callers {
  readonly allow: Allow;
  /** Names of the adapters whose identities are accepted; empty if guests may call. */
  readonly adapters: readonly string[];
}

export interface Authorization {
  /** Access as documentation shows it to a guest: `login` if and only if {@link decide} refuses guests. */
  access(operation: ProtectedOperation): OperationAccess;
  /**
   * Names of the adapters whose identities are accepted: the adapter mapped to the API, else that of the path, else all
   * adapters. Credentials for an API with only open operations are ignored: clients send them by mistake, or for
   * another server.
   */
  adaptersFor(resource: Resource): readonly string[];
  decide(operation: ProtectedOperation, identity: Identity): AccessDecision;
  /**
   * Callers of an operation as comparable data: equal for two operations if rules and adapters prove that the same
   * users may call both.
   */
  callers(operation: ProtectedOperation): Callers;
  /** Whether two operations have the same {@link callers}. */
  haveSameCallers(one: ProtectedOperation, other: ProtectedOperation): boolean;
}

const OPEN: OperationAccess = { kind: 'open' };
const GUESTS: Allow = { kind: 'guests' };
const ANY: Allow = { kind: 'any' };

/**
 * Decides which identity may call which operation (DESIGN §9). The rule for a version precedes the rule for the API,
 * and an exact method precedes `default`. An operation without a rule is open, unless an adapter is mapped to the API,
 * its path is protected or `deny_by_default` is set: then any identity may call it. In a version that is mapped to no
 * adapter, such an operation is closed to all. HEAD follows GET if it has no rule of its own; OPTIONS is always open to
 * guests.
 */
export function createAuthorization(options: AuthorizationOptions): Authorization {
  const adapters = new Map(options.adapters.map((adapter) => [adapter.name, adapter]));
  const everyAdapter = [...adapters.keys()];
  const mapped = new Map(options.map.map((entry) => [targetKey(entry.api, entry.version), entry]));
  const rules = Map.groupBy(options.rules, ({ api, version }) => targetKey(api, version));
  const rulesByService = new Map(
    [...rules].map(([target, list]) => [target, new Map(list.map((rule) => [rule.service, rule]))]),
  );
  const logins = new Map<string, OperationAccess>();

  const protectedBy = (asked: Resource): readonly string[] | undefined => {
    const own = ofTarget(mapped, asked, (entry) => entry);
    return own?.adapters ?? options.adaptersOfPath?.(asked);
  };
  const adaptersFor = (asked: Resource): readonly string[] => protectedBy(asked) ?? everyAdapter;

  const allowFor = (asked: ProtectedOperation): Allow => {
    const { service, resource, method } = asked;
    // A browser's preflight sends OPTIONS without credentials.
    if (method === 'OPTIONS') return GUESTS;
    const found = ofTarget(rulesByService, asked, (own) => allowIn(rulesOf(own.get(service), resource), method));
    if (found !== null) return found;
    return options.denyByDefault || protectedBy(asked) !== undefined ? ANY : GUESTS;
  };

  const callers = (operation: ProtectedOperation): Callers => {
    const allow = allowFor(operation);
    return { allow, adapters: allow.kind === 'guests' ? [] : adaptersFor(operation) };
  };

  const decide = (operation: ProtectedOperation, identity: Identity): AccessDecision => {
    const allow = allowFor(operation);
    if (allow.kind === 'guests') return 'allowed';
    // An identity of another API's adapter counts as a guest here.
    if (identity.kind === 'guest' || !adaptersFor(operation).includes(identity.adapter)) return 'login-needed';
    switch (allow.kind) {
      case 'any':
        return 'allowed';
      case 'names':
        return isNamed(identity.name, allow.names, options.groupsOf) ? 'allowed' : 'forbidden';
      default:
        return allow satisfies never;
    }
  };

  const loginTo = (asked: Resource): OperationAccess => {
    const names = adaptersFor(asked);
    const key = JSON.stringify(names);
    const known = logins.get(key);
    if (known !== undefined) return known;
    const schemes = names.flatMap((name) => schemesOf(adapters.get(name)));
    const login: OperationAccess = {
      kind: 'login',
      schemes: [...new Map(schemes.map((entry) => [`${entry.scheme} ${entry.realm}`, entry])).values()],
    };
    logins.set(key, login);
    return login;
  };

  return {
    access: (operation) => (decide(operation, GUEST) === 'allowed' ? OPEN : loginTo(operation)),
    adaptersFor,
    decide,
    callers,
    haveSameCallers: (one, other) => isDeepStrictEqual(callers(one), callers(other)),
  };
}

/**
 * Reads the entry of the version, else that of its API. For an empty map, no key is made, since this function runs for
 * every operation of a site.
 */
function ofTarget<Entry, T>(
  entries: ReadonlyMap<string, Entry>,
  { api, version }: Resource,
  read: (entry: Entry) => T | null,
): T | null {
  if (entries.size === 0) return null;
  for (const target of [targetKey(api, version), targetKey(api, null)]) {
    const own = entries.get(target);
    const found = own === undefined ? null : read(own);
    if (found !== null) return found;
  }
  return null;
}

/** Key of an API or a version of it; injective, since a version has no slash. */
function targetKey(api: string, version: number | null): string {
  return `${version ?? ''}/${api}`;
}

function rulesOf(rules: RuleRecord | undefined, resource: ProtectedOperation['resource']): MethodRules | null {
  if (rules === undefined) return null;
  switch (resource) {
    case 'collection':
      return rules.collection;
    case 'entity':
      return rules.entity;
    case 'action':
      return rules.actions;
    default:
      return resource satisfies never;
  }
}

/** Rule for a method; null if these rules have none, so that the next rules apply. */
function allowIn(rules: MethodRules | null, method: string): Allow | null {
  if (rules === null) return null;
  const exact = (name: string): Allow | null =>
    Object.hasOwn(rules.methods, name) ? (rules.methods[name] ?? null) : null;
  return exact(method) ?? (method === 'HEAD' ? exact('GET') : null) ?? rules.default;
}

/** Whether names include a user or a group of the user; `@editors` always means the group, never a user. */
function isNamed(user: string, names: readonly string[], groupsOf: GroupsOf): boolean {
  if (!user.startsWith('@') && names.includes(user)) return true;
  return groupsOf(user).some((group) => names.includes(`@${group}`));
}

function schemesOf(adapter: AdapterFacts | undefined): readonly LogIn[] {
  if (adapter === undefined) return [];
  const { schemes, realm } = adapter;
  const accepted = authSchemes.filter(({ name }) => schemes.includes(name));
  return accepted.map(({ token, client }) => ({ scheme: token, realm, ...client }));
}

/** Returns the groups of a user, without `@`; empty for an unknown user. */
export type GroupsOf = (user: string) => readonly string[];

/** Groups with their members: the entries of an object in configuration, or of a map from a group file. */
type GroupMembers = Iterable<readonly [group: string, members: Iterable<string>]>;

/** Inverts lists of members into groups by user; a group in several sources has the members of all of them. */
export function groupsFrom(...sources: readonly GroupMembers[]): GroupsOf {
  const groups = new Map<string, Set<string>>();
  for (const [group, members] of sources.flatMap((source) => [...source])) {
    for (const member of members) {
      const own = groups.get(member);
      if (own === undefined) groups.set(member, new Set([group]));
      else own.add(group);
    }
  }
  const lists = new Map([...groups].map(([user, own]): [string, readonly string[]] => [user, [...own]]));
  return (user) => lists.get(user) ?? [];
}
