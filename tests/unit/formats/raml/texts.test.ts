import { load } from 'js-yaml';
import { describe, expect, test } from 'vitest';
import { raml } from '../../../../src/formats/raml/raml.ts';
import { Api } from '../../../../src/model/api.ts';
import type { OperationRecord, ServiceRecord } from '../../../../src/model/records.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test walks into the document wherever it likes
function loaded(...services: readonly ServiceRecord[]): any {
  return load(raml.render?.({ level: 'api', api: new Api(apiRecord({ services })) }, { title: '', baseUrl: '' }) ?? '');
}

const get = (path: string, rest: Partial<OperationRecord> = {}): OperationRecord => operation('GET', path, rest);

describe('a service is described once in RAML, at the first of its paths', () => {
  const words = { summary: 'Short', description: 'Long' };

  test.each<[string, Partial<ServiceRecord>, string, unknown]>([
    ['with a collection', { operations: [get('/a')], entityOperations: [get('/a/{id}')] }, '/a', '/a/{id}'],
    ['with entities alone', { entityOperations: [get('/a/{id}'), get('/a/{id}/b')] }, '/a/{id}', '/a/{id}/b'],
    [
      'with several paths',
      { kind: 'rpc', operations: [operation('GET', '/a', { paths: ['/a', '/a/{id}'] })] },
      '/a',
      '/a/{id}',
    ],
  ])('%s', (_, rest, path, other) => {
    const document = loaded(service('a', { ...words, ...rest }));
    expect(document[path]).toMatchObject({ description: 'Long', '(x-summary)': 'Short' });
    expect(document[String(other)]).not.toHaveProperty('description');
    expect(document[String(other)]).not.toHaveProperty('(x-summary)');
  });

  test('by its summary where it has nothing else', () => {
    const document = loaded(service('a', { summary: 'Short', operations: [get('/a')] }));
    expect(document['/a'].description).toBe('Short');
    expect(document['/a']).not.toHaveProperty('(x-summary)');
  });
});

test('a parameter, a header and their schemas keep a description each', () => {
  const schema = { type: 'string', description: 'Of the schema', format: 'uuid' } as const;
  const parameters = [
    { name: 'q', in: 'query', description: 'Of the parameter', schema },
    { name: 'same', in: 'query', description: 'Of the schema', schema },
  ] as const;
  const headers = { 'X-A': { description: 'Of the header', schema } };
  const method = loaded(
    service('a', { operations: [get('/a', { parameters, responses: { '200': { description: '', headers } } })] }),
  )['/a'].get;
  const rest = { format: 'uuid', description: 'Of the schema' };
  expect(method.queryParameters.q).toMatchObject({ description: 'Of the parameter', '(x-json-schema)': rest });
  expect(method.queryParameters.same).toMatchObject({
    description: 'Of the schema',
    '(x-json-schema)': { format: 'uuid' },
  });
  expect(method.responses['200'].headers['X-A']).toMatchObject({
    description: 'Of the header',
    '(x-json-schema)': rest,
  });
});
