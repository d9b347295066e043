import { type AccessRule, combinedAccess } from '../model/access.ts';
import type { DocumentReference } from '../model/locations.ts';
import type { ApiListEntry } from '../model/records.ts';
import { modelKey, type ReleaseIndex } from './release.ts';
import { accessesOf, accessHash } from './release-access.ts';

/** Result of an access rule for a release that was written under another one. */
export interface ComparedAccess {
  /** The list, with the accesses of the rule. */
  readonly entries: readonly ApiListEntry[];
  /** Whether the release has the document with another access than the rule. */
  isOutdated(reference: DocumentReference): boolean;
}

/** Asks the rule about every operation. */
export function compareAccess(index: ReleaseIndex, rule: AccessRule): ComparedAccess {
  const outdated = new Map(
    index.outlines.flatMap(({ api, version, operations, accessHash: published }) => {
      const accesses = accessesOf(api, version, operations, rule);
      return accessHash(accesses) === published ? [] : [[modelKey(api, version), accesses] as const];
    }),
  );
  const entries = index.entries.map((entry) => {
    const accesses = outdated.get(modelKey(entry.name, entry.defaultVersion));
    return accesses === undefined ? entry : { ...entry, access: combinedAccess(accesses) };
  });
  const isListOutdated = JSON.stringify(entries) !== JSON.stringify(index.entries);
  return {
    entries,
    isOutdated: (reference) =>
      // Changes between versions mention no access.
      reference.level === 'list'
        ? isListOutdated
        : reference.level !== 'changes' && outdated.has(modelKey(reference.api, reference.version)),
  };
}
