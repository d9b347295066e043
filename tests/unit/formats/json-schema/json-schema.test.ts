import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { jsonSchema } from '../../../../src/formats/json-schema/json-schema.ts';
import { Api } from '../../../../src/model/api.ts';
import { richApi } from '../../../fixtures/model/rich-api.ts';

const api = new Api(richApi);

function render(name: string): Record<string, unknown> {
  return JSON.parse(
    jsonSchema.render?.(
      { level: 'schema', api, name, schema: api.components.schema(name) ?? true },
      { title: '', baseUrl: '' },
    ) ?? '',
  );
}

describe('a JSON Schema document', () => {
  test.each(api.getSchemaNames())('of “%s” compiles by itself', (name) => {
    expect(() => new Ajv2020({ strict: false, validateFormats: false }).compile(render(name))).not.toThrow();
  });

  test('judges values as the schema does, recursion included', () => {
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(render('Menu'));
    expect(validate({ parts: [{ parts: [{ title: 'Soups' }] }] })).toBe(true);
    expect(validate({ parts: [{ parts: [{ title: 5 }] }] })).toBe(false);
  });

  test('is a reference to its own definition where the schema refers to itself', () => {
    expect(render('Menu')).toMatchObject({ title: 'Menu', $ref: '#/$defs/Menu', $defs: { Menu: {} } });
  });

  test('holds the schemas it reaches and no others', () => {
    expect(Object.keys(Object(render('Payment')['$defs']))).toEqual(['PaymentBase', 'Card', 'Transfer']);
  });
});
