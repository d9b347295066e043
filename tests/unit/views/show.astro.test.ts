import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';

import type { Document } from '../../../src/presentation/page-data/document.ts';
import { languageOf } from '../../../src/words/languages.ts';
import { digestLogin } from '../../fixtures/auth/log-ins.ts';
import { apiRecord, operation, richApi, service } from '../../fixtures/model/rich-api.ts';
import { EVIL, hostileApi } from './hostile-api.ts';
import { documentsOf, pageOf, render } from './render.ts';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    extends: ['html-validate:recommended'],
    rules: {
      'valid-id': ['error', { relaxed: true }],
      'no-inline-style': 'error',
      'doctype-style': 'off',
      'void-style': 'off',
      'long-title': 'off',
      'attr-quotes': 'off',
      'no-trailing-whitespace': 'off',
    },
  }),
);

async function problemsOf(html: string): Promise<readonly string[]> {
  const report = await validator.validateString(html);
  return report.results.flatMap((result) =>
    result.messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId} ${message}`),
  );
}

/** The one that chooses light or dark, and that of the page, without what their attributes say. */
const SCHEME_SCRIPT = '<script type="" src=""></script>';
const OWN_SCRIPT = /<script type="" src=""(?: data-\w+=""){6}><\/script>/;
/** Data for search engines, which no browser runs; nothing in it can end it. */
const DATA = /<script type="application\/ld\+json">[^<>&]*<\/script>/;

const api = new Api(richApi);
const name = (document: Document): string =>
  'service' in document
    ? document.service.getName()
    : 'name' in document
      ? document.name
      : 'group' in document
        ? document.group
        : '';

async function serviceHtml(service: string): Promise<string> {
  const found = api.getService(service);
  if (found === undefined) throw new Error(`No service ${service}.`);
  return render(pageOf({ level: 'service', api, service: found }));
}

describe('every page', () => {
  test.each(
    [...documentsOf(richApi), ...documentsOf(hostileApi)].map(
      (document) => [`${document.level} ${name(document)}`, document] as const,
    ),
  )('%s is valid HTML', async (_, document) => {
    expect(await problemsOf(await render(pageOf(document)))).toEqual([]);
  });

  test.each(documentsOf(richApi).map((document) => [`${document.level} ${name(document)}`, document] as const))(
    '%s: every link into the page leads somewhere',
    async (_, document) => {
      const html = await render(pageOf(document));
      const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
      const links = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, target]) => target);
      expect(links.filter((target) => !ids.has(target))).toEqual([]);
    },
  );

  test.each(documentsOf(hostileApi).map((document) => [`${document.level} ${name(document)}`, document] as const))(
    '%s: hostile text stays text',
    async (_, document) => {
      const html = await render(
        pageOf(document, { alternates: [{ format: 'x', title: EVIL, mediaType: EVIL, path: `/x"${EVIL}` }] }),
      );
      const markup = html
        .replace(DATA, '')
        .replaceAll(/="[^"]*"/g, '=""')
        .replace(SCHEME_SCRIPT, '')
        .replace(OWN_SCRIPT, '');
      expect(markup).not.toMatch(/<(script|img|svg|iframe|style)/i);
      expect(markup).not.toMatch(/<[^>]* (on[a-z]+|style)=/i);
      expect(html).not.toMatch(/ (href|src)="\s*(javascript|vbscript|data:[^,])/i);
      expect(markup.match(/<\/html>/g)).toHaveLength(1);
      expect(markup.match(/<\/main>/g)).toHaveLength(1);
      expect(markup).not.toContain('<!--');
    },
  );

  test('has a skip link, a language, one h1 and the landmarks', async () => {
    for (const document of documentsOf(richApi)) {
      const html = await render(pageOf(document));
      expect(html).toMatch(
        /<html lang="en" dir="ltr" data-title="([^"]+ · )?Example APIs" data-url="https:\/\/docs\.example\.com\/[^"]*">/,
      );
      expect(html).toContain('href="#main"');
      expect(html.match(/<h1/g)).toHaveLength(1);
      for (const landmark of ['<header', '<main', '<footer']) expect(html.split(landmark)).toHaveLength(2);
    }
  });

  test('leads to the administration while developing, and never when it is built', async () => {
    for (const document of documentsOf(richApi)) {
      expect(await render(pageOf(document))).toContain('<a href="/platform/admin">Administration</a>');
      expect(await render(pageOf(document, { development: false }))).not.toContain('/platform/admin');
    }
  });

  test('names other formats, its address and itself in the head', async () => {
    const html = await render(
      pageOf(
        { level: 'api', api },
        {
          alternates: [
            {
              format: 'json',
              title: 'JSON',
              mediaType: 'application/json',
              path: '/platform/documentation/Tavern-v2.json',
            },
          ],
        },
      ),
    );
    expect(html).toContain(
      '<link rel="alternate" type="application/json" href="/platform/documentation/Tavern-v2.json">',
    );
    expect(html).toContain('<link rel="canonical" href="https://docs.example.com/platform/documentation/Tavern-v2">');
    expect(html).toContain('<title>Tavern v2 · Example APIs</title>');
    expect(html.replace(DATA, '').match(/<script[^?]*/g)).toEqual([
      '<script type="module" src="/src/views/scripts/scheme.ts',
      '<script type="module" src="/src/views/scripts/page.ts',
    ]);
  });
});

describe('the list of APIs', () => {
  const access = { kind: 'mixed', schemes: [digestLogin('api')] } as const;
  const entry = {
    name: 'Tavern',
    versions: [1, 2],
    defaultVersion: 2,
    title: 'The Tavern',
    summary: 'Orders **and** bills. More.',
    access,
  };

  test('names versions, operations, access and a sentence of each, and nothing else', async () => {
    const html = await render(pageOf({ level: 'list', entries: [{ ...entry, operationCount: 4 }] }, {}));
    const text = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      'The Tavern Tavern Orders and bills. Version 1 Version 2 (default) 4 operations Partly open; the rest needs HTTP Digest',
    );
    expect(html.match(/<li>(?:(?!<li>).)*4 operations.*?<\/ul>(.*?)<\/li>/s)?.[1]?.trim()).toBe('');
    expect(await problemsOf(html)).toEqual([]);
  });

  test('says what to do while it is empty, and shows the introduction', async () => {
    const site = { title: 'Example APIs', baseUrl: '', introduction: 'All of *ours*.' };
    const html = await render(pageOf({ level: 'list', entries: [] }, { site }));
    expect(html).toContain('No APIs yet. Put a descriptor into <code>api-descriptors</code>.');
    expect(html).toContain('All of <em>ours</em>.');
    expect(html).not.toContain('pd-apis');
  });
});

describe('a link to a page', () => {
  test.each([
    [
      'names the image of the theme',
      'https://docs.example.com',
      [
        '<meta property="og:image" content="https://docs.example.com/_astro/card.1.png">',
        '<meta name="twitter:card" content="summary_large_image">',
      ],
    ],
    ['names none without an address of the site, since it has to be absolute', '', []],
  ])('%s', async (_, baseUrl, expected) => {
    const theme = { stylesheet: null, logo: null, icon: null, image: '/_astro/card.1.png', font: 'inter' } as const;
    const html = await render(pageOf({ level: 'list', entries: [] }, { site: { title: 'A', baseUrl, theme } }));
    expect(html.match(/<meta (?:property="og:image|name="twitter)[^>]*>/g) ?? []).toEqual(expected);
  });
});

describe('a theme', () => {
  const site = { title: 'Acme "APIs"', baseUrl: '' };
  const list = { level: 'list', entries: [] } as const;

  test('that is not configured leaves the font, the mark and the icon of ours', async () => {
    const html = await render(pageOf(list, { site }));
    expect(html).toMatch(/<link rel="preload" as="font" type="font\/woff2" crossorigin href="[^"]*inter-latin-wght/);
    expect(html.match(/rel="stylesheet"/g)).toHaveLength(1);
    expect(html).toMatch(/rel="icon" href="[^"]*icon[^"]*\.svg/);
    expect(html).toMatch(/class="pd-logo"[^>]*><bdi>Acme "APIs"</);
  });

  test('puts a logo for each scheme in the place of the title, and a stylesheet after ours', async () => {
    const theme = {
      stylesheet: '/_astro/theme.1.css',
      logo: { light: '/_astro/logo.1.svg', dark: '/_astro/night.1.svg' },
      icon: '/_astro/own.1.ico',
      image: null,
      font: 'system',
    } as const;
    const html = await render(pageOf(list, { site: { ...site, theme } }));
    expect(html).toContain('<source media="(prefers-color-scheme: dark)" srcset="/_astro/night.1.svg">');
    expect(html).toMatch(/<img src="\/_astro\/logo\.1\.svg" alt="Acme &(#34|quot);APIs&(#34|quot);">/);
    expect(html).toMatch(/site\.css"><link rel="stylesheet" href="\/_astro\/theme\.1\.css">/);
    expect(html).toContain('rel="icon" href="/_astro/own.1.ico"');
    expect(html).not.toContain('woff2');
    expect(await problemsOf(html)).toEqual([]);
  });
});

describe('the foot of a page', () => {
  const warning = {
    file: 'a.yaml',
    line: 3,
    column: 7,
    severity: 'warning',
    rule: 'x',
    message: `Odd. ${EVIL}`,
    remedy: 'Change it.',
  } as const;
  const warned = new Api({
    ...richApi,
    source: { ...richApi.source, warningCount: 2, warnings: [warning, { ...warning, line: 0, column: 0 }] },
  });

  test('names warnings and their places while developing, and is silent about them to readers', async () => {
    const developed = await render(pageOf({ level: 'api', api: warned }));
    expect(developed).toContain('2 warnings');
    expect(developed).toContain('a.yaml:3:7');
    expect(await problemsOf(developed)).toEqual([]);
    const published = await render(pageOf({ level: 'api', api: warned }, { development: false }));
    expect(published).not.toMatch(/2 warnings|a\.yaml/);
  });
});

describe('the overview of an API', () => {
  test('has one heading above services that no tag distinguishes', async () => {
    const record = apiRecord({ services: [service('Rose', { operations: [operation('GET', '/rose')] })] });
    const html = await render(pageOf({ level: 'api', api: new Api(record) }));
    expect(html).toMatch(/<h2 id="groups"[^>]*><a href="[^"]*">Services<\/a> <small>1 service<\/small><\/h2>/);
    expect(html).not.toContain('<h3');
    const language = languageOf('de', {}, { isDefault: true, isAlone: true });
    const german = await render(pageOf({ level: 'api', api: new Api(record, { language }) }));
    expect(german).toMatch(/<h2 id="groups"[^>]*><a href="[^"]*">Dienste<\/a> <small>1 Dienst<\/small><\/h2>/);
  });
});

describe('the page of a group', () => {
  test('names the path of the members of a collection above their operations', async () => {
    const operations = ['GET', 'POST'].map((method) => operation(method, '/rose'));
    const members = ['GET', 'DELETE'].map((method) => operation(method, '/rose/{rose_id}'));
    const roses = service('Rose', { operations: [...operations, ...members], tags: ['Garden'] });
    const html = await render(
      pageOf({ level: 'group', api: new Api(apiRecord({ services: [roses] })), group: 'Garden' }),
    );
    const [, list = ''] = /<ul class="pd-list pd-services">(.*)<\/main>/s.exec(html) ?? [];
    const words = list
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    expect(words).toMatch(/^Rose \/rose GET .* POST .* \/ ?rose\/ ?\{rose_id\} GET .* DELETE /);
    expect(await problemsOf(html)).toEqual([]);
  });

  test('says that an operation is deprecated on its own line', async () => {
    const operations = [operation('GET', '/rose', { deprecated: true }), operation('PUT', '/rose')];
    const api = new Api(apiRecord({ services: [service('Rose', { operations, tags: ['Garden'] })] }));
    const html = await render(pageOf({ level: 'group', api, group: 'Garden' }));
    expect(html).toMatch(/<a href="[^"]*#get">(?:(?!<\/a>).)*>Deprecated<\/strong>\s*<\/a>/s);
  });
});

describe('a service page', () => {
  test.each([
    ['of its one operation', ['GET'], { 'collection GET': 'differs' }, ['/rose#get']],
    ['of itself, its one operation being as it was', ['GET'], {}, ['/rose']],
    ['of itself, its one operation being new', ['GET'], { 'collection GET': 'added' }, ['/rose']],
    ['of the operation that does', ['GET', 'PUT'], { 'collection PUT': 'differs' }, ['/rose#put']],
    ['of itself, an operation being new', ['GET', 'PUT'], { 'collection PUT': 'added' }, ['/rose']],
  ] as const)('says that it differs %s', async (_, methods, operations, expected) => {
    const roses = service('Rose', { operations: methods.map((method) => operation(method, '/rose')) });
    const api = new Api(apiRecord({ services: [roses] }));
    const [only] = api.getServices();
    if (only === undefined) throw new Error('No service.');
    const difference = { version: 1, path: '/rose', operations };
    const html = await render(pageOf({ level: 'service', api, service: only }, { difference }));
    const links = html.matchAll(/<strong><a href="(.*?)">Differs from version 1/g);
    expect([...links].map(([, href]) => href)).toEqual(expected);
  });

  test('shows every field, limit, default and variant without a click that needs a script', async () => {
    const html = await serviceHtml('Order');
    for (const text of [
      'at least 0',
      'below 1',
      'multiple of 0.01',
      'kind is "card"',
      'iban',
      'any other name: string, up to 63 characters',
      'default <code>false</code>',
      'or null',
      'always <code>EUR</code>',
      '^[0-9]{16}$',
      'unknown: schema “Gone” is not in the descriptor',
    ]) {
      expect(html, text).toContain(text);
    }
  });

  test('says what a request lacks and what is missing', async () => {
    expect(await serviceHtml('Order')).toContain('1 read-only field not shown');
    expect(await serviceHtml('Line')).toContain('No request body.');
    expect(await serviceHtml('Picture')).toContain('No parameters.');
    const bare = new Api({ ...hostileApi });
    const service = bare.getService('__proto__');
    if (service === undefined) throw new Error('No service.');
    expect(await render(pageOf({ level: 'service', api: bare, service }))).toContain('No responses described.');
  });

  test('says who may call, as the rule that enforces it says', async () => {
    const closed = new Api(richApi, {
      accessRule: () => ({ kind: 'login', schemes: [digestLogin('api')] }),
    });
    const service = closed.getService('Ping');
    if (service === undefined) throw new Error('No service.');
    const html = await render(pageOf({ level: 'service', api: closed, service }));
    expect(html).toContain('Log-in needed: HTTP Digest, realm “api”');
    expect(html).toContain('curl --digest -u USER');
    expect(html).toMatch(/<h5><span[^>]*>401 Unauthorized<.*<h5><span[^>]*>403 Forbidden<.*<h5><span[^>]*>406 /s);
    const open = new Api({ ...richApi, servers: [] });
    const ping = open.getService('Ping') ?? service;
    expect(await render(pageOf({ level: 'service', api: open, service: ping }))).toContain('Open to everyone');
  });

  test('says of each operation what the rule says of it, and that one is closed where no user can log in', async () => {
    const api = new Api(richApi, {
      accessRule: ({ method }) => (method === 'GET' ? { kind: 'open' } : { kind: 'login', schemes: [] }),
    });
    for (const service of api.getServices().filter((one) => one.getKind() !== 'webhook')) {
      const html = await render(pageOf({ level: 'service', api, service }));
      const said = [...html.matchAll(/<p class="pd-access"[^>]*><span class="pd-who">(?:<a[^>]*>)?(Open|Closed)/g)].map(
        ([, word]) => word,
      );
      expect(said.sort()).toEqual(
        service
          .getAllOperations()
          .map((one) => (one.getHttpMethod() === 'GET' ? 'Open' : 'Closed'))
          .sort(),
      );
    }
  });

  test('keeps right-to-left path segments apart', async () => {
    const hostile = new Api(hostileApi);
    const service = hostile.getService('طلبات');
    if (service === undefined) throw new Error('No service.');
    const html = await render(pageOf({ level: 'service', api: hostile, service }));
    expect(html).toContain(
      '/<wbr><bdi>طلبات</bdi>/<wbr><a href="#post.path.%D9%85%D8%B9%D8%B1%D9%81"><bdi>{معرف}</bdi></a>',
    );
    expect(html).toContain('id="post.path.%D9%85%D8%B9%D8%B1%D9%81"');
    expect(html).toContain('recursive');
  });
});

describe('a problem page', () => {
  const problem = {
    status: 404,
    title: 'Not Found',
    detail: EVIL,
    suggestions: [{ title: EVIL, path: '/platform/documentation/Tavern-v2' }],
    available: [{ type: 'application/json', url: '/x.json' }],
    allow: ['GET', 'HEAD'],
    json: JSON.stringify({ status: 404, detail: EVIL }),
  };

  test('holds what a client gets: close names, types, methods', async () => {
    const html = await render({ kind: 'problem', site: { title: 'Example APIs', baseUrl: '' }, problem });
    expect(html).toContain('404 Not Found');
    expect(html).toContain('href="/platform/documentation/Tavern-v2"');
    expect(html).toContain('href="/x.json"');
    expect(html).toContain('HEAD');
    expect(html).toContain('View as JSON');
    expect(html.replaceAll(/="[^"]*"/g, '=""').replace(SCHEME_SCRIPT, '')).not.toMatch(/<(script|img|svg)/);
    expect(await problemsOf(html)).toEqual([]);
  });

  test.each([
    ['Tavern-v2', 'API'],
    ['Tavern-v2#log-in', 'Log-in'],
    ['Tavern-v2/bills', 'Service'],
    ['Tavern-v2/bills#get', 'Operation'],
    ['Tavern-v2/groups/Bills', 'Group'],
  ])('says what %s is: %s', async (path, kind) => {
    const suggestions = [{ title: 'Close', path: `/platform/documentation/${path}` }];
    const page = { kind: 'problem', site: { title: '', baseUrl: '' }, problem: { ...problem, suggestions } } as const;
    expect(await render(page)).toContain(`<span class="pd-kind">${kind}</span>`);
  });
});

describe('the menu of formats', () => {
  const markdown = { format: 'markdown', title: 'Markdown', mediaType: 'text/markdown', path: '/documentation/a&b.md' };
  const page = (openIn: { title: string; url: string }[], alternates = [markdown], baseUrl = 'https://docs.example') =>
    render(pageOf({ level: 'api', api }, { alternates, site: { title: 'Site', baseUrl, openIn } }));
  const program = { title: `Assistant ${EVIL}`, url: 'https://assistant.example/?q=Read {url}&again={url}' };
  const link = /<a href="(https:\/\/assistant[^"]*)" rel="([^"]*)">([^<]*)<\/a>/;

  test('hands a page, as Markdown, to the programs of the configuration', async () => {
    const html = await page([program]);
    const [, href, rel, text] = link.exec(html) ?? [];
    const address = 'https%3A%2F%2Fdocs.example%2Fdocumentation%2Fa%26b.md';
    expect(href).toBe(`https://assistant.example/?q=Read ${address}&amp;again=${address}`);
    expect([rel, text?.startsWith('Open in Assistant ')]).toEqual(['external noopener noreferrer', true]);
    expect(html).not.toContain(EVIL);
  });

  test.each([
    ['no programs', () => page([])],
    ['no Markdown', () => page([program], [{ ...markdown, mediaType: 'application/json' }])],
    ['no address', () => page([program], [markdown], '')],
  ])('has no such link where there is %s', async (_, rendered) => {
    expect(await rendered()).not.toMatch(link);
  });
});

test.each([
  [[1], 0],
  [[1, 2], 1],
])('of the versions %j there are %i menus', async (numbers, count) => {
  const api = new Api(apiRecord());
  const versions = numbers.map((version) => ({
    version,
    path: `/v${version}`,
    isDefault: version === 1,
    present: true,
  }));
  const html = await render(pageOf({ level: 'api', api }, { versions }));
  expect(html.match(/<summary>Version 1<\/summary>/g) ?? []).toHaveLength(count);
});
