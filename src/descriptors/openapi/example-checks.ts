import { componentName, isReference } from '../../model/components.ts';
import type { ComponentsRecord, ExampleObject, Reference } from '../../model/openapi-objects.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import type { JsonSchema } from '../../model/schema/schema.ts';
import { exampleIn, exampleMismatches, exampleOf, type GivenExample, MISMATCH } from '../example-mismatches.ts';
import type { DescriptorSource } from './descriptor-source.ts';
import type { References } from './references.ts';
import type { SourceNode } from './source-node.ts';

/** Examples of an object, and the schema that they have to match. */
interface WithExamples {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, Reference<ExampleObject>>>;
}

interface PlacedExample extends GivenExample {
  readonly node: SourceNode;
}

/** The examples of a descriptor, held against their schemas when all of these are known. */
export class ExampleChecks {
  /** Searches that run when the examples are checked: a reference may lead to an example that is read later. */
  readonly #found: ((references: References) => readonly PlacedExample[])[] = [];

  /** @param isPartial whether an example may leave required fields out */
  ofMediaType(node: SourceNode, mediaType: string, part: WithExamples, isPartial: boolean): void {
    const { schema } = part;
    const held = isPartial && isRecord(schema) ? { ...part, schema: { ...schema, required: [] } } : part;
    this.#of(node, held, (value) => exampleIn(mediaType, value));
  }

  ofParameter(node: SourceNode, part: WithExamples): void {
    this.#of(node, part, exampleOf);
  }

  /** One value of a media type. */
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
  }

  /** Reports each that does not match, at what is wrong in it. */
  check(record: ComponentsRecord, references: References, source: DescriptorSource): void {
    const examples = this.#found.flatMap((find) => find(references));
    for (const { example, path, message } of exampleMismatches(examples, record)) {
      const { node, value } = example;
      // An example may be a text that holds JSON: its parts have no nodes, so the whole text is the place.
      const place = value === node.value ? path.reduce((at, key) => at.child(key), node) : node;
      source.warn(place, MISMATCH.rule, message, MISMATCH.remedy);
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
