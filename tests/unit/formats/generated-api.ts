import fc from 'fast-check';
import type { ApiRecord } from '../../../src/model/records.ts';

/** Fewer entries than there are keys: of a key that is taken, whole entries would be drawn to be dropped. */
const FEW = { maxKeys: 4 };
const word = fc.stringMatching(/^[A-Z][a-z]{1,6}$/);
const text = fc.constantFrom(
  'Short.',
  'Two lines\nof text.',
  '- a list\n- of two',
  '**Bold** and `code`.',
  '# Group Not',
);
const value = fc.constantFrom('a', 'b c', '1', 'x: y (z) - w');
const leaf = fc.oneof(
  fc.record({ type: fc.constant('string'), description: text, example: value }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('number'), default: fc.integer() }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('integer'), minimum: fc.nat() }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('boolean'), example: fc.boolean() }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('string'), enum: fc.uniqueArray(value, { minLength: 1 }) }),
  fc.record({ type: fc.constant('string'), format: fc.constantFrom('date', 'uuid'), maxLength: fc.nat(50) }),
  fc.constant({ $ref: '#/components/schemas/Other' }),
);
const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.dictionary(fc.constantFrom('id', 'name', 'a b', 'Include', 'x-y'), tie('schema'), FEW).map((properties) => ({
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(Object.keys(properties).length > 0 && { required: Object.keys(properties).slice(0, 1) }),
    })),
  ),
}));
const parameter = fc.record({
  name: fc.constantFrom('page', 'q-x', 'from.to'),
  in: fc.constant('query'),
  schema: leaf,
});
const operation = fc.record({
  summary: word,
  description: text,
  tags: fc.tuple(fc.constantFrom('Pets', 'People')),
  parameters: fc.uniqueArray(parameter, { selector: ({ name }) => name, maxLength: 2 }),
  responses: fc.dictionary(
    fc.constantFrom('200', '404'),
    fc.record({ description: text, content: fc.record({ 'application/json': fc.record({ schema }) }) }),
    { minKeys: 1, maxKeys: 2 },
  ),
});
/** Descriptions of small APIs in OpenAPI 3.1. */
export const generatedApi = fc.record({
  openapi: fc.constant('3.1.0'),
  info: fc.record({ title: word, version: fc.constantFrom('1.2.3', '4'), description: text }),
  servers: fc.constant([{ url: 'https://api.example.com' }]),
  paths: fc.dictionary(
    fc.constantFrom('/pets', '/pets/{id}', '/people/{id}/pets'),
    fc.dictionary(fc.constantFrom('get', 'post', 'delete'), operation, { minKeys: 1, maxKeys: 3 }),
    { minKeys: 1, maxKeys: 3 },
  ),
  components: fc.record({ schemas: fc.record({ Thing: schema, Other: fc.constant({ type: 'object' }) }) }),
});

/** Facts that other formats can say, or keep where our readers of them look. */
export function factsOf(record: ApiRecord): object {
  const operations = record.services.flatMap((service) => [...service.operations, ...service.entityOperations]);
  return {
    title: record.info.title,
    version: record.info.version,
    servers: record.servers,
    operations: operations
      .map(({ method, paths, summary, tags, parameters, responses }) => ({
        call: `${method} ${paths}`,
        summary,
        tags,
        parameters: parameters.filter((one) => 'in' in one && one.in === 'query').map(withExample),
        responses: plainly(responses),
      }))
      .sort((one, other) => (one.call < other.call ? -1 : 1)),
    schemas: plainly(record.components.schemas),
  };
}

/** A parameter whose example is its own, not that of its schema. */
function withExample(parameter: object): unknown {
  const { schema, ...own } = Object(parameter);
  const { example, examples, ...type } = Object(schema);
  const first = example ?? examples?.[0];
  return plainly({ ...(first !== undefined && { example: first }), ...own, schema: type });
}

/** A value without descriptions, whose layout in lists may differ, and with examples in one way. */
function plainly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainly);
  if (typeof value !== 'object' || value === null) return value;
  const { description: _, examples, required, explode: __, ...written } = Object(value);
  const { example: ofContent, ...others } = written;
  const isContent = 'schema' in written && !('in' in written) && ofContent !== undefined;
  const rest = isContent ? { ...others, schema: { ...written.schema, example: ofContent } } : written;
  const example = Array.isArray(examples) ? { example: examples[0] } : {};
  const kept =
    typeof required === 'boolean' || required === undefined ? (required === true ? { required } : {}) : { required };
  return Object.fromEntries(
    Object.entries({ ...rest, ...example, ...kept })
      .map(([key, member]) => [key, plainly(member)])
      .sort(),
  );
}
