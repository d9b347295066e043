import type { ApiListEntry } from '../../model/records.ts';

/** A version, or the extension of a twin. */
const AFTER_NAME = /^(?:-v\d|\.|$)/;

/**
 * Names of a path below the current name of an API, where a document is there. Current names are resolved before;
 * several APIs may have had one name, each of which has a part of it now.
 */
export function namesNow(
  [segment = '', ...below]: readonly string[],
  apis: ReadonlyMap<string, ApiListEntry>,
  isThere: (names: readonly string[]) => boolean,
): readonly string[] | undefined {
  for (const { name, formerNames = [] } of apis.values())
    for (const former of formerNames) {
      const end = segment.slice(former.length);
      if (!segment.startsWith(former) || !AFTER_NAME.test(end) || apis.has(former)) continue;
      const names = [name + end, ...below];
      if (isThere(names)) return names;
    }
  return undefined;
}
