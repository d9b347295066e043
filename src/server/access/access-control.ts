import { type Authorization, createAuthorization, type GroupsOf, groupsFrom } from '../../auth/authorization.ts';
import {
  type Adapter,
  type AuthenticationResult,
  type CredentialsRequest,
  type DeferredFailures,
  DOWN_RETRY_SECONDS,
  type Health,
  type LoggedIn,
  type Refused,
} from '../../auth/contract.ts';
import type { Groups } from '../../auth/password-files/group-file.ts';
import type { WatchedFile } from '../../auth/password-files/watched-file.ts';
import { createDescribedPaths, type Resource, type ServedResource } from '../../auth/protected-paths.ts';
import { StateUnavailable } from '../../auth/state/contract.ts';
import type { Configuration } from '../../config/configuration.ts';
import type { Api } from '../../model/api.ts';
import { versionedName } from '../../model/locations.ts';
import type { Operation } from '../../model/operation.ts';
import { entryFor } from '../../options/access-records.ts';

/** `Retry-After` while no log-in can be checked; we chose the value. */
export const CLOSED_RETRY_SECONDS = 30;

/** Adapters and rules of one configuration. */
export interface AccessControl {
  readonly authorization: Authorization;
  /** Checks credentials with these adapters; the first one that accepts them decides. */
  authenticate(adapters: readonly string[], request: CredentialsRequest): Promise<AuthenticationResult>;
  /** Looks up credentials in the caches of these adapters; undefined: call {@link authenticate}. */
  recall(adapters: readonly string[], request: CredentialsRequest): LoggedIn | undefined;
  challenges(adapters: readonly string[]): readonly string[];
  /** Health of each adapter, by name. */
  health(): ReadonlyMap<string, Health>;
  /** Resources that are closed because several adapters protect parts of them. */
  readonly contradictory: readonly Resource[];
}

/**
 * @param groupFile undefined: only the groups in the configuration apply
 * @param resources resources of published APIs, some of which may lie below protected paths
 */
export function createAccessControl(
  { authentication, authorization }: Configuration,
  adapters: ReadonlyMap<string, Adapter>,
  groupFile: WatchedFile<Groups> | undefined,
  resources: Iterable<ServedResource> = [],
): AccessControl {
  let grouped: { readonly content: Groups | undefined; readonly groupsOf: GroupsOf } | undefined;
  const groupsOf = (user: string): readonly string[] => {
    const content = groupFile?.content();
    // Inverted once per content of the file, from group → users to user → groups.
    if (grouped === undefined || grouped.content !== content)
      grouped = { content, groupsOf: groupsFrom(Object.entries(authorization.groups), content ?? []) };
    return grouped.groupsOf(user);
  };
  const known = (names: readonly string[]): readonly Adapter[] => names.flatMap((name) => adapters.get(name) ?? []);
  const { adaptersOf: adaptersOfPath, contradictory } = createDescribedPaths(authentication.paths, resources);
  return {
    authorization: createAuthorization({
      adapters: authentication.adapters,
      map: authentication.map,
      rules: authorization.rules,
      denyByDefault: authorization.denyByDefault,
      groupsOf,
      adaptersOfPath,
    }),
    authenticate: (names, request) => authenticateWith(known(names), request),
    recall(names, request) {
      for (const name of names) {
        const recalled = adapters.get(name)?.recall?.(request);
        if (recalled !== undefined) return recalled;
      }
      return undefined;
    },
    challenges: (names) => known(names).flatMap((adapter) => adapter.challenges()),
    health: () => new Map([...adapters].map(([name, adapter]) => [name, adapter.health()])),
    contradictory,
  };
}

async function authenticateWith(
  adapters: readonly Adapter[],
  request: CredentialsRequest,
): Promise<AuthenticationResult> {
  const [only, ...others] = adapters;
  if (only === undefined)
    return {
      kind: 'unavailable',
      retryAfterSeconds: CLOSED_RETRY_SECONDS,
      reason: 'no adapter can authenticate the client',
    };
  return others.length === 0 ? only.authenticate(request) : authenticateWithAny(adapters, request);
}

/**
 * Authenticates with several adapters. If one accepts the credentials, the others count no failure: caches are searched
 * first, and failures are counted only if no adapter accepts. A closed adapter closes only what it alone protects: its
 * refusal decides only if no other adapter works. A client without credentials is a guest.
 */
async function authenticateWithAny(
  adapters: readonly Adapter[],
  request: CredentialsRequest,
): Promise<AuthenticationResult> {
  for (const adapter of adapters) {
    const recalled = adapter.recall?.(request);
    if (recalled !== undefined) return recalled;
  }
  const attempts: Attempt[] = [];
  const failures: DeferredFailures = [];
  for (const adapter of adapters) {
    const result = await adapter.authenticate(request, failures);
    if (result.kind === 'authenticated') return result;
    attempts.push({ result, isClosed: adapter.health().kind === 'closed' });
  }
  return (await countFailures(failures)) ?? combinedRefusal(attempts);
}

/**
 * Counts the deferred failures. Of many simultaneous guesses, only as many as the limit learn that they are wrong, and
 * none while failures cannot be counted.
 */
async function countFailures(failures: DeferredFailures): Promise<Refused | undefined> {
  try {
    const retryAfterSeconds = Math.max(0, ...(await Promise.all(failures.map(async (count) => count()))));
    return retryAfterSeconds > 0 ? { kind: 'throttled', retryAfterSeconds } : undefined;
  } catch (error) {
    if (!(error instanceof StateUnavailable)) throw error;
    return { kind: 'unavailable', retryAfterSeconds: DOWN_RETRY_SECONDS, reason: 'the shared state cannot be asked' };
  }
}

/** Refusal by one of several adapters. */
interface Attempt {
  readonly result: Exclude<AuthenticationResult, LoggedIn>;
  /** Whether the adapter cannot work, which closes what it alone protects. */
  readonly isClosed: boolean;
}

function combinedRefusal(attempts: readonly Attempt[]): AuthenticationResult {
  const first = <K extends AuthenticationResult['kind']>(kind: K): AuthenticationResult | undefined =>
    attempts.find(({ result }) => result.kind === kind)?.result;
  // These results do not prove credentials wrong: none sent, too many failures, a full queue, an unreachable store.
  const early =
    first('guest') ??
    first('throttled') ??
    attempts.find(({ result, isClosed }) => result.kind === 'unavailable' && !isClosed)?.result;
  if (early !== undefined) return early;
  const rejections = attempts.flatMap(({ result }) => (result.kind === 'rejected' ? [result] : []));
  // An adapter without the client's scheme has not checked the credentials.
  const informed = rejections.find(({ cause }) => cause !== 'unknown-scheme');
  const [rejected = null] = informed === undefined ? rejections : [informed];
  const closed = first('unavailable');
  if (rejected === null || (informed === undefined && closed !== undefined)) return closed ?? { kind: 'guest' };
  return { ...rejected, challenges: rejections.flatMap(({ challenges }) => challenges) };
}

/** Logs a line for every closed adapter, and for every resource whose paths different adapters protect. */
export function reportHealth(access: AccessControl, log: (message: string) => void): void {
  for (const [name, health] of access.health())
    if (health.kind === 'closed') log(`Adapter ${name} is closed; what it protects answers 503: ${health.reason}`);
  for (const { api, version, service } of access.contradictory) {
    const name = versionedName(api, version);
    log(
      `${service} of ${name} answers 503: different adapters protect its paths. ` +
        `Map ${name} to one in platform-mvc-auth.authentication.map.`,
    );
  }
}

/** Selects the API versions for which credentials are read; for all others, every client is a guest. */
export function protectedApis(
  { authentication }: Configuration,
  apis: readonly Api[],
  { authorization }: AccessControl,
): ReadonlySet<string> {
  const isMapped = (api: Api): boolean =>
    (entryFor(authentication.map, api.getName(), api.getVersion())?.adapters ?? []).length > 0;
  // Descriptors document GET without HEAD, but HEAD may have its own access rule.
  const isHeadClosed = ({ service, resource, record }: Operation): boolean => {
    if (record.method !== 'GET' || service.getKind() === 'webhook') return false;
    const { api } = service;
    return (
      authorization.access({
        api: api.getName(),
        version: api.getVersion(),
        service: service.getName(),
        resource,
        method: 'HEAD',
      }).kind === 'login'
    );
  };
  const needsLogin = (api: Api): boolean =>
    api
      .getServices()
      .some((service) =>
        service.getAllOperations().some((operation) => operation.asksForLogIn() || isHeadClosed(operation)),
      );
  return new Set(
    apis.filter((api) => isMapped(api) || needsLogin(api)).map((api) => versionedName(api.getName(), api.getVersion())),
  );
}
