import type { Direction } from './hidden-names.ts';
import type { Schemas } from './references.ts';
import { NONE, type SampleLimits, Sampler } from './sampler.ts';
import type { JsonSchema } from './schema.ts';
import { validityOf } from './validation.ts';
import { Work } from './work.ts';

interface Sample {
  readonly value: unknown;
  /**
   * True: the value satisfies the schema, except that it may match several variants of a `oneOf`. False: the value is
   * only an approximation, or null because none was found.
   */
  readonly complete: boolean;
}

/** Maximum number of values in a readable sample; samples of larger schemas omit deeply nested optional properties. */
const READABLE_NODES = 160;
const MAX_NODES = 4_000;
/**
 * Limits in order of trial: first all properties, then optional properties only above a decreasing depth, until the
 * sample is readable. If the required properties alone exceed that size, the sample contains them nevertheless.
 */
const LIMITS: readonly SampleLimits[] = [
  ...[Number.POSITIVE_INFINITY, 4, 3, 2, 1].map((optionalDepth) => ({ optionalDepth, mostNodes: READABLE_NODES })),
  ...[0, 2, Number.POSITIVE_INFINITY].map((optionalDepth) => ({ optionalDepth, mostNodes: MAX_NODES })),
];
/**
 * Budget for one sample, about 20 ms; each of the limits above gets half of the remaining units. A build creates a
 * sample of every schema. No schema of the APIs of GitHub, Stripe, DigitalOcean and Kubernetes takes more than 370,000
 * units.
 */
const UNITS = 700_000;

/**
 * Returns an example value for a schema: a valid example, default or allowed value from the schema, else a value built
 * from its types. Equal schemas give equal values. Optional properties are included unless they are recursive or the
 * sample becomes too large to read. Requests omit read-only properties, responses write-only ones; `both` omits none.
 * @param work budget of the current request
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
    const value = sampler.sample(schema);
    const isValid = (): boolean => validityOf(value, schema, schemas, direction, work, true) === 'valid';
    const isComplete = value !== NONE && (sampler.isCertain || isValid());
    used += work.used;
    if (isComplete) return { sample: { value, complete: true }, used };
    if (value !== NONE) approximation ??= value;
  }
  return { sample: { value: approximation, complete: false }, used };
}
