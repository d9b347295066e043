import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { curlOf } from '../../../src/presentation/samples/operation-request.ts';
import { trialParameters } from '../../../src/presentation/trying/trial-fields.ts';
import { readJson, writeJson } from '../../../src/schema/exact-number.ts';
import { sample } from '../../../src/schema/sample.ts';
import { unboundedWork } from '../../../src/schema/work.ts';
import { exampleBody } from '../../../src/services/examples/example-body.ts';
import { fieldMessages } from '../../../src/services/examples/validate-body.ts';
import { parseJsonBody } from '../../../src/services/json-body.ts';
import { parseText } from '../descriptors/read-text.ts';
import { changed, described, written } from './described.ts';

/** Numbers that a double would round or write differently. */
const NUMBERS = [
  '9007199254740993',
  '-8446744073709551615',
  '18446744073709551615.0',
  '0.30000000000000000001',
  '4.50',
];

/** An account whose number stands in every place where a descriptor may have a value. */
function bank(number: string): string {
  return `openapi: 3.1.0
info: { title: Bank, version: '1' }
paths:
  /accounts/{id}:
    post:
      summary: Open an account
      parameters:
        - { name: id, in: path, required: true, schema: { type: number }, example: ${number} }
        - { name: first, in: query, schema: { type: number, minimum: ${number}, default: ${number} } }
        - { name: kind, in: query, schema: { type: number, enum: [${number}, 1] } }
      requestBody:
        content: { application/json: { schema: { $ref: '#/components/schemas/Account' }, example: { no: ${number}, all: [${number}] } } }
      responses:
        '200':
          description: Opened
          headers: { X-No: { schema: { type: number }, example: ${number} } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Account' }, examples: { one: { value: { no: ${number} } } } } }
components:
  schemas:
    Account:
      type: object
      properties:
        no: { type: number, const: ${number}, x-note: ${number} }
        all: { type: array, items: { type: number, maximum: ${number}, examples: [${number}] } }
`;
}

/** Returns an API whose record was written to a release, and read. */
function kept({ record }: Api): Api {
  return new Api(readJson(writeJson(record)) as ApiRecord);
}

function timesIn(text: string, number: string): number {
  return text.split(new RegExp(`(?<![\\d.-])${number.replaceAll('.', '\\.')}(?![\\d.]|e)`)).length - 1;
}

describe.each(NUMBERS)('%s has its digits', (number) => {
  const api = described(bank(number));
  const { components } = api;
  const [operation] = api.getServices().flatMap((service) => service.getAllOperations());
  if (operation === undefined) throw new Error('no operation');

  test.each([
    ['openapi', 12],
    ['swagger', 11],
    ['markdown', 9],
  ] as const)('in %s, also from a release', (format, least) => {
    const text = written(api, 'accounts', format);
    expect(timesIn(text, number)).toBeGreaterThanOrEqual(least);
    expect(written(kept(api), 'accounts', format)).toBe(text);
  });

  test('in what is sent, and what is made up', () => {
    const curl = curlOf(operation, 'https://bank.example') ?? '';
    expect(curl).toContain(`/accounts/${number}`);
    expect(timesIn(curl, number)).toBe(3);
    const fields = trialParameters(operation);
    expect(fields.map(({ start, hint, values }) => start ?? hint ?? values?.[0])).toEqual([number, number, number]);
    const account = { $ref: '#/components/schemas/Account' };
    const { value } = sample(account, components, { direction: 'response' });
    expect(JSON.stringify(value)).toBe(`{"no":${number},"all":[${number}]}`);
    const least = { type: 'number', minimum: numberOf(number), maximum: numberOf(number) } as const;
    expect(JSON.stringify(sample(least, components, { direction: 'response' }).value)).toBe(number);
  });

  test('in answers, and bodies are compared with it', () => {
    const { content = {} } = components.resolve(operation.record.responses?.['200'] ?? { description: '' }).value;
    const type = components.resolve(content['application/json'] ?? {}).value;
    const body = exampleBody('application/json', type, components, unboundedWork());
    expect(Buffer.from(body).toString()).toBe(`{"no":${number}}`);
    const messagesOf = (text: string) => {
      const reading = parseJsonBody(Buffer.from(text), unboundedWork());
      if (reading.kind !== 'value') throw new Error(reading.kind);
      return fieldMessages(reading.value, type.schema ?? false, components, unboundedWork()).messages;
    };
    expect(messagesOf(`{"no":${number},"all":[${number}]}`)).toBeNull();
    expect(messagesOf(`{"no":${number.slice(0, -1)}7}`)).not.toBeNull();
  });

  test('in changes, which tell apart what differs in the last digit', () => {
    expect(changed(api, described(bank(number)))).toEqual([]);
    const other = described(bank(`${number.slice(0, -1)}${number.endsWith('9') ? 8 : 9}`));
    expect(changed(api, other).length).toBeGreaterThanOrEqual(6);
  });
});

function numberOf(text: string) {
  const [value] = readJson(writeJson([described(bank(text)).components.schema('Account')])) as readonly [
    { readonly properties: { readonly no: { readonly const: number } } },
  ];
  return value.properties.no.const;
}

test('a file of JSON keeps digits as one of YAML does', () => {
  const text = (number: string) =>
    `{"openapi":"3.0.3","info":{"title":"Bank","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{"description":"ok","content":{"application/json":{"example":${number}}}}}}}}}`;
  for (const number of NUMBERS) expect(timesIn(written(described(text(number)), 'a', 'openapi'), number)).toBe(1);
});

test.each(NUMBERS)('a file named .json may have %s', (number) => {
  expect(JSON.stringify(parseText(`{"a":[${number}],"b":${number}}`, 'd/api.json').value)).toBe(
    `{"a":[${number}],"b":${number}}`,
  );
});

test('equal numbers are no change, however they are written', () => {
  const amounts = (least: string, values: string) => `openapi: 3.1.0
info: { title: Bank, version: '1' }
paths:
  /a:
    get:
      parameters:
        - { name: a, in: query, schema: { type: number, minimum: ${least}, multipleOf: ${least}, enum: [${values}] } }
      responses: { '200': { description: ok } }
`;
  const before = described(amounts('1.0', '1.10, 9007199254740993.0'));
  expect(changed(before, described(amounts('1', '1.1, 9007199254740993')))).toEqual([]);
  expect(changed(before, described(amounts('1', '1.1, 9007199254740992')))).toHaveLength(2);
});

test('a number keeps its text where text is meant', () => {
  const api = described(`openapi: 3.0.3
info: { title: 2.10, version: 1.0 }
paths:
  /calls/{to}:
    get:
      summary: 10.50
      parameters:
        - { name: to, in: path, required: true, schema: { type: string }, example: 0049301234 }
        - { name: by, in: query, schema: { $ref: '#/components/schemas/Phone' }, examples: { a: { value: 0049.10 } } }
        - { name: cost, in: query, schema: { type: number }, example: 007 }
      responses:
        '200':
          description: 3.0
          content:
            application/json:
              schema: { $ref: '#/components/schemas/Call' }
              example: { by: 007, tags: [1.0, a], cost: 1.50, more: { a: 0x1F } }
components:
  schemas:
    Phone: { type: string, enum: [1.0, 2.50, x], default: 1.0, example: 0049 }
    Call:
      type: object
      properties:
        by: { $ref: '#/components/schemas/Phone' }
        tags: { type: array, items: { type: string, nullable: true } }
        cost: { type: number, minimum: 0.0 }
        more: { type: object, additionalProperties: { type: string } }
`);
  const { info, services, components } = api.record;
  const [call] = services.flatMap(({ operations, entityOperations }) => [...operations, ...entityOperations]);
  expect([info.title, info.version, call?.summary]).toEqual(['2.10', '1.0', '10.50']);
  const parameters = JSON.stringify(call?.parameters);
  for (const part of ['"example":"0049301234"', '"value":"0049.10"', '"example":7']) expect(parameters).toContain(part);
  expect(JSON.stringify(call?.responses)).toContain(
    '"example":{"by":"007","tags":["1.0","a"],"cost":1.50,"more":{"a":"0x1F"}}',
  );
  expect(components.schemas['Phone']).toEqual({
    type: 'string',
    enum: ['1.0', '2.50', 'x'],
    default: '1.0',
    examples: ['0049'],
  });
  expect(JSON.stringify(components.schemas['Call'])).toContain('"minimum":0.0');
});

test('a number keeps its text in a list by positions and in variants, unless one of them allows a number', () => {
  const { components } = described(`openapi: 3.1.0
info: { title: Forms, version: '1' }
paths: {}
components:
  schemas:
    Pair: { type: array, prefixItems: [{ type: string }, { type: number }], items: { type: string }, example: [1.50, 1.50, 2.0] }
    Either: { oneOf: [{ type: boolean }, { type: string }], example: 3.0 }
    Code: { anyOf: [{ type: string }, { type: integer }], example: 4.0 }
    Open: { anyOf: [{ type: string }, {}], example: 5.0 }
    Part: { oneOf: [{ properties: { version: { type: string } } }, { properties: { size: { type: number } } }], example: { version: 2.10, size: 6.0 } }
`).record;
  const examples = Object.entries(components.schemas).map(([name, schema]) =>
    typeof schema === 'object' ? `${name} ${JSON.stringify(schema.examples)}` : name,
  );
  expect(examples).toEqual([
    'Pair [["1.50",1.50,"2.0"]]',
    'Either ["3.0"]',
    'Code [4.0]',
    'Open [5.0]',
    'Part [{"version":"2.10","size":6.0}]',
  ]);
});
