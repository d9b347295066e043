import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { documentPath } from '../../../../src/model/locations.ts';
import type { DocumentationHandler, SiteAnswer } from '../../../../src/server/answers/contract.ts';
import { createDocumentationHandler } from '../../../../src/server/documentation/handler.ts';
import type { Outline } from '../../../../src/store/contract.ts';
import { cpuMilliseconds } from '../../../tooling/cpu-time.ts';
import { type FakeSite, fakeStore, formats, SAMPLE_SITE } from '../fake-site.ts';

const ROOT = '/platform/documentation';

interface Headers {
  readonly accept?: string;
  readonly acceptEncoding?: string;
  readonly ifNoneMatch?: string;
}

function request(target: string, { accept, acceptEncoding, ifNoneMatch }: Headers = {}, method = 'GET') {
  return { method, target, accept, acceptEncoding, ifNoneMatch };
}

function handlerOf(site: FakeSite): DocumentationHandler {
  const store = fakeStore(site);
  return createDocumentationHandler({ store: () => store, formats });
}

function siteOf(apis: Readonly<Record<string, Partial<Outline>>>): FakeSite {
  return { apis: Object.fromEntries(Object.entries(apis).map(([name, outline]) => [name, { 1: outline }])) };
}

/** Answers that come at once. */
async function ask(
  handle: DocumentationHandler,
  target: string,
  headers: Headers = {},
  method = 'GET',
): Promise<SiteAnswer> {
  const answer = await handle(request(target, headers, method));
  if (answer === null) throw new Error(`${target} is not documentation`);
  return answer;
}

function header({ headers }: SiteAnswer, name: string): string | undefined {
  const at = headers.indexOf(name);
  return at === -1 ? undefined : headers[at + 1];
}

const sample = handlerOf(SAMPLE_SITE);

describe('an API that was called otherwise before', () => {
  const formerNames = { Library: ['Stacks', 'Orders'], Orders: ['Stacks-v9'] };
  const renamed = handlerOf({ ...SAMPLE_SITE, formerNames });

  test.each([
    ['/Stacks', '/Library'],
    ['/Stacks/', '/Library'],
    ['/Stacks-v2/Book?q=a%20b', '/Library-v2/Book?q=a%20b'],
    ['/Stacks-v1/Book.json', '/Library-v1/Book.json'],
    ['/Stacks.swagger.json', '/Library.swagger.json'],
    ['/Stacks-v9/schemas/Order', '/Orders/schemas/Order'],
  ])('%s leads to %s', async (before, now) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await ask(renamed, ROOT + before, {}, method);
      expect([answer.status, header(answer, 'Location')]).toEqual([308, ROOT + now]);
    }
  });

  test('answers other methods as it does at its address now', async () => {
    expect((await ask(renamed, `${ROOT}/Stacks`, {}, 'OPTIONS')).status).toBe(204);
    expect((await ask(renamed, `${ROOT}/Stacks`, {}, 'POST')).status).toBe(405);
  });

  test('is found at little cost, however many names begin alike', async () => {
    const names = Array.from({ length: 2000 }, (_, count) => `a${'.'.repeat(count)}`);
    const apis = Object.fromEntries(names.map((_, at) => [`Api${at}`, { 1: {} }]));
    const many = handlerOf({ apis, formerNames: { Api0: names } });
    const start = cpuMilliseconds();
    expect((await ask(many, `${ROOT}/a${'.'.repeat(3000)}`)).status).toBe(404);
    expect(cpuMilliseconds() - start).toBeLessThan(1500);
  });

  test.each([
    '.json/Stacks',
    '/Stacks/nothing',
    '/Stacks-v3',
    '/Stacksx',
    '/Stacks-v',
    '/stacks',
    '/Orders/Book',
    '/nope',
  ])('%s leads nowhere', async (path) => expect((await ask(renamed, ROOT + path)).status).toBe(404));
});

describe('which targets are the documentation’s', () => {
  test.each([
    '/',
    '/platform',
    '/platform/',
    '/platform/documentations',
    '/platform/documentation-x',
    '/platform/admin',
    '/library/book',
    '*',
    '',
    '/%zz',
    '/a%2Fb',
  ])('%j is outside the documentation', async (target) => {
    expect(sample(request(target))).toBeNull();
  });

  test.each([
    '//platform/documentation',
    '/platform//documentation',
    '/platform/./documentation',
    '/x/../platform/documentation',
    '/x/%2e%2e/platform/documentation/Library-v1',
    '/platform%2Fdocumentation',
    '/platform%252Fdocumentation/Library-v1',
    '\\platform\\documentation',
    '/Platform/Documentation',
  ])('%j is 404: a lenient reader would take it for ours', async (target) => {
    expect((await ask(sample, target)).status).toBe(404);
  });

  test.each([
    '/platform/%64ocumentation',
    'http://docs.example/platform/documentation',
    'HTTPS://docs.example:8443/platform/documentation?x',
  ])('%j is another way to write the list', async (target) => {
    const answer = await ask(sample, target);
    expect([answer.status, header(answer, 'Content-Location')]).toEqual([200, `${ROOT}.html`]);
  });
});

describe('which document a path names', () => {
  const names = siteOf({
    a: { services: new Set(['Book', 'Book.json', 'groups']) },
    'a.json': {},
    'b.openapi': {},
    Report: {},
    'Tea & Co': { services: new Set(['größe', '100%', 'a/b']), groups: new Set(['in/out']) },
  });
  const handle = handlerOf({ apis: { ...names.apis, Report: { 1: {}, 3: {} }, 'x-v2': { 1: {}, 2: {} } } });

  test.each([
    ['an exact API before an extension', '/a.json', '/a.json-v1.html'],
    ['a twin of an API whose name has an extension', '/a.json.json', '/a.json-v1.json'],
    ['a twin by its version', '/a-v1.json', '/a-v1.json'],
    ['an exact service before an extension', '/a/Book.json', '/a-v1/Book.json.html'],
    ['the longest extension where the rest is no name', '/a/Book.openapi.json', '/a-v1/Book.openapi.json'],
    ['the longest name where several readings are names', '/b.openapi.json', '/b.openapi-v1.json'],
    ['another version', '/Report-v3', '/Report-v3.html'],
    ['an exact API before a reading as a version', '/x-v2', '/x-v2-v1.html'],
    ['a version of an API that ends like one', '/x-v2-v2', '/x-v2-v2.html'],
    ['names that need escapes', '/Tea%20%26%20Co/gr%C3%B6%C3%9Fe', '/Tea%20%26%20Co-v1/gr%C3%B6%C3%9Fe.html'],
    ['a name with a percent sign', '/Tea%20%26%20Co/100%25', '/Tea%20%26%20Co-v1/100%25.html'],
    ['a group with a slash in its name', '/Tea%20%26%20Co/groups/in%2Fout', '/Tea%20%26%20Co-v1/groups/in%2Fout.html'],
  ])('%s: %s', async (_, path, location) => {
    const answer = await ask(handle, ROOT + path);
    expect([answer.status, header(answer, 'Content-Location')]).toEqual([200, ROOT + location]);
  });

  test.each([
    '/Report-v2',
    '/Report-v03',
    '/Report-v3.0',
    '/Report-v-3',
    '/a/groups',
    '/a/Book/x',
    '/Tea%20%26%20Co/groups/in/out',
    '/.json',
    '/-v1',
  ])('%s names none', async (path) => {
    expect((await ask(handle, ROOT + path)).status).toBe(404);
  });

  test('the path that the product writes for a document is read as that document', async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1 })
      .filter((text) => text.isWellFormed() && !/^\.+$/.test(text) && text !== 'schemas');
    await fc.assert(
      fc.asyncProperty(
        name,
        name,
        fc.constantFrom(...formats.filter(({ levels }) => levels.includes('service'))),
        async (api, service, format) => {
          const reserved = ['schemas', 'groups', 'guides', 'changes'].includes(service);
          const handle = handlerOf({ apis: Object.fromEntries([[api, { 7: { services: new Set([service]) } }]]) });
          const document = { level: 'service', api, version: 7, name: service } as const;
          const twin = documentPath(document, format.extension);
          expect((await ask(handle, documentPath(document))).status).toBe(reserved ? 404 : 200);
          if (!reserved) expect(header(await ask(handle, twin), 'Content-Location')).toBe(twin);
        },
      ),
    );
  });
});

describe('no target breaks the handler', () => {
  const piece = fc.constantFrom(
    '/',
    '%',
    '%2F',
    '%00',
    '..',
    '.',
    '\\',
    'Library',
    '-v1',
    'Book',
    '.json',
    '.openapi.json',
    '?',
    '#',
    'é',
    '%ff',
    '%C0%AF',
    '\ud800',
    ' ',
  );

  test('any path below the root is answered without a server error, in headers without line breaks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece),
        fc.constantFrom('GET', 'HEAD', 'OPTIONS', 'POST', 'get'),
        fc.boolean(),
        async (pieces, method, html) => {
          const answer = await ask(
            sample,
            `${ROOT}/${pieces.join('')}`,
            { accept: html ? 'text/html' : '*/*' },
            method,
          );
          expect([200, 204, 308, 400, 404, 405]).toContain(answer.status);
          for (const value of answer.headers) expect(value).toMatch(/^[\t\x20-\x7e]+$/);
          expect(header(answer, 'X-Content-Type-Options')).toBe('nosniff');
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('any other target is answered or left alone', async () => {
    await fc.assert(fc.asyncProperty(fc.string(), async (target) => void (await sample(request(target)))));
  });
});

describe('what a store is asked for', () => {
  test('bytes are asked once for like requests, with any query', async () => {
    const asked: string[] = [];
    const handle = handlerOf({ ...SAMPLE_SITE, onBody: (coding) => asked.push(coding) });
    for (const target of [`${ROOT}/Library`, `${ROOT}/Library`, `${ROOT}/Library?a`, `${ROOT}/Library?b`])
      await ask(handle, target, { acceptEncoding: 'br' });
    await ask(handle, `${ROOT}/Library`);
    expect(asked).toEqual(['br', 'identity']);
  });

  test('a client that has the content does not make the store fetch it', async () => {
    const asked: string[] = [];
    const handle = handlerOf({ ...SAMPLE_SITE, onBody: (coding) => asked.push(coding) });
    expect([
      (await ask(handle, ROOT, { ifNoneMatch: '*' })).status,
      (await ask(handle, ROOT, { ifNoneMatch: '*' })).status,
    ]).toEqual([304, 304]);
    expect(asked).toEqual([]);
    expect((await ask(handle, ROOT)).status).toBe(200);
    expect((await ask(handle, ROOT, { ifNoneMatch: '*' })).status).toBe(304);
  });

  test('the same answer is given again as it is', async () => {
    expect(await ask(sample, `${ROOT}/Library`)).toBe(await ask(sample, `${ROOT}/Library`));
  });

  test('a new publication is seen at once', async () => {
    let store = fakeStore(siteOf({ Old: {} }));
    const handle = createDocumentationHandler({ store: () => store, formats });
    expect((await ask(handle, `${ROOT}/Old`)).status).toBe(200);
    store = fakeStore(siteOf({ New: {} }));
    expect([(await ask(handle, `${ROOT}/Old`)).status, (await ask(handle, `${ROOT}/New`)).status]).toEqual([404, 200]);
  });

  test('requests that never repeat do not pile up', async () => {
    const asked: string[] = [];
    const handle = handlerOf({ ...SAMPLE_SITE, onBody: (coding) => asked.push(coding) });
    await ask(handle, ROOT);
    for (let index = 0; index < 5000; index += 1) await ask(handle, ROOT, { accept: `text/html;x=${index}` });
    await ask(handle, ROOT);
    expect(asked).toHaveLength(5002);
  });

  test('requests too long to be remembered are answered all the same', async () => {
    const accept = `text/html, ${'a/b, '.repeat(1000)}`;
    expect([(await ask(sample, ROOT, { accept })).status, (await ask(sample, ROOT, { accept })).status]).toEqual([
      200, 200,
    ]);
  });

  test('a failure of the store is the caller’s to report', async () => {
    const broken = { ...fakeStore(SAMPLE_SITE), representation: () => Promise.reject(new Error('disk')) };
    await expect(createDocumentationHandler({ store: () => broken, formats })(request(ROOT))).rejects.toThrow('disk');
  });
});

describe('entity tags', () => {
  test('every format, coding and alias of a document has one of its own', async () => {
    const accepts = [
      ...formats.flatMap(({ mediaTypes, sendableAliases }) => [mediaTypes[0], ...(sendableAliases ?? [])]),
    ];
    const answers = accepts.flatMap((accept) =>
      ['', 'br', 'gzip'].map((acceptEncoding) => ask(sample, `${ROOT}/Library`, { accept, acceptEncoding })),
    );
    const tags = (await Promise.all(answers)).map((answer) => header(answer, 'ETag'));
    const sent = tags.filter((tag) => tag !== undefined);
    expect(sent.length).toBeGreaterThan(40);
    expect(new Set(sent).size).toBe(sent.length);
    for (const tag of sent) expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
  });

  test('while developing there is none, and no 304', async () => {
    const handle = handlerOf({ ...SAMPLE_SITE, development: true });
    const answer = await ask(handle, ROOT, { accept: 'application/json', ifNoneMatch: '*' });
    expect([answer.status, header(answer, 'ETag')]).toEqual([200, undefined]);
  });
});

test('while developing a page is the caller’s to render, with every header but its length', async () => {
  const answer = await ask(handlerOf({ ...SAMPLE_SITE, development: true }), ROOT);
  expect(answer.kind).toBe('page');
  expect([header(answer, 'Content-Type'), header(answer, 'Content-Length')]).toEqual([
    'text/html; charset=utf-8',
    undefined,
  ]);
});

test('pages of services whose operations are tried may call the origins that are listed, and no other page may', async () => {
  const origins = ['https://api.example.com', 'http://127.0.0.1:9'];
  const trying = { apis: [{ name: 'Library', version: 1, isHere: true, origins }], words: {} };
  const store = { ...fakeStore(SAMPLE_SITE), site: { title: 'Example APIs', baseUrl: '', trying } };
  const handle = createDocumentationHandler({ store: () => store, formats });
  const connected = async (target: string): Promise<readonly string[]> => {
    const policy = header(await ask(handle, target, { accept: 'text/html' }), 'Content-Security-Policy') ?? '';
    return policy.split(/[;,]\s*/).filter((directive) => directive.startsWith('connect-src'));
  };
  expect(await connected(`${ROOT}/Library-v1/Book`)).toEqual([`connect-src 'self' ${origins.join(' ')}`]);
  for (const target of [ROOT, `${ROOT}/Library-v1`, `${ROOT}/Library-v2/Book`, `${ROOT}/Library-v1/nothing`])
    expect([target, await connected(target)]).toEqual([target, ["connect-src 'self'"]]);
});

test('a wrong name stays cheap among 10,000 services', async () => {
  const services = new Set(Array.from({ length: 10_000 }, (_, index) => `Service${index}`));
  const handle = handlerOf(siteOf({ Big: { services } }));
  await ask(handle, `${ROOT}/Big/Service10000x`);
  // Garbage of other tests in this process is collected meanwhile.
  let least = Infinity;
  for (let index = 0; index < 10; index += 1) {
    const start = cpuMilliseconds();
    await ask(handle, `${ROOT}/Big/Service10000x`);
    least = Math.min(least, cpuMilliseconds() - start);
  }
  expect(least).toBeLessThan(40);
});
