import { describe, expect, test } from 'vitest';
import { readLocal } from '../unit/config/read.ts';
import { ask } from '../unit/services/site.ts';
import { closeApisAfterwards, proxied } from './api-server.ts';

closeApisAfterwards();

/** Fields in which gateways name the user whom they have let in, or a whole log-in. */
const OF_GATEWAYS = [
  ...['X-Amzn-Oidc-Identity', 'X-Goog-Authenticated-User-Email', 'X-MS-CLIENT-PRINCIPAL-NAME', 'X-Consumer-Username'],
  ...['Cf-Access-Authenticated-User-Email', 'X-Auth-User', 'X-Auth-Username', 'X-User', 'X-Username', 'X-Vouch-User'],
  ...['X-Pomerium-Claim-Email', 'Remote-User', 'Remote-Groups', 'X-WEBAUTH-USER', 'X-Authentik-Username', 'SM_USER'],
  ...[
    'X-Userinfo',
    'OIDC_CLAIM_sub',
    'Tailscale-User-Login',
    'Sec-Username',
    'sec-roles',
    'X-Goog-Iap-Jwt-Assertion',
    'X-Shib-Mail',
    'iv-user',
  ],
];
/** No list has it. */
const INVENTED = ['Sec-Told', 'X-Our-Gateway-Says', 'X-Email', 'From'];
const ANSWERED_ELSEWHERE = ['X-Middleware-Subrequest', 'X-HTTP-Method-Override', 'X-Rewrite-URL', 'Authorization'];
const USUAL = [
  ...[
    'Accept-Language',
    'User-Agent',
    'Cookie',
    'If-None-Match',
    'Range',
    'Prefer',
    'Sec-Fetch-Site',
    'Sec-GPC',
    'Idempotency-Key',
    'X-Request-ID',
  ],
  ...['Traceparent', 'X-API-Key', 'X-CSRF-Token', 'X-Requested-With', 'X-Hub-Signature-256', 'API-Version', 'Origin'],
];

/** Names of the fields, of those that a client sends, that arrive at an upstream; in lower case. */
async function arriving(
  names: readonly string[],
  settings: Parameters<typeof proxied>[1] = {},
): Promise<readonly string[]> {
  const port = await proxied((request, response) => response.end(JSON.stringify(request.headers)), settings);
  const headers = Object.fromEntries(names.map((name) => [name, 'sent']));
  const { body } = await ask(port, { path: '/library/book', headers });
  const got = JSON.parse(body.toString());
  return names.map((name) => name.toLowerCase()).filter((name) => got[name] === 'sent');
}

function describing(names: readonly string[]): Parameters<typeof proxied>[1] {
  return { described: { parameters: names.map((name) => ({ name, in: 'header', schema: {} })) } };
}

const lower = (names: readonly string[]): readonly string[] => names.map((name) => name.toLowerCase());

describe('header fields of a request to an upstream', () => {
  test('that gateways write, or that no list has, are not passed on', async () => {
    expect(await arriving([...OF_GATEWAYS, ...INVENTED, ...ANSWERED_ELSEWHERE])).toEqual([]);
  });

  test('that are usual pass', async () => {
    expect(await arriving(USUAL)).toEqual(lower(USUAL));
  });

  test('that the operation describes pass, those of gateways excepted', async () => {
    expect(await arriving(['X-Tenant', ...INVENTED], describing(['X-TENANT', ...INVENTED]))).toEqual(
      lower(['X-Tenant', ...INVENTED]),
    );
    const claimed = [...OF_GATEWAYS, ...ANSWERED_ELSEWHERE];
    expect(await arriving(claimed, describing(claimed))).toEqual([]);
  });

  test('of credentials Authorization alone passes where no adapter of ours reads it', async () => {
    const others = [...OF_GATEWAYS, ...INVENTED, 'Proxy-Authorization', 'X-Authorization-User', 'X_Authorization'];
    const names = ['Authorization', ...others];
    expect(await arriving(names, { hasLogin: false })).toEqual(['authorization']);
    expect(await arriving(names, { ...describing(['Authorization']), hasLogin: true })).toEqual([]);
  });

  test('that configuration names pass, whatever they are called', async () => {
    const pass = ['x-tenant', 'X-User', 'authorization'];
    expect(await arriving(['X-Tenant', 'X-User', 'X-Username', 'Authorization'], { pass })).toEqual(lower(pass));
  });

  test.each(['X-HTTP-Method-Override', 'x_middleware_rewrite', 'Host', 'X-Platform-Identity', 'Transfer-Encoding'])(
    '%s cannot be named there',
    (name) => {
      const { problems } = readLocal(
        `platform-services: { A: { backend: proxy, target: 'http://127.0.0.1:9', pass: [${name}] } }`,
      );
      expect(problems).toHaveLength(1);
    },
  );
});

test.each([
  ['X-Middleware-Rewrite', '/platform/admin'],
  ['X-Middleware-Next', '1'],
  ['x-middleware-override-headers', 'a'],
  ['X-Nextjs-Rewrite', '/'],
  ['X-Astro-Rewrite', '/'],
])('%s of an upstream, which frameworks in front act on, does not pass', async (name, value) => {
  const port = await proxied((_, response) => response.writeHead(200, { [name]: value, 'X-Other': 'kept' }).end());
  const { headers } = await ask(port, { path: '/library/book' });
  expect([headers[name.toLowerCase()], headers['x-other']]).toEqual([undefined, 'kept']);
});

test.each([
  [204, undefined],
  [304, '5'],
  [200, '5'],
])('an answer of status %d with a length has it as: %s (RFC 9110 §8.6)', async (status, length) => {
  const port = await proxied((_, response) => {
    response.socket?.end(`HTTP/1.1 ${status} x\r\nContent-Length: 5\r\n\r\n${status === 200 ? 'abcde' : ''}`);
  });
  const { headers, ...answer } = await ask(port, { path: '/library/book' });
  expect([answer.status, headers['content-length'], headers['transfer-encoding']]).toEqual([status, length, undefined]);
});
