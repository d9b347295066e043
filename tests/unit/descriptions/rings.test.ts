import { describe, expect, test } from 'vitest';
import { schemaView } from '../../../src/presentation/schemas/schema-view.ts';
import { serviceView } from '../../../src/presentation/services/service-view.ts';
import { validityOf } from '../../../src/schema/validation.ts';
import { unboundedWork } from '../../../src/schema/work.ts';
import { described, written } from './described.ts';

/** Schemas that include each other by `allOf`. */

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const including = (other: string, field: string) => ({
  allOf: [to(other), { type: 'object', required: [field], properties: { [field]: { type: 'string' } } }],
});
const api = described({
  openapi: '3.1.0',
  info: { title: 'Shelves', version: '1' },
  paths: {
    '/shelves': {
      get: { responses: { 200: { description: 'OK', content: { 'application/json': { schema: to('Upper') } } } } },
    },
  },
  components: {
    schemas: {
      Upper: including('Lower', 'lamp'),
      Lower: including('Upper', 'drawer'),
      Alone: including('Alone', 'door'),
      Wire: { oneOf: [to('Wire'), { type: 'string' }] },
    },
  },
});
const both = { lamp: 'string', drawer: 'string' };

describe('schemas that include each other', () => {
  test.each([
    ['Upper', both],
    ['Lower', both],
    ['Alone', { door: 'string' }],
  ])('%s has the example of all fields', (name, example) => {
    const { example: shown } = schemaView(api, name, api.components.schema(name) ?? true);
    expect(JSON.parse(shown?.text ?? 'null')).toEqual(example);
  });

  test('the page of an operation has it as well', () => {
    const [service] = api.getServices();
    const view = service && serviceView(service, '', undefined, []);
    expect(JSON.stringify(view)).toContain(
      JSON.stringify(JSON.stringify({ drawer: 'string', lamp: 'string' }, null, 2)),
    );
  });

  test.each([
    ['Upper', 'Lower'],
    ['Lower', 'Upper'],
  ])('%s includes %s, and not itself', (name, other) => {
    expect(written(api, `schemas/${name}`, 'markdown')).toContain(`includes all fields of \`${other}\`\n`);
  });

  test.each([
    ['Upper', both, 'valid'],
    ['Upper', { lamp: 'string' }, 'invalid'],
    ['Lower', { lamp: 7, drawer: 'string' }, 'invalid'],
    // A choice that leads back to itself decides nothing.
    ['Wire', 7, 'undecided'],
  ])('of %s, %j is %s', (name, value, validity) => {
    expect(validityOf(value, to(name), api.components, 'both', unboundedWork())).toBe(validity);
  });
});
