import { describe, expect, test } from 'vitest';
import { markdown } from '../../../src/formats/markdown/markdown.ts';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import type { Document } from '../../../src/presentation/page-data/document.ts';
import { digestLogin } from '../../fixtures/auth/log-ins.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { pageOf, render } from './render.ts';

const documented = { url: 'https://example.com/more', description: 'All of it' };
/** Extensions may hold anything. */
const noted: object = { 'x-none': null, 'x-some': { get: { summary: 'Not a callback' } } };
const record = apiRecord({
  info: {
    title: 'Shop',
    version: '1',
    contact: { name: 'Ada', email: 'ada@example.com', url: 'https://example.com/ada' },
  },
  tags: [{ name: 'Sales', externalDocs: documented }],
  security: [{ login: ['orders:write', 'orders:read'] }, { key: [] }],
  services: [
    service('Order', {
      tags: ['Sales'],
      operations: [
        operation('GET', '/order', {
          summary: 'Read the sale',
          parameters: [
            {
              name: 'size',
              in: 'query',
              examples: {
                small: { summary: 'A small one', description: 'Fits **anywhere**.', value: 0 },
                large: { dataValue: 9 },
                far: { externalValue: 'https://example.com/far' },
              },
            },
          ],
          responses: {
            '200': {
              description: 'One',
              content: { 'application/json': { schema: { type: 'string', externalDocs: documented } } },
              links: {
                next: {
                  operationId: 'more',
                  description: 'Goes *on*.',
                  parameters: { after: '$response.body#/id', count: 0 },
                  requestBody: 'all',
                  server: { url: 'https://far.example' },
                },
              },
            },
          },
        }),
      ],
    }),
    service('called', {
      operations: [
        operation('POST', '/called', {
          callbacks: {
            lost: {},
            paid: {
              ...noted,
              '{$request.body#/url}': {
                parameters: [
                  { name: 'X-Kept', in: 'header', description: 'Of the path.' },
                  { name: 'X-Sign', in: 'header', description: 'Replaced.' },
                ],
                post: {
                  summary: 'It was paid',
                  deprecated: true,
                  security: [{ key: [] }],
                  externalDocs: documented,
                  parameters: [{ name: 'X-Sign', in: 'header', required: true, description: 'Of the operation.' }],
                  requestBody: {
                    content: {
                      'application/json': {
                        schema: { type: 'object', properties: { id: { type: 'integer' } } },
                        examples: {
                          one: { summary: 'The first', description: 'As *usual*.', value: { id: 1 } },
                          zero: { value: { id: 0 } },
                        },
                      },
                    },
                  },
                  responses: {
                    '200': {
                      description: 'Heard',
                      content: {
                        'application/json': { schema: { type: 'object', properties: { seen: { type: 'boolean' } } } },
                      },
                    },
                  },
                },
              },
            },
          },
        }),
      ],
    }),
    service('odd', {
      operations: [
        operation('GET', '/odd', {
          extensions: { 'x-platform-responses': { '999': { description: 'Not <b>\n even' }, ok: null } },
        }),
      ],
    }),
    service('ordered', { kind: 'webhook', route: '', operations: [operation('POST', '')] }),
    service('signed', { kind: 'webhook', route: '', operations: [operation('POST', '', { security: [{ key: [] }] })] }),
    service('plain', { kind: 'webhook', route: '', operations: [operation('POST', '', { security: [] })] }),
  ],
  components: {
    ...apiRecord().components,
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      login: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://login.example/authorize',
            tokenUrl: 'https://login.example/token',
            refreshUrl: 'https://login.example/again',
            scopes: { 'orders:write': 'Write orders.' },
          },
        },
      },
    },
  },
});

/** The text of a page, one blank between words. */
async function textOf(find: (api: Api) => Document, of: ApiRecord = record): Promise<string> {
  const html = await render(pageOf(find(new Api(of))));
  const [main = ''] = /<main.*<\/main>/s.exec(html) ?? [];
  return main.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

/** The text of a Markdown document, one blank between words. */
function markdownTextOf(find: (api: Api) => Document): string {
  const text = markdown.render?.(find(new Api(record)), { title: 'Example APIs', baseUrl: '' }) ?? '';
  return text
    .replaceAll(/\[([^\]]*)\]\(<[^>]*>\)/g, '$1')
    .replaceAll(/^\s*(?:- |#+ |```.*)/gm, ' ')
    .replaceAll(/[`*]|\\(?=[^\w\s])/g, '')
    .replaceAll(/\s+/g, ' ');
}

function serviceNamed(name: string): (api: Api) => Document {
  return (api) => {
    const found = api.getService(name);
    if (found === undefined) throw new Error(`No service ${name}.`);
    return { level: 'service', api, service: found };
  };
}

const overview = (api: Api): Document => ({ level: 'api', api });
const group = (api: Api): Document => ({ level: 'group', api, group: 'Sales' });

describe('a page and its Markdown say the same of', () => {
  test.each<[string, (api: Api) => Document, readonly string[]]>([
    [
      'an API',
      overview,
      [
        'Contact Ada',
        'E-mail ada@example.com',
        'Open to everyone: this site asks for no log-in.',
        'The description names these; this site does not check them:',
        'key: API key in header X-Key',
        'login: OAuth 2',
        'authorizationCode · log-in at https://login.example/authorize · token from https://login.example/token',
        'orders:write Write orders.',
      ],
    ],
    ['a group', group, ['1 service', 'More: All of it']],
    [
      'an operation',
      serviceNamed('Order'),
      [
        'Read the sale',
        'Open to everyone',
        'The description names OAuth 2 (orders:write, orders:read) or API key in header X-Key',
        '200 OK',
        'after = $response.body#/id',
        'request body = ',
        'at https://far.example',
      ],
    ],
    [
      'a callback',
      serviceNamed('called'),
      [
        'No request body.',
        'unknown: what callback “lost” sends',
        'It was paid',
        'Deprecated',
        'Called with API key in header X-Key',
        'More: All of it',
        'X-Kept',
        'Of the operation.',
        'generated',
      ],
    ],
    ['what is missing', serviceNamed('ordered'), ['POST ordered', 'No parameters.', 'No responses described.']],
    ['what is left out', serviceNamed('odd'), ['left out, no status code: 999 Not', 'left out, no status code: ok']],
  ])('%s', async (_, find, sentences) => {
    const html = (await textOf(find)).replaceAll(/ (?=[:;,)·])|(?<=\() /g, '');
    const text = markdownTextOf(find)
      .replaceAll(/ (?=[:;,)·])/g, '')
      .replaceAll(/(Contact|E-mail):/g, '$1');
    const spaced = (words: string): string => words.replaceAll(/ (?=·)/g, '');
    expect(sentences.filter((sentence) => !html.includes(spaced(sentence)))).toEqual([]);
    expect(sentences.filter((sentence) => !text.includes(spaced(sentence)))).toEqual([]);
  });
});

describe('a page says', () => {
  test.each<[string, (api: Api) => Document, string]>([
    ['how to reach who made an API', overview, 'Contact Ada E-mail ada@example.com'],
    [
      'where a token comes from and what it is for',
      overview,
      'login: OAuth 2 authorizationCode · log-in at https://login.example/authorize · token from https://login.example/token · refreshed at https://login.example/again orders:write Write orders.',
    ],
    ['where there is more about a group', group, 'More: All of it'],
    [
      'the scopes that an operation asks for',
      serviceNamed('Order'),
      'The description names OAuth 2 ( orders:write , orders:read ) or API key in header X-Key',
    ],
    [
      'what the examples of a parameter are about, where they say it',
      serviceNamed('Order'),
      'any value Example 9 Example A small one 0 Fits anywhere . Example far https://example.com/far',
    ],
    ['where there is more about a value', serviceNamed('Order'), 'application/json · string One More: All of it'],
    [
      'what a link is called with',
      serviceNamed('Order'),
      'next to more · after = $response.body#/id · count = 0 · request body = "all" · at https://far.example Goes on .',
    ],
    [
      'what is left out of the responses',
      serviceNamed('odd'),
      'left out, no status code: 999 Not &lt;b&gt; even left out, no status code: ok ',
    ],
    [
      'whom a callback calls and what it demands',
      serviceNamed('called'),
      'Callback paid: It was paid POST {$request.body#/url} Deprecated Called with API key in header X-Key More: All of it',
    ],
    [
      'what an operation says of a parameter of a callback, not what its path says',
      serviceNamed('called'),
      'Header parameters X-Kept any value Of the path. X-Sign any value required Of the operation. Request body',
    ],
    [
      'the examples of a callback',
      serviceNamed('called'),
      'Request body · The first application/json As usual . { "id": 1 } Request body · zero application/json { "id": 0 }',
    ],
    [
      'what answers a callback, with an example',
      serviceNamed('called'),
      '200 OK application/json · generated { "seen": true }',
    ],
    ['that nothing is known of a callback', serviceNamed('called'), 'unknown: what callback “lost” sends'],
    ['that a webhook has no address here', serviceNamed('signed'), 'POST Webhook signed : this API calls your server'],
    ['what a webhook is called with', serviceNamed('signed'), 'Called with API key in header X-Key'],
  ])('%s', async (_, find, expected) => {
    expect(await textOf(find)).toContain(expected);
  });

  test('that a schema is used by a callback', async () => {
    const callbacks = {
      paid: {
        '{$request.body#/url}': {
          post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Paid' } } } } },
        },
      },
    };
    const of = apiRecord({
      services: [service('Sale', { operations: [operation('POST', '/sale', { callbacks })] })],
      components: { ...apiRecord().components, schemas: { Paid: { type: 'object' } } },
    });
    expect(await textOf((api) => ({ level: 'schema', api, name: 'Paid', schema: { type: 'object' } }), of)).toContain(
      '/sale callback',
    );
  });

  test('all of an operation before its callbacks', async () => {
    expect(await textOf(serviceNamed('called'))).toMatch(/ curl curl .* Callback paid: /);
  });

  test('nothing of extensions beside a callback', async () => {
    expect(await textOf(serviceNamed('called'))).not.toContain('Not a callback');
  });

  test('nothing about who may call a webhook', async () => {
    // What the API asks of its callers is not what it sends.
    expect(await textOf(serviceNamed('ordered'))).not.toMatch(/Open to|Log-in|Called with/);
    expect(await textOf(serviceNamed('plain'))).not.toMatch(/Open to|Called with/);
  });

  test('that all operations need a log-in, with any webhooks', async () => {
    const api = new Api(record, {
      accessRule: () => ({ kind: 'login', schemes: [digestLogin('api')] }),
    });
    const html = await render(pageOf({ level: 'api', api }));
    expect(html).toContain('All operations. curl asks');
  });
});

test.each(['Begin with `GET /order`.', '# First steps\n\nBegin with `GET /order`.'])(
  'code of a description leads to the operation that it names, as in guides: %j',
  async (description) => {
    const api = new Api({ ...record, info: { ...record.info, description } });
    const link = '<a href="/platform/documentation/Empty-v1/Order#get"><code>GET /order</code></a>';
    expect(await render(pageOf({ level: 'api', api }))).toContain(`Begin with ${link}.`);
  },
);

describe('the address of an API that names no host', () => {
  const words = 'The descriptor names no host: paths are relative to the address of your server.';
  const shownIn = async (servers: ApiRecord['servers'], baseUrl: string): Promise<readonly [string, string]> => {
    const site = { title: 'APIs', baseUrl };
    const document: Document = {
      level: 'api',
      api: new Api(apiRecord({ servers, basePath: servers[0]?.url.replace(/\/$/, '') ?? '' })),
    };
    const html = await render(pageOf(document, { site }));
    const glance = /<h2 id="base-url".*?<\/h2>(.*?)<\/div>/s.exec(html)?.[1] ?? '';
    const line = /^- Base URL: .*$/m.exec(String(markdown.render?.(document, site)))?.[0] ?? '';
    return [glance.replaceAll(/\s+(?=<)|(?<=>)\s+|<wbr>/g, ''), line];
  };
  const address = (url: string): string => `<ul class="pd-urls"><li><code dir="ltr">${url}</code></li></ul>`;

  test.each<readonly [string, ApiRecord['servers'], string, string, string]>([
    ['is said in words', [], '', `<p class="pd-none">${words}</p>`, words],
    ['of “/” as well', [{ url: '/' }], '', `<p class="pd-none">${words}</p>`, words],
    [
      'with what is said of it',
      [{ url: '/', description: 'Ours' }],
      '',
      `<p class="pd-none">${words}</p><p>Ours</p>`,
      `${words}, Ours`,
    ],
    ['beside others', [{ url: '/' }, { url: '/v1' }], '', `<p class="pd-none">${words}</p>${address('/v1')}`, words],
    [
      'is that of the site where it is known',
      [{ url: '/' }],
      'https://a.test',
      address('https://a.test/'),
      '`https://a.test/`',
    ],
    [
      'has its path where it has one',
      [{ url: '/v1' }],
      '',
      `<p class="pd-none">${words}</p>${address('/v1')}`,
      '`/v1`',
    ],
  ])('%s', async (_, servers, baseUrl, html, line) => {
    expect(await shownIn(servers, baseUrl)).toEqual([html, `- Base URL: ${line}`]);
  });
});
