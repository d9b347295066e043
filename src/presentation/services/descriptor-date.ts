import type { ApiRecord } from '../../model/records.ts';

/**
 * The key of `info`, or of the descriptor's top level, that tells when the descriptor was last changed: `2026-11-20`.
 */
const DATE_KEY = 'x-platform-date';

/**
 * The day, as the descriptor itself tells it: what a file system says changes with every copy, and the same input gives
 * the same pages.
 * @returns null where it tells none, or one that is none in the calendar
 */
export function descriptorDate({ info, extensions }: ApiRecord): string | null {
  const told = info[DATE_KEY] ?? extensions[DATE_KEY];
  const [day] = typeof told === 'string' ? (/^\d{4}-\d\d-\d\d(?=$|T)/.exec(told) ?? []) : [];
  if (day === undefined) return null;
  const time = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(time.getTime()) || !time.toISOString().startsWith(day) ? null : day;
}
