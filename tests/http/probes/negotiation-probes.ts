import type { Probe } from '../probe.ts';
import { API, BROWSER, get, HTML, LIST, OPENAPI, PROBLEM, SERVICE } from './sample-site.ts';

export const choiceProbes: readonly Probe[] = (
  [
    // name, Accept, Content-Type, extension of the twin
    ['no Accept header means HTML', null, HTML, '.html'],
    ['an empty Accept header means HTML', '', HTML, '.html'],
    ['anything means HTML', '*/*', HTML, '.html'],
    ['a browser gets HTML', BROWSER, HTML, '.html'],
    [
      'an agent gets Markdown: of equal weights the first',
      'text/markdown, text/html, */*',
      'text/markdown; charset=utf-8',
      '.md',
    ],
    [
      'an agent gets Markdown: the highest weight',
      'text/markdown, text/plain;q=0.9, */*;q=0.8',
      'text/markdown; charset=utf-8',
      '.md',
    ],
    ['preference counts, not membership', 'text/html, text/markdown;q=0.1', HTML, '.html'],
    [
      'the higher weight wins against the order',
      'text/html;q=0.4, application/json;q=0.5',
      'application/json',
      '.json',
    ],
    ['of equal weights the client’s first wins', 'application/json, text/html', 'application/json', '.json'],
    ['a refusal leaves everything else', 'application/json;q=0, */*', HTML, '.html'],
    ['a refusal of HTML leaves JSON', 'text/html;q=0, */*', 'application/json', '.json'],
    [
      'a refusal of all but one leaves the one',
      '*/*;q=0, application/raml+yaml;q=0.1',
      'application/raml+yaml',
      '.raml',
    ],
    ['types match in any case', 'APPLICATION/VND.SWAGGER+JSON', 'application/vnd.swagger+json', '.swagger.json'],
    ['a charset does not disqualify', 'application/json;charset=utf-8', 'application/json', '.json'],
    ['unknown parameters do not disqualify', 'application/json;odata=verbose;q=1', 'application/json', '.json'],
    ['text/* means HTML', 'text/*', HTML, '.html'],
    ['application/* means JSON, not the XHTML alias', 'application/*', 'application/json', '.json'],
    ['application/*+json means JSON too', 'application/*+json', 'application/json', '.json'],
    [
      'application/*+json without JSON means Swagger',
      'application/*+json, application/json;q=0',
      'application/vnd.swagger+json',
      '.swagger.json',
    ],
    ['XHTML is answered as HTML', 'application/xhtml+xml', HTML, '.html'],
    ['plain text is Markdown, sent as plain text', 'text/plain', 'text/plain; charset=utf-8', '.md'],
    ['YAML is OpenAPI, sent as YAML', 'application/yaml', 'application/yaml', '.openapi.yaml'],
    [
      'the younger name of OpenAPI is sent under itself',
      'application/openapi+json',
      'application/openapi+json',
      '.openapi.json',
    ],
    [
      'a version parameter picks OpenAPI 3.0',
      `${OPENAPI};version=3.0`,
      /^application\/vnd\.oai\.openapi\+json; ?version=3\.0$/,
      /\.openapi.*\.json$/,
    ],
    [
      'a version to its last number is the version',
      `${OPENAPI};version=3.0.3`,
      /^application\/vnd\.oai\.openapi\+json; ?version=3\.0$/,
      /\.openapi-3\.0\.json$/,
    ],
    [
      'a version parameter picks OpenAPI 3.0 in YAML',
      'application/vnd.oai.openapi;version=3.0',
      /^application\/vnd\.oai\.openapi; ?version=3\.0$/,
      '.openapi-3.0.yaml',
    ],
    [
      'the younger name of OpenAPI in YAML has versions, too',
      'application/openapi+yaml;version=3.2.0',
      /^application\/openapi\+yaml; ?version=3\.2$/,
      '.openapi-3.2.yaml',
    ],
    [
      'malformed members are skipped',
      'application/json;q=7, ;;, text/markdown;q=0.1',
      'text/markdown; charset=utf-8',
      '.md',
    ],
    ['a header without a well-formed member is no header', ';;;"', HTML, '.html'],
    [
      'a long Accept header is read as far as 8192 octets',
      `application/json, ${'a/b, '.repeat(1800)}text/html`,
      'application/json',
      '.json',
    ],
  ] as const
).map(
  ([name, accept, contentType, extension]): Probe => ({
    name,
    source: 'DESIGN §4',
    request: get(API, accept),
    expected: {
      status: 200,
      headers: {
        'content-type': contentType,
        'content-location': typeof extension === 'string' ? API + extension : extension,
        vary: 'Accept, Accept-Encoding',
        'x-content-type-options': 'nosniff',
      },
    },
  }),
);

export const notAcceptableProbes: readonly Probe[] = [
  ...(
    [
      ['a type that is not offered', API, 'image/png'],
      ['a version that is not offered', API, `${OPENAPI};version=4.0`],
      ['a refusal of everything', API, '*/*;q=0'],
      ['a refusal of the only type', SERVICE, 'application/json;q=0'],
      ['a format that the list has not', LIST, 'application/vnd.swagger+json'],
      ['an alias whose own type is refused', API, 'application/xhtml+xml, text/html;q=0'],
      ['a wildcard that covers nothing', LIST, 'image/*'],
    ] as const
  ).map(
    ([name, path, accept]): Probe => ({
      name: `406 for ${name}`,
      source: 'RFC 9110 §15.5.7',
      request: get(path, accept),
      expected: {
        status: 406,
        headers: { 'content-type': PROBLEM, vary: 'Accept', 'x-content-type-options': 'nosniff', etag: null },
        body: /"status":406,.*"available":\[\{"type":"text\/html","url":"\/platform\/documentation[^"]*\.html"\}/,
      },
    }),
  ),
  {
    name: 'a site in one language has no other, also where another is asked for',
    source: 'RFC 9110 §12.5.4',
    request: { method: 'GET', path: API, headers: { Accept: 'text/html', 'Accept-Language': 'de' } },
    expected: { status: 200, headers: { vary: 'Accept, Accept-Encoding', 'content-language': null } },
  },
  {
    name: '406 lists every type of an API',
    source: 'DESIGN §4',
    request: get(API, 'image/png'),
    expected: {
      status: 406,
      body: /\{"type":"application\/vnd\.swagger\+json","url":"\/platform\/documentation\/Library-v1\.swagger\.json"\}/,
    },
  },
  {
    name: '406 by HEAD has no body',
    source: 'RFC 9110 §9.3.2',
    request: { method: 'HEAD', path: API, headers: { Accept: 'image/png' } },
    expected: { status: 406, headers: { 'content-type': PROBLEM, 'content-length': /^[1-9]/ }, body: '' },
  },
];
