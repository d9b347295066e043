import type { Clock } from '../contract.ts';
import type { AuthState } from './contract.ts';
import { createMemoryState } from './memory.ts';
import { createRedisState, type RedisStateOptions } from './redis.ts';

/** What the configuration says of the state: a driver and its options. */
export type StateOptions = { readonly driver: 'memory' } | ({ readonly driver: 'redis' } & RedisStateOptions);

interface StateTools {
  readonly clock: Clock;
  /** One line for the operator; never holds a secret. */
  readonly log: (message: string) => void;
}

/** One case a driver. Never throws for a store that cannot be reached. */
export function createAuthState(options: StateOptions, tools: StateTools): AuthState {
  switch (options.driver) {
    case 'memory':
      return createMemoryState(tools.clock);
    case 'redis':
      return createRedisState(options, tools.clock, tools.log);
    default:
      return options satisfies never;
  }
}
