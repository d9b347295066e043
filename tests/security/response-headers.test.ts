import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fieldsOf } from '../../src/http/header-list.ts';
import { launchBrowser } from '../browser/browser.ts';
import { ask, listen } from '../unit/services/site.ts';
import { closeApisAfterwards, exampled, proxied } from './api-server.ts';

closeApisAfterwards();

/** Fields that act beyond their own answer: on the origin, on the client's next requests, on servers in front. */
const ACTING: readonly (readonly [name: string, value: string])[] = [
  ...['Set-Cookie', 'set-cookie', 'SET-COOKIE', 'Set_Cookie', 'Set.Cookie'].map((name): [string, string] => [
    name,
    `${name}=x; Path=/; Max-Age=31536000`,
  ]),
  ['Set-Cookie2', 'a=1'],
  ['NEL', '{"report_to":"x","max_age":9}'],
  ['Report-To', '{"group":"x","max_age":9,"endpoints":[{"url":"https://evil.example"}]}'],
  ['Reporting-Endpoints', 'x="https://evil.example"'],
  ['Alt-Svc', 'h2="evil.example:443"; ma=9'],
  ['Refresh', '0; url=https://evil.example'],
  ['Service-Worker-Allowed', '/'],
  ['Clear-Site-Data', '"*"'],
  ['Content-Security-Policy', 'default-src *; report-uri https://evil.example'],
  ['Content-Security-Policy-Report-Only', "default-src 'none'; report-uri https://evil.example"],
  ['X-Content-Security-Policy', 'default-src *'],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['Public-Key-Pins', 'max-age=9'],
  ['Expect-CT', 'max-age=9'],
  ['X-Platform-Identity', 'root'],
  ['X_Platform_Identity', 'root'],
  ['Permissions-Policy', 'camera=*'],
  ['Accept-CH', 'Sec-CH-UA-Full-Version'],
  ['Critical-CH', 'Sec-CH-UA-Full-Version'],
  ['Origin-Agent-Cluster', '?0'],
  ['SourceMap', 'https://evil.example/map'],
  ['X-SourceMap', 'https://evil.example/map'],
  ['X-Frame-Options', 'ALLOWALL'],
  ['X-Frame_Options', 'ALLOWALL'],
  ['Link', '<https://evil.example/x.js>; rel=preload; as=script'],
  ['Link', '<https://evil.example/x.css>; REL="next StyleSheet"'],
  ['Link', '<https://evil.example>; rel="pre\\connect"'],
  ['link', '<a>; rel=next, <https://evil.example/d>; rel = dns-prefetch'],
  ['Use-As-Dictionary', 'match="/*"'],
  ['Speculation-Rules', '"https://evil.example/rules"'],
  ['No-Vary-Search', 'params'],
  ['Set-Login', 'logged-out'],
  ['Sec-Session-Registration', '(ES256);path="/start"'],
  ['Attribution-Reporting-Register-Source', '{}'],
  ['Cross-Origin-Opener-Policy', 'unsafe-none'],
  ['Timing-Allow-Origin', '*'],
  ['X-DNS-Prefetch-Control', 'on'],
  ['X-Accel-Redirect', '/internal/file'],
  ['X-Sendfile', '/etc/passwd'],
  ['X-Envoy-Immediate-Health-Check-Fail', '1'],
  ['X-Auto-Login', 'realm=evil'],
  ['Access-Control-Allow-Credentials', 'true'],
  ['WWW-Authenticate', 'Basic realm="evil"'],
  ['Proxy-Authenticate', 'Basic realm="evil"'],
  ['Proxy-Connection', 'close'],
];

/** Fields that real APIs send and their clients read. */
const HARMLESS: readonly (readonly [name: string, value: string])[] = [
  ['X-RateLimit-Limit', '60'],
  ['X-RateLimit-Remaining', '59'],
  ['RateLimit-Policy', '"default";q=100;w=60'],
  ['X-Request-Id', 'f0a1'],
  ['Request-Id', 'f0a1'],
  ['Amzn-Trace-Id', 'Root=1'],
  ['X-GitHub-Media-Type', 'github.v3'],
  ['X-Total-Count', '12'],
  ['Stripe-Version', '2020-08-27'],
  ['API-Supported-Versions', '1.0, 2.0'],
  [
    'Link',
    '<https://api.example.com/book?page=2&title=preload>; rel="next", </book?page=9>; rel=last; title="stylesheets"',
  ],
  ['Deprecation', '@1688169599'],
  ['Sunset', 'Sat, 31 Dec 2033 23:59:59 GMT'],
  ['Retry-After', '120'],
  ['Location', '/elsewhere/1'],
  ['ETag', '"x"'],
  ['Last-Modified', 'Sat, 31 Dec 2022 23:59:59 GMT'],
  ['Accept-Patch', 'application/json'],
  ['Content-Language', 'de'],
  ['Content-Disposition', 'attachment; filename="a.csv"'],
];

const namesOf = (rawHeaders: readonly string[]): readonly string[] =>
  rawHeaders.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase());
const BACKENDS = ['proxy', 'examples'] as const;

/** An API that answers with these fields, by each backend. */
function answering(
  backend: (typeof BACKENDS)[number],
  [name, value]: readonly [string, string],
  settings: Parameters<typeof proxied>[1] = {},
): Promise<number> {
  if (backend === 'examples')
    return exampled({ responses: { '200': { description: '', headers: { [name]: { example: value } } } } }, settings);
  return proxied((_, response) => response.writeHead(200, [name, value, 'Content-Length', '0']).end(), settings);
}

describe.each(BACKENDS)('of what an API (%s) sends', (backend) => {
  test.each(ACTING)('%s: %s does not pass', async (name, value) => {
    const { status, rawHeaders } = await ask(await answering(backend, [name, value]), { path: '/library/book' });
    expect(status).toBe(200);
    const told = fieldsOf(rawHeaders).filter(([other]) => other.toLowerCase() === name.toLowerCase());
    // This server sends its own values of these fields.
    const isOurs = /^(?:content-security-policy|connection)$/i.test(name);
    expect(isOurs ? told.filter(([, own]) => own === value) : told).toEqual([]);
  });

  test.each(HARMLESS)('%s: %s passes', async (name, value) => {
    const { headers } = await ask(await answering(backend, [name, value]), { path: '/library/book' });
    expect(headers[name.toLowerCase()]).toBe(value);
  });

  test('what configuration lists passes as well, in any case, but for what this server writes itself', async () => {
    const responseHeaders = ['set-COOKIE', 'X-Platform-Identity'];
    const cookie = await ask(await answering(backend, ['Set-Cookie', 'a=1'], { responseHeaders }), {
      path: '/library/book',
    });
    expect(cookie.headers['set-cookie']).toEqual(['a=1']);
    const identity = await ask(await answering(backend, ['X-Platform-Identity', 'root'], { responseHeaders }), {
      path: '/library/book',
    });
    expect(identity.headers).not.toHaveProperty('x-platform-identity');
  });

  test.each([
    ...['text/html', 'application/xhtml+xml', 'image/svg+xml', 'text/xml', 'text/javascript', 'application/json'],
    ...['multipart/x-mixed-replace; boundary=x', ...(backend === 'proxy' ? ['text/plain, text/html', 'odd'] : [])],
  ])('a document of the type %s is sandboxed, unless the API is trusted', async (type) => {
    const content = { [type]: { example: '<script>alert(1)</script>' } };
    const open = (settings = {}): Promise<number> =>
      backend === 'examples'
        ? exampled({ responses: { '200': { description: '', content } } }, settings)
        : proxied(
            (_, response) =>
              response.writeHead(200, { 'content-type': type, 'x-content-type-options': 'sniff' }).end('<p>'),
            settings,
          );
    const { headers } = await ask(await open(), { path: '/library/book' });
    expect(headers['content-type']).toContain(type);
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*; sandbox$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    const trusted = await ask(await open({ documents: 'trusted' }), { path: '/library/book' });
    expect([trusted.status, trusted.headers['content-security-policy']]).toEqual([200, undefined]);
    expect(trusted.headers['x-content-type-options']).toBe('nosniff');
  });

  test('no service worker comes from it, unless it is trusted', async () => {
    const request = { path: '/library/book', headers: { 'service-worker': 'script' } };
    expect((await ask(await answering(backend, ['X-A', '1']), request)).status).toBe(403);
    expect((await ask(await answering(backend, ['X-A', '1'], { documents: 'trusted' }), request)).status).toBe(200);
  });
});

describe('of an upstream', () => {
  test('fields behind the body are held against the same list', async () => {
    const port = await proxied((_, response) => {
      response.writeHead(200, { trailer: 'X-Sum, Set-Cookie, X-Platform-Identity' });
      response.write('abc');
      response.addTrailers([
        ['X-Sum', '3'],
        ['Set-Cookie', 'a=1'],
        ['X-Platform-Identity', 'root'],
      ]);
      response.end();
    });
    const { body, trailers } = await ask(port, { path: '/library/book' });
    expect([body.toString(), trailers]).toEqual(['abc', { 'x-sum': '3' }]);
  });

  test('an answer without a type, or with several, is sandboxed; a PDF alone is not', async () => {
    const types: readonly (readonly string[])[] = [
      [],
      ['application/pdf', 'text/html'],
      ['application/pdf'],
      ['application/pdf;a=b'],
    ];
    const port = await proxied((request, response) => {
      const own = types[Number(request.url?.slice(-1))] ?? [];
      response
        .writeHead(
          200,
          own.flatMap((type) => ['Content-Type', type]),
        )
        .end('<p>');
    });
    const policies = await Promise.all(
      types.map(async (_, at) => (await ask(port, { path: `/library/book?${at}` })).headers['content-security-policy']),
    );
    expect(policies.map((policy) => policy?.includes('sandbox') ?? false)).toEqual([true, true, false, true]);
  });

  test('policies for its own documents pass where they are trusted', async () => {
    const port = await answering('proxy', ['Content-Security-Policy', "default-src 'self'"], { documents: 'trusted' });
    expect((await ask(port, { path: '/library/book' })).headers['content-security-policy']).toBe("default-src 'self'");
  });

  test('more fields than are passed on: 502', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => [`X-Field-${at}`, 'v']).flat();
    const port = await proxied((request, response) =>
      response.writeHead(200, many(request.url?.endsWith('?more') ? 101 : 80)).end(),
    );
    expect((await ask(port, { path: '/library/book' })).status).toBe(200);
    expect((await ask(port, { path: '/library/book?more' })).status).toBe(502);
  });
});

describe('of a descriptor', () => {
  test('names that differ in case alone are one field, and all of them together are bounded', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`X-Field-${at}`, { example: 'v'.repeat(1000) }]),
    );
    const headers = { ETag: { example: '"a"' }, etag: { example: '"b"' }, ETAG: { example: '"c"' }, ...many };
    const { rawHeaders } = await ask(await exampled({ responses: { '200': { description: '', headers } } }), {
      path: '/library/book',
    });
    expect(namesOf(rawHeaders).filter((name) => name === 'etag')).toEqual(['etag']);
    expect(rawHeaders).toContain('"a"');
    expect(rawHeaders.join().length).toBeLessThan(14_000);
  });
});

describe('of a descriptor with very many', () => {
  const many = <T>(count: number, of: (at: number) => T): readonly T[] =>
    Array.from({ length: count }, (_, at) => of(at));

  test.each([
    [
      'header fields',
      { headers: Object.fromEntries(many(100_000, (at) => [`X-Field-${at}`, { schema: { type: 'string' } }])) },
    ],
    ['parts of a header field', { headers: { 'X-List': { example: many(1_000_000, String) } } }],
    ['parts of a part', { headers: { 'X-List': { example: [many(1_000_000, String)] } } }],
    [
      'media types',
      { content: Object.fromEntries(many(5_000, (at) => [`application/x-${at}`, { schema: { type: 'string' } }])) },
    ],
  ] as const)('%s: an answer takes some times what another one takes', async (_, described) => {
    const cost = async (response: object): Promise<number> => {
      const port = await exampled({ responses: { '200': { description: '', ...response } } });
      const accept = many(2000, () => '*/*').join();
      const figures = [];
      for (let round = 0; round < 5; round += 1) {
        const before = process.cpuUsage();
        expect((await ask(port, { path: '/library/book', headers: { accept } })).status).toBe(200);
        const { user, system } = process.cpuUsage(before);
        figures.push((user + system) / 1000);
      }
      return Math.min(...figures);
    };
    expect(await cost(described)).toBeLessThan(40 + 10 * (await cost({})));
  });
});

describe('in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  const PAGE = `<!doctype html><title>idle</title><script>
    document.title = 'ran';
    navigator.serviceWorker?.register('/library/book?worker', { scope: '/' }).catch(() => undefined);
    fetch('/owner').then((answer) => answer.text()).then((text) => { document.title = text; });
  </script>`;

  async function titleAfterAttack(documents: 'sandboxed' | 'trusted'): Promise<string> {
    const api = await proxied(
      (request, response) => {
        const type = request.url?.endsWith('?worker') ? 'text/javascript' : 'text/html';
        response
          .writeHead(200, { 'content-type': type, 'service-worker-allowed': '/' })
          .end(type === 'text/html' ? PAGE : '');
      },
      { documents },
    );
    // The owner's page beside it, on the same origin.
    const origin = await listen(async (request, response) => {
      if (request.url === '/owner') {
        response.writeHead(200, { 'content-type': 'text/plain' }).end('secret of the owner');
        return;
      }
      const { status, rawHeaders, body } = await ask(api, { path: request.url ?? '/' });
      response.writeHead(status, [...rawHeaders]).end(body);
    });
    const page = await browser.newPage();
    try {
      const pageStatus = await page.goto(`http://127.0.0.1:${origin}/library/book`);
      if (documents === 'trusted') await page.waitForFunction(() => document.title === 'secret of the owner');
      else await page.waitForTimeout(300);
      expect(pageStatus?.status()).toBe(200);
      return await page.title();
    } finally {
      await page.close();
    }
  }

  test('a page of an API reads nothing of the origin; that of a trusted one does', async () => {
    expect(await titleAfterAttack('sandboxed')).toBe('idle');
    expect(await titleAfterAttack('trusted')).toBe('secret of the owner');
  });
});
