import type { Components } from '../components.ts';
import type { Direction } from './hidden-names.ts';
import type { JsonSchema } from './schema.ts';
import { type Problem, Validation } from './validator.ts';
import { Work } from './work.ts';

/** Some 0.1 s, for values that stand in a descriptor. */
const USUAL_UNITS = 5_000_000;

/**
 * Whether a value satisfies a schema (JSON Schema 2020-12 as the model holds it), formats included. Undecided: a
 * pattern is beyond our reader, or no work is left.
 */
export function validityOf(
  value: unknown,
  schema: JsonSchema,
  components: Components,
  direction: Direction,
  work = new Work(USUAL_UNITS),
): 'valid' | 'invalid' | 'undecided' {
  const fits = new Validation(components, direction, work).decide(value, schema);
  if (fits === undefined) return 'undecided';
  return fits ? 'valid' : 'invalid';
}

interface Problems {
  /** The first 500, of each part the most general one first. */
  readonly problems: readonly Problem[];
  /** False: some rule is undecided, and there may be more that is wrong. */
  readonly isComplete: boolean;
}

/**
 * Lists what is wrong with a value. Undecided rules refuse nothing, nor do formats whose test is stricter than their
 * definition. Where none of several forms fits, the problems are those of the form that was probably meant.
 */
export function problemsOf(
  value: unknown,
  schema: JsonSchema,
  components: Components,
  direction: Direction,
  work: Work,
): Problems {
  const validation = new Validation(components, direction, work);
  return { problems: validation.collect(value, schema), isComplete: !validation.isUndecided && !work.isSpent };
}
