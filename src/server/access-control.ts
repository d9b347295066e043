import { isAbsolute, join } from 'node:path';
import { createAdapter } from '../auth/adapter.ts';
import type { Authorization } from '../auth/authorization.ts';
import { createAuthorization } from '../auth/authorization.ts';
import type { Adapter, AuthenticationResult, CredentialsRequest, Health } from '../auth/contract.ts';
import type { GroupsOf } from '../auth/groups.ts';
import { groupsFrom } from '../auth/groups.ts';
import type { Groups } from '../auth/password-files/group-file.ts';
import { parseGroupFile } from '../auth/password-files/group-file.ts';
import { WatchedFile } from '../auth/password-files/watched-file.ts';
import type { AdapterOptions, AuthTools } from '../auth/schemes/contract.ts';
import type { AdapterRecord, Configuration } from '../config/configuration.ts';

/** Everybody's retry when nobody can be let in. */
const CLOSED_RETRY_SECONDS = 30;

/** Adapters and rules of one configuration. */
export interface AccessControl {
  readonly authorization: Authorization;
  /** Credentials of any of these adapters; with several the first that knows them counts. */
  authenticate(adapters: readonly string[], request: CredentialsRequest): AuthenticationResult | Promise<AuthenticationResult>;
  challenges(adapters: readonly string[]): readonly string[];
  /** By the name of the adapter. */
  health(): ReadonlyMap<string, Health>;
}

/** Keeps adapters from one configuration to the next where nothing about them has changed: caches and watchers with them. */
export interface AccessControlFactory {
  create(configuration: Configuration): AccessControl;
  close(): void;
}

export interface AccessControlOptions {
  /** What paths in the configuration are relative to. */
  readonly projectFolder: string;
  readonly log: (message: string) => void;
  readonly tools: (configuration: Configuration) => AuthTools;
}

export function createAccessControlFactory({ projectFolder, tools, log }: AccessControlOptions): AccessControlFactory {
  let adapters = new Map<string, { readonly key: string; readonly adapter: Adapter }>();
  let groups: { readonly path: string; readonly file: WatchedFile<Groups> } | undefined;

  const groupFileOf = (path: string | null): WatchedFile<Groups> | undefined => {
    if (groups?.path === path) return groups?.file;
    groups?.file.close();
    groups = path === null ? undefined : { path, file: new WatchedFile(absoluteIn(projectFolder, path), parseGroupFile, log) };
    return groups?.file;
  };

  const adapterOf = (record: AdapterRecord, configuration: Configuration): Adapter => {
    if (record.problems.length > 0) return closedAdapter(record);
    return createAdapter(optionsOf(record, configuration.throttle, projectFolder), tools(configuration));
  };

  return {
    create(configuration) {
      const previous = adapters;
      adapters = new Map(
        configuration.authentication.adapters.map((record) => {
          const key = JSON.stringify([record, configuration.throttle, configuration.state]);
          const kept = previous.get(record.name);
          return [record.name, kept?.key === key ? kept : { key, adapter: adapterOf(record, configuration) }];
        }),
      );
      for (const [name, { adapter }] of previous) if (adapters.get(name)?.adapter !== adapter) adapter.close();
      return accessControl(
        configuration,
        new Map([...adapters].map(([name, { adapter }]) => [name, adapter])),
        groupFileOf(configuration.authorization.groupFile),
      );
    },
    close() {
      for (const { adapter } of adapters.values()) adapter.close();
      groups?.file.close();
    },
  };
}

function accessControl(
  { authentication, authorization }: Configuration,
  adapters: ReadonlyMap<string, Adapter>,
  groupFile: WatchedFile<Groups> | undefined,
): AccessControl {
  let grouped: { readonly content: Groups | undefined; readonly groupsOf: GroupsOf } | undefined;
  const groupsOf = (user: string): readonly string[] => {
    const content = groupFile?.content();
    // Turned round once for each content of the file.
    if (grouped === undefined || grouped.content !== content) grouped = { content, groupsOf: groupsFrom(Object.entries(authorization.groups), content ?? []) };
    return grouped.groupsOf(user);
  };
  const known = (names: readonly string[]): readonly Adapter[] => names.flatMap((name) => adapters.get(name) ?? []);
  return {
    authorization: createAuthorization({
      adapters: authentication.adapters,
      map: authentication.map,
      rules: authorization.rules,
      denyByDefault: authorization.denyByDefault,
      groupsOf,
    }),
    authenticate: (names, request) => authenticateWith(known(names), request),
    challenges: (names) => known(names).flatMap((adapter) => adapter.challenges()),
    health: () => new Map([...adapters].map(([name, adapter]) => [name, adapter.health()])),
  };
}

function authenticateWith(adapters: readonly Adapter[], request: CredentialsRequest): AuthenticationResult | Promise<AuthenticationResult> {
  const [only, ...others] = adapters;
  if (only === undefined) return { kind: 'unavailable', retryAfterSeconds: CLOSED_RETRY_SECONDS, reason: 'no adapter can tell who calls' };
  return others.length === 0 ? only.authenticate(request) : authenticateWithAny(adapters, request);
}

/**
 * Who is known to any adapter is let in. A closed adapter closes nothing but its own: it counts only when no other one works. A guest is
 * a guest to all of them.
 */
async function authenticateWithAny(adapters: readonly Adapter[], request: CredentialsRequest): Promise<AuthenticationResult> {
  const refusals: AuthenticationResult[] = [];
  for (const adapter of adapters) {
    const result = await adapter.authenticate(request);
    if (result.kind === 'authenticated') return result;
    refusals.push(result);
  }
  const first = <K extends AuthenticationResult['kind']>(kind: K): AuthenticationResult | undefined => refusals.find((refusal) => refusal.kind === kind);
  const guest = first('guest');
  if (guest !== undefined) return guest;
  const throttled = first('throttled');
  if (throttled !== undefined) return throttled;
  const rejected = first('rejected');
  const unavailable = first('unavailable');
  if (rejected?.kind !== 'rejected') return unavailable ?? { kind: 'guest' };
  const challenges = refusals.flatMap((refusal) => (refusal.kind === 'rejected' ? refusal.challenges : []));
  return { ...rejected, challenges };
}

function optionsOf(record: AdapterRecord, throttle: Configuration['throttle'], projectFolder: string): AdapterOptions {
  const absolute = (path: string | null): string | null => (path === null ? null : absoluteIn(projectFolder, path));
  return {
    name: record.name,
    realm: record.realm,
    schemes: record.schemes,
    htpasswdFile: absolute(record.htpasswdFile),
    htdigestFile: absolute(record.htdigestFile),
    htdigestSha256File: absolute(record.htdigestSha256File),
    digestDomains: record.digestDomains,
    nonceTimeoutSeconds: record.nonceTimeoutSeconds,
    throttle,
  };
}

function absoluteIn(folder: string, path: string): string {
  return isAbsolute(path) ? path : join(folder, path);
}

/** Of a record that is wrong: nobody gets in, and the reason is what is wrong. */
function closedAdapter({ name, realm, problems }: AdapterRecord): Adapter {
  const reason = problems.join(' ');
  return {
    name,
    realm,
    schemes: [],
    authenticate: () => ({ kind: 'unavailable', retryAfterSeconds: CLOSED_RETRY_SECONDS, reason }),
    challenges: () => [],
    health: () => ({ kind: 'closed', reason }),
    close: () => undefined,
  };
}

/** One line for every adapter that cannot work. */
export function reportHealth(access: AccessControl, log: (message: string) => void): void {
  for (const [name, health] of access.health()) if (health.kind === 'closed') log(`Adapter ${name} is closed, what it protects answers 503: ${health.reason}`);
}
