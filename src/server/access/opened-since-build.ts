import { type AccessRule, type OperationIdentity, operationIdentityKey } from '../../model/access.ts';
import type { ReleaseIndex } from '../../store/release.ts';
import { accessesOf, accessHash } from '../../store/release-access.ts';

type Outline = Pick<ReleaseIndex['outlines'][number], 'api' | 'version' | 'operations' | 'accessHash'>;

/**
 * Versions of APIs that needed a log-in when they were built, and now need none anywhere, because the configuration was
 * changed since. Where a file of it is missing, `keepClosed` opens nothing.
 * @param unanswered operations that no call reaches: examples never answer them
 */
export function openedSinceBuild<O extends Outline>(
  outlines: readonly O[],
  rule: AccessRule,
  unanswered: ReadonlySet<string> = new Set(),
): readonly O[] {
  const isAnswered = (operation: OperationIdentity): boolean => !unanswered.has(operationIdentityKey(operation));
  return outlines.filter(({ api, version, operations, accessHash: built }) => {
    const now = accessHash(accessesOf(api, version, operations, rule));
    if (now === built) return false;
    // An API is open with and without examples that answer.
    const open = [() => false, isAnswered].map((hasExamples) => {
      const opened: AccessRule = (operation) => ({
        kind: 'open',
        ...(hasExamples(operation) && { hasExamples: true }),
      });
      return accessHash(accessesOf(api, version, operations, opened));
    });
    return !open.includes(built) && open.includes(now);
  });
}
