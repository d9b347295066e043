import type { ApiTarget } from '../options/access-records.ts';
import { UNPRINTABLE } from '../options/scalars.ts';
import type { KeySchema } from '../options/schema.ts';

/** Matches the name of an API with a version: `Library-v1`. */
const VERSIONED = /^(.+)-v([1-9]\d{0,8})$/s;

/**
 * Parses `Library` or `Library-v1`. An API may itself be named `Library-v1`: when all APIs are known, `checkReferences`
 * corrects the result.
 */
export function parseTarget(written: string): ApiTarget {
  const [, api, version] = VERSIONED.exec(written) ?? [];
  return api === undefined ? { api: written, version: null } : { api, version: Number(version) };
}

export function formatTarget({ api, version }: ApiTarget): string {
  return version === null ? api : `${api}-v${version}`;
}

/** Explains why a text cannot be the name of an API; undefined if it can. */
export function targetProblem(written: string): string | undefined {
  if (written.trim() === '' || UNPRINTABLE.test(written)) return 'This is not the name of an API.';
  return written.includes('/') ? 'This is more than the name of an API.' : undefined;
}

/** Schema of map keys that are names of APIs. */
export const targetKey: KeySchema = {
  expected: 'the name of an API, such as Library or Library-v1',
  problem: targetProblem,
  json: { pattern: '^(?=.*\\S)[^/]+$' },
};
