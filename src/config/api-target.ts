import type { ApiTarget } from '../options/access-records.ts';
import { UNPRINTABLE } from '../options/scalars.ts';
import type { KeySchema } from '../options/schema.ts';

/** Name of an API with a version: `Library-v1`. */
const VERSIONED = /^(.+)-v([1-9]\d{0,8})$/s;

/**
 * Parses `Library` or `Library-v1`. An API may itself be named `Library-v1`: `checkReferences`, which knows all APIs,
 * decides which one is meant.
 */
export function parseTarget(written: string): ApiTarget {
  const [, api, version] = VERSIONED.exec(written) ?? [];
  return api === undefined ? { api: written, version: null } : { api, version: Number(version) };
}

export function formatTarget({ api, version }: ApiTarget): string {
  return version === null ? api : `${api}-v${version}`;
}

/** Explains why a text cannot name an API. */
export function targetProblem(written: string): string | undefined {
  if (written.trim() === '' || UNPRINTABLE.test(written)) return 'This names no API.';
  return written.includes('/') ? 'This names more than an API.' : undefined;
}

/** A key of a map that names APIs. */
export const targetKey: KeySchema = {
  expected: 'the name of an API, such as Library or Library-v1',
  problem: targetProblem,
  json: { pattern: '^(?=.*\\S)[^/]+$' },
};
