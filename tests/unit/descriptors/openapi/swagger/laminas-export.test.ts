import { describe, expect, test } from 'vitest';
import { type ReadResult, readValue, recordOf, rulesOf } from '../../read-text.ts';

const RESPONSES = { '200': { description: 'OK' } };
const parameter = (name: string, required = true) => ({
  in: 'path',
  name,
  description: `URL parameter ${name}`,
  type: 'string',
  required,
});
const operation = (...parameters: readonly unknown[]) => ({ tags: ['Loan'], parameters, responses: RESPONSES });

/** The keys that Laminas API Tools writes, and no others; a mandatory segment stays as its route has it. */
const exported = {
  swagger: '2.0',
  info: { title: 'Library', version: '1' },
  tags: [{ name: 'Loan' }, { name: 'Ping' }],
  paths: {
    '/member/:member_id/loan': { get: operation(parameter('loan_id', false)) },
    '/member/:member_id/loan/{loan_id}': { get: operation(parameter('loan_id')) },
    '/member/:member_id': { post: operation() },
  },
  definitions: {},
};

const routesOf = (result: ReadResult) =>
  recordOf(result).services.map(({ name, route, operations, entityOperations }) => [
    name,
    route,
    ...[...operations, ...entityOperations].flatMap(({ paths }) => paths),
  ]);

describe('Swagger that Laminas API Tools exported', () => {
  const read = readValue(exported);

  test('has segments that begin with a colon as parameters', () => {
    expect(routesOf(read)).toEqual([
      [
        'member-_member_id-loan',
        '/member/:member_id/loan[/:loan_id]',
        '/member/{member_id}/loan',
        '/member/{member_id}/loan/{loan_id}',
      ],
      ['member', '/member[/:member_id]', '/member/{member_id}'],
    ]);
  });

  test('describes them, and nothing of what the export adds or lacks is a finding', () => {
    const [loan] = recordOf(read).services;
    const member = { name: 'member_id', in: 'path', required: true, schema: { type: 'string' } };
    expect(loan?.operations[0]?.parameters).toEqual([member]);
    expect(loan?.entityOperations[0]?.parameters).toContainEqual(member);
    expect(rulesOf(read)).toEqual([]);
  });

  test('has the findings of any other descriptor in what no export contains', () => {
    const paths = {
      '/loan/{loan_id}': { get: operation() },
      '/loan': { get: operation({ ...parameter('loan_id'), description: 'Its number.' }) },
    };
    expect(rulesOf(readValue({ ...exported, paths }))).toEqual(['path-parameter-undeclared', 'path-parameter-unused']);
  });

  test('may name its services, its API and its default version', () => {
    const named = readValue({
      ...exported,
      info: { ...exported.info, 'x-platform-api': 'Library', 'x-platform-default': true },
      paths: { '/member/:member_id': { 'x-platform-service': 'Member', get: operation() } },
    });
    expect(routesOf(named)).toEqual([['Member', '/member[/:member_id]', '/member/{member_id}']]);
  });
});

describe('a path with such a segment elsewhere', () => {
  test.each<[string, object]>([
    ['with another key at its top', { ...exported, host: 'library.example' }],
    ['with another key in “info”', { ...exported, info: { ...exported.info, description: 'Books.' } }],
    ['with a version that is no whole number', { ...exported, info: { title: 'Library', version: '1.0' } }],
    ['of OpenAPI', { openapi: '3.0.3', info: exported.info, paths: { '/member/:member_id': { get: operation() } } }],
  ])('stays as it is and is a finding, in a descriptor %s', (_, value) => {
    const read = readValue(value);
    expect(routesOf(read).flat().join()).not.toContain('{member_id}');
    expect(read.diagnostics).toContainEqual(
      expect.objectContaining({
        rule: 'path-colon',
        severity: 'warning',
        message: 'A segment of the path “/member/:member_id” begins with a colon, so it is not a parameter.',
        remedy: 'Write /member/{member_id}.',
      }),
    );
  });

  test.each(['/books:batchGet', '/books/{id}:cancel', '/at/12:30'])('%s is no finding', (path) => {
    const read = readValue({ openapi: '3.0.3', info: exported.info, paths: { [path]: {} } });
    expect(rulesOf(read)).not.toContain('path-colon');
  });
});
