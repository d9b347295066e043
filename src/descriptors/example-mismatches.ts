import { Components } from '../model/components.ts';
import { isJsonMediaType } from '../model/media-types.ts';
import type { ComponentsRecord } from '../model/openapi-objects.ts';
import { typeOf } from '../model/schema/json-values.ts';
import { mismatchOf } from '../model/schema/mismatch.ts';
import type { JsonSchema } from '../model/schema/schema.ts';
import { Work } from '../model/schema/work.ts';

/** An example, and what it is an example of. */
export interface GivenExample {
  /** Undefined where it is written in another way than its schema describes: {@link exampleIn}, {@link exampleOf}. */
  readonly value: unknown;
  readonly schema: JsonSchema;
}

/** An example that does not match its schema. */
interface ExampleMismatch<T extends GivenExample> {
  readonly example: T;
  /** Names and positions that lead from the example to what is wrong. */
  readonly path: readonly string[];
  readonly message: string;
}

export const MISMATCH = { rule: 'example-mismatch', remedy: 'Correct the example, or its schema.' } as const;

/** Some 10 ms an example, and some 2 s a descriptor: what is left over then is not checked. */
const UNITS_AN_EXAMPLE = 500_000;
const UNITS = 100_000_000;

/** The examples of a descriptor that do not match their schemas, each where it first differs. */
export function* exampleMismatches<T extends GivenExample>(
  examples: Iterable<T>,
  record: ComponentsRecord,
): Generator<ExampleMismatch<T>> {
  const components = new Components(record);
  let units = UNITS;
  for (const example of examples) {
    const { value, schema } = example;
    // YAML makes null of an example that is left empty.
    if (value === null || value === undefined) continue;
    const work = new Work(Math.min(UNITS_AN_EXAMPLE, units));
    const mismatch = mismatchOf(value, schema, components, work);
    units -= work.used;
    if (units <= 0) return;
    if (mismatch === null) continue;
    const { path, reason } = mismatch;
    const where = path.length === 0 ? 'The example' : `In the example, “${path.join('.')}”`;
    yield { example, path, message: `${where} ${reason}.` };
  }
}

/** An example of a media type: text as far as it is JSON, undefined where the type is none and no form. */
export function exampleIn(mediaType: string, value: unknown): unknown {
  if (!isJsonMediaType(mediaType)) return typeof value === 'object' && /form/i.test(mediaType) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** An example of a parameter or header: text may be what is sent, of any type; what it says of one value is held. */
export function exampleOf(value: unknown, schema: JsonSchema): unknown {
  if (typeof value !== 'string') return value;
  if (typeof schema !== 'object') return undefined;
  const { type, enum: values = [] } = schema;
  const types = type === undefined ? values.map(typeOf) : [type].flat();
  if (types.includes('string')) return value;
  return types.length > 0 && types.every((one) => ONE_VALUE.has(one)) ? valueIn(value) : undefined;
}

const ONE_VALUE = new Set(['integer', 'number', 'boolean']);

/** The number, or true or false, that a text says; undefined of an empty one, which may be allowed. */
function valueIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isFinite(Number(text)) ? Number(text) : text;
}
