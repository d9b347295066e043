import { describe, expect, test } from 'vitest';
import { activeContent } from './active-content.ts';
import { type NamedText, validateHtml, validateOpenApi, validateRaml, validateSwagger } from './validators.ts';

const json = (value: unknown): NamedText => ({ name: 'document', text: JSON.stringify(value) });
const openApi = (parts: object): NamedText =>
  json({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, ...parts });
const page = (body: string): NamedText => ({
  name: 'page',
  text: `<!doctype html>\n<html lang="en"><head><title>Page</title></head><body><main><h1>Page</h1>${body}</main></body></html>`,
});

describe('each validator passes what is right and refuses what is wrong', () => {
  test.each<readonly [rule: string, problems: Promise<readonly string[]>, expected: RegExp | null]>([
    ['OpenAPI', validateOpenApi([openApi({})]), null],
    [
      'OpenAPI: a reference to nothing',
      validateOpenApi([
        openApi({ paths: { '/a': { get: { responses: { 200: { $ref: '#/components/responses/Gone' } } } } } }),
      ]),
      /resolve/,
    ],
    [
      'OpenAPI: a type that is none',
      validateOpenApi([openApi({ components: { schemas: { A: { type: 'objekt' } } } })]),
      /type/,
    ],
    [
      'OpenAPI: false after else is a schema',
      validateOpenApi([openApi({ components: { schemas: { A: { if: {}, else: false } } } })]),
      null,
    ],
    [
      'OpenAPI: YAML is read too',
      validateOpenApi([{ name: 'document', text: 'openapi: 3.1.0\ninfo: {title: T}\npaths: {}\n' }]),
      /version/,
    ],
    ['Swagger', validateSwagger([json({ swagger: '2.0', info: { title: 'T', version: '1' }, paths: {} })]), null],
    [
      'Swagger: a key of OpenAPI 3',
      validateSwagger([json({ swagger: '2.0', info: { title: 'T', version: '1' }, paths: {}, servers: [] })]),
      /servers/,
    ],
    ['RAML', validateRaml([{ name: 'document', text: '#%RAML 1.0\ntitle: T\n/a:\n  get:\n' }]), null],
    [
      'RAML: an unknown type',
      validateRaml([
        { name: 'document', text: '#%RAML 1.0\ntitle: T\n/a:\n  get:\n    queryParameters:\n      b: strin\n' },
      ]),
      /unresolved[\s\S]*UNKNOWN_IN_PROPERTY_DEFINITION|inheriting from unknown type/i,
    ],
    ['HTML', validateHtml([page('<p>Text</p>')]), null],
    ['HTML: an id given twice', validateHtml([page('<p id="a">1</p><p id="a">2</p>')]), /no-dup-id/],
  ])('%s', async (_rule, problems, expected) => {
    if (expected === null) expect(await problems).toEqual([]);
    else expect((await problems).join('\n')).toMatch(expected);
  });

  test('problems name the document among several', async () => {
    const problems = await validateOpenApi([openApi({}), { ...json({ openapi: '3.1.0' }), name: 'second' }]);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.every((problem) => problem.startsWith('second'))).toBe(true);
  });
});

describe('active content', () => {
  test.each([
    ['<script>alert(1)</script>'],
    ['<script type="application/ld+json">alert(1)</script>'],
    ['<script type="application/ld+json">{"a":"<"}</script>'],
    ['<script type="application/ld+json" src="/a.js">{}</script>'],
    ['<script type="text/javascript">{}</script>'],
    ['<script src="//elsewhere.example/a.js"></script>'],
    ['<img src="x" onerror="alert(1)">'],
    ['<a href="java&#x09;script:alert(1)">x</a>'],
    ['<p style="color: red">x</p>'],
    ['<iframe src="/a"></iframe>'],
    ['<a href="data:text/html,x">x</a>'],
  ])('is found in %s', (html) => {
    expect(activeContent(html)).not.toEqual([]);
  });

  test.each([
    ['<script src="/a.js"></script>'],
    ['<p>&lt;script&gt;alert(1)&lt;/script&gt; onerror=1</p>'],
    ['<link rel="icon" href="data:,">'],
    ['<script type="application/ld+json">{"name":"\\u003c/script>"}</script>'.replace('>"', '\\u003e"')],
    ['<a href="/javascript:">x</a>'],
  ])('is not found in %s', (html) => {
    expect(activeContent(html)).toEqual([]);
  });
});
