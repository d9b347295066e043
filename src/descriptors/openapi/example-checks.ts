import { Components, componentName, isReference } from '../../model/components.ts';
import { isJsonMediaType } from '../../model/media-types.ts';
import type { ComponentsRecord, ExampleObject, Reference } from '../../model/openapi-objects.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import { mismatchOf } from '../../model/schema/mismatch.ts';
import type { JsonSchema } from '../../model/schema/schema.ts';
import { Work } from '../../model/schema/work.ts';
import type { DescriptorSource } from './descriptor-source.ts';
import type { References } from './references.ts';
import type { SourceNode } from './source-node.ts';

/** What an object with examples has of them. */
interface WithExamples {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Reference<ExampleObject>>>;
}

/** An example where it stands, and what it is an example of. */
interface Given {
  readonly node: SourceNode;
  readonly value: unknown;
  readonly schema: JsonSchema;
}

/** Some 10 ms an example, and some 2 s a descriptor: what is left over then is not checked. */
const UNITS_AN_EXAMPLE = 500_000;
const UNITS = 100_000_000;

/** The examples of a descriptor, held against their schemas when all of these are known. */
export class ExampleChecks {
  /** Looked for when they are checked: a reference may lead to an example that is read later. */
  readonly #found: ((references: References) => readonly Given[])[] = [];

  /** Of a media type: values as they are, texts as far as they are JSON. */
  ofMediaType(node: SourceNode, mediaType: string, part: WithExamples): void {
    this.#of(node, part, (value) => valueIn(mediaType, value));
  }

  /** Of a parameter or header: text may be what is sent, of any type. */
  ofParameter(node: SourceNode, part: WithExamples): void {
    this.#of(node, part, (value, schema) => (typeof value === 'string' && !takesText(schema) ? undefined : value));
  }

  /** One value of a media type. */
  ofValue(node: SourceNode, mediaType: string, example: unknown, schema: JsonSchema): void {
    this.#found.push(() => [{ node, value: valueIn(mediaType, example), schema }]);
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
  }

  /** Reports each that does not match, where it first differs. */
  check(record: ComponentsRecord, references: References, source: DescriptorSource): void {
    const components = new Components(record);
    let units = UNITS;
    for (const { node, value, schema } of this.#found.flatMap((find) => find(references))) {
      // YAML makes null of an example that is left empty.
      if (value === null || value === undefined) continue;
      const work = new Work(Math.min(UNITS_AN_EXAMPLE, units));
      const mismatch = mismatchOf(value, schema, components, work);
      units -= work.used;
      if (units <= 0) return;
      if (mismatch === null) continue;
      const { path, reason } = mismatch;
      const where = path.length === 0 ? 'The example' : `In the example, “${path.join('.')}”`;
      const place = value === node.value ? path.reduce((at, key) => at.child(key), node) : node;
      source.warn(place, 'example-mismatch', `${where} ${reason}.`, 'Correct the example, or its schema.');
    }
  }

  #of(node: SourceNode, part: WithExamples, read: (value: unknown, schema: JsonSchema) => unknown): void {
    const { schema, example, examples } = part;
    if (schema === undefined || (example === undefined && examples === undefined)) return;
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

/** The value of a named example, which may be one of the components. */
function nodeOf(node: SourceNode, example: Reference<ExampleObject>, references: References): readonly SourceNode[] {
  const own = isReference(example) ? references.declaredNode('examples', componentName(example.$ref)) : node;
  const key = own?.has('dataValue') === true ? 'dataValue' : 'value';
  return own?.has(key) === true ? [own.child(key)] : [];
}

/** Undefined for what is written in another way than JSON. */
function valueIn(mediaType: string, value: unknown): unknown {
  if (!isJsonMediaType(mediaType)) return typeof value === 'object' && /form/i.test(mediaType) ? value : undefined;
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function takesText(schema: JsonSchema): boolean {
  return typeof schema === 'object' && schema.type !== undefined && [schema.type].flat().includes('string');
}
