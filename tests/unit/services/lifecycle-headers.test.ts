import { afterEach, describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import type { Extensible } from '../../../src/model/openapi-objects.ts';
import type { OperationRecord } from '../../../src/model/records.ts';
import type { MemberRecord } from '../../../src/options/member.ts';
import { createPublishedApis, type PublishedApis } from '../../../src/services/published-apis.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { ask, closeServers, gateOf, listen, serve } from './site.ts';

const open: PublishedApis[] = [];
afterEach(async () => {
  for (const published of open.splice(0)) published.close();
  await closeServers();
});

const PAGE = '</platform/documentation/Shop-v1/Order>';
const BOTH = { 'x-deprecated-since': '2026-05-01', 'x-sunset': '2027-01-01T12:00:00+01:00' };
const DATES = ['@1777593600', 'Fri, 01 Jan 2027 11:00:00 GMT'];
const RESPONSES = { 200: { description: '', content: { 'application/json': { example: {} } } } };

function publishedWith(
  get: Partial<OperationRecord>,
  more: { top?: Extensible; backend?: MemberRecord } = {},
): PublishedApis {
  const operations = [operation('GET', '/order', { responses: RESPONSES, ...get }), operation('PUT', '/order')];
  const services = [service('Order', { kind: 'rpc', operations })];
  const source = { format: 'native', file: 'shop.yaml', warningCount: 0 } as const;
  const api = new Api(apiRecord({ name: 'Shop', source, services, extensions: more.top ?? {} }));
  const published = createPublishedApis({
    apis: [api],
    ...(more.backend && {
      services: [
        {
          api: 'Shop',
          version: null,
          backend: more.backend,
          maxBodyBytes: 10,
          corsOrigins: ['*'],
        },
      ],
    }),
    log: (message) => expect.unreachable(message),
  });
  open.push(published);
  return published;
}

async function fieldsOf(published: PublishedApis, asked: { method?: string; accept?: string } = {}) {
  const { method = 'GET', accept = '*/*' } = asked;
  const port = await serve(published);
  const { status, headers } = await ask(port, { method, path: '/order', headers: { accept } });
  return [status, headers['deprecation'] ?? null, headers['sunset'] ?? null, headers.link ?? null];
}

describe('Deprecation and Sunset (RFC 9745, RFC 8594)', () => {
  test.each([
    [
      'both dates',
      { extensions: BOTH },
      {},
      [...DATES, `${PAGE}; rel="deprecation"; type="text/html", ${PAGE}; rel="sunset"; type="text/html"`],
    ],
    [
      'a sunset alone',
      { extensions: { 'x-sunset': '2027-01-01' } },
      {},
      [null, 'Fri, 01 Jan 2027 00:00:00 GMT', `${PAGE}; rel="sunset"; type="text/html"`],
    ],
    [
      'the dates of the version',
      {},
      { top: { 'x-deprecated-since': '2026-05-01' } },
      ['@1777593600', null, `${PAGE}; rel="deprecation"; type="text/html"`],
    ],
    ['no date', { deprecated: true }, {}, [null, null, null]],
    ['what is no date', { extensions: { 'x-sunset': 'soon\r\nX: y' } }, {}, [null, null, null]],
  ] as const)('say %s', async (_, get, more, expected) => {
    expect(await fieldsOf(publishedWith(get, more))).toEqual([200, ...expected]);
  });

  test('are on every answer of the operation, and on no other operation', async () => {
    const published = publishedWith({ extensions: BOTH });
    expect((await fieldsOf(published, { method: 'HEAD' })).slice(1, 3)).toEqual(DATES);
    expect((await fieldsOf(published, { method: 'PUT' })).slice(1)).toEqual([null, null, null]);
    expect((await fieldsOf(published, { accept: 'image/png' })).slice(0, 2)).toEqual([406, null]);
  });

  test('an example that names them is sent as it is', async () => {
    const headers = { Deprecation: { schema: { type: 'string' as const }, example: '@1' } };
    const fields = await fieldsOf(
      publishedWith({ extensions: BOTH, responses: { 200: { ...RESPONSES[200], headers } } }),
    );
    expect(fields.slice(1, 3)).toEqual(['@1', DATES[1]]);
  });

  test.each([
    [{}, DATES],
    [{ Sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' }, [DATES[0], 'Sat, 01 Jan 2028 00:00:00 GMT']],
  ])('are beside what an upstream says, which knows best: %j', async (theirs, expected) => {
    const port = await listen((_, response) =>
      response.writeHead(200, { Link: '</next>; rel="next"', ...theirs }).end(),
    );
    const backend = { kind: 'proxy', options: { target: `http://127.0.0.1:${port}`, timeout_seconds: 5 } };
    const fields = await fieldsOf(publishedWith({ extensions: BOTH }, { backend }));
    expect(fields.slice(0, 3)).toEqual([200, ...expected]);
    expect(fields[3]).toMatch(/^<\/next>; rel="next", .*rel="deprecation"/);
  });

  test('go along to pages of the site', async () => {
    const published = publishedWith({ extensions: BOTH }, { backend: { kind: 'site', options: {} } });
    let passed: unknown;
    const handle: PublishedApis['handle'] = async (...args) => {
      passed = await published.handle(...args);
      return published.handle(...args);
    };
    const port = await serve({ ...published, handle }, { gate: gateOf({ kind: 'guest' }) });
    await ask(port, { path: '/order' });
    expect(passed).toMatchObject({ kind: 'pass-on', headers: expect.arrayContaining(['Deprecation', ...DATES]) });
  });
});
