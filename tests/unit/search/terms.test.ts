import { describe, expect, test } from 'vitest';
import { askedTerms, fold, inOtherNumber, otherNumbersOf, termsOf, wholeName } from '../../../src/search/terms.ts';

describe('fold', () => {
  test.each([
    ['Größe', 'grosse'],
    ['ÉTÉ', 'ete'],
    ['e\u0301te\u0301', 'ete'],
    ['ＩＢＡＮ', 'iban'],
    ['ЗАКАЗ', 'заказ'],
    ['مُعَرِّف', 'معرف'],
    ['Işık', 'isik'],
    ['Łódź', 'lodz'],
    ['Køb', 'kob'],
    ['Đăng', 'dang'],
  ])('%s is compared as %s', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });
});

describe('the words of a text', () => {
  test.each([
    ['customerName', ['customer', 'customername', 'name']],
    ['HTTPServer', ['http', 'httpserver', 'server']],
    ['customer_name', ['customer', 'name']],
    ['/v2/droplets/{id}', ['v2', 'droplets', 'id']],
    ['注文番号', ['注文', '文番', '番号', '号']],
    ['使用createUser接口', ['使用', '用', 'create', 'createuser', 'user', '接口', '口']],
    ['APIキー', ['api', 'キー', 'ー']],
    ['Список заказов', ['список', 'заказов']],
    ['مفتاح المستخدمين', ['مفتاح', 'مستخدمين']],
    ['!?', []],
  ])('of %s are %j', (text, terms) => {
    expect([...new Set(termsOf(text))]).toEqual(terms);
  });

  test.each([
    ['customerName', ['customer', 'name']],
    ['注文番号', ['注文', '文番', '番号']],
    ['注', ['注']],
    ['APIキー', ['api', 'キー']],
    ['المستخدم', ['مستخدم']],
    ['ال', ['ال']],
    ['a a', ['a']],
  ])('asked with %s are %j', (question, terms) => {
    expect(askedTerms(question)).toEqual(terms);
  });

  test('are compared by forty letters', () => {
    expect(termsOf('x'.repeat(100_000))).toEqual(['x'.repeat(40)]);
  });
});

describe('a whole name', () => {
  test.each([
    ['/v2/droplets/{droplet_id}/', 'v2/droplets/{}'],
    ['https://api.example.com/v2/droplets', 'v2/droplets'],
    ['GET  /Book', 'get book'],
    [' List Books ', 'list books'],
    ['{', '{'],
    ['https://', ''],
  ])('%s is compared as %s', (text, name) => {
    expect(wholeName(text)).toBe(name);
  });
});

test.each([
  ['books', ['book']],
  ['databases', ['databas', 'database']],
  ['branches', ['branch', 'branche']],
  ['policies', ['policy']],
  ['policy', ['policies']],
  ['keys', ['key']],
  ['key', []],
  ['ties', ['tie']],
  ['status', []],
  ['address', []],
  ['analysis', []],
  ['ids', []],
  ['größes', []],
])('%s may also be %j', (term, others) => {
  expect(otherNumbersOf(term)).toEqual(others);
});

test.each([
  ['droplet', ['droplets']],
  ['payment_intents', ['payment_intent', 'payment_intentses']],
  ['payment policy', ['payment policies', 'payment policys']],
  ['box', ['boxes']],
  ['v2/droplet', []],
  ['ipv4', []],
  ['größe', []],
  ['', []],
])('the name %s in the other number may be %j', (name, others) => {
  expect(inOtherNumber(name)).toEqual(others);
});
