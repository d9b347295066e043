import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readDescriptor } from '../../../../src/descriptors/read-descriptors.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import { AdminProject, type Fields, fieldsOf, pageOf, problemFields } from '../admin-project.ts';
import { FILE, JSON_DESCRIPTOR, JSON_FILE, OPENAPI, OPENAPI_FILE, UGLY } from '../ugly-descriptor.ts';

const SERVICE = '/documentation/service?api=Library-v1&service=Book';
const LIST = '/documentation/operation?api=Library-v1&service=Book&operation=collection+GET';
const POST = '/documentation/operation?api=Library-v1&service=Book&operation=collection+POST';
const FETCH = '/documentation/operation?api=Library-v1&service=Book&operation=entity+GET';
const PING_SERVICE = '/documentation/service?api=Library-v1&service=Ping';
const PING = '/documentation/operation?api=Library-v1&service=Ping&operation=action+GET';
const CART = '/documentation/service?api=Shop-v1&service=Cart';
const DONE = { kind: 'redirection', path: '/platform/admin/documentation/api?api=Library-v1&done=texts-saved' };

let project: AdminProject;
beforeEach(() => {
  project = new AdminProject();
  project.write(FILE, UGLY);
  project.write(JSON_FILE, JSON_DESCRIPTOR);
  project.write(OPENAPI_FILE, OPENAPI);
});
afterEach(() => project.remove());

function record(path = FILE): ApiRecord {
  const reading = readDescriptor({ projectRoot: project.folder, folder: 'api-descriptors', path });
  if (reading?.record === undefined) throw new Error(JSON.stringify(reading?.diagnostics));
  return reading.record;
}

/** The lines that went, and those that came. */
function difference(before: string, after: string): readonly [readonly string[], readonly string[]] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  return [old.filter((line) => !now.includes(line)), now.filter((line) => !old.includes(line))];
}

describe('the list of APIs', () => {
  test('shows which can be edited, and why the others cannot', async () => {
    const text = JSON.stringify(await project.page('/documentation'));
    for (const part of [
      'Library-v1',
      'library/v1.yaml',
      'Shop-v1',
      'OpenAPI 3.1',
      'these pages edit only the native format',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('npm run build');
  });

  test('says in production when changes show', async () => {
    project.isDevelopment = false;
    for (const target of ['/documentation', '/documentation/api?api=Library-v1', SERVICE])
      expect(JSON.stringify(await project.page(target))).toContain('npm run build');
    const answer = await project.send(SERVICE, { summary: 'x' });
    expect(answer).toEqual({ kind: 'redirection', path: `${DONE.path}-for-build` });
  });
});

describe('the services of an API', () => {
  test('are there with what has no description', async () => {
    const text = JSON.stringify(await project.page('/documentation/api?api=Library-v1'));
    expect(text).toContain('"method":"GET","text":"Fetch"');
    expect(text).not.toContain('GET collection');
  });

  test.each([
    ['{ name: title, description: Its name. }', 'none'],
    ['{ name: title }', '1 of 2'],
    ['{ name: title }, { name: tags, description: Some., fields: [{ name: tag }] }', '2 of 4'],
  ])('with fields [%s] lack %s', async (fields, lacking) => {
    project.write(
      FILE,
      `api: Library\nversion: 1\nservices: [{ name: B, route: /b, description: All., fields: [${fields}] }]\n`,
    );
    const { parts } = await project.page('/documentation/api?api=Library-v1');
    const facts = parts.flatMap((part) => (part.kind === 'cards' ? part.cards : [])).flatMap((card) => card.facts);
    expect(facts).toContainEqual({ term: 'Without a description', text: lacking });
  });

  test.each<readonly [string, () => void, string, RegExp]>([
    ['is in another format', () => undefined, 'Orders-v1', /Edit texts of OpenAPI 3\.1 in the file itself/],
    ['is away', () => rmSync(join(project.folder, FILE)), 'Library-v1', /is not on this machine/],
    [
      'has got a mistake',
      () => project.write(FILE, UGLY.replace('/ping', '/ping[')),
      'Library-v1',
      /has an error.* route-syntax/,
    ],
    ['has changed its format', () => project.write(FILE, OPENAPI), 'Library-v1', /The format of .* has changed/],
  ])('are read-only where the descriptor %s', async (_title, change, api, reason) => {
    const site = project.site();
    change();
    const page = pageOf(await project.ask(`/documentation/api?api=${api}`, null, 'anna', site));
    expect(JSON.stringify(page.parts)).toMatch(reason);
    expect(JSON.stringify(page.parts)).not.toContain('/documentation/service');
    const form = `/documentation/service?api=${api}&service=Book`;
    expect(await project.ask(form, null, 'anna', site)).toEqual({ kind: 'missing' });
    expect(await project.ask(form, {}, 'anna', site)).toEqual({ kind: 'missing' });
  });

  test.each([
    '/documentation/api',
    '/documentation/api?api=Nothing-v1',
    `${SERVICE}X`,
    SERVICE.replace('Book', '__proto__'),
    `${LIST}X`,
    '/documentation/operation',
  ])('are missing at %s', async (target) => expect(await project.ask(target)).toEqual({ kind: 'missing' }));

  test('take no form where nothing can be edited', async () => {
    for (const target of ['/documentation', '/documentation/api?api=Library-v1'])
      expect(await project.ask(target, {})).toEqual({ kind: 'not-allowed' });
    expect(await project.ask(`${SERVICE}X`, {})).toEqual({ kind: 'missing' });
  });
});

describe('texts of a service', () => {
  test('are shown as the file has them', async () => {
    expect(await project.filled(SERVICE)).toMatchObject({
      description: 'The books.\n\nLast line.\n',
      response_status_codes: '503 Service Unavailable\n429 Too Many Requests',
      'field:title': "It's title",
      'field:author': 'folded text',
      'field:author/first': '',
      'parameter:path/book_id': '',
    });
  });

  test('change all at once, and nothing else of the file does', async () => {
    const sent = {
      summary: 'Books: all of them',
      description: 'One.\r\n\r\nTwo “<b>”.\r\n',
      response_status_codes: '429 Slow down\r\n418 I am a teapot\r\n\r\n',
      'field:title': '',
      'field:author': 'Who\r\nwrote it',
      'field:author/first': 'Given #1',
    };
    expect(await project.send(SERVICE, sent)).toEqual(DONE);
    expect(difference(UGLY, project.read(FILE))).toEqual([
      [
        '      The books.',
        '      Last line.',
        '      - { code: 503, message: Service Unavailable, x-retry: 60 }   # really',
        `    - {name: title, type: string, required: true, example: "Say \\"no\\"", description: 'It''s title'}`,
        '    - description: >-',
        '        folded',
        '        text',
      ],
      [
        "    summary: 'Books: all of them'",
        '      One.',
        '      Two “<b>”.',
        '      # really',
        '          message: Slow down',
        '      - { code: 418, message: I am a teapot }',
        '    - {name: title, type: string, required: true, example: "Say \\"no\\""}',
        '    - description: |-',
        '        Who',
        '        wrote it',
        "          description: 'Given #1'",
      ],
    ]);
    const [service] = record().services;
    expect(service).toMatchObject({ summary: 'Books: all of them', description: 'One.\n\nTwo “<b>”.\n' });
    expect(project.changes).toEqual([
      {
        action: 'documentation changed: Summary, Description, Status codes, title, author, author/first',
        target: 'Library-v1/Book',
        file: FILE,
      },
    ]);
  });

  test('in JSON leave JSON, with what else is there', async () => {
    await project.send(CART, { description: 'A "cart"', 'field:a%2Fb%20c': 'x', response_status_codes: '200 OK' });
    const text = project.read(JSON_FILE);
    expect(JSON.parse(text).services[0]).toMatchObject({
      description: 'A "cart"',
      response_status_codes: [{ code: 200, message: 'OK' }],
    });
    for (const kept of [
      '"x-own": {"kept":   true},',
      '"x-e": "\\u00e9"',
      '"kind": "rpc", "description": "A \\"cart\\"", "route": "/cart", "response_status_codes": [ { "code": 200, "message": "OK" } ],',
    ])
      expect(text).toContain(kept);
  });

  test('sent as they are change nothing, and are no change for the audit log', async () => {
    const form = await project.filled(SERVICE);
    const asBrowsersSend = Object.fromEntries(
      Object.entries(form).map(([name, value]) => [name, value.replaceAll('\n', '\r\n')]),
    );
    expect(await project.ask(SERVICE, asBrowsersSend)).toEqual(DONE);
    expect(project.read(FILE)).toBe(UGLY);
    expect(project.changes).toEqual([]);
  });

  test('that no browser can send back are not changed by that', async () => {
    const odd = JSON_DESCRIPTOR.replace(
      '"kind"',
      '"summary": "two\\nlines\\u0000", "description": "half \\ud800 \\u0000 \\r\\n end  \\n\\n", "kind"',
    );
    project.write(JSON_FILE, odd);
    const page = await project.page(CART);
    expect(fieldsOf(page).map(({ name, control }) => [name, control])).toContainEqual(['summary', 'prose']);
    const asBrowsersSend = ([name, value]: readonly [string, string]): [string, string] => [
      name,
      value.toWellFormed().replaceAll('\0', '\ufffd').replaceAll(/\r?\n/g, '\r\n'),
    ];
    const form = Object.fromEntries(Object.entries(await project.filled(CART)).map(asBrowsersSend));
    expect(await project.ask(CART, form)).toMatchObject({ kind: 'redirection' });
    expect(project.read(JSON_FILE)).toBe(odd);
    expect(project.changes).toEqual([]);
  });

  test('of fields in lists say so', async () => {
    project.write(FILE, UGLY.replace('      name: author\n', '      name: author\n      type: array\n'));
    expect(fieldsOf(await project.page(SERVICE)).map(({ label }) => label)).toContain('author[]/first');
  });

  test('that cannot be written are reported at their fields, all at once, and keep what was typed', async () => {
    const sent = {
      summary: 'two\nlines',
      description: 'bell \u0007',
      response_status_codes: '99 Low\n200\nOK\n200 OK\n600',
      'field:title': 'right',
    };
    const page = pageOf(await project.send(SERVICE, sent));
    expect(problemFields(page)).toEqual([
      'summary',
      'description',
      ...Array.from({ length: 4 }, () => 'response_status_codes'),
    ]);
    expect(Object.fromEntries(fieldsOf(page).map(({ name, value }) => [name, value]))).toMatchObject(sent);
    expect(project.read(FILE)).toBe(UGLY);
  });

  test('that stand where no edit may touch them are refused at their fields', async () => {
    const text = UGLY.replace('description: |  # Markdown', 'description: &d |  # Markdown').replace(
      'description: plain text\n      over two lines   # odd',
      'description: *d',
    );
    project.write(FILE, text);
    const page = pageOf(await project.send(SERVICE, { description: 'x', 'field:title': 'y' }));
    expect(problemFields(page)).toEqual(['description']);
    expect(page.notice?.problems[0]?.text).toMatch(/has an anchor. Edit the file by hand/);
    expect(project.read(FILE)).toBe(text);
  });

  test('that another user has changed meanwhile are shown at their fields, and not lost', async () => {
    const form = await project.filled(SERVICE);
    const theirs = UGLY.replace("'It''s title'", "'Theirs'");
    project.write(FILE, theirs);
    const answer = await project.ask(SERVICE, { ...form, summary: 'Mine' });
    expect(answer).toMatchObject({ status: 409 });
    const page = pageOf(answer);
    expect(problemFields(page)).toEqual([null, 'summary', 'field:title']);
    expect(page.notice?.problems.at(-1)?.text).toContain('The file now has: Theirs');
    expect(project.read(FILE)).toBe(theirs);
    const hidden = page.parts.flatMap((part) => (part.kind === 'form' ? part.form.hidden : []));
    const again = {
      ...form,
      ...Object.fromEntries(hidden.map(({ name, value }) => [name, value])),
      summary: 'Mine',
      'field:title': 'Theirs',
    };
    expect(await project.ask(SERVICE, again)).toEqual(DONE);
    expect(project.read(FILE)).toContain("'Theirs'");
    expect(project.read(FILE)).toContain('summary: Mine');
  });

  test('sent fifty times at once: one is accepted, the others are edit conflicts', async () => {
    const form = await project.filled(SERVICE);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => project.ask(SERVICE, { ...form, summary: `S${index}` })),
    );
    expect(answers.filter(({ kind }) => kind === 'redirection')).toHaveLength(1);
    expect(answers.filter((answer) => answer.kind === 'page' && answer.status === 409)).toHaveLength(49);
    expect(project.changes).toHaveLength(1);
  });

  test('of two services at once are both taken, and so is one beside an edit by hand', async () => {
    const [book, ping] = [await project.filled(SERVICE), await project.filled(PING_SERVICE)];
    project.write(FILE, UGLY.replace('# tail', '# other tail'));
    expect(
      await Promise.all([
        project.ask(SERVICE, { ...book, summary: 'Of the books' }),
        project.ask(PING_SERVICE, { ...ping, summary: 'Of the ping' }),
      ]),
    ).toEqual([DONE, DONE]);
    for (const text of ['summary: Of the books', 'summary: Of the ping', '# other tail'])
      expect(project.read(FILE)).toContain(text);
  });

  test('of an expired form, of another service or of another user are not accepted', async () => {
    const form = await project.filled(SERVICE);
    const other = await project.filled(PING_SERVICE);
    expect(await project.ask(SERVICE, { ...other, summary: 'x' })).toMatchObject({ status: 403 });
    expect(await project.ask(SERVICE, { ...form, summary: 'x' }, 'otto')).toMatchObject({ status: 403 });
    expect(await project.ask(SERVICE, { ...form, summary: 'x', token: '' })).toMatchObject({ status: 403 });
    expect(await project.ask(LIST, { ...form, summary: 'x' })).toMatchObject({ status: 403 });
    expect(project.read(FILE)).toBe(UGLY);
  });
});

describe('texts of an operation', () => {
  test('change in lists of either style', async () => {
    await project.send(LIST, {
      description: 'Lists.',
      response_description: 'A\r\nlist',
      response_status_codes: '200 OK',
    });
    await project.send(FETCH, { response_status_codes: '200 Here\n404', request_description: 'Nothing' });
    const [, came] = difference(UGLY, project.read(FILE));
    expect(came).toEqual([
      '      { method: GET, summary: List, description: Lists., response_description: "A\\nlist", response_status_codes: [{code: 200, message: OK}] }, # reads',
      '      request_description: Nothing',
      '        message: Here',
      '      - { code: 404 }',
    ]);
    expect(record().services[0]?.operations[0]).toMatchObject({
      description: 'Lists.',
      responseDescription: 'A\nlist',
    });
  });

  test('lose all status codes, and have those of the method again', async () => {
    await project.send(FETCH, { response_status_codes: '' });
    expect(project.read(FILE)).toContain('response_status_codes: []\n    - method: DELETE');
    expect(Object.keys(record().services[0]?.entityOperations[0]?.responses ?? {})).toEqual([
      '200',
      '404',
      '406',
      '415',
      '429',
      '503',
    ]);
  });
});

describe('examples', () => {
  const generate = async (target: string, intent: string): Promise<Fields> => {
    const answer = await project.send(target, { intent, description: 'typed' });
    expect(answer).toMatchObject({ status: 200, page: { notice: { kind: 'done' } } });
    const fields = Object.fromEntries(fieldsOf(pageOf(answer)).map(({ name, value }) => [name, value]));
    expect(fields['description']).toBe('typed');
    return fields;
  };

  test.each<readonly [string, string, unknown]>([
    [POST, 'request', { title: 'Say "no"', author: { first: 'string', last: 'string' } }],
    [
      POST,
      'response',
      {
        _links: { self: { href: '/book/421' } },
        title: 'Say "no"',
        author: { first: 'string', last: 'string' },
        id: 7,
      },
    ],
    [
      LIST,
      'response',
      {
        _links: { self: { href: '/book' } },
        _embedded: {
          book: [
            {
              _links: { self: { href: '/book/421' } },
              title: 'Say "no"',
              author: { first: 'string', last: 'string' },
              id: 7,
            },
          ],
        },
      },
    ],
    [
      FETCH,
      'response',
      {
        _links: { self: { href: '/book/421' } },
        title: 'Say "no"',
        author: { first: 'string', last: 'string' },
        id: 7,
      },
    ],
    [PING, 'response', { ack: 1 }],
  ])('of %s are proposed: %s', async (target, which, expected) => {
    const fields = await generate(target, `generate-${which}`);
    expect(JSON.parse(fields[`${which}_example`] ?? '')).toEqual(expected);
    expect(project.read(FILE)).toBe(UGLY);
    expect(project.changes).toEqual([]);
  });

  test('are taken over, changed, and given up', async () => {
    const fields = await generate(POST, 'generate-request');
    await project.send(POST, { request_example: fields['request_example'] ?? '' });
    const media = (): unknown => record().services[0]?.operations[1]?.requestBody;
    expect(media()).toMatchObject({
      content: { 'application/json': { example: { title: 'Say "no"', author: { first: 'string', last: 'string' } } } },
    });
    await project.send(POST, { request_example: '[1, {"a": "</textarea><script>"}]' });
    expect(media()).toMatchObject({ content: { 'application/json': { example: [1, { a: '</textarea><script>' }] } } });
    await project.send(POST, { request_example: '' });
    expect(project.read(FILE)).toBe(UGLY);
  });

  test('of a response keep the status codes that follow from the method', async () => {
    const before = Object.keys(record().services[0]?.operations[0]?.responses ?? {});
    const fields = await generate(LIST, 'generate-response');
    await project.send(LIST, { response_example: fields['response_example'] ?? '' });
    const responses: ApiRecord['services'][number]['operations'][number]['responses'] =
      record().services[0]?.operations[0]?.responses ?? {};
    expect(Object.keys(responses)).toEqual(before);
    expect(responses['200']).toMatchObject({ content: { 'application/json': { example: { _links: {} } } } });
  });

  test.each([
    ['{', /Line 1, column 2/],
    ['{"a": 1, "a": 2}', /already given/],
    ['1e999', /too large/],
    ['['.repeat(5000), /nested/],
    ['no', /not JSON/],
  ])('that are no JSON are reported at their place: %.20s', async (example, problem) => {
    const page = pageOf(await project.send(POST, { request_example: example }));
    expect(problemFields(page)).toEqual(['request_example']);
    expect(page.notice?.problems[0]?.text).toMatch(problem);
    expect(fieldsOf(page).find(({ name }) => name === 'request_example')?.value).toBe(example);
  });

  test.each([
    '9007199254740991',
    '-9007199254740991',
    '"12345678901234567890"',
    '1e20',
    '12345678901234567890',
    '{\n  "9007199254740993": [-9007199254740993] }',
    '["\\"", 1]',
  ])('may be %s', async (example) =>
    expect(await project.send(POST, { request_example: example })).toMatchObject({ kind: 'redirection' }),
  );

  test('keep the digits of their numbers', async () => {
    const numbers = ['12345678901234567890', '-9007199254740993', '1.10', '0.12345678901234567890', '1e20', '-0'];
    await project.send(POST, { request_example: `{ "a": [${numbers.join()}], "b": 2 }` });
    for (const number of numbers) expect(project.read(FILE)).toMatch(new RegExp(`(?<![\\d.-])${number}(?![\\d.])`));
    const shown = (await project.filled(POST))['request_example'] ?? '';
    for (const number of numbers) expect(shown).toMatch(new RegExp(`^ *${number},?$`, 'm'));
    const text = project.read(FILE);
    await project.send(POST, { request_example: shown.replace('"b": 2', '"b": 3') });
    expect(project.read(FILE)).toBe(text.replace(/(\bb["']?: )2/, '$13'));
  });

  test('are for operations that have a body', async () => {
    const names = async (target: string): Promise<readonly string[]> =>
      fieldsOf(await project.page(target)).map(({ name }) => name);
    expect(await names(LIST)).not.toContain('request_example');
    const remove = await names('/documentation/operation?api=Library-v1&service=Book&operation=entity+DELETE');
    expect(remove.filter((name) => name.endsWith('example'))).toEqual([]);
  });

  test('are not made over a descriptor that another user has changed, nor of nothing', async () => {
    const form = await project.filled(POST);
    project.write(FILE, UGLY.replace('# tail', '# other tail'));
    expect(await project.ask(POST, { ...form, intent: 'generate-request' })).toMatchObject({ status: 200 });
    await project.send(POST, { description: 'Theirs' });
    expect(await project.ask(POST, { ...form, intent: 'generate-request' })).toMatchObject({ status: 409 });
    expect(await project.ask(POST, { ...form, intent: 'generate-request' }, 'otto')).toMatchObject({ status: 403 });
    project.write(
      FILE,
      'api: Library\nversion: 1\nservices:\n  - { name: Ping, kind: rpc, route: /p, operations: [{ method: GET }] }\n',
    );
    const page = pageOf(await project.send(PING, { intent: 'generate-response' }));
    expect(problemFields(page)).toEqual(['response_example']);
  });
});
