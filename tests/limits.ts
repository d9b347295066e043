/**
 * Limits of tests, in milliseconds. They are for what hangs, not for what is slow: each is many times what a loaded
 * machine of two cores needs. The limit of a wait is below that of its test, so that its own reason is reported. Where
 * speed is the point, processor time is compared (`tooling/cpu-time.ts`).
 */
export const LIMITS = {
  /** A test or a hook. */
  test: 900_000,
  /** Until a program has started, or has ended. */
  program: 300_000,
  /** Until something is as expected, or an answer is there. */
  wait: 120_000,
  /** All of `npm test`. */
  all: 4 * 3_600_000,
} as const;
