import { expect, test } from 'vitest';
import {
  canonicalNumber,
  compareNumbers,
  ExactNumber,
  isWhole,
  numberAsWritten,
  parseExactJson,
  readJson,
  simplest,
  writeJson,
} from '../../../src/schema/exact-number.ts';
import { areUnique, isRecord, isSameValue, typeOf } from '../../../src/schema/json-values.ts';
import { unboundedWork } from '../../../src/schema/work.ts';

const TEXTS = [
  ...['9007199254740993', '-9223372036854775808', '18446744073709551615', '0.1234567890123456789', '1.10', '1.0'],
  ...['2E3', '1e-400', '-0', '100000000000000000000.5', '7', '-7.5', '1e-7', '0'],
];

test.each(TEXTS)('%s is written as it was read', (text) => {
  const list = `[${text},{"a":${text}}]`;
  expect(JSON.stringify(parseExactJson(list))).toBe(list);
  expect(JSON.stringify(readJson(writeJson(parseExactJson(list))))).toBe(list);
  expect(String(numberAsWritten(text))).toBe(text);
});

test('a number that a double writes alike stays a double', () => {
  const numbers = ['0', '7', '-7.5', '1e-7', '9007199254740991', '9007199254740992', '0.1', '1e+21'];
  for (const text of numbers) expect(numberAsWritten(text)).toBe(Number(text));
  expect(writeJson(numbers.map(Number)).endsWith('\n')).toBe(false);
  expect(parseExactJson('["1.10", "9007199254740993"]')).toEqual(['1.10', '9007199254740993']);
});

test.each([
  ['+.5', 0.5, '0.5'],
  ['007', 7, '7'],
  ['-007.50', -7.5, '-7.50'],
  ['5.', 5, '5'],
  ['+1E5', 1e5, '1e5'],
  ['0x1F', 31, '31'],
  ['00', 0, '0'],
  ['0o17', 15, '15'],
])('%s of YAML is written in JSON', (source, value, json) => {
  const number = numberAsWritten(source, value);
  expect(JSON.stringify(number)).toBe(json);
  expect(number instanceof ExactNumber && number.source).toBe(source);
});

/** Numbers in order; those of one list are equal. */
const ORDER = [
  ['-1e400', '-10e399'],
  ['-9007199254740993.5'],
  ['-9007199254740993'],
  ['-9007199254740992'],
  ['-1.10', '-1.1'],
  ['0', '-0', '0.000', '0e9'],
  ['1e-400', '0.1e-399'],
  ['1', '1.0', '10e-1'],
  ['1.0000000000000000001'],
  ['1.1', '1.10'],
  ['174322306148984899'],
  ['174322306148984900', '1743223061489849.00e2'],
  ['174322306148984901'],
  ['1e400', '1E+400'],
];

test('numbers are compared to the last digit', () => {
  const made = (text: string) => new ExactNumber(text, Number(text));
  for (const [at, equal] of ORDER.entries())
    for (const [otherAt, others] of ORDER.entries())
      for (const one of equal)
        for (const other of others) {
          expect([one, other, Math.sign(compareNumbers(made(one), made(other)))]).toEqual([
            one,
            other,
            Math.sign(at - otherAt),
          ]);
          expect(canonicalNumber(made(one)) === canonicalNumber(made(other))).toBe(at === otherAt);
        }
  expect(compareNumbers(made('1.10'), 1.1)).toBe(0);
  expect(compareNumbers(made('9007199254740993'), Number.POSITIVE_INFINITY)).toBe(-1);
  expect(simplest(made('1.10'))).toBe(1.1);
});

test('a long number is compared in linear time', () => {
  const long = `1${'0'.repeat(1_000_000)}`;
  expect(canonicalNumber(new ExactNumber(`0.${long}1`, 0.1))).toBe(`0.${long}1`);
});

test('exact numbers are values of JSON as any number', () => {
  const [big, other, price] = ['9007199254740993', '9007199254740992', '1.10'].map((text) => numberAsWritten(text));
  expect([big, price, numberAsWritten('3.0')].map(typeOf)).toEqual(['integer', 'number', 'integer']);
  expect(isWhole(new ExactNumber('1e-400', 0))).toBe(false);
  expect(isRecord(big)).toBe(false);
  expect(isSameValue({ a: [price] }, { a: [1.1] })).toBe(true);
  expect(isSameValue(big, other)).toBe(false);
  expect(isSameValue(big, numberAsWritten('9007199254740993.0'))).toBe(true);
  expect(areUnique([big, other, 1], unboundedWork())).toBe(true);
  expect(areUnique([price, 1.1], unboundedWork())).toBe(false);
});
