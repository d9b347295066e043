import { type MemberRecord, memberNamed } from '../../options/member.ts';
import type { AuthState, StateDriver, StateTools } from './contract.ts';
import { memory } from './memory.ts';
import { redis } from './redis.ts';

/** The first counts where the configuration names none. */
export const stateDrivers: readonly [StateDriver, ...StateDriver[]] = [memory, redis];

export function stateDriverNamed({ kind }: MemberRecord): StateDriver {
  return memberNamed(stateDrivers, kind);
}

/** Never throws for a store that cannot be reached. @param record that the driver's own options were read to */
export function createAuthState(record: MemberRecord, tools: StateTools): AuthState {
  return stateDriverNamed(record).create(record.options, tools);
}
