import { randomBytes } from 'node:crypto';
import { createPasswordWorkers, type PasswordWorkers } from '../../auth/hashing/password-workers.ts';
import { parseNonceKeys } from '../../auth/nonces.ts';
import type { AuthTools } from '../../auth/schemes/contract.ts';
import type { AuthState } from '../../auth/state/contract.ts';
import { createAuthState, stateDriverNamed } from '../../auth/state/registry.ts';
import type { Configuration } from '../../config/configuration.ts';
import { ConfigurationError } from '../live-configuration.ts';

export interface ToolsByConfiguration {
  /** The same object for configurations with the same state. */
  forConfiguration(configuration: Pick<Configuration, 'state'>): AuthTools;
  /** Ends what is known of nonces and failures for configurations with another state. */
  keepOnly(configuration: Pick<Configuration, 'state'>): void;
}

/**
 * Resources that live as long as the process, across changes of the configuration: threads, keys, nonces and failures.
 */
interface ProcessTools extends ToolsByConfiguration {
  readonly passwords: PasswordWorkers;
  close(): Promise<void>;
}

export interface ProcessToolsOptions {
  readonly schemes: AuthTools['schemes'];
  /** `PLATFORM_NONCE_KEYS`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** `password-worker.ts`, or what it was built to. */
  readonly passwordWorkerUrl: URL;
  readonly log: (message: string) => void;
}

/** @throws {@link ConfigurationError} for invalid nonce keys */
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
      // Shared counts are worth nothing for nonces that the other replicas refuse.
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
 * Clock of a server without shared state. With a system clock that is set back, every nonce would be too old, and no
 * wait would end.
 */
function steadyClock(): number {
  return performance.timeOrigin + performance.now();
}
