import type { AccessRule } from '../../model/access.ts';
import type { ReleaseIndex } from '../../store/release.ts';
import { accessesOf, accessHash } from '../../store/release-access.ts';

type Outline = Pick<ReleaseIndex['outlines'][number], 'api' | 'version' | 'operations' | 'accessHash'>;

/**
 * Versions of APIs that needed a log-in when they were built, and now need none anywhere, because the configuration was
 * changed since. Where a file of it is missing, `keepClosed` opens nothing.
 */
export function openedSinceBuild<O extends Outline>(outlines: readonly O[], rule: AccessRule): readonly O[] {
  return outlines.filter(({ api, version, operations, accessHash: built }) => {
    // Whether examples answer is nothing that a log-in keeps.
    const open = [false, true].map((hasExamples) =>
      accessHash(accessesOf(api, version, operations, () => ({ kind: 'open', ...(hasExamples && { hasExamples }) }))),
    );
    return !open.includes(built) && open.includes(accessHash(accessesOf(api, version, operations, rule)));
  });
}
