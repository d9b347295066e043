import type { Api } from './api.ts';
import type { ApiRecord, OperationRecord } from './records.ts';

/** Date such as `2026-05-01`, or date and time as in RFC 3339. */
const WRITTEN = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2}))?$/;
const DAY_CHARACTERS = 10;
const SINCE = 'x-deprecated-since';
const SUNSET = 'x-sunset';
export const LIFECYCLE_KEYS = [SINCE, SUNSET] as const;
/** Extension at the top level of a descriptor: the date of the release. */
export const RELEASED = 'x-released';
/** Last second of the year 9999, in Unix time: RFC 3339 has four digits for a year. */
const LAST_SECOND = 253_402_300_799;

/** Date in a descriptor. */
interface Day {
  /** Calendar date as written: `2026-05-01`. */
  readonly day: string;
  /** Point in time; for a date without a time, midnight UTC. */
  readonly time: Date;
}

/** Dates of an operation's deprecation and removal, past or future; null if the descriptor has no date. */
export interface Lifecycle {
  readonly isDeprecated: boolean;
  readonly since: Day | null;
  readonly sunset: Day | null;
}

/**
 * Computes the lifecycle from `deprecated`, `x-deprecated-since` and `x-sunset` of an operation. Dates at the top level
 * of a descriptor apply to all operations without their own dates. A sunset before the deprecation is an error and is
 * ignored (RFC 9745 §4).
 */
export function lifecycleOf(
  { deprecated, extensions }: Pick<OperationRecord, 'deprecated' | 'extensions'>,
  api: Pick<ApiRecord, 'extensions'>,
): Lifecycle {
  const dayOf = (key: typeof SINCE | typeof SUNSET): Day | null => toDay(extensions[key]) ?? toDay(api.extensions[key]);
  const since = dayOf(SINCE);
  const end = dayOf(SUNSET);
  const sunset = since !== null && end !== null && end.time < since.time ? null : end;
  return { isDeprecated: deprecated || since !== null || sunset !== null, since, sunset };
}

/**
 * Lifecycle of a whole version, which is deprecated if all of its operations are. Its dates are those at the top level
 * of the descriptor.
 */
export function apiLifecycle(api: Api): Lifecycle {
  const operations = api.getOperations();
  const isGoing = operations.every(({ record }) => lifecycleOf(record, api.record).isDeprecated);
  return lifecycleOf({ deprecated: operations.length > 0 && isGoing, extensions: {} }, api.record);
}

/** @returns null if the value is not a date */
export function toDay(written: unknown): Day | null {
  if (typeof written !== 'string' || !WRITTEN.test(written)) return null;
  const day = written.slice(0, DAY_CHARACTERS);
  const [time, begin] = [new Date(written), new Date(day)];
  // JavaScript reads April 31 as May 1.
  const isReal = [time, begin].every((date) => !Number.isNaN(date.getTime())) && begin.toISOString().startsWith(day);
  return isReal ? { day, time } : null;
}

/**
 * Release date of a version, from `x-released` at the top level of its descriptor. The default is the version number in
 * seconds of Unix time: repeated builds of the same files give the same result, and later versions have later dates.
 */
export function releasedAt({ version, extensions }: Pick<ApiRecord, 'version' | 'extensions'>): Date {
  return toDay(extensions[RELEASED])?.time ?? new Date(Math.min(version, LAST_SECOND) * 1000);
}
