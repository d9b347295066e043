import { randomBytes } from 'node:crypto';
import { createAdapter } from '../../auth/adapter.ts';
import type { Adapter } from '../../auth/contract.ts';
import { createPasswordWorkers, type PasswordWorkers } from '../../auth/hashing/password-workers.ts';
import { parseNonceKeys } from '../../auth/nonces.ts';
import { type Groups, parseGroupFile } from '../../auth/password-files/group-file.ts';
import { WatchedFile } from '../../auth/password-files/watched-file.ts';
import type { ServedResource } from '../../auth/protected-paths.ts';
import type { AdapterOptions, AuthTools } from '../../auth/schemes/contract.ts';
import { passwordFilesOf } from '../../auth/schemes/registry.ts';
import type { AuthState } from '../../auth/state/contract.ts';
import { createAuthState, stateDriverNamed } from '../../auth/state/registry.ts';
import { type AdapterRecord, type Configuration, inProject } from '../../config/configuration.ts';
import { basePathOf } from '../../model/locations.ts';
import { ConfigurationError } from '../live-configuration.ts';
import { type AccessControl, CLOSED_RETRY_SECONDS, createAccessControl } from './access-control.ts';

/**
 * Creates the access control of each new configuration. Keeps adapters whose settings have not changed, with their
 * caches and watchers.
 */
export interface AccessControlFactory {
  /**
   * Opens the adapters of a configuration and passes them to `make`, with the access rules. When `make` returns, they
   * replace the previous adapters; if it throws, the previous adapters stay active and the new ones are closed.
   * @param resources resources of published APIs, to which rules for protected paths apply as well
   * @throws the error of `make`
   */
  replace<T>(configuration: Configuration, make: (access: AccessControl) => T, resources?: Iterable<ServedResource>): T;
  close(): void;
}

interface AccessControlOptions {
  /** Paths in the configuration are relative to this folder. */
  readonly projectFolder: string;
  readonly log: (message: string) => void;
  readonly tools: ToolsByConfiguration;
}

interface OpenedAdapter {
  /** Serialised record and settings; the adapter is kept as long as they are equal. */
  readonly key: string;
  readonly adapter: Adapter;
}

/** Open adapters and groups file of one configuration; keys are names of adapters. */
interface Opened {
  readonly configuration: Configuration | null;
  readonly adapters: ReadonlyMap<string, OpenedAdapter>;
  readonly groups: { readonly path: string; readonly file: WatchedFile<Groups> } | null;
}

export function createAccessControlFactory({ projectFolder, tools, log }: AccessControlOptions): AccessControlFactory {
  let current: Opened = { configuration: null, adapters: new Map(), groups: null };

  const adapterOf = (record: AdapterRecord, configuration: Configuration): Adapter => {
    if (record.problems.length > 0) return closedAdapter(record);
    const shared = tools.forConfiguration(configuration);
    return createAdapter(optionsOf(record, configuration, projectFolder, shared), shared);
  };

  const groupsOf = (path: string | null): Opened['groups'] => {
    if (path === null) return null;
    return current.groups?.path === path
      ? current.groups
      : { path, file: new WatchedFile(inProject(projectFolder, path), parseGroupFile, log) };
  };

  const accessOf = (
    configuration: Configuration,
    { adapters, groups }: Opened,
    resources?: Iterable<ServedResource>,
  ): AccessControl =>
    createAccessControl(
      configuration,
      new Map([...adapters].map(([name, { adapter }]) => [name, adapter])),
      groups?.file,
      resources,
    );

  /** Closes everything in `dropped` that `kept` does not use. */
  const drop = (dropped: Opened, kept: Opened): void => {
    for (const [name, { adapter }] of dropped.adapters)
      if (kept.adapters.get(name)?.adapter !== adapter) adapter.close();
    if (dropped.groups?.file !== kept.groups?.file) dropped.groups?.file.close();
    if (kept.configuration !== null) tools.keepOnly(kept.configuration);
  };

  return {
    replace(configuration, make, resources) {
      const before = current;
      const adapters = new Map<string, OpenedAdapter>();
      let opened: Opened = { configuration, adapters, groups: before.groups };
      let made: ReturnType<typeof make>;
      try {
        for (const record of configuration.authentication.adapters) {
          const key = JSON.stringify([record, configuration.throttle, configuration.state, configuration.site.baseUrl]);
          const known = before.adapters.get(record.name);
          adapters.set(record.name, known?.key === key ? known : { key, adapter: adapterOf(record, configuration) });
        }
        opened = { ...opened, groups: groupsOf(configuration.authorization.groupFile) };
        made = make(accessOf(configuration, opened, resources));
      } catch (error) {
        drop(opened, before);
        throw error;
      }
      current = opened;
      drop(before, opened);
      return made;
    },
    close() {
      for (const { adapter } of current.adapters.values()) adapter.close();
      current.groups?.file.close();
    },
  };
}

/** Builds the options of an adapter, with absolute paths. */
function optionsOf(
  record: AdapterRecord,
  { throttle, site }: Configuration,
  projectFolder: string,
  shared: Pick<AuthTools, 'schemes'>,
): AdapterOptions {
  const { name, realm, schemes, options } = record;
  const named = passwordFilesOf(record, shared.schemes);
  const files = named.map(({ option, path }) => [option, inProject(projectFolder, path)] as const);
  const basePath = basePathOf(site.baseUrl);
  return { name, realm, schemes, basePath, options: { ...options, ...Object.fromEntries(files) }, throttle };
}

/** Creates the adapter for a record with problems: it refuses every log-in and gives the problems as reason. */
function closedAdapter({ name, realm, problems }: AdapterRecord): Adapter {
  const reason = problems.join(' ');
  return {
    name,
    realm,
    schemes: [],
    authenticate: async () => ({ kind: 'unavailable', retryAfterSeconds: CLOSED_RETRY_SECONDS, reason }),
    challenges: () => [],
    health: () => ({ kind: 'closed', reason }),
    close: () => undefined,
  };
}

interface ToolsByConfiguration {
  /** Returns the tools for a configuration; the same object for configurations with the same state settings. */
  forConfiguration(configuration: Pick<Configuration, 'state'>): AuthTools;
  /** Closes the state, with nonces and failure counts, of all configurations with other state settings. */
  keepOnly(configuration: Pick<Configuration, 'state'>): void;
}

/** Resources kept by the process across changes of the configuration: threads, keys, nonces and failures. */
interface ProcessTools extends ToolsByConfiguration {
  readonly passwords: PasswordWorkers;
  close(): Promise<void>;
}

export interface ProcessToolsOptions {
  readonly schemes: AuthTools['schemes'];
  /** Environment variables; only `PLATFORM_NONCE_KEYS` is read. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** URL of `password-worker.ts`, or of the module compiled from it. */
  readonly passwordWorkerUrl: URL;
  readonly log: (message: string) => void;
}

/** Creates the resources of the process. @throws {@link ConfigurationError} for invalid nonce keys */
export function createProcessTools({
  schemes,
  environment,
  passwordWorkerUrl,
  log,
}: ProcessToolsOptions): ProcessTools {
  const reading = parseNonceKeys(environment['PLATFORM_NONCE_KEYS'], randomBytes);
  if (reading.kind === 'wrong') throw new ConfigurationError(reading.problems.join('\n'));
  const nonceKeys = reading.keys;
  const ownsKeys = (environment['PLATFORM_NONCE_KEYS'] ?? '').trim() !== '';
  const passwords = createPasswordWorkers({ workerUrl: passwordWorkerUrl, log });
  const states = new Map<string, { readonly state: AuthState; readonly tools: AuthTools }>();

  return {
    passwords,
    forConfiguration({ state: record }) {
      const key = JSON.stringify(record);
      const known = states.get(key);
      if (known !== undefined) return known.tools;
      const { isShared } = stateDriverNamed(record);
      // Sharing nonce counts is useless if other replicas refuse these nonces.
      if (isShared && !ownsKeys)
        log(
          'PLATFORM_NONCE_KEYS is not set: other replicas will refuse the nonces of this one. Give all of them the same keys.',
        );
      const clock = isShared ? Date.now : steadyClock;
      const state = createAuthState(record, { clock, log });
      const tools: AuthTools = { schemes, clock, randomBytes, passwords, state, nonceKeys, log };
      states.set(key, { state, tools });
      return tools;
    },
    keepOnly({ state: record }) {
      for (const [key, { state }] of states) {
        if (key === JSON.stringify(record)) continue;
        states.delete(key);
        void state.close();
      }
    },
    async close() {
      await Promise.all([passwords.close(), ...[...states.values()].map(({ state }) => state.close())]);
    },
  };
}

/**
 * Clock of a server without shared state. It ignores changes of the system clock: if that were set back, nonces would
 * be refused and waits would not end.
 */
function steadyClock(): number {
  return performance.timeOrigin + performance.now();
}
