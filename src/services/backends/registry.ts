import { type MemberRecord, memberNamed } from '../../options/member.ts';
import type { BackendDefinition } from '../contract.ts';
import { examples } from './examples.ts';
import { proxy } from './proxy.ts';
import { site } from './site.ts';

/** Backends; the first, which needs no options, is the default. */
export const backends: readonly [BackendDefinition, ...BackendDefinition[]] = [examples, proxy, site];

export function backendNamed({ kind }: MemberRecord): BackendDefinition {
  return memberNamed(backends, kind);
}
