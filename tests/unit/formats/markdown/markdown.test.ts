import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import { describe, expect, test } from 'vitest';
import { markdown } from '../../../../src/formats/markdown/markdown.ts';
import { Api } from '../../../../src/model/api.ts';
import type { Document } from '../../../../src/presentation/page-data/document.ts';
import type { JsonSchema } from '../../../../src/schema/schema.ts';
import { apiRecord, operation, richApi, service } from '../../../fixtures/model/rich-api.ts';

const SITE = { title: 'Example APIs', baseUrl: 'https://api.example.com' };
const API = new Api(richApi, {
  accessRule: ({ service: name }) =>
    name === 'Ping' ? { kind: 'login', schemes: [{ scheme: 'Basic', realm: 'staff' }] } : { kind: 'open' },
});

function render(document: Document): string {
  return markdown.render?.(document, SITE) ?? '';
}

function headingsOf(text: string): readonly { readonly depth: number }[] {
  return remark()
    .use(remarkGfm)
    .parse(text)
    .children.filter((node) => node.type === 'heading');
}

function serviceNamed(name: string): Document {
  const found = API.getService(name);
  if (found === undefined) throw new Error(name);
  return { level: 'service', api: API, service: found };
}

/** The Markdown of a schema of its own. */
function schemaText(schema: JsonSchema): string {
  const record = apiRecord({
    components: {
      ...richApi.components,
      schemas: { ...richApi.components.schemas, It: schema, my_absent: { type: ['object', 'null'], properties: {} } },
    },
  });
  return render({ level: 'schema', api: new Api(record), name: 'It', schema });
}

test('titles stand where a description is missing, as plain text', () => {
  const text = schemaText({
    properties: {
      id: { type: 'string', title: 'The *number* of it' },
      created_at: { type: 'string', title: 'Created At' },
    },
    oneOf: [{ title: 'Paid by card', properties: { card: { type: 'string' } } }, { properties: { cash: true } }],
  });
  const lines = text.split('\n').map((line) => line.trim());
  expect(lines).toEqual(expect.arrayContaining(['The \\*number\\* of it', '- Paid by card: object']));
  expect(lines).not.toContain('Created At');
});

test('a parameter and a header are not called by their names once more', () => {
  const schema = (title: string) => ({ type: 'string', title }) as const;
  const parameters = [
    { name: 'created_at', in: 'query', schema: schema('Created At') },
    { name: 'page', in: 'query', schema: schema('Where to begin') },
  ] as const;
  const headers = { 'X-Rate': { schema: schema('X Rate') } };
  const responses = { '200': { description: 'All', headers } };
  const record = apiRecord({
    services: [service('a', { operations: [operation('GET', '/a', { parameters, responses })] })],
  });
  const [found] = new Api(record).getServices();
  if (found === undefined) throw new Error('There is a service.');
  const text = render({ level: 'service', api: found.api, service: found });
  expect(text).toContain('Where to begin');
  expect(text).not.toMatch(/Created At|X Rate/);
});

test.each([
  ['shelf_book', 'Shelf Book', false],
  ['book', 'A book on a shelf', true],
])('of the schema %s the title %j is said: %j', (name, title, isSaid) => {
  const schema: JsonSchema = { title, type: 'object' };
  const record = apiRecord({ components: { ...richApi.components, schemas: { [name]: schema } } });
  const text = render({ level: 'schema', api: new Api(record), name, schema });
  expect(text.includes(title)).toBe(isSaid);
});

test('Markdown names responses that are left out', () => {
  const extensions = { 'x-platform-responses': { '999': { description: 'Not *one*\n- even' }, ok: 'text' } } as const;
  const record = apiRecord({ services: [service('a', { operations: [operation('GET', '/a', { extensions })] })] });
  const lines = render({ level: 'api', api: new Api(record) }).split('\n');
  expect(lines.filter((line) => line.includes('left out'))).toEqual([
    '- left out, no status code: `999` Not \\*one\\* - even',
    '- left out, no status code: `ok`',
  ]);
  expect(lines).not.toContain('No responses described.');
});

test('Markdown has one heading above services that no tag distinguishes', () => {
  const headings = (tags: readonly string[]): readonly string[] =>
    render({
      level: 'api',
      api: new Api(apiRecord({ tags: tags.map((name) => ({ name })), services: [service('a', { tags })] })),
    })
      .split('\n')
      .filter((line) => /^#+ .*(Services|Groups|Books)/.test(line));
  expect(headings([])).toEqual([
    '## [Services](<https://api.example.com/platform/documentation/Empty-v1/groups/Services.md>)',
  ]);
  expect(headings(['Books'])).toHaveLength(2);
});

const DOCUMENTS: readonly [string, Document][] = [
  [
    'list',
    {
      level: 'list',
      entries: [{ name: 'Tavern', versions: [1, 2], defaultVersion: 2, title: 'Tavern', summary: 'Orders and menus' }],
    },
  ],
  ['empty list', { level: 'list', entries: [] }],
  ['api', { level: 'api', api: API }],
  ['empty api', { level: 'api', api: new Api(apiRecord()) }],
  ...richApi.services.map(({ name }): [string, Document] => [`service ${name}`, serviceNamed(name)]),
  ['group', { level: 'group', api: API, group: 'Kitchen' }],
  ['schema index', { level: 'schema-index', api: API }],
  ['schema', { level: 'schema', api: API, name: 'Order', schema: richApi.components.schemas['Order'] ?? true }],
];

describe('a Markdown document', () => {
  test.each(DOCUMENTS)('%s has one first heading, no raw HTML, and ends in a line break', (_, document) => {
    const text = render(document);
    expect(headingsOf(text).filter(({ depth }) => depth === 1)).toHaveLength(1);
    expect(headingsOf(text)[0]?.depth).toBe(1);
    expect(text).toMatch(/[^\n]\n$/);
    expect(text).toBe(render(document));
  });

  test('of the list links every version to its Markdown', () => {
    expect(render(DOCUMENTS[0]?.[1] ?? { level: 'list', entries: [] })).toBe(
      '# Example APIs\n\n- **Tavern**: [version 1](<https://api.example.com/platform/documentation/Tavern-v1.md>), [version 2](<https://api.example.com/platform/documentation/Tavern-v2.md>) (default)\n  Orders and menus\n',
    );
  });

  test('of an API holds every operation, parameter, status and media type', () => {
    const text = render({ level: 'api', api: API });
    for (const one of API.getServices().flatMap((each) => each.getAllOperations())) {
      // The base path is one of the API's own servers.
      for (const path of one.record.servers.length > 0 ? one.record.paths : one.getPaths())
        if (path !== '') expect(text).toContain(`\`${one.getHttpMethod()} ${path}\``);
      for (const { name, in: place } of one.getParameters()) expect(text).toContain(`- \`${name}\` (${place}): `);
      for (const { status } of one.getResponses())
        expect(text).toMatch(new RegExp(`^- ${status === 'default' ? 'any other status' : status}`, 'm'));
      for (const { response } of one.getResponses())
        for (const [mediaType] of one.getContent(response)) expect(text).toContain(`\`${mediaType}\``);
    }
  });

  test('draws every named schema once', () => {
    const text = render({ level: 'api', api: API });
    for (const name of Object.keys(richApi.components.schemas)) expect(text.split(`\n### ${name}\n`)).toHaveLength(2);
  });

  test('of a service holds the schemas it reaches and no others', () => {
    const text = render(serviceNamed('Order'));
    expect(text).toContain('\n### Line\n');
    expect(text).not.toContain('\n### Unused\n');
  });

  test.each<[string, string]>([
    ['Line', '- Open to everyone'],
    ['Ping', 'Log-in needed: HTTP Basic, realm “staff”, send over HTTPS only'],
    ['Ping', 'The description also names HTTP Bearer or API key in header `X-Key`; this site does not check it.'],
    ['Ping', '- 401 Unauthorized'],
    ['Order', '- Deprecated'],
    ['Order', 'No parameters.'],
    ['Line', 'Not described.'],
    ['Order', '- any other status'],
    ['Order', '**Callback** `paid`: this API calls your server'],
    ['order-paid', '**Webhook** `POST order-paid`: this API calls your server'],
    ['Events', '- `application/jsonl`: a sequence of `Order`'],
    ['Order', 'Example, generated from the schema:'],
    ['Order', '- Link `lines` to `listLines`\n    - `order_id` = `$response.body#/id`'],
  ])('of the service %s says “%s”', (name, words) => {
    expect(render(serviceNamed(name))).toContain(words);
  });

  test('of a webhook says nothing about who may call it', () => {
    expect(render(serviceNamed('order-paid'))).not.toMatch(/Open to everyone|Log-in needed|also names/);
  });

  test('says what an example is about', () => {
    const one = { summary: 'Small', description: 'The *least*.', value: 0 };
    const content = { 'application/json': { examples: { one } } };
    const get = operation('GET', '/s', {
      parameters: [{ name: 'size', in: 'query', examples: { one } }],
      responses: { '200': { content } },
    });
    const text = render({ level: 'api', api: new Api(apiRecord({ services: [service('S', { operations: [get] })] })) });
    expect(text).toContain('  - Example `one`, Small: `0`\n    The *least*.');
    expect(text).toContain('```json\n      0\n      ```\n\n      The *least*.');
  });

  test('names examples of parameters and headers as the descriptor does, those without words too', () => {
    const examples = { default: { value: 1 }, other: { value: 2, summary: 'other' } };
    const responses = { '200': { description: 'All', headers: { 'X-Size': { examples } } } };
    const get = operation('GET', '/s', { parameters: [{ name: 'size', in: 'query', examples }], responses });
    const text = render({ level: 'api', api: new Api(apiRecord({ services: [service('S', { operations: [get] })] })) });
    expect(text.match(/Example.*/g)).toEqual([
      'Example `default`: `1`',
      'Example `other`: `2`',
      'Example `default`: `1`',
      'Example `other`: `2`',
    ]);
  });

  test('says that an operation has no responses', () => {
    const api = new Api(apiRecord({ services: [service('S', { operations: [operation('GET', '/s')] })] }));
    expect(render({ level: 'api', api })).toContain('No responses described.');
  });

  test.each<[JsonSchema, string]>([
    [{ type: 'integer', minimum: 0, default: 0 }, 'integer, at least 0, default `0`'],
    [{ type: 'boolean', default: false }, 'boolean, default `false`'],
    [{ type: ['string', 'null'], minLength: 1, maxLength: 200 }, 'string or null, 1 to 200 characters'],
    [
      { default: 'a', anyOf: [{ type: 'string', maxLength: 9, enum: ['a'] }, { type: 'null' }] },
      'string or null, up to 9 characters, default `"a"`\n\n- Values: `"a"`, `null`\n\nPart of',
    ],
    [
      { oneOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { type: 'null' }] },
      'object or null\n\n- `a`: string',
    ],
    [
      { minLength: 1, oneOf: [{ type: 'string', minLength: 2, description: 'Two.' }, { type: 'null' }] },
      'string or null, at least 1 character\n\nTwo.',
    ],
    [{ anyOf: [{ $ref: '#/components/schemas/Line' }, { type: 'null' }] }, '`Line` or null\n\nPart of'],
    [{ enum: ['a', null, 0] }, '- Values: `"a"`, `null`, `0`'],
    [{ type: 'string', pattern: '`|x' }, 'matches `` `|x ``'],
    [{ propertyNames: { pattern: '^x_*' }, required: ['a'] }, 'object, required `a`, names: matches `^x_*`'],
    [
      { patternProperties: { '^x': { type: 'string', maxLength: 0 } } },
      'object, names that match `^x`: string, up to 0 characters',
    ],
    [{ patternProperties: { '^x': { enum: ['a'] } } }, '- Names that match `^x`: string\n  - Values: `"a"`'],
    [
      { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b', 'c'] }] },
      'object, required: any of `a`; `b` and `c`\n\nPart of',
    ],
    [
      { type: 'string', oneOf: [{ const: 'a' }, { const: 'b' }] },
      'string\n\n- One of:\n  - Variant 1: string, always `a`\n  - Variant 2: string, always `b`',
    ],
    [
      { oneOf: [{ type: 'string', enum: ['a', '*b*'] }, { type: 'string', enum: ['c'] }, { type: 'null' }] },
      '`"a"` or `"*b*"`, or `"c"` or null\n\nPart of',
    ],
    [
      {
        type: 'object',
        properties: {
          a: {
            oneOf: [
              { type: 'string', pattern: '^x' },
              { const: '', type: 'string' },
            ],
          },
        },
      },
      '- `a`: string, matches `^x`, or empty',
    ],
    [
      { type: 'string', not: { enum: ['```'] } },
      'string\n\n- Further rules, as JSON Schema:\n\n  ````json\n  {\n    "not": {\n      "enum": [\n        "```"\n      ]\n    }\n  }\n  ````\n\nPart of',
    ],
    [
      { type: 'string', contentSchema: { properties: { inner: true } } },
      '- Its content: object\n  - `inner`: any value',
    ],
    [
      { type: 'string', externalDocs: { url: 'https://example.com/a b', description: 'More_' } },
      '- More: [More\\_](<https://example.com/a%20b>)',
    ],
    [{ type: 'object', properties: { next: { $ref: '#/components/schemas/It' } } }, 'object\n\n- `next`: `It`'],
    [
      { allOf: [{ $ref: '#/components/schemas/Line' }, { properties: { extra: true } }] },
      'object, includes all fields of `Line`\n\n- `dish`: string, 1 to 200 characters, required\n- `amount`: integer, at least 1, default `1`\n- `extra`: any value',
    ],
    [{ type: 'object', properties: { a: { $ref: '#/components/schemas/my_absent' } } }, '- `a`: `my_absent` or null'],
    [{ $ref: '#/components/schemas/Gone' }, 'unknown: schema “Gone” is not in the descriptor'],
    [
      {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'array', items: { type: 'object', properties: { b: { type: 'string' } } } } },
      },
      '- `a`: array of object, required\n  - `b`: string',
    ],
    // Items of what is no list, as DigitalOcean has them: only here they name the schema.
    [
      { type: 'object', properties: { a: { type: 'object', items: { $ref: '#/components/schemas/Line' } } } },
      '- `a`: `Line`',
    ],
  ])('shows the schema %j as “%s”', (schema, words) => {
    expect(schemaText(schema)).toContain(words);
  });

  test('names and texts from a descriptor break nothing', () => {
    const hostile = '`|[x](y)<script>alert(1)</script>\n# Heading\n```\n';
    const record = apiRecord({
      info: { title: hostile, description: hostile, version: hostile },
      tags: [{ name: hostile, description: hostile }],
      services: [
        service('S', {
          title: hostile,
          description: hostile,
          tags: [hostile],
          operations: [
            operation('GET', `/${hostile}`, {
              summary: hostile,
              description: hostile,
              parameters: [{ name: hostile, in: 'query', description: hostile }],
              responses: {
                '200': {
                  description: hostile,
                  content: {
                    [hostile]: {
                      example: hostile,
                      schema: { properties: { [hostile]: { description: hostile, enum: [hostile] } } },
                    },
                  },
                },
              },
            }),
          ],
        }),
      ],
    });
    const text = render({ level: 'api', api: new Api(record) });
    expect(JSON.stringify(remark().use(remarkGfm).parse(text))).not.toContain('"type":"html"');
    expect(headingsOf(text).filter(({ depth }) => depth === 1)).toHaveLength(1);
    // Its own three, and the heading in the description below the first.
    expect(headingsOf(text).filter(({ depth }) => depth === 2)).toHaveLength(4);
  });
});

test('a relative link leads to a guide, or is text', () => {
  const text = '[start](guides/start.md) and [terms](terms.md)';
  const guides = [{ name: 'start', title: 'Start', text }];
  const api = new Api(apiRecord({ info: { title: 'Library', version: '1', description: text }, guides }));
  expect(render({ level: 'api', api })).toMatch(/^\[start\]\(\S+\/guides\/start\.md\) and terms$/m);
  const [guide] = api.getGuides();
  if (guide === undefined) throw new Error('It has no guide.');
  expect(render({ level: 'guide', api, guide })).toMatch(/^\[start\]\(\S+\/guides\/start\.md\) and terms$/m);
});

test('a path in a guide is one of this site, in a description that is one it belongs to its maker', () => {
  const text = 'See [paging](/docs/paging).';
  const api = new Api(
    apiRecord({
      name: 'Library',
      info: {
        title: 'Library',
        version: '1',
        description: `${text}${' More.'.repeat(800)}`,
        contact: { url: 'https://maker.example' },
      },
      servers: [{ url: 'https://api.maker.example' }],
      tags: [{ name: 'Terms', description: text }],
      guides: [{ name: 'file', title: 'File', text }],
    }),
  );
  const links = api.getGuides().map((guide) => {
    const written = render({ level: 'guide', api, guide });
    return /\(([^()]*\/docs\/paging)\)/.exec(written)?.[1];
  });
  expect(links).toEqual([
    'https://maker.example/docs/paging',
    // Absolute as links to pages are: Markdown is read elsewhere, and the site may be below a path.
    `${SITE.baseUrl}/docs/paging`,
    'https://maker.example/docs/paging',
  ]);
});

test('guides of folders are listed below the words of their folder', () => {
  const guide = (name: string, group?: string) => ({ name, title: name, text: '', ...(group && { group }) });
  const guides = [guide('a'), guide('b', '1-basics'), guide('c', '1-basics'), guide('d', 'pay')];
  const written = render({ level: 'api', api: new Api(apiRecord({ guides })) });
  const lines = written.split('\n').flatMap((line) => /^(?:(?:##|###) (.*)|- \[(.)\].*)$/.exec(line)?.slice(1) ?? []);
  expect(lines.filter(Boolean).slice(0, 7)).toEqual(['Guides', 'a', 'Basics', 'b', 'c', 'Pay', 'd']);
});
