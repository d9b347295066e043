import { Components, isReference } from '../../model/components.ts';
import { isJsonMediaType } from '../../model/media-types.ts';
import type { ComponentsRecord, ExampleObject, Reference } from '../../model/openapi-objects.ts';
import { parseExactJson } from '../../schema/exact-number.ts';
import { withTexts } from '../../schema/given-values.ts';
import { isRecord, typeOf } from '../../schema/json-values.ts';
import { componentName } from '../../schema/references.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { mismatchOf } from '../../schema/validation.ts';
import { Work } from '../../schema/work.ts';
import type { DescriptorSource } from './descriptor-source.ts';
import type { References } from './references.ts';
import type { SourceNode } from './source-node.ts';

/** Object with examples and the schema that they must match. */
interface WithExamples {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Reference<ExampleObject>>>;
}

interface PlacedExample extends GivenExample {
  readonly node: SourceNode;
}

/** Collects the examples of a descriptor and compares them with their schemas once all schemas are read. */
export class ExampleChecks {
  /** Searches for examples, deferred until {@link check}: a reference may name an example that is read later. */
  readonly #found: ((references: References) => readonly PlacedExample[])[] = [];
  /** Objects with values in which numbers may stand for text, and the schema of these values. */
  readonly #written: (readonly [holder: object, schema: JsonSchema])[] = [];

  /** @param isPartial true if an example may omit required fields */
  ofMediaType(node: SourceNode, mediaType: string, part: WithExamples, isPartial: boolean): void {
    const { schema } = part;
    const held = isPartial && isRecord(schema) ? { ...part, schema: { ...schema, required: [] } } : part;
    this.#of(node, held, (value) => exampleIn(mediaType, value));
  }

  ofParameter(node: SourceNode, part: WithExamples): void {
    this.#of(node, part, exampleOf);
  }

  /** Adds a single example in a media type. */
  ofValue(node: SourceNode, mediaType: string, example: unknown, schema: JsonSchema): void {
    this.#found.push(() => [{ node, value: exampleIn(mediaType, example), schema }]);
  }

  ofSchema(node: SourceNode, schema: JsonSchema): void {
    const { value } = node;
    if (!isRecord(value)) return;
    const nodes = Array.isArray(value['examples'])
      ? node.child('examples').items()
      : value['example'] === undefined
        ? []
        : [node.child('example')];
    if (nodes.length > 0) this.#found.push(() => nodes.map((one) => ({ node: one, value: one.value, schema })));
    if (node.file.hasExactNumbers === true && isRecord(schema)) this.#written.push([schema, schema]);
  }

  /** Reports each example that does not match its schema, at the first wrong value. */
  check(record: ComponentsRecord, references: References, source: DescriptorSource): void {
    const examples = this.#found.flatMap((find) => find(references));
    for (const { example, path, message } of exampleMismatches(examples, record)) {
      const { node, value } = example;
      // An example may be a string that contains JSON: its parts have no nodes, so the string's node is used.
      const place = value === node.value ? path.reduce((at, key) => at.child(key), node) : node;
      source.warn(place, MISMATCH.rule, message, MISMATCH.remedy);
    }
    const components = new Components(record);
    const work = new Work(UNITS);
    for (const [holder, schema] of this.#written)
      keepTexts(components.resolve(holder).value, (value) => withTexts(value, schema, components, work));
  }

  #of(node: SourceNode, part: WithExamples, read: (value: unknown, schema: JsonSchema) => unknown): void {
    const { schema, example, examples } = part;
    if (schema === undefined || (example === undefined && examples === undefined)) return;
    if (node.file.hasExactNumbers === true)
      for (const holder of [part, ...Object.values(examples ?? {})]) this.#written.push([holder, schema]);
    this.#found.push((references) =>
      [
        ...(example === undefined ? [] : [node.child('example')]),
        ...Object.entries(examples ?? {}).flatMap(([name, one]) =>
          nodeOf(node.child('examples').child(name), one, references),
        ),
      ].map((one) => ({ node: one, value: read(one.value, schema), schema })),
    );
  }
}

/** Replaces the values of an object with examples, or of a schema. */
function keepTexts(holder: object, kept: (value: unknown) => unknown): void {
  for (const key of ['example', 'value', 'dataValue', 'default', 'const', 'enum', 'examples']) {
    const value = Reflect.get(holder, key);
    if (typeof value !== 'object') continue;
    if (key !== 'enum' && key !== 'examples') Reflect.set(holder, key, kept(value));
    else if (Array.isArray(value)) for (const [index, item] of value.entries()) value[index] = kept(item);
  }
}

/** Returns the value of a named example, which may be a reference to a component. */
function nodeOf(node: SourceNode, example: Reference<ExampleObject>, references: References): readonly SourceNode[] {
  const own = isReference(example) ? references.declaredNode('examples', componentName(example.$ref)) : node;
  const key = own?.has('dataValue') === true ? 'dataValue' : 'value';
  return own?.has(key) === true ? [own.child(key)] : [];
}

/** Example with its schema. */
interface GivenExample {
  /** Undefined for a serialised value that is not compared: see {@link exampleIn} and {@link exampleOf}. */
  readonly value: unknown;
  readonly schema: JsonSchema;
}

/** Example that does not match its schema. */
interface ExampleMismatch<T extends GivenExample> {
  readonly example: T;
  /** Keys and indexes on the path from the example to the wrong value. */
  readonly path: readonly string[];
  readonly message: string;
}

const MISMATCH = { rule: 'example-mismatch', remedy: 'Correct the example, or its schema.' } as const;

/** Work limits, about 10 ms per example and 2 s per descriptor; further examples are not checked. */
const UNITS_AN_EXAMPLE = 500_000;
const UNITS = 100_000_000;

/** Yields the examples of a descriptor that do not match their schemas, each with its first mismatch. */
function* exampleMismatches<T extends GivenExample>(
  examples: Iterable<T>,
  record: ComponentsRecord,
): Generator<ExampleMismatch<T>> {
  const components = new Components(record);
  let units = UNITS;
  for (const example of examples) {
    const { value, schema } = example;
    // YAML reads an empty example as null.
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

/** Returns the value of an example; parses JSON in a string. Undefined for media types except JSON and forms. */
function exampleIn(mediaType: string, value: unknown): unknown {
  if (!isJsonMediaType(mediaType)) return typeof value === 'object' && /form/i.test(mediaType) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  try {
    return parseExactJson(value);
  } catch {
    return value;
  }
}

/** Returns a parameter's or header's example; parses a number or boolean in a string, never a list or object. */
function exampleOf(value: unknown, schema: JsonSchema): unknown {
  if (typeof value !== 'string') return value;
  if (typeof schema !== 'object') return undefined;
  const { type, enum: values = [] } = schema;
  const types = type === undefined ? values.map(typeOf) : [type].flat();
  if (types.includes('string')) return value;
  return types.length > 0 && types.every((one) => ONE_VALUE.has(one)) ? valueIn(value) : undefined;
}

const ONE_VALUE = new Set(['integer', 'number', 'boolean']);

/** Parses a number or boolean; returns undefined for an empty string, which may be allowed. */
function valueIn(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isFinite(Number(text)) ? Number(text) : text;
}
