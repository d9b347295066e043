import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readFolder } from '../../../../src/descriptors/read-descriptors.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import { readMemory, writeMemory } from '../../../../src/release/incremental/memory-file.ts';
import { ReadingsBefore } from '../../../../src/release/incremental/readings-before.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'edited-'));
  mkdirSync(join(root, 'd'));
});
afterEach(() => rmSync(root, { recursive: true }));

const PADDING = 400 * 1024;
const head = 'openapi: 3.1.0\ninfo: { title: Books, version: 1.0.0 }\n';
const answers = "      responses: { '200': { description: Right. } }\n";
const operations = `paths:
  # Shelves have books.
  /books:
    get:
      summary: List books
      description: 'All of them, "sorted".' # by title

${answers}    post:
      summary: Add a book
      operationId: add book
      description: |
        summary: Add a book
      requestBody: { description: summary, content: { text/plain: {} } }
${answers}  "/books/{id}":
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
    get:
      summary: "Read \\u00fcber"
      description: Reads
        one
${answers}    put:
      description: >-
        ## A book

            summary: some code
        that stays

        # no remark

      summary: 'Change
        it, too'
${answers}    x-more: [a, b]
    delete: { summary: Remove it, responses: { '200': { description: Right. } } }
`;
const yaml = `${head}${operations}${'# more of it\n'.repeat(PADDING / 13)}`;

function write(text: string | Buffer, name = 'b.yaml'): void {
  writeFileSync(join(root, 'd', name), text);
}

function readings(id: string | undefined, published?: ApiRecord): ReadingsBefore {
  const memory = id === undefined ? undefined : readMemory(root, id);
  return new ReadingsBefore({ memory, index: undefined, record: () => published }, 'one');
}

function read(kept: ReadingsBefore) {
  return readFolder({ projectRoot: root, folder: 'd', kept });
}

function written(kept: ReadingsBefore): string {
  writeMemory(root, { release: 'first', readings: kept.written().readings }, kept.written().sections);
  return readFileSync(join(root, 'memory.bin'), 'utf8');
}

/** Reads what was edited as a build reads it after one of what was there before; @returns whether it was not parsed */
function isEdited(before: string, now: string | Buffer, name = 'b.yaml'): boolean {
  write(before, name);
  const first = readings(undefined);
  const [published] = read(first).apis;
  written(first);
  write(now, name);
  const again = readings('first', published);
  const found = read(again);
  const anew = readings(undefined);
  expect(found).toEqual(read(anew));
  const isTaken = found.apis[0] !== undefined && found.apis[0].components === published?.components;
  expect(written(again)).toBe(written(anew));
  return isTaken;
}

describe('another text of an operation is read without the rest of its descriptor', () => {
  test.each([
    ['List books', 'List all books'],
    ['summary: List books', 'summary: "List: books"'],
    ['summary: Add a book\n', "summary: 'It''s a book' # new\n"],
    ['Read \\u00fcber', 'Read übér 😀'],
    ['\'All of them, "sorted".\' # by title', 'All of it'],
    ['description: Reads', 'description: Really'],
    ['        one', '        none: of # them'.replace(': of', '')],
    ['        summary: Add a book', '        - Added: a book # now'],
    ['description: |\n', 'description: >+\n'],
    ['that stays\n\n        # no', 'that\n\n        # yet a'],
    ['## A', '# The'],
    ['it, too', "all, ''now''"],
  ])('in YAML: %s → %s', (before, now) => {
    expect(isEdited(yaml, yaml.replace(before, now))).toBe(true);
  });

  test('in YAML of Windows', () => {
    const text = yaml.replaceAll('\n', '\r\n');
    expect(isEdited(text, text.replace('that stays', 'that goes'))).toBe(true);
    expect(isEdited(text, text.replace('List books', 'List all'))).toBe(true);
  });

  test.each([
    [
      'of a descriptor that refers to operations',
      yaml.replace('x-more: [a, b]', "x-more: { $ref: '#/paths/~1books/get' }"),
    ],
    ['of one with an alias', yaml.replace('get:\n', 'get: &a\n').replace('x-more: [a, b]', 'x-more: *a')],
    ['of one that merges keys', yaml.replace('x-more: [a, b]', 'x-more: { <<: { a: 1 } }')],
    ['of a short one', head + operations],
    [
      'of one in braces',
      `{ openapi: 3.1.0,\n x-a: "\n${operations.replaceAll('"', "'")}",\n ${' '.repeat(PADDING)} paths: {} }`,
    ],
    ['that something is reported of', yaml.replace('summary: List books', 'summary: 12')],
    [
      'of one in braces below a remark',
      `# Books
{ openapi: 3.1.0, info: { title: Books, version: 1.0.0 },
  x-a: "
${operations.replaceAll('"', "'")}",
  paths: { /books: { get: { summary: List books, responses: { '200': { description: Right. } } } } }
${' '.repeat(PADDING)}}`,
    ],
    [
      'of one with an alias of an object that has its anchor in a line of its own',
      yaml.replace('get:\n', 'get:\n      &a\n').replace('x-more: [a, b]', 'x-more: *a'),
    ],
    ['of one in Swagger', yaml.replace('openapi: 3.1.0', 'swagger: "2.0"')],
    ['of one with a path that begins with no slash', yaml.replace('  "/books/{id}"', '  books: {}\n  "/books/{id}"')],
    ['of one with a method in capital letters', yaml.replace('    delete:', '    DELETE:')],
    [
      'of one whose operations stand in a component',
      `${yaml}components: { pathItems: { P: {} } }\nx-also: { $ref: '#/components/pathItems/P' }\n`,
    ],
  ])('not %s', (_, text) => {
    expect(isEdited(text, text.replace(/summary: (List books|12)/, 'summary: List'))).toBe(false);
  });

  test.each([
    ['another key', 'operationId: add book', 'operationId: addBook'],
    ['a text that ends', 'description: Reads', 'description: Reads:'],
    ['what looks like a text inside of one', '            summary: some code', '          description: |'],
    ['a line more of a text', 'Reads\n', 'Reads\n        more than\n'],
    ['a line less of a text', 'Reads\n        one', 'Reads one'],
    ['a line more behind a text', '# no remark\n', '# no remark\n\n'],
    ['how far in a text stands', 'description: |', 'description: |1'],
    ['a text that goes on further out', '        that stays', '      that stays'],
    ['all of a text and the next key', "no remark\n\n      summary: 'Change", "remarks\n\n      summary: 'Changed"],
    ['what is no text', 'summary: List books', 'summary: 12'],
    ['what is empty', 'summary: List books', 'summary: ""'],
    ['an anchor', 'summary: List books', 'summary: &a books'],
    ['a list', 'summary: List books', 'summary: [books]'],
    ['HTML', 'summary: List books', 'summary: List <u>books</u>'],
    ['a link to a part', 'summary: List books', "summary: 'List [books](#tag/Books)'"],
    ['one of two keys', 'summary: List books\n', 'summary: List books\n      deprecated: true\n'],
    ['a text in braces', 'summary: Remove it', 'summary: Remove all'],
    ['a mark', 'summary: List books', "summary: 'books"],
    ['a text of a request', 'description: summary', 'description: description'],
    ['a control character', 'summary: List books', 'summary: "List\u0085books"'],
    ['what is too slow to be read as Markdown', '\'All of them, "sorted".\'', `"${'> '.repeat(300)}a"`],
  ])('not %s', (_, before, now) => {
    expect(isEdited(yaml, yaml.replace(before, now))).toBe(false);
  });

  test('of a descriptor that refers to components', () => {
    const text = yaml.replace('x-more: [a, b]', "x-more: { $ref: '#/components/schemas/Book' }");
    expect(isEdited(text, text.replace('List books', 'List all'))).toBe(true);
  });

  test('not where it leaves the descriptor short: the next build would look for its bytes in vain', () => {
    const text = head + operations;
    const long = `${text}${'#'.repeat(384 * 1024 - text.length)}`;
    expect(isEdited(long, long.replace('List books', 'Give books'))).toBe(true);
    expect(isEdited(long, long.replace('List books', 'List'))).toBe(false);
  });

  test('a build keeps no bytes of a descriptor that is read again after every edit', () => {
    const bytesKept = (text: string): number => {
      write(text);
      const kept = readings(undefined);
      read(kept);
      return kept.written().sections.size;
    };
    expect(bytesKept(`${head}${operations}${'#'.repeat(300 * 1024)}`)).toBe(0);
    expect(bytesKept(yaml)).toBe(1);
  });

  test('not two texts', () => {
    expect(isEdited(yaml, yaml.replace('List books', 'All books').replace('Read', 'See'))).toBe(false);
  });

  const json = (summary: string, more: object = {}, indent: number | undefined = 2): string => {
    const get = { summary, tags: ['a'], responses: { 200: { description: 'Right. "summary": "List"' } } };
    const info = { title: 'B', version: '1.0.0', description: 'x'.repeat(PADDING) };
    return JSON.stringify({ openapi: '3.1.0', info, paths: { '/a': { get, ...more } } }, null, indent);
  };

  test.each([
    ['List', 'List all'],
    ['List', 'List "all\\'],
    ['"a\\', '"a\\"'],
    ['über', 'übér 😀'],
  ])('in JSON: %s → %s', (before, now) => {
    expect(isEdited(json(before), json(now), 'b.json')).toBe(true);
  });

  test.each([
    ['a list', json('List', { 'x-a': ['one'] }), json('List', { 'x-a': ['two'] })],
    ['a name', json('List'), json('List').replace('"summary"', '"x-summary"')],
    ['two texts', json('List', { 'x-a': 'one' }), json('All', { 'x-a': 'two' })],
    ['a text deeper down', json('List'), json('List').replace('Right', 'Wrong')],
    ['a line in which something is reported', json('List', { put: {} }, 0), json('All', { put: {} }, 0)],
    ['a broken string', json('List'), json('List').replace('"List"', '"List\\u12"')],
    ['a control character', json('List'), json('List').replace('"List"', '"Li\tst"')],
    ['half of a pair', json('List'), json('List').replace('"List"', '"\\ud800"')],
  ])('not %s in JSON', (_, before, now) => {
    expect(isEdited(before, now, 'b.json')).toBe(false);
  });

  const get = (text: string): string => `get:\n      summary: ${text}\n${answers}`;
  const padding = '# more of it\n'.repeat(PADDING / 13);
  const withPath = (item: string): string => `${head}paths:\n  /a:\n    ${item}${padding}`;
  const braces =
    '    get:\n      {\n      responses: { 200: { description: Right. } },\n      summary: List\n      }\n';

  test.each([
    ['in braces of their own lines', `${head}paths:\n  /a:\n${braces}${padding}`, 'List', 'List, deprecated'],
    [
      'behind a line that ends otherwise',
      withPath(`get:\n      summary: List\n      x-a: 1\r    post:\n      summary: List\n${answers}`),
      'post:\n      summary: List',
      'post:\n      summary: All',
    ],
    [
      'of a method that is written twice',
      withPath(`Get:\n      summary: List\n${answers}    ${get('List')}`),
      'get:\n      summary: List',
      'get:\n      summary: All',
    ],
    [
      'of a key that is no method',
      withPath(`propfind:\n      summary: List\n    additionalOperations: { PROPFIND: { summary: List } }\n`),
      'propfind:\n      summary: List',
      'propfind:\n      summary: All',
    ],
    ['with a remark that looks like a merge', withPath(get('List')), 'List\n', 'List # <<\n'],
    [
      'with a remark that looks like HTML',
      withPath(`${get('List')}    put:\n      description: A <u a=b>\n${answers}`),
      'List\n',
      'List # A <u a=b>\n',
    ],
    [
      'that a schema is said to be',
      withPath(`${get('List')}components: { schemas: { A: { oneOf: [{ type: string }], discriminator: { propertyName: a,
        mapping: { a: '#/paths/~1a/get' } } } } }\n`),
      'List\n',
      'All\n',
    ],
  ])('not a text %s', (_, text, before, now) => {
    expect(text).toContain(before);
    expect(isEdited(text, text.replace(before, now))).toBe(false);
  });

  test('not what is no UTF-8', () => {
    const damaged = Buffer.from(yaml.replace('List books', 'List bXoks'));
    damaged[damaged.indexOf('bXoks') + 1] = 0xff;
    expect(isEdited(yaml, damaged)).toBe(false);
  });

  test('not in braces that are YAML, whose remarks have braces as well', () => {
    const responses = '"responses": { "200": { "description": "Right." } }';
    const text = `{ "openapi": "3.1.0", "info": { "title": "B", "version": "1" }, "x-a": "${'x'.repeat(PADDING)}",
"paths": { "/a": { "get": { "summary": "List", ${responses} },
# "get": {
"summary": "List" } } }`;
    const at = text.lastIndexOf('List');
    expect(isEdited(text, `${text.slice(0, at)}All${text.slice(at + 4)}`)).toBe(false);
  });
});
