import type { Direction } from './hidden-names.ts';
import type { Schemas } from './references.ts';
import { NONE, type SampleLimits, Sampler } from './sampler.ts';
import type { JsonSchema } from './schema.ts';
import { validityOf } from './validation.ts';
import { Work } from './work.ts';

interface Sample {
  readonly value: unknown;
  /**
   * True: the value satisfies the schema, though it may fit several forms of a `oneOf`. False: it is only an
   * approximation, or nothing (null).
   */
  readonly complete: boolean;
}

/** Number of values that a person still reads through; larger schemas lose deep optional properties. */
const READABLE_NODES = 160;
const MAX_NODES = 4_000;
/**
 * Limits in the order of trial: everything while the sample is readable, else the required properties and the optional
 * ones above a depth. If even the required ones are too many to read, the sample has them nevertheless.
 */
const LIMITS: readonly SampleLimits[] = [
  ...[Number.POSITIVE_INFINITY, 4, 3, 2, 1].map((optionalDepth) => ({ optionalDepth, mostNodes: READABLE_NODES })),
  ...[0, 2, Number.POSITIVE_INFINITY].map((optionalDepth) => ({ optionalDepth, mostNodes: MAX_NODES })),
];
/**
 * Budget for one sample, some 20 ms. Each of the limits above gets half of what is left. A build makes a sample of
 * every schema, so this bounds the time for each of them. No schema of the APIs of GitHub, Stripe, DigitalOcean and
 * Kubernetes takes more than 370,000.
 */
const UNITS = 700_000;

/**
 * Makes an example value for a schema: a valid example, default or allowed value of its own, else one built from the
 * types. The same schema gives the same value. Optional properties are included unless they recurse or the sample
 * becomes too large to read. Read-only properties are left out of requests, write-only ones out of responses; `both`
 * keeps all.
 * @param work budget of the request that waits for the sample
 */
export function sample(
  schema: JsonSchema,
  schemas: Schemas,
  { direction, work }: { readonly direction: Direction; readonly work?: Work },
): Sample {
  const target = schemas.resolveSchema(schema).value;
  if (typeof target === 'boolean') return { value: null, complete: target };
  if (work?.isSpent === true) return { value: null, complete: false };
  return schemas.remembered(`sample ${direction}`, target, () => {
    const made = makeSample(schema, schemas, direction);
    work?.spend(made.used);
    return made.sample;
  });
}

function makeSample(
  schema: JsonSchema,
  schemas: Schemas,
  direction: Direction,
): { readonly sample: Sample; readonly used: number } {
  let approximation: unknown = null;
  let used = 0;
  for (const limits of LIMITS) {
    const work = new Work((UNITS - used) / 2);
    const sampler = new Sampler(schemas, direction, limits, work);
    const made = sampler.value(schema, 0, []);
    const value = sampler.isTooMuch && limits.mostNodes < MAX_NODES ? NONE : made;
    const isComplete = value !== NONE && validityOf(value, schema, schemas, direction, work, true) === 'valid';
    used += work.used;
    if (isComplete) return { sample: { value, complete: true }, used };
    if (value !== NONE) approximation ??= value;
  }
  return { sample: { value: approximation, complete: false }, used };
}
