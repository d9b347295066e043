import { afterEach, describe, expect, test } from 'vitest';
import { Api } from '../../src/model/api.ts';
import { Components, NO_COMPONENTS } from '../../src/model/components.ts';
import { matchesPattern } from '../../src/schema/pattern.ts';
import type { JsonSchema } from '../../src/schema/schema.ts';
import { unboundedWork, Work } from '../../src/schema/work.ts';
import { UNITS_OF_CHECKING } from '../../src/services/examples/examples-backend.ts';
import { fieldMessages } from '../../src/services/examples/validate-body.ts';
import { parseJsonBody } from '../../src/services/json-body.ts';
import { createPublishedApis } from '../../src/services/published-apis.ts';
import { apiRecord, operation, service } from '../fixtures/model/rich-api.ts';
import { cpuMilliseconds } from '../tooling/cpu-time.ts';
import { ask, closeServers, serve } from '../unit/services/site.ts';

/** A body of up to a megabyte and a schema, made to take long together. */
interface Attack {
  readonly schema: JsonSchema;
  readonly body: string;
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const record = <T>(count: number, make: (index: number) => readonly [string, T]): Record<string, T> =>
  Object.fromEntries(times(count, make));
const listOf = (count: number, make: (index: number) => unknown): string => JSON.stringify(times(count, make));
const objectOf = (count: number, make: (index: number) => readonly [string, unknown]): string =>
  JSON.stringify(record(count, make));
const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const WORDS = '^([a-z0-9]+[._-]?)+$';
const words = `${'a'.repeat(26)}!`;
const LETTERS = [...'abcdefghijklmnopqrst'];

const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Tree: { type: 'array', items: { anyOf: [ref('Tree'), { type: 'string' }] } },
  Loop: { anyOf: [ref('Loop'), ref('Loop'), false] },
  ...record(41, (index): [string, JsonSchema] => [
    `Doubled${index}`,
    index === 40 ? { type: 'string' } : { anyOf: [ref(`Doubled${index + 1}`), ref(`Doubled${index + 1}`)] },
  ]),
};

const ATTACKS: Readonly<Record<string, () => Attack>> = {
  'a pattern, for each text of a list': () => ({
    schema: { type: 'array', items: { type: 'string', pattern: WORDS } },
    body: listOf(25_000, () => words),
  }),
  'an address, for each text of a list': () => ({
    schema: { type: 'array', items: { type: 'string', pattern: '^\\S+@\\S+\\.\\S+$' } },
    body: listOf(25_000, () => `${'@.'.repeat(13)} `),
  }),
  'a pattern within anyOf': () => ({
    schema: { type: 'array', items: { anyOf: [{ type: 'string', pattern: WORDS }, { type: 'integer' }] } },
    body: listOf(25_000, () => words),
  }),
  'a pattern within contains': () => ({
    schema: { type: 'array', contains: { type: 'string', pattern: WORDS } },
    body: listOf(25_000, () => words),
  }),
  patternProperties: () => ({
    schema: { type: 'object', patternProperties: { [WORDS]: { type: 'integer' } } },
    body: objectOf(5_000, (index) => [words + index, 1]),
  }),
  'one long text': () => ({ schema: { type: 'string', pattern: '(a*)*b' }, body: JSON.stringify('a'.repeat(300_000)) }),
  'a pattern that counts within counts': () => ({
    schema: { type: 'array', items: { type: 'string', pattern: '(.{0,30}){0,30}$x' } },
    body: listOf(100, () => 'b'.repeat(9_000)),
  }),
  'thousands of patterns that are asked for the first time': () => ({
    schema: {
      type: 'object',
      patternProperties: record(5_000, (index) => [`^[\\p{Lu}${index}][\\p{Ll}${index}]$`, true]),
    },
    body: '{"aé":1}',
  }),
  'long names': () => ({
    schema: { type: 'object', patternProperties: { '(x+x+)+y': true }, propertyNames: { maxLength: 5 } },
    body: objectOf(10, (index) => ['x'.repeat(90_000) + index, 1]),
  }),
  uniqueItems: () => ({
    schema: { type: 'array', uniqueItems: true },
    body: listOf(50_000, (index) => ({ a: index, b: `x${index}` })),
  }),
  'uniqueItems within anyOf': () => ({
    schema: { anyOf: times(50, (index) => ({ type: 'array', uniqueItems: true, contains: { const: `x${index}` } })) },
    body: listOf(20_000, (index) => [index]),
  }),
  'deep nesting': () => ({
    schema: ref('Tree'),
    body: `[${times(400, () => '['.repeat(95) + ']'.repeat(95)).join()}]`,
  }),
  'a huge oneOf': () => ({
    schema: { type: 'array', items: { oneOf: times(2_000, (index) => ({ type: 'object', required: [`k${index}`] })) } },
    body: listOf(10_000, () => ({ a: 1 })),
  }),
  'a huge oneOf over many names': () => ({
    schema: {
      oneOf: times(1_000, (index) => ({
        type: 'object',
        required: [`k${index}`],
        additionalProperties: { type: 'integer' },
      })),
    },
    body: objectOf(15_000, (index) => [`a${index}`, 1]),
  }),
  'the names of an object, counted often': () => ({
    schema: { not: { anyOf: times(2_000, (index) => ({ type: 'object', minProperties: 1e6 + index })) } },
    body: objectOf(15_000, (index) => [`a${index}`, 1]),
  }),
  'many unknown fields': () => ({
    schema: { type: 'object', additionalProperties: false },
    body: objectOf(90_000, (index) => [`u${index}`, 1]),
  }),
  'enum with thousands of values': () => ({
    schema: { type: 'array', items: { enum: times(10_000, (index) => `value ${index}`) } },
    body: listOf(80_000, () => 'value x'),
  }),
  'enum with thousands of objects': () => ({
    schema: { type: 'array', items: { enum: times(10_000, (index) => ({ kind: 'a', n: index })) } },
    body: listOf(20_000, () => ({ kind: 'a', n: -1 })),
  }),
  'messages that quote long values': () => ({
    schema: { type: 'object', additionalProperties: { const: 'x'.repeat(1_000_000) } },
    body: objectOf(500, (index) => [`a${index}`, 1]),
  }),
  'allOf with thousands of parts': () => ({
    schema: {
      allOf: times(3_000, (index) => ({
        properties: record(5, (inner) => [`p${index}_${inner}`, { type: 'string' }]),
      })),
    },
    body: '{}',
  }),
  'long texts, counted often': () => ({
    schema: { anyOf: times(200, (index) => ({ type: 'string', maxLength: index })) },
    body: JSON.stringify('é'.repeat(400_000)),
  }),
  dependentSchemas: () => ({
    schema: { type: 'array', items: { dependentSchemas: record(2_000, (index) => [`k${index}`, true]) } },
    body: listOf(30_000, () => ({ a: 1 })),
  }),
  unevaluatedProperties: () => ({
    schema: {
      type: 'object',
      anyOf: times(200, (index) => ({ properties: { [`a${index}`]: true } })),
      unevaluatedProperties: false,
    },
    body: objectOf(5_000, (index) => [`a${index}`, 1]),
  }),
  'a cycle of references': () => ({ schema: ref('Loop'), body: '{"a":1}' }),
  'references that double': () => ({ schema: ref('Doubled0'), body: '{"b":1}' }),
  'objects that are all different': () => ({
    schema: { type: 'array' },
    body: `[${times(34_000, (index) => `{"${index.toString(36)}x":1,"${index.toString(36)}y":1}`).join()}]`,
  }),
  'the same names in all orders': () => ({
    schema: { type: 'array' },
    body: `[${times(8_000, (index) => `{${LETTERS.map((_, at) => `"${LETTERS[(at * (index * 2 + 1) + (index >> 3)) % 20]}${at % (index % 7)}":1`).join()}}`).join()}]`,
  }),
};

const attacks = Object.entries(ATTACKS);

/** Limit of a step that is counted afterwards: listing the names of the largest object that is read. */
const A_STEP = 400_000;

function check({ schema, body }: Attack): { readonly work: Work; readonly isComplete: boolean; readonly text: string } {
  const work = new Work(UNITS_OF_CHECKING);
  const reading = parseJsonBody(Buffer.from(body), work);
  expect(reading.kind).not.toBe('malformed');
  if (reading.kind !== 'value') return { work, isComplete: false, text: '' };
  const { messages, isComplete } = fieldMessages(
    reading.value,
    schema,
    new Components({ ...NO_COMPONENTS, schemas: SCHEMAS }),
    work,
  );
  return { work, isComplete, text: JSON.stringify(messages) };
}

describe('what one body makes the server do is bounded, and whether it was enough is known', () => {
  test.each(attacks)('%s', (_, make) => {
    const attack = make();
    const { work, isComplete, text } = check(attack);
    // The parser is not started where it would take too much: what that would take was not done.
    if (isComplete || text !== '') expect(work.used).toBeLessThan(UNITS_OF_CHECKING + A_STEP);
    expect(isComplete).toBe(!work.isSpent && !attack.body.startsWith('{"a":1}'));
    expect(text.length).toBeLessThan(3_000_000);
  });

  test('units stand for time: no attack takes many times what as many steps of a pattern take', () => {
    const units = 2_000_000;
    const steps = (): number => {
      const work = new Work(units);
      while (!work.isSpent) matchesPattern(WORDS, words.repeat(40), work);
      return work.used;
    };
    const time = (run: () => unknown): number => {
      const start = cpuMilliseconds();
      run();
      return cpuMilliseconds() - start;
    };
    for (const [name, make] of attacks) {
      const attack = make();
      const checks: number[] = [];
      const usual: number[] = [];
      const ratio = (): number => {
        checks.push(time(() => check(attack)));
        usual.push(time(steps));
        return (Math.min(...checks) * units) / (Math.min(...usual) * UNITS_OF_CHECKING);
      };
      let least = Number.POSITIVE_INFINITY;
      // A machine that is busy with other things interrupts one of the two: of both the fastest counts.
      for (let tries = 1; tries <= 3 || (tries <= 10 && least >= 12); tries += 1) least = ratio();
      expect(least, name).toBeLessThan(12);
    }
  });

  test('a pattern takes work in proportion to the text', () => {
    const unitsFor = (length: number): number => {
      const work = unboundedWork();
      expect(matchesPattern('^(a|aa|a*)*(b|a+)+$', `${'a'.repeat(length)}c`, work)).toBe(false);
      return work.used;
    };
    unitsFor(1);
    expect(unitsFor(40_000) / unitsFor(10_000)).toBeLessThan(4.5);
  });
});

describe('over HTTP', () => {
  afterEach(closeServers);

  const shop = new Api(
    apiRecord({
      name: 'Shop',
      services: [
        service('Book', {
          kind: 'rpc',
          operations: [
            operation('POST', '/book', {
              requestBody: {
                content: {
                  'application/json': {
                    schema: {
                      type: 'object',
                      properties: {
                        first: { type: 'integer' },
                        names: { type: 'array', items: { type: 'string', pattern: WORDS } },
                        odd: { pattern: '(a)\\1' },
                      },
                    },
                  },
                },
              },
              responses: { '201': { description: 'Added' } },
            }),
          ],
        }),
      ],
    }),
  );

  const names = times(40_000, () => 'abc.def-ghi');
  test.each([
    ['a body that is checked in full', { names: ['a'] }, 201, undefined],
    ['a body that takes too long is answered', { names }, 201, 'incomplete'],
    ['what was found before is refused', { first: 'x', names }, 422, 'incomplete'],
    ['a pattern beyond our parser is undecided', { odd: 'b' }, 201, 'incomplete'],
    ['a body that is wrong', { first: 'x' }, 422, undefined],
  ])('%s', async (_, value, status, validation) => {
    const port = await serve(createPublishedApis({ apis: [shop], log: (message) => expect.unreachable(message) }));
    const headers = { 'content-type': 'application/json' };
    const answer = await ask(port, { method: 'POST', path: '/book', headers, body: JSON.stringify(value) });
    expect([answer.status, answer.headers['x-platform-validation']]).toEqual([status, validation]);
  });
});
