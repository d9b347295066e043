import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readProject } from '../../../src/project/read-project.ts';
import { RuleBook } from '../../../src/rules/rule-book.ts';
import { projectWith } from '../config/project.ts';

const OPENAPI = `openapi: 3.1.0
info: { title: Books, version: '1', x-platform-api: Books }
servers: [{ url: https://books.test/api }]
paths:
  /books:
    get: { operationId: a, summary: S, description: D, responses: { default: { description: R } } }
    post: { operationId: b, responses: { default: { description: R } } }
  '/books/{id}':
    get:
      operationId: c
      responses: { default: { description: R } }
      parameters: [{ name: id, in: path, required: true, schema: { type: string, enum: [1] } }]
`;
const NATIVE = `api: Shop
version: 2
services:
  - name: Item
    route: /item[/:item_id]
    route_identifier_name: item_id
    operations: [{ method: GET }, { method: POST, summary: S }]
    entity_operations: [{ method: GET }]
`;
const WARNS = '    head: { operationId: a, responses: { default: { description: R } } }\n';

async function check(configuration: string, files: Readonly<Record<string, string>> = { 'books.yaml': OPENAPI }) {
  const paths = Object.entries(files).map(([name, text]) => [`api-descriptors/${name}`, text] as const);
  const folder = projectWith({
    ...Object.fromEntries(paths),
    'config/autoload/global.yaml': `platform-documentation:\n  check: ${configuration}\n`,
  });
  const reading = await readProject(folder, {});
  return { ...reading, lines: reading.problems.map(({ severity, rule, line }) => `${severity} ${rule} ${line}`) };
}

const only = (rule: string, severity = 'warning'): string => `extends: minimal, rules: { ${rule}: ${severity} }`;

describe('severities', () => {
  test.each([
    ['{}', []],
    ['{ extends: recommended }', []],
    [`{ ${only('summary-missing')} }`, ['warning summary-missing 7', 'warning summary-missing 9']],
    [`{ ${only('summary-missing', 'warn')} }`, ['warning summary-missing 7', 'warning summary-missing 9']],
    [`{ ${only('summary-missing', 'error')} }`, ['error summary-missing 7', 'error summary-missing 9']],
    [`{ ${only('summary-missing', 'off')} }`, []],
  ])('%s finds %j', async (configuration, expected) => {
    expect((await check(configuration)).lines).toEqual(expected);
  });

  test('a rule of the set can be switched off, and an error of configuration keeps the API back', async () => {
    const files = { 'books.yaml': `${OPENAPI.slice(0, OPENAPI.indexOf("  '/books/{id}'"))}${WARNS}` };
    expect((await check('{}', files)).lines).toEqual(['warning operation-id-duplicate 8']);
    expect((await check('{ rules: { operation-id-duplicate: off } }', files)).lines).toEqual([]);
    const strict = await check('{ rules: { operation-id-duplicate: error } }', files);
    expect([strict.lines, strict.apis]).toEqual([['error operation-id-duplicate 8'], []]);
  });

  test('pages and the administration show the same warnings', async () => {
    const { apis } = await check(`{ ${only('summary-missing')} }`);
    expect(apis[0]?.source).toMatchObject({ warningCount: 2, warnings: [{ line: 7 }, { line: 9 }] });
  });

  test.each([
    ['rules: { sumary-missing: off }', 'There is no rule "sumary-missing"; summary-missing is close.'],
    [
      'rules: { operation-operationId: off }',
      'There is no rule "operation-operationId"; here it is operation-id-missing.',
    ],
    ['rules: { zzz: off }', 'There is no rule "zzz".'],
    ['rules: { yaml-syntax: warning }', 'What it finds stops publication and always is an error.'],
    ['rules: { security-unknown: off }', 'It is about who may read or call what and cannot be switched off.'],
    ['rules: { summary-missing: info }', '"info" is not known.'],
    ['extends: all', '"all" is not known.'],
    ['exceptions: [{ rule: guide }]', 'It is about who may read or call what and cannot be switched off.'],
    ['exceptions: [{ rule: sumary-missing }]', 'There is no rule "sumary-missing"; summary-missing is close.'],
    ['exceptions: [{ at: /books }]', 'It is missing.'],
    ['exceptions: [{ rule: summary-missing, at: books }]', 'It is not a place in a descriptor.'],
  ])('%s is an error: %s', async (configuration, message) => {
    const { configurationProblems } = await check(`{ ${configuration} }`);
    expect(configurationProblems.map((problem) => problem.message)).toEqual([message]);
  });

  test('every error stays one', async () => {
    const files = { 'a.yaml': 'api: Books\nversion: 1\nservicse: []\nservices: []\n' };
    expect((await check('{ rules: { unknown-key: off } }', files)).lines).toEqual(['error unknown-key 3']);
  });
});

test('the configuration of docs/rules.md is right', async () => {
  const guide = readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8');
  const [, text = ''] = /```yaml\n(platform-documentation:\n[\s\S]*?)```/.exec(guide) ?? [];
  const reading = await readProject(
    projectWith({ 'api-descriptors/books.yaml': OPENAPI, 'config/autoload/global.yaml': text }),
    {},
  );
  expect([reading.configurationProblems, reading.configuration.check]).toMatchObject([
    [],
    { extends: 'strict', rules: { 'summary-missing': 'error' }, exceptions: [{ api: 'Library-v1', at: 'GET /books' }] },
  ]);
});

describe('exceptions', () => {
  const rest = (exception: string): string =>
    `{ ${only('summary-missing')}, exceptions: [{ rule: summary-missing${exception} }] }`;
  const BOTH = ['warning summary-missing 7', 'warning summary-missing 9'];
  const unused = (lines: readonly string[]): readonly string[] => ['warning configuration 2', ...lines];

  test.each<readonly [exception: string, found: readonly string[]]>([
    ['', []],
    [', api: Books', []],
    [', api: Books-v1', []],
    [', api: Books-v2', unused(BOTH)],
    [', api: Shop', unused(BOTH)],
    [', at: /books', ['warning summary-missing 9']],
    [', at: POST /books', ['warning summary-missing 9']],
    [', at: post /api/books', ['warning summary-missing 9']],
    [", at: '/books/{book}'", ['warning summary-missing 7']],
    [", at: '#/paths/~1books'", ['warning summary-missing 9']],
    [", at: '#/paths/~1books~1%7Bid%7D/get'", ['warning summary-missing 7']],
    [", at: '#/paths'", []],
    [", at: '#/path'", unused(BOTH)],
    [', at: GET /books, reason: It has one.', unused(BOTH)],
  ])('%s leaves %j', async (exception, found) => {
    expect((await check(rest(exception))).lines).toEqual(found);
  });

  test('are about what is found within operations, too', async () => {
    const found = (exceptions: string) => check(`{ ${only('enum-type-mismatch')}, exceptions: ${exceptions} }`);
    expect((await found('[]')).lines).toEqual(['warning enum-type-mismatch 12']);
    expect((await found("[{ rule: enum-type-mismatch, at: 'GET /books/{id}' }]")).lines).toEqual([]);
  });

  test.each([
    ['webhooks', OPENAPI],
    ['x-webhooks', OPENAPI.replace(/openapi: [\d.]+/, 'openapi: 3.0.3')],
  ])('name %s by method and name', async (key, api) => {
    const hook = 'post: { operationId: h, responses: { default: { description: R } } }';
    const files = { 'books.yaml': `${api}${key}:\n  book sold:\n    ${hook}\n` };
    const found = ['warning summary-missing 7', 'warning summary-missing 9'];
    expect((await check(rest(', at: /none'), files)).lines).toEqual([...unused(found), 'warning summary-missing 15']);
    expect((await check(rest(', at: post book sold'), files)).lines).toEqual(found);
    expect((await check(rest(', at: GET book sold'), files)).lines).toHaveLength(4);
    expect((await check(rest(`, at: '#/${key}/book sold'`), files)).lines).toEqual(found);
  });

  test('name operations of native descriptors in the same way', async () => {
    const files = { 'shop.yaml': NATIVE };
    expect((await check(rest(', at: GET /item'), files)).lines).toEqual(['warning summary-missing 8']);
    expect((await check(rest(", at: '/item/{id}'"), files)).lines).toEqual(['warning summary-missing 7']);
  });

  test.each([
    ['Bakery-v9', 'There is no API "Bakery".', 'Write one of Books, Books-v1.'],
    ['Books-v2', 'There is no version 2 of Books.', 'Write one of Books, Books-v1.'],
    ['Books-v1, at: /none', 'nothing is found there.', 'Remove it, or correct its rule, API or place.'],
  ])('of %s say what there is', async (api, message, remedy) => {
    const { problems } = await check(rest(`, api: ${api}`));
    const found = problems.filter(({ rule }) => rule === 'configuration');
    const whole = `platform-documentation.check.exceptions.0: This exception is not used: ${message}`;
    expect(found).toMatchObject([{ message: whole, remedy }]);
  });

  test('are looked at once each: a finding asks for those of its rule and its API alone', () => {
    const asked: string[] = [];
    const of = (rule: string, api: string | null) => ({ rule, api, at: '/books' });
    const exceptions = [of('summary-missing', 'Shop'), of('path-slash', null), of('summary-missing', 'Books-v1')];
    const rules = new RuleBook({ extends: 'strict', rules: {}, exceptions });
    const finding = { file: 'a', line: 1, column: 1, severity: 'warning', message: '', remedy: '' } as const;
    const isWithin = (at: string) => asked.push(at) > 0;
    expect(rules.judge({ ...finding, rule: 'summary-missing' }, { name: 'Books', version: 1, isWithin })).toBe(
      undefined,
    );
    expect([asked, rules.unused()]).toEqual([['/books'], [0, 1]]);
  });

  test('say nothing of what could not be read', async () => {
    const files = { 'books.yaml': OPENAPI, 'broken.yaml': 'openapi: [' };
    expect((await check(rest(', api: Broken'), files)).lines).toEqual([...BOTH, 'error yaml-syntax 1']);
  });
});
