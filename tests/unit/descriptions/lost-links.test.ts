import { expect, test } from 'vitest';
import { readText } from '../descriptors/read-text.ts';

/** A link to an operation that is not described is no link in any document, so `check` says where it stands. */
test('a link that names no operation is reported at its operationId', () => {
  const links = {
    next: { operationId: 'bakeBun' },
    again: { operationId: 'listBuns' },
    other: { operationRef: 'x.yaml' },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Bakery', version: '1' },
    paths: {
      '/buns': { get: { operationId: 'listBuns', responses: { '200': { description: 'Buns.', links } } } },
    },
  };
  const { diagnostics } = readText(JSON.stringify(document, null, 1));
  expect(diagnostics.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    'ref-not-found: The link leads to no operation “bakeBun”.',
  ]);
  expect(diagnostics[0]?.line).toBeGreaterThan(10);
});
