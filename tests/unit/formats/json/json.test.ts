import { describe, expect, test } from 'vitest';
import { json } from '../../../../src/formats/json/json.ts';
import { Api } from '../../../../src/model/api.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { apiRecord, operation, richApi, service } from '../../../fixtures/model/rich-api.ts';

const site = { title: '', baseUrl: '' };

// biome-ignore lint/suspicious/noExplicitAny: a test walks into the document wherever it likes
function render(record = richApi, serviceName?: string): any {
  const api = new Api(record);
  const found = serviceName === undefined ? undefined : api.getService(serviceName);
  return JSON.parse(
    json.render?.(found === undefined ? { level: 'api', api } : { level: 'service', api, service: found }, site) ??
      'null',
  );
}

function withFields(fields: JsonSchema, schemas: Readonly<Record<string, JsonSchema>> = {}): ReturnType<typeof render> {
  const record = apiRecord({
    services: [service('s', { fields })],
    components: { ...apiRecord().components, schemas },
  });
  return render(record, 's');
}

describe('the JSON representation', () => {
  test('of the list has names and versions first, versions as integers, and says where each API is', () => {
    const entries = [{ name: 'Library', versions: [1, 2], defaultVersion: 2, title: 'Library', summary: null }];
    expect(json.render?.({ level: 'list', entries }, site)).toBe(
      '[{"name":"Library","versions":[1,2],"default_version":2,"title":"Library","summary":null,' +
        '"url":"/platform/documentation/Library-v2"}]\n',
    );
  });

  test('of an API begins with the keys of the contract, in their order', () => {
    expect(Object.keys(render()).slice(0, 3)).toEqual(['name', 'version', 'services']);
  });

  test('of a service begins with the keys of the contract, in their order', () => {
    const keys = [
      'name',
      'description',
      'route',
      'route_identifier_name',
      'request_accept_types',
      'request_content_types',
      'response_content_types',
      'fields',
      'operations',
      'entity_operations',
    ];
    expect(Object.keys(render(richApi, 'Order')).slice(0, 10)).toEqual(keys);
  });

  test('of a service says where it is', () => {
    const record = apiRecord({ services: [service('a b')] });
    expect(render(record, 'a b').url).toBe(`/platform/documentation/${record.name}-v${record.version}/a%20b`);
  });

  test('of an operation begins with the keys of the contract, in their order', () => {
    const { GET } = render(richApi, 'Order').operations;
    expect(Object.keys(GET).slice(0, 5)).toEqual([
      'description',
      'request',
      'requires_authorization',
      'response',
      'response_status_codes',
    ]);
    expect(GET.response_status_codes).toEqual([{ code: 200, message: 'OK' }]);
  });

  test('has null, [] and {} where there is nothing', () => {
    const empty = render(apiRecord({ services: [service('s', { requestAcceptTypes: [] })] }), 's');
    expect(empty).toMatchObject({
      description: null,
      route_identifier_name: null,
      request_accept_types: [],
      fields: {},
      operations: {},
      entity_operations: {},
    });
  });

  test('names a second operation of one method by its path too', () => {
    const operations = [
      operation('GET', '/pets/{id}'),
      operation('GET', '/pets/{name}'),
      operation('GET', '/pets/{name}'),
    ];
    const { entity_operations } = render(
      apiRecord({ services: [service('pets', { entityOperations: operations })] }),
      'pets',
    );
    expect(Object.keys(entity_operations)).toEqual(['GET', 'GET /pets/{name}', 'GET /pets/{name} 2']);
  });

  test('of a service has the components that it reaches', () => {
    expect(Object.keys(render(richApi, 'Line').components.schemas)).toEqual(['Line']);
  });
});

describe('fields', () => {
  test('nested ones stand in their parent and flattened beside it', () => {
    const { fields } = withFields({
      properties: {
        author: { type: 'object', required: ['first'], properties: { first: { type: 'string' } } },
        chapters: {
          type: 'array',
          items: { properties: { heading: { type: 'string', description: 'Its heading', examples: ['One'] } } },
        },
      },
    });
    const first = { description: null, required: true, type: 'string', example: null };
    expect(Object.keys(fields.input_filter)).toEqual(['author', 'author/first', 'chapters', 'chapters[]/heading']);
    expect(fields.input_filter.author.fields.first).toEqual(first);
    expect(fields.input_filter['author/first']).toEqual(first);
    expect(fields.input_filter['chapters[]/heading']).toEqual({
      description: 'Its heading',
      required: false,
      type: 'string',
      example: 'One',
    });
  });

  test('those of request bodies stand under the method', () => {
    expect(Object.keys(render(richApi, 'Order').fields)).toEqual(['input_filter', 'POST', 'PATCH']);
  });

  test('a recursive schema is entered once', () => {
    const menu = { properties: { parts: { type: 'array', items: { $ref: '#/components/schemas/Menu' } } } } as const;
    const { fields, fields_truncated } = withFields(
      { properties: { menu: { $ref: '#/components/schemas/Menu' } } },
      { Menu: menu },
    );
    expect(Object.keys(fields.input_filter)).toEqual(['menu', 'menu/parts']);
    expect(fields.input_filter['menu/parts']).toMatchObject({ schema: 'Menu', recursive: true });
    expect(fields_truncated).toBeUndefined();
  });

  test('more than 500 are cut, and the document says so', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 501 }, (_, index) => [`f${index}`, { type: 'string' } as const]),
    );
    const { fields, fields_truncated } = withFields({ properties });
    expect(Object.keys(fields.input_filter)).toHaveLength(500);
    expect(fields_truncated).toBe(true);
  });

  test('deeper than six are cut, and the document says so', () => {
    let schema: JsonSchema = { type: 'string' };
    for (let depth = 0; depth < 8; depth++) schema = { type: 'object', properties: { a: schema } };
    const { fields, fields_truncated } = withFields(schema);
    expect(Object.keys(fields.input_filter).at(-1)).toBe('a/a/a/a/a/a');
    expect(fields.input_filter['a/a/a/a/a/a'].truncated).toBe(true);
    expect(fields_truncated).toBe(true);
  });

  test('a field named __proto__ is a field', () => {
    const { fields } = withFields(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'));
    expect(Object.keys(fields.input_filter)).toEqual(['__proto__']);
  });
});
