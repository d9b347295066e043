import { expect, test } from 'vitest';
import { serviceDocument } from '../../../src/formats/json/documents.ts';
import { componentNames } from '../../../src/formats/openapi-core/document.ts';
import { toPathTemplate } from '../../../src/formats/openapi-core/path-template.ts';
import { Annotations } from '../../../src/formats/raml/annotations.ts';
import { Security } from '../../../src/formats/raml/security.ts';
import { Types } from '../../../src/formats/raml/types.ts';
import { Api } from '../../../src/model/api.ts';
import { Components } from '../../../src/model/components.ts';
import type { SecuritySchemeObject } from '../../../src/model/openapi-objects.ts';
import { operationIds } from '../../../src/model/operation-ids.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

/** So many that counting from 2 for each, or a character more for each, would outlast any test. */
const MANY = 40_000;

const numbers = Array.from({ length: MANY }, (_, index) => index);
/** Names that formats with plain letters cannot tell apart. */
const unsafe = numbers.map((number) => String.fromCodePoint(0x20000 + number));
const bearer: SecuritySchemeObject = { type: 'http', scheme: 'bearer' };
const { components } = apiRecord();

const sameService = service('a', { operations: numbers.map(() => operation('GET', '/a', { operationId: 'get' })) });
const api = new Api(apiRecord({ services: [sameService] }));

test.each<[string, () => readonly (string | undefined)[], string]>([
  ['ids of operations', () => [...operationIds(api.record).values()].flat(), `get_${MANY}`],
  [
    'parameters of a path',
    () => [...toPathTemplate('/{a}'.repeat(MANY)).path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name),
    `a_${MANY}`,
  ],
  [
    'components',
    () =>
      [
        ...componentNames({
          ...components,
          schemas: Object.fromEntries(unsafe.map((name) => [name, {}])),
        }).byReference.values(),
      ].map(({ name }) => name),
    `__${MANY}`,
  ],
  ['operations of one method in JSON', () => jsonKeys(), `GET /a ${MANY - 1}`],
  ['types of RAML', () => ramlTypes(), `T__-${MANY}`],
  ['security schemes of RAML', () => ramlSchemes(), `T___${MANY}`],
])('%s that would have one name are all told apart', (_, given, last) => {
  const names = given();
  expect(new Set(names).size).toBe(names.length);
  expect(names.at(-1)).toBe(last);
});

function ramlTypes(): readonly string[] {
  const schemas = Object.fromEntries(unsafe.map((name) => [name, {}]));
  return Object.keys(new Types(new Components({ ...components, schemas }), new Annotations()).declarations());
}

function jsonKeys(): readonly string[] {
  const [only] = api.getServices();
  return only === undefined ? [] : Object.keys(Object(serviceDocument(only)['operations']));
}

function ramlSchemes(): readonly string[] {
  const schemes = Object.fromEntries(unsafe.map((name) => [name, bearer]));
  return Object.keys(
    new Security(new Components({ ...components, securitySchemes: schemes }), new Annotations()).declarations(),
  );
}
