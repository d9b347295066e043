import type { Direction } from './hidden-names.ts';
import { matchesPattern } from './pattern.ts';
import { PROBLEM_WORDS } from './problem-words.ts';
import type { Schemas } from './references.ts';
import type { JsonSchema } from './schema.ts';
import { EXACT_FORMATS } from './text-formats.ts';
import { type Problem, Validation } from './validator.ts';
import { Work } from './work.ts';

/** Default budget, about 0.1 s, for values in descriptors. */
const USUAL_UNITS = 5_000_000;

/**
 * Validates a value against a schema of the model (JSON Schema 2020-12), including formats. The result is undecided if
 * RE2 cannot read a pattern or the work is spent.
 * @param mayOverlap several variants of `oneOf` may match: frameworks write variants without required properties
 */
export function validityOf(
  value: unknown,
  schema: JsonSchema,
  schemas: Schemas,
  direction: Direction,
  work = new Work(USUAL_UNITS),
  mayOverlap = false,
): 'valid' | 'invalid' | 'undecided' {
  const fits = new Validation(schemas, direction, work, matchesPattern, mayOverlap).decide(value, schema);
  if (fits === undefined) return 'undecided';
  return fits ? 'valid' : 'invalid';
}

interface Problems {
  /** First 500 problems; for each part of the value, the most general problem comes first. */
  readonly problems: readonly Problem[];
  /** False: some rule is undecided, and there may be further problems. */
  readonly isComplete: boolean;
}

/**
 * Lists the problems of a value. Undecided rules and inexact formats ({@link EXACT_FORMATS}) give no problems. If no
 * variant matches, the problems are those of the variant that was probably intended.
 */
export function problemsOf(
  value: unknown,
  schema: JsonSchema,
  schemas: Schemas,
  direction: Direction,
  work: Work,
): Problems {
  const validation = new Validation(schemas, direction, work, matchesPattern);
  return { problems: validation.collect(value, schema), isComplete: !validation.isUndecided && !work.isSpent };
}

/** Part of a value that violates the schema, with the reason. */
interface Mismatch {
  /** Property names and list indexes from the value to the part. */
  readonly path: readonly string[];
  /** Predicate for “it”: `is text, not an integer`. */
  readonly reason: string;
}

/**
 * Explains why a value is invalid both in a request and in a response. Null if it is valid in one of them, or if the
 * budget does not suffice to decide. The path leads to the innermost invalid part.
 */
export function mismatchOf(value: unknown, schema: JsonSchema, schemas: Schemas, work: Work): Mismatch | null {
  const isWrong = (['response', 'request'] as const).every(
    (direction) => validityOf(value, schema, schemas, direction, work) === 'invalid',
  );
  if (!isWrong) return null;
  const [first, ...others] = problemsOf(value, schema, schemas, 'response', work).problems.filter(
    // Inexact formats, and formats of numbers, are checked only in request bodies.
    ({ kind, schema: { format = '' } }) => kind !== 'format' || EXACT_FORMATS.has(format),
  );
  if (first === undefined) return null;
  const deepest = others.reduce((found, other) => (isInside(other, found) ? other : found), first);
  const [, reason] = PROBLEM_WORDS[deepest.kind];
  return { path: deepest.path, reason: reason?.(deepest) ?? 'is not allowed' };
}

function isInside({ path }: Problem, outer: Problem): boolean {
  return path.length > outer.path.length && outer.path.every((name, index) => name === path[index]);
}
