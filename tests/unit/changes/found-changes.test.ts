import { describe, expect, test } from 'vitest';
import type { Change } from '../../../src/changes/change.ts';
import { compareApis } from '../../../src/changes/compare-apis.ts';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord, OperationRecord } from '../../../src/model/records.ts';
import type { JsonSchema } from '../../../src/schema/schema.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { withOperations } from './described.ts';

const compare = (before: ApiRecord, after: ApiRecord): readonly Change[] =>
  compareApis(new Api(before), new Api(after));
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const sending = (path: string, schema: JsonSchema) =>
  operation('POST', path, { requestBody: { content: { 'application/json': { schema } } } });
const returning = (path: string, schema: JsonSchema) =>
  operation('GET', path, { responses: { 200: { content: { 'application/json': { schema } } } } });
const webhook = (name: string, schema: JsonSchema) =>
  service(name, { kind: 'webhook', operations: [sending('', schema)] });
const thing = (rest: object, required: readonly string[] = []): JsonSchema =>
  ({ type: 'object', required, properties: { name: { type: 'string', ...rest } } }) as JsonSchema;
const text = { type: 'string' } as const;

function withSchemas(operations: readonly OperationRecord[], schemas: Readonly<Record<string, JsonSchema>>): ApiRecord {
  return withOperations(operations, { components: { ...apiRecord().components, schemas } });
}

function withServices(record: ApiRecord, services: ApiRecord['services']): ApiRecord {
  return { ...record, services: [...record.services, ...services] };
}

describe('a shared part names operations of the way that its sentence is about', () => {
  const shared = (schema: JsonSchema): ApiRecord =>
    withServices(
      withSchemas([sending('/sent', ref('Outer')), returning('/returned', ref('Outer'))], {
        Outer: { type: 'object', properties: { inner: ref('Inner') } },
        Inner: schema,
      }),
      // Clients receive the request of a webhook.
      [webhook('Called', ref('Outer'))],
    );
  const [sent, returned] = [['/sent'], ['/returned', '']];
  const all = ['/sent', '/returned', ''];

  test.each([
    // Worse for those that send it, or for those that return it.
    ['field-became-required', thing({}), thing({}, ['name']), ['reason.refused'], sent],
    ['length-tightened', thing({}), thing({ maxLength: 3 }), ['reason.refused'], sent],
    ['length-loosened', thing({ maxLength: 3 }), thing({}), ['reason.unknown'], returned],
    // The change is as bad for both, for a reason each or for the same.
    ['type-changed', thing({}), thing({ type: 'boolean' }), ['reason.refused', 'reason.unknown'], all],
    ['deprecated', thing({}), thing({ deprecated: true }), ['reason.lifecycle'], all],
    ['description-changed', thing({}), thing({ description: 'A.' }), ['reason.documentation'], all],
    // One way alone.
    [
      'length-tightened',
      thing({ readOnly: true }),
      thing({ readOnly: true, maxLength: 3 }),
      ['reason.fewer'],
      returned,
    ],
    [
      'length-tightened',
      thing({ writeOnly: true }),
      thing({ writeOnly: true, maxLength: 3 }),
      ['reason.refused'],
      sent,
    ],
  ])('%s from %j to %j', (rule, before, after, reasons, paths) => {
    const changes = compare(shared(before), shared(after));
    expect(changes).toMatchObject([{ rule, reasons, operationCount: paths.length }]);
    expect(changes[0]?.operations.map(({ path }) => path)).toEqual(paths);
  });

  test('and none where it travels in no such way', () => {
    const unused = (schema: JsonSchema) => withSchemas([returning('/returned', ref('Inner'))], { Inner: schema });
    expect(compare(unused(thing({ writeOnly: true })), unused(thing({ writeOnly: true, maxLength: 3 })))).toMatchObject(
      [{ class: 'docs-only', reasons: ['reason.unused'], operations: [], operationCount: 0 }],
    );
  });

  test('and not those that leave out what leads to it', () => {
    const outer = { type: 'object', properties: { inner: { readOnly: true, allOf: [ref('Inner')] } } } as const;
    const operations = [
      sending('/sent', ref('Outer')),
      returning('/returned', ref('Outer')),
      sending('/in', ref('Inner')),
    ];
    const api = (schema: JsonSchema) => withSchemas(operations, { Outer: outer, Inner: schema });
    const [change] = compare(api(text), api({ ...text, description: 'A.' }));
    expect(change?.operations.map(({ path }) => path)).toEqual(['/returned', '/in']);
  });
});

test('what many operations say is one change for each of its reasons', () => {
  const names = ['One', 'Two', 'Three'];
  const each = (schema: JsonSchema): ApiRecord =>
    withServices(
      withOperations(names.map((name) => sending(`/${name}`, schema))),
      names.map((name) => webhook(name, schema)),
    );
  expect(
    compare(each(thing({})), each(thing({ type: 'boolean' }))).map(({ reasons, operationCount }) => [
      reasons,
      operationCount,
    ]),
  ).toEqual([
    [['reason.refused'], 3],
    [['reason.unknown'], 3],
  ]);
});
