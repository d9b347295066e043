import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { formats } from '../../../../src/formats/registry.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import type { SearchView } from '../../../../src/presentation/page-data/search-page.ts';
import { answerWords, type SearchedApi } from '../../../../src/search/answers.ts';
import { paletteAnswer } from '../../../../src/search/palette.ts';
import { Shard } from '../../../../src/search/shard.ts';
import type { DocumentationHandler, SiteAnswer, SiteRequest } from '../../../../src/server/answers/contract.ts';
import { createDocumentationHandler } from '../../../../src/server/documentation/handler.ts';
import { renderedAnswer } from '../../../../src/server/documentation/rendered-page.ts';
import { createLiveStore } from '../../../../src/store/live-store.ts';
import { SiteDocuments } from '../../../../src/store/site-documents.ts';
import { wordsOf } from '../../../../src/words/words.ts';
import { apiRecord, operation, richApi, service } from '../../../fixtures/model/rich-api.ts';

const ROOT = '/platform/documentation';

/** Version 1 has `ibannumber`, version 2 `bic`; a part of each is kept from readers. */
function shop(version: number): ApiRecord {
  const name = version === 1 ? 'ibannumber' : 'bic';
  return apiRecord({
    name: 'Shop',
    version,
    info: { title: 'The shop', version: '1', description: 'Sells things.' },
    components: {
      ...apiRecord().components,
      schemas: {
        Receipt: {
          type: 'object',
          properties: { lines: { type: 'array', items: { $ref: '#/components/schemas/Line' } } },
        },
        Line: { type: 'object', properties: { amount: { type: 'number', description: 'Without tax.' } } },
      },
    },
    services: [
      service('Order', {
        description: 'What was ordered.',
        operations: [
          operation('POST', '/orders', {
            summary: 'Create an order',
            operationId: 'createOrder',
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: {
                      payment: {
                        type: 'object',
                        properties: { [name]: { type: 'string', description: 'Of <b>the</b> payer.' } },
                      },
                      secretDiscount: { type: 'number', 'x-internal': true },
                      state: { type: 'string', enum: ['open', 'shipped'] },
                    },
                  },
                },
              },
            },
            responses: {
              200: {
                description: 'Made',
                content: { 'application/json': { schema: { $ref: '#/components/schemas/Receipt' } } },
              },
            },
          }),
          operation('GET', '/orders', { summary: 'Covert list', extensions: { 'x-internal': true } }),
        ],
      }),
      service('Things', {
        operations: Array.from({ length: 30 }, (_, index) =>
          operation('GET', `/things/${index}`, {
            summary: `Widget ${index}`,
            responses: { 404: { description: 'Gone' } },
          }),
        ),
      }),
      service('Hidden', { extensions: { 'x-internal': true }, operations: [operation('GET', '/hidden')] }),
    ],
  });
}

const internal = apiRecord({ name: 'Vault', info: { title: 'Vault', version: '1', 'x-internal': true } });
const records = [shop(1), shop(2), richApi, internal];
const store = createLiveStore(
  new SiteDocuments(records, { site: { title: 'Example APIs', baseUrl: '' }, formats, development: false }),
  formats,
);
const handle: DocumentationHandler = createDocumentationHandler({ store: () => store, formats });

async function ask(target: string, accept = 'application/json', more = {}): Promise<SiteAnswer> {
  const request = { method: 'GET', target, accept, acceptEncoding: undefined, ifNoneMatch: undefined, ...more };
  const answer = await handle(request);
  if (answer === null) throw new Error(`${target} is not documentation`);
  return answer;
}

function header({ headers }: SiteAnswer, name: string): string | undefined {
  const at = headers.indexOf(name);
  return at === -1 ? undefined : headers[at + 1];
}

async function jsonOf(target: string): Promise<{ query: string; total: number; results: Record<string, unknown>[] }> {
  const answer = await ask(target);
  expect(answer).toMatchObject({ kind: 'bytes', status: 200 });
  return JSON.parse(Buffer.from((answer.kind === 'bytes' && answer.body) || '{}').toString('utf8'));
}

async function viewOf(target: string): Promise<SearchView> {
  const answer = await ask(target, 'text/html');
  if (answer.kind !== 'page' || answer.page.kind !== 'search') throw new Error(`${target} is no search`);
  return answer.page.search;
}

test.each<[of: string, target: string, navigation: string | undefined]>([
  ['answers within an API', '/Shop-v1?q=order', 'The shop v1'],
  ['answers within another version', '/Shop-v2?q=nothing-has-it', 'The shop v2'],
  ['answers of all APIs', '?q=order', undefined],
  ['a service that is missing', '/Shop-v1/Ordre', 'The shop v1'],
  ['a path that is no document', '/Shop-v1/a/b/c', 'The shop v1'],
  ['an API that is missing', '/Shopp-v1', undefined],
  ['what would be below that', '/Shopp-v1/Order', undefined],
  ['a version that is missing', '/Shop-v3/Order', undefined],
  ['an API that is kept from readers', '/Vault-v1', undefined],
  ['what is below that', '/Vault-v1/Order', undefined],
])('the page of %s has the navigation of the API that it is within, if any', async (_, target, navigation) => {
  const answer = await ask(`${ROOT}${target}`, 'text/html');
  const page = answer.kind === 'page' ? answer.page : undefined;
  if (page?.kind !== 'search' && page?.kind !== 'problem') throw new Error('Neither answers nor a problem.');
  expect(page.navigation?.title).toBe(navigation);
});

test.each([
  ['a search', '/Shop?q=order'],
  ['a search that looks into other versions', '/Shop-v2?q=ibannumber'],
  ['a missing page', '/Shop-v1/Ordre'],
])('%s reads search data for its client, which may use only a share of what derives them', async (_, path) => {
  const clients = new Set<string | undefined>();
  const recorded: typeof store = {
    ...store,
    searchShard(api, version, client) {
      clients.add(client?.());
      return store.searchShard(api, version);
    },
  };
  const handler = createDocumentationHandler({ store: () => recorded, formats });
  const target = `${ROOT}${path}`;
  const request = { method: 'GET', target, accept: 'text/html', acceptEncoding: undefined, ifNoneMatch: undefined };
  await handler(request, () => ({ client: '192.0.2.1' }));
  expect([...clients]).toEqual(['192.0.2.1']);
});

describe('answers as JSON', () => {
  test('have the shape of the contract, and lead to the place of the page', async () => {
    expect(await jsonOf(`${ROOT}/Shop-v1?q=ibannumber`)).toEqual({
      query: 'ibannumber',
      total: 1,
      results: [
        {
          type: 'field',
          api: 'Shop',
          version: 1,
          service: 'Order',
          operation: 'POST /orders',
          name: 'ibannumber',
          url: `${ROOT}/Shop-v1/Order#post.body.payment.ibannumber`,
          excerpt: 'Of the payer.',
        },
      ],
    });
  });

  test('of the list are those of the default version of each API', async () => {
    for (const question of ['bic', 'Receipt', 'Create an order'])
      for (const place of ['', '/Shop']) {
        const { results } = await jsonOf(`${ROOT}${place}?q=${encodeURIComponent(question)}`);
        expect(new Set(results.map(({ version }) => version))).toEqual(new Set([2]));
      }
  });

  test.each(['', '/Shop', '/Shop-v2'])(
    'at “%s” are of another version where the usual one has none, and marked',
    async (at) => {
      const target = `${ROOT}${at}?q=ibannumber`;
      expect(await jsonOf(target)).toMatchObject({
        total: 1,
        results: [
          { name: 'ibannumber', version: 1, not_in_version: 2, url: expect.stringContaining('/Shop-v1/Order#') },
        ],
      });
      const { rows, facets, corrected } = await viewOf(target);
      expect(rows).toMatchObject([{ api: 'The shop v1 · Not in version 2' }]);
      expect([facets, corrected]).toEqual([[], null]);
      expect(await jsonOf(`${target}&kind=service`)).toMatchObject({ total: 0 });
    },
  );

  test('of another version come neither beside what is named so, nor in place of that by mistake', async () => {
    expect((await jsonOf(`${ROOT}/Shop-v1?q=bic`)).results).toMatchObject([{ version: 2, not_in_version: 1 }]);
    expect((await jsonOf(`${ROOT}?q=shiped`)).results).toMatchObject([{ version: 2 }, { version: 2 }]);
    expect(await jsonOf(`${ROOT}?q=ibannumbr`)).toMatchObject({ total: 1, corrected: 'ibannumber' });
    expect((await jsonOf(`${ROOT}?q=ibannumber&api=Shop`)).total).toBe(1);
  });

  test('come twenty at a time, and past the last page none', async () => {
    const pages = await Promise.all([1, 2, 99].map((page) => jsonOf(`${ROOT}/Shop?q=widget&page=${page}`)));
    expect(pages.map(({ total, results }) => [total, results.length])).toEqual([
      [30, 20],
      [30, 10],
      [30, 0],
    ]);
    expect((await jsonOf(`${ROOT}/Shop?q=widget&page=`)).results).toHaveLength(20);
  });

  test('are narrowed down by API and by kind', async () => {
    const kinds = async (query: string) =>
      (await jsonOf(`${ROOT}?q=order${query}`)).results.map(({ api, type }) => `${api} ${type}`);
    expect(new Set(await kinds('&api=Shop&kind=operation'))).toEqual(new Set(['Shop operation']));
    expect(await kinds('&api=Shop&kind=')).toEqual(await kinds('&api=Shop'));
    expect(await kinds('&api=')).toEqual(await kinds(''));
  });

  test('of one API are its own, also where another has the name exactly', async () => {
    const parcel = apiRecord({ name: 'Parcel', info: { title: 'Parcels', version: '1', description: 'Is shiped.' } });
    const options = { site: { title: '', baseUrl: '' }, formats, development: false };
    const both = createLiveStore(new SiteDocuments([shop(2), parcel], options), formats);
    const handleBoth = createDocumentationHandler({ store: () => both, formats });
    const request = { method: 'GET', acceptEncoding: undefined, ifNoneMatch: undefined };
    const totals = async (query: string): Promise<unknown> => {
      const answer = await handleBoth({ ...request, target: `${ROOT}?q=${query}`, accept: 'application/json' });
      const { total, corrected } = JSON.parse(
        Buffer.from((answer?.kind === 'bytes' && answer.body) || '{}').toString('utf8'),
      );
      return { total, corrected };
    };
    expect(await totals('shiped')).toEqual({ total: 1 });
    expect(await totals('shiped&api=Parcel')).toEqual({ total: 1 });
    expect(await totals('shiped&api=Shop')).toEqual({ total: 1, corrected: 'shipped' });
    const page = await handleBoth({ ...request, target: `${ROOT}?q=shiped&api=Shop`, accept: 'text/html' });
    if (page?.kind !== 'page' || page.page.kind !== 'search') throw new Error('This is no search.');
    const [apis] = page.page.search.facets;
    expect(apis?.links.map(({ text, count, isCurrent }) => [text, count, isCurrent])).toEqual([
      ['All', 1, false],
      ['Parcels', 1, false],
      ['The shop', 1, true],
    ]);
  });

  test.each(['lines.amount', 'lines[].amount', 'Receipt.lines.*.amount', 'lnies.amount'])(
    'are at the end of the path %s over named schemas, on the page as well',
    async (path) => {
      const target = `${ROOT}/Shop?q=${encodeURIComponent(path)}`;
      const url = `${ROOT}/Shop-v2/schemas/Line#schema.amount`;
      expect((await jsonOf(target)).results).toMatchObject([{ type: 'field', name: 'amount', url }]);
      expect((await viewOf(target)).rows).toMatchObject([{ href: url }]);
    },
  );

  test('name an allowed value itself', async () => {
    const { results } = await jsonOf(`${ROOT}/Shop?q=shipped`);
    expect(results).toMatchObject([{ type: 'value', name: 'shipped', operation: 'POST /orders' }]);
    expect(results[0]).not.toHaveProperty('operations');
  });

  test('of several operations name the first four of them', async () => {
    const { results } = await jsonOf(`${ROOT}/Shop?q=404`);
    const operations = [0, 1, 2, 3].map((index) => `GET /things/${index}`);
    expect(results).toMatchObject([{ type: 'response', operation: null, operations }]);
  });
});

describe('the palette', () => {
  const words = answerWords(wordsOf({}));

  async function shardsOf(): Promise<ReadonlyMap<Shard, SearchedApi>> {
    const shards = store.entries().map(async ({ name: api, defaultVersion: version, title }) => {
      const answer = await ask(`${ROOT}/${api}-v${version}.search.bin`, '*/*');
      if (answer.kind !== 'bytes' || answer.body === null) throw new Error(`${api} cannot be searched`);
      expect(header(answer, 'Content-Type')).toBe('application/octet-stream');
      return [new Shard(answer.body), { api, version, title }] as const;
    });
    return new Map(await Promise.all(shards));
  }

  test('has the first answers of the page, in its order, from the files that it loads', async () => {
    const searched = await shardsOf();
    const names = [...searched.keys()].flatMap((shard) =>
      Array.from({ length: shard.size }, (_, at) => shard.entry(at)).flatMap(({ around, name }) => [
        name,
        [...around, name].join('.'),
      ]),
    );
    const asked = [
      ...names,
      'lines.amount',
      'Receipt.lines.amount',
      'receipt.linse.amount',
      'line.amount',
      'lines.*.*',
      'who am i',
      'list my orders',
      'amount field',
      'make order',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...asked), fc.nat(6), async (name, cut) => {
        const question = name.slice(0, name.length - cut).trim() || name;
        const { rows, total } = paletteAnswer(searched, question, words);
        const page = await viewOf(`${ROOT}?q=${encodeURIComponent(question.toWellFormed())}`);
        expect(rows).toEqual(page.rows.slice(0, rows.length));
        expect([total, rows.length]).toEqual([page.total, Math.min(8, page.total)]);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  test.each([
    ['/Vault-v1.search.bin', 'GET', 404],
    ['/Nothing-v1.search.bin', 'GET', 404],
    ['/Shop-v1/Order.search.bin', 'GET', 404],
    ['.search.bin', 'GET', 404],
    ['/Shop-v1.search.bin', 'POST', 405],
    ['/Shop-v1.search.bin', 'OPTIONS', 204],
    ['/Shop-v1.search.bin', 'HEAD', 200],
  ])('%s with %s is answered with %i', async (path, method, status) => {
    expect((await ask(ROOT + path, '*/*', { method })).status).toBe(status);
  });
});

test.each(['secretDiscount', 'Covert list', 'Hidden', '/hidden', 'Vault', 'GET /orders'])(
  '%s is kept from readers, and not found in any format',
  async (question) => {
    const query = `?q=${encodeURIComponent(question)}`;
    const found = [`${ROOT}${query}`, `${ROOT}/Shop${query}`, `${ROOT}/Shop-v1${query}`];
    for (const target of found) {
      expect(JSON.stringify((await jsonOf(target)).results)).not.toMatch(
        /secretDiscount|covert|hidden|vault|GET \/orders/i,
      );
      expect(JSON.stringify((await viewOf(target)).rows)).not.toMatch(/secretDiscount|covert|hidden|vault/i);
    }
  },
);

describe('a request', () => {
  test.each([
    ['?q=bic', 'text/html', 'page', 200, `${ROOT}.html?q=bic`, 'Accept, Accept-Encoding'],
    ['?q=bic', '*/*', 'page', 200, `${ROOT}.html?q=bic`, 'Accept, Accept-Encoding'],
    ['?q=bic', 'application/json', 'bytes', 200, `${ROOT}.json?q=bic`, 'Accept, Accept-Encoding'],
    ['.json?q=bic', 'text/html', 'bytes', 200, `${ROOT}.json?q=bic`, 'Accept-Encoding'],
    ['.html?q=a%20b', '*/*', 'page', 200, `${ROOT}.html?q=a%20b`, 'Accept-Encoding'],
    ['/Shop?q=bic&kind=field', '*/*', 'page', 200, `${ROOT}/Shop-v2.html?q=bic&kind=field`, 'Accept, Accept-Encoding'],
    // The document itself.
    ['.md?q=bic', '*/*', 'bytes', 200, `${ROOT}.md`, 'Accept-Encoding'],
    ['.json?q=', '*/*', 'bytes', 200, `${ROOT}.json`, 'Accept-Encoding'],
    ['.json?q=%00%20', '*/*', 'bytes', 200, `${ROOT}.json`, 'Accept-Encoding'],
    ['/Shop/Order.json?q=bic', '*/*', 'bytes', 200, `${ROOT}/Shop-v2/Order.json`, 'Accept-Encoding'],
    ['/Nothing?q=bic', 'application/json', 'bytes', 404, undefined, 'Accept'],
    ['?q=bic', 'text/markdown', 'bytes', 406, undefined, 'Accept'],
  ])('%s with Accept: %s is answered as %s with %i, from %s', async (target, accept, kind, status, location, vary) => {
    const answer = await ask(`${ROOT}${target}`, accept);
    expect([answer.kind, answer.status]).toEqual([kind, status]);
    expect([header(answer, 'Content-Location'), header(answer, 'Vary')]).toEqual([location, vary]);
    expect(header(answer, 'Cache-Control')).toBe('no-cache');
  });

  test('for an unknown kind is refused with the kinds that there are, and the close one', async () => {
    const target = `${ROOT}/Shop?q=order&kind=operatoin`;
    const answer = await ask(target, 'application/json');
    expect(answer.status).toBe(400);
    expect(JSON.parse(Buffer.from((answer as { body: Uint8Array }).body).toString())).toMatchObject({
      detail:
        '“kind=operatoin” is not a kind of result. The kinds are api, service, operation, webhook, group, guide, ' +
        'log-in, schema, parameter, field, header, response, value.',
      similar: [{ name: 'operation', url: `${ROOT}/Shop-v2?q=order&kind=operation` }],
    });
    expect(await ask(target, 'text/html')).toMatchObject({ kind: 'page', status: 400 });
  });

  test.each([
    ['shop', [{ name: 'Shop', url: `${ROOT}?q=order&api=Shop` }]],
    ['Shop-v1', [{ name: 'Shop', url: `${ROOT}?q=order&api=Shop` }]],
    ['__proto__', []],
  ])('about the API %s, which there is not, is refused with those whose names are close', async (name, similar) => {
    const answer = await ask(`${ROOT}?q=order&api=${name}`, 'application/json');
    expect(answer.status).toBe(404);
    expect(JSON.parse(Buffer.from((answer as { body: Uint8Array }).body).toString())).toMatchObject({
      detail: `There is no API “${name}”.`,
      similar,
    });
    expect(await ask(`${ROOT}?q=order&api=${name}`, 'text/html')).toMatchObject({ kind: 'page', status: 404 });
  });

  test.each(['0', 'x', '-1', '1.5', '01', '1'.repeat(16)])('for page %s, which is none, is refused', async (page) => {
    const target = `${ROOT}/Shop?q=widget&page=${page}`;
    const answer = await ask(target, 'application/json');
    expect(answer.status).toBe(400);
    expect(JSON.parse(Buffer.from((answer as { body: Uint8Array }).body).toString())).toMatchObject({
      detail: 'Pages of results have whole numbers from 1.',
    });
    expect(await ask(target, 'text/html')).toMatchObject({ kind: 'page', status: 400 });
  });

  test('for a page says in Content-Location which', async () => {
    const answer = await ask(`${ROOT}/Shop?q=widget&page=2`, 'application/json');
    expect(header(answer, 'Content-Location')).toBe(`${ROOT}/Shop-v2.json?q=widget&page=2`);
  });

  test('of any length is named by short headers and links', async () => {
    const answer = await ask(`${ROOT}/Shop?q=bic&api=${'|'.repeat(14_000)}&page=${'9'.repeat(15)}`);
    expect(header(answer, 'Content-Location')?.length).toBeLessThan(4000);
  });

  test('for nothing acceptable lists the formats of answers with their addresses', async () => {
    const { available } = JSON.parse(
      Buffer.from(((await ask(`${ROOT}?q=bic`, 'text/markdown')) as { body: Uint8Array }).body).toString(),
    );
    expect(available).toEqual([
      { type: 'text/html', url: `${ROOT}.html?q=bic` },
      { type: 'application/json', url: `${ROOT}.json?q=bic` },
    ]);
  });

  test('with HEAD has no body, with OPTIONS says what may be asked, with the tag of before gets 304, with POST 405', async () => {
    const full = await ask(`${ROOT}.json?q=bic`);
    const ifNoneMatch = header(full, 'ETag');
    expect(await ask(`${ROOT}.json?q=bic`, '*/*', { method: 'HEAD' })).toEqual({ ...full, body: null });
    expect(await ask(`${ROOT}?q=bic`, '*/*', { method: 'OPTIONS' })).toMatchObject({ status: 204, body: null });
    expect(await ask(`${ROOT}.json?q=bic`, '*/*', { ifNoneMatch })).toMatchObject({ status: 304, body: null });
    expect((await ask(`${ROOT}.json?q=ibannumber`, '*/*', { ifNoneMatch })).status).toBe(200);
    expect((await ask(`${ROOT}?q=bic`, '*/*', { method: 'POST' })).status).toBe(405);
  });

  test('as a page has the tag of its bytes, and with that 304, without what describes a content', async () => {
    const rendered = async (headers: Partial<SiteRequest>, html: string): Promise<SiteAnswer> => {
      const answer = await ask(`${ROOT}?q=bic`, 'text/html', headers);
      if (answer.kind !== 'page') return answer;
      return renderedAnswer(
        answer,
        async () => Buffer.from(html),
        (error) => expect.unreachable(String(error)),
      );
    };
    const full = await rendered({}, '<p>1</p>');
    const ifNoneMatch = header(full, 'ETag');
    expect(ifNoneMatch).toMatch(/^"[\w-]{22}"$/);
    const unchanged = await rendered({ ifNoneMatch }, '<p>1</p>');
    expect(unchanged).toMatchObject({ status: 304, body: null });
    expect(header(unchanged, 'ETag')).toBe(ifNoneMatch);
    for (const name of ['Vary', 'Cache-Control', 'Content-Location'])
      expect(header(unchanged, name)).toBe(header(full, name));
    for (const name of ['Content-Type', 'Content-Length', 'Content-Security-Policy', 'X-Robots-Tag'])
      expect([header(full, name) === undefined, header(unchanged, name)]).toEqual([false, undefined]);
    expect(await rendered({ ifNoneMatch }, '<p>2</p>')).toMatchObject({ status: 200 });
    expect(await rendered({ ifMatch: '"other"' }, '<p>1</p>')).toMatchObject({ status: 412 });
    expect(await rendered({ ifMatch: ifNoneMatch }, '<p>1</p>')).toMatchObject({ status: 200 });
  });

  test('is not taken for another question, or for the document', async () => {
    const queries = ['?q=bic', '', '?q=zebra', '?x=1&q=bic', '?q=bic&q=ibannumber'];
    const bodies = [];
    for (const query of [...queries, ...queries]) bodies.push((await jsonOf(`${ROOT}.json${query}`)).total);
    expect(bodies).toEqual([1, undefined, 0, 1, 1, 1, undefined, 0, 1, 1]);
  });

  test('however hostile is answered, without a server error', async () => {
    const bytes = fc.string({ unit: 'binary', maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(bytes, bytes, fc.boolean(), async (question, kind, isEncoded) => {
        const text = (value: string): string => (isEncoded ? encodeURIComponent(value.toWellFormed()) : value);
        const answer = await ask(`${ROOT}?q=${text(question)}&kind=${text(kind)}&page=${text(kind)}`);
        expect([200, 400]).toContain(answer.status);
        for (const value of answer.headers) expect(value).toMatch(/^[\x20-\x7e]*$/);
      }),
      { seed: 11, numRuns: 200 },
    );
    const long = `${ROOT}?${'q=a&'.repeat(20_000)}q=${'%F0%9F%98%80'.repeat(10_000)}`;
    expect((await ask(long)).status).toBe(200);
  });
});

describe('a page of answers', () => {
  let view: SearchView;
  beforeAll(async () => {
    view = await viewOf(`${ROOT}?q=bic`);
  });

  test('says where each is, with what was asked for marked', () => {
    expect(view.rows).toEqual([
      {
        kind: 'Field',
        title: [{ text: 'bic', isHit: true }],
        href: `${ROOT}/Shop-v2/Order#post.body.payment.bic`,
        api: 'The shop v2',
        operation: { method: 'POST', path: '/orders', title: 'Create an order', href: '' },
        way: ['request body', 'payment'],
        operations: [],
        operationCount: 0,
        excerpt: [{ text: 'Of the payer.', isHit: false }],
      },
    ]);
  });

  test('says the path of a service, whose title another may have; programs get what they got', async () => {
    const target = `${ROOT}/Shop?q=order&kind=service`;
    const operation = { method: '', path: '/orders', title: '', href: '' };
    expect((await viewOf(target)).rows).toMatchObject([{ kind: 'Service', operation }]);
    expect((await jsonOf(target)).results).toMatchObject([{ type: 'service', service: 'Order', operation: null }]);
  });

  test('has links to fewer answers, and to the pages before and behind', async () => {
    const widgets = await viewOf(`${ROOT}/Shop?q=widget&page=2`);
    expect(widgets).toMatchObject({ total: 30, pageNumber: 2, pageCount: 2, next: null });
    expect(widgets.previous).toBe(`${ROOT}/Shop-v2?q=widget`);
    const { facets } = await viewOf(`${ROOT}?q=order`);
    const links = facets.flatMap((facet) => facet.links.map(({ text, count, href }) => ({ text, count, href })));
    for (const { count, href } of links) expect((await viewOf(href)).total).toBe(count);
    expect(links.map(({ text }) => text)).toContain('The shop');
  });

  test('past the last one is empty, and leads back to the last', async () => {
    const beyond = await viewOf(`${ROOT}/Shop?q=widget&page=99`);
    expect(beyond).toMatchObject({ total: 30, rows: [], pageNumber: 99, pageCount: 2, next: null });
    expect(beyond.previous).toBe(`${ROOT}/Shop-v2?q=widget&page=2`);
  });

  test('without any has close names and the APIs there are, by title', async () => {
    const nothing = await viewOf(`${ROOT}?q=Zzzz%20Qqqq`);
    expect(nothing).toMatchObject({ total: 0, rows: [] });
    expect(nothing.apis.map(({ title }) => title)).toEqual(['Tavern', 'The shop']);
    const close = await viewOf(`${ROOT}?q=Hiddne`);
    expect(close.suggestions).toEqual([]);
  });

  test('with a typo says what it was taken for', async () => {
    expect(await viewOf(`${ROOT}/Shop?q=shiped`)).toMatchObject({ corrected: 'shipped', total: 1 });
    expect(await jsonOf(`${ROOT}/Shop?q=shiped`)).toMatchObject({ corrected: 'shipped', total: 1 });
  });

  test('with words that nothing has together says which ones were looked for', async () => {
    expect(await viewOf(`${ROOT}/Shop?q=shipped%20zebra`)).toMatchObject({ corrected: 'shipped', total: 1 });
  });
});
