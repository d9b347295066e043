import { type MemberRecord, memberNamed } from '../../options/member.ts';
import type { AuthState, StateDriver, StateTools } from './contract.ts';
import { memory } from './memory.ts';
import { redis } from './redis.ts';

/** Drivers; the first is the default. */
export const stateDrivers: readonly [StateDriver, ...StateDriver[]] = [memory, redis];

export function stateDriverNamed({ kind }: MemberRecord): StateDriver {
  return memberNamed(stateDrivers, kind);
}

/** Creates the state; an unreachable store does not make it throw. @param record parsed options of the driver */
export function createAuthState(record: MemberRecord, tools: StateTools): AuthState {
  return stateDriverNamed(record).create(record.options, tools);
}
