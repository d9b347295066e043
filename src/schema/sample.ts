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

/** Values that a reader looks through; a schema that has more of them is drawn with what is near the top. */
const READABLE_NODES = 160;
const MAX_NODES = 4_000;
/**
 * How much of a schema a sample draws: everything while it can be read, else what is required and what is optional
 * above a depth. Where not even what is required can be read, it is that.
 */
const LIMITS: readonly SampleLimits[] = [
  ...[Number.POSITIVE_INFINITY, 4, 3, 2, 1].map((optionalDepth) => ({ optionalDepth, mostNodes: READABLE_NODES })),
  ...[0, 2, Number.POSITIVE_INFINITY].map((optionalDepth) => ({ optionalDepth, mostNodes: MAX_NODES })),
];
/**
 * For all of these depths, each of which gets half of what is left: some 20 ms. A descriptor has as many samples as
 * schemas, so that a build takes no more than that for each of them. No schema of the APIs of GitHub, Stripe,
 * DigitalOcean and Kubernetes takes more than 370,000.
 */
const UNITS = 700_000;

/**
 * An example value made from a schema: its own examples, default or values where they are valid, else built from the
 * types. Same schema, same value. Optional properties are there unless they recurse; a schema that has more than a
 * reader looks through is drawn with fewer of them. Read-only properties are left out of requests, write-only ones out
 * of responses; `both` keeps all.
 * @param work of the request that waits for it
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
