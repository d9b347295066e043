import { expect, test } from 'vitest';
import type { Api } from '../../../src/model/api.ts';
import { described } from '../descriptions/described.ts';
import { pageOf, render } from './render.ts';

const text = { type: 'string' };
const operation = (summary: string, schema: object) => ({
  summary,
  requestBody: { content: { 'application/json': { schema } } },
  responses: { 204: { description: 'Done' } },
});
const apiOf = (paths: object, schemas: object = {}): Api =>
  described({ openapi: '3.1.0', info: { title: 'Quiet', version: '1' }, paths, components: { schemas } });

async function htmlOf(api: Api, name?: string): Promise<string> {
  const service = name === undefined ? undefined : api.getService(name);
  const page = service === undefined ? pageOf({ level: 'api', api }) : pageOf({ level: 'service', api, service });
  return await render(page);
}

async function textOf(api: Api, name?: string): Promise<string> {
  return (await htmlOf(api, name)).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

const countOf = (html: string, words: string): number => html.split(words).length - 1;

/** Named objects, the last of which allow other fields. */
const objects = (closed: number, open: number): object =>
  Object.fromEntries(
    Array.from({ length: closed + open }, (_, at) => [
      `Thing${at}`,
      { type: 'object', properties: { id: text }, ...(at < closed && { additionalProperties: false }) },
    ]),
  );

test('that objects have no other fields is said once, where it is the rule of an API, which names exceptions', async () => {
  const own = { type: 'object', properties: { a: { $ref: '#/components/schemas/Thing0' } } };
  const paths = { '/thing': { post: operation('Add', own) } };
  const strict = apiOf(paths, objects(10, 1));
  expect(countOf(await textOf(strict, 'thing'), 'no other fields')).toBe(0);
  expect(countOf(await textOf(strict, 'thing'), 'other fields allowed')).toBe(1);
  expect(countOf(await textOf(strict), 'Objects have no other fields')).toBe(1);
  const mixed = apiOf(paths, objects(10, 2));
  expect(countOf(await textOf(mixed, 'thing'), 'no other fields')).toBe(1);
  expect(await textOf(mixed, 'thing')).not.toContain('other fields allowed');
  expect(await textOf(mixed)).not.toContain('no other fields');
});

test('an enum of more than twenty values stands once on a page, and is linked to elsewhere', async () => {
  const valued = (count: number) => ({ type: 'string', enum: Array.from({ length: count }, (_, at) => `value${at}.`) });
  const body = { type: 'object', properties: { first: valued(21), second: valued(21), third: valued(20) } };
  const api = apiOf({ '/a': { post: operation('Add', body), put: operation('Replace', body) } });
  const shown = await textOf(api, 'a');
  expect(countOf(shown, '21 values, as in first')).toBe(3);
  // Values stand in rows only: an example has the first one.
  expect(countOf(shown, 'value20.')).toBe(1);
  expect(countOf(shown, 'value19.')).toBe(3);
});

/** Row of a parameter `state`, after its name. */
async function rowOf(description: string, schema: object): Promise<string> {
  const parameters = [{ name: 'state', in: 'query', description, schema }];
  const get = { summary: 'List', parameters, responses: { 204: { description: 'Done' } } };
  const shown = await textOf(apiOf({ '/a': { get } }), 'a');
  return /state (.*?) curl /.exec(shown)?.[1] ?? '';
}

const long = 'A sentence that says no more than the one before. '.repeat(6).trim();
const states = { type: 'string', enum: ['open', 'paid'] };
const listed = 'Values "open" "paid"';

test.each<[string, string, object, string]>([
  ['all of them', 'Either `open` or `paid`.', states, 'string · 2 values Either open or paid .'],
  [
    'all of them, of items',
    'Some of `open`, `paid`.',
    { type: 'array', items: states },
    'array of string · 2 values Some of open , paid .',
  ],
  ['all of them, in a list', '- `open`: to pay\n- `paid`: done', states, 'string · 2 values open : to pay paid : done'],
  [
    'all of them, above what is folded',
    `Either \`open\` or \`paid\`. ${long}`,
    states,
    'string · 2 values Either open or paid .',
  ],
  ['all of them, in what is folded', `${long} Either \`open\` or \`paid\`.`, states, listed],
  ['all of them, as words of a list', '- open: to pay\n- paid - done', states, listed],
  ['all of them and others, in a list', '- open: to pay\n- paid: done\n- void: no', states, listed],
  [
    'all of them but null',
    'Either `open` or `paid`.',
    { enum: ['open', 'paid', null] },
    'string or null · 2 values Either open or paid .',
  ],
  [
    'all of them and null',
    'Either `open`, `paid` or `null`.',
    { enum: ['open', 'paid', null] },
    'string or null · 2 values Either open , paid or null .',
  ],
  ['all of them but the text null', 'Either `a` or `b`.', { enum: ['a', 'b', 'null'] }, 'Values "a" "b" "null"'],
  ['one of them', 'Mostly `open`.', states, listed],
  ['all of them and others', 'Either `open` or `paid`, as in `kind`.', states, listed],
  ['all of them, but not as code', 'Either open or paid.', states, listed],
  ['its only value', 'Always `open`.', { type: 'string', enum: ['open'] }, 'Value "open"'],
  [
    'all of them, one of which has a blank',
    'Either `on hold` or `2`.',
    { enum: ['on hold', 2] },
    '· 2 values Either on hold or 2 .',
  ],
  ['all of them, two of which differ in type', 'Either `1` or `2`.', { enum: [1, '1', 2] }, 'Values 1 "1" 2'],
  ['all of them, with marks of HTML', 'Either `<a>` or `b`.', { enum: ['<a>', 'b'] }, 'Values "&lt;a&gt;" "b"'],
])('values stand once where a description names %s', async (_, description, schema, expected) => {
  const row = await rowOf(description, schema);
  expect(row).toContain(expected);
  expect(row.includes('Value')).toBe(expected.startsWith('Value'));
});

test('equal examples of a field are one', async () => {
  const field = { type: 'string', examples: ['iron', 'iron', 'tin'] };
  const api = apiOf({
    '/ore': {
      get: {
        summary: 'List',
        parameters: [{ name: 'metal', in: 'query', schema: field }],
        responses: { 204: { description: 'Done' } },
      },
    },
  });
  const shown = await textOf(api, 'ore');
  expect(countOf(shown.slice(shown.indexOf('metal string')).slice(0, 80), 'iron')).toBe(1);
});

test('texts have a direction of their own only where it differs from that of the page', async () => {
  const api = apiOf({
    '/a': { get: { summary: 'List', description: 'Plain.\n\nنص', responses: { 204: { description: 'Done.' } } } },
  });
  const service = api.getService('a');
  if (service === undefined) throw new Error('There is no service.');
  const html = await render(pageOf({ level: 'service', api, service }));
  expect(html).toContain('<p>Done.</p>');
  expect(html).toContain('<p dir="auto">نص</p>');
});

test.each([
  [5, false, false],
  [6, false, true],
  [1, true, true],
])('a description of more than four lines above %i parameters, and a body: %s, is folded: %s', async (...given) => {
  const [count, hasBody, isFolded] = given;
  const description = `${'One word more. '.repeat(20)}${'Two words more. '.repeat(10)}`;
  const parameters = Array.from({ length: count }, (_, at) => ({ name: `q${at}`, in: 'query', schema: text }));
  const { requestBody, ...without } = operation('Add', { type: 'object', properties: { id: text } });
  const post = { ...without, ...(hasBody && { requestBody }), description, parameters };
  const shown = await textOf(apiOf({ '/a': { post } }), 'a');
  expect([countOf(shown, 'One word more.'), countOf(shown, 'Two words more.')]).toEqual([20, 10]);
  expect(shown.includes('One word more. More One word')).toBe(isFolded);
});

test.each([
  [20, 1, 'Fields'],
  [21, 1, 'Used by'],
  [21, 7, 'Used by'],
])('below %i fields, the %i operations that use a schema would not be found: %s come first', async (...given) => {
  const [count, uses, first] = given;
  const properties = Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, text]));
  const used = { $ref: '#/components/schemas/Large' };
  const paths = Object.fromEntries(
    Array.from({ length: uses }, (_, at) => [`/a${at}`, { post: operation(`Add ${at}`, used) }]),
  );
  const api = apiOf(paths, { Large: { type: 'object', properties } });
  const [[name, schema] = ['', true]] = Object.entries(api.components.record.schemas);
  const html = await render(pageOf({ level: 'schema', api, name, schema }));
  const [usage = 0, fields = 0] = ['>Used by<', 'field0</a>'].map((part) => html.indexOf(part));
  expect(Math.min(usage, fields)).toBeGreaterThan(0);
  expect(usage < fields ? 'Used by' : 'Fields').toBe(first);
  expect(countOf(html, '<span>request</span>')).toBe(uses);
  expect(html.includes('<summary>and 2 other operations</summary>')).toBe(uses === 7);
});

test('what most messages have inside is shown in the message itself, with what it holds as names', async () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schemas = {
    Owner: { type: 'object', properties: { team: { ...text, description: 'Who keeps it.' } } },
    Head: { type: 'object', properties: { label: text, owners: { type: 'array', items: ref('Owner') } } },
    Page: { type: 'object', properties: { items: { type: 'array', items: ref('Kept0') } } },
  };
  const manyOf = (count: number): Api => {
    const names = Array.from({ length: count }, (_, at) => `Kept${at}`);
    const kept = { type: 'object', properties: { head: ref('Head') } };
    const paths = Object.fromEntries(names.map((name) => [`/${name}`, { post: operation('Add', ref(name)) }]));
    return apiOf(
      { ...paths, '/page': { post: operation('Add all', ref('Page')) } },
      { ...schemas, ...Object.fromEntries(names.map((name) => [name, kept])) },
    );
  };
  const fieldsOf = async (count: number, body: string): Promise<string> => {
    const shown = await textOf(manyOf(count), body);
    return shown.slice(shown.indexOf('head Head'), shown.indexOf(' curl '));
  };
  expect(await fieldsOf(24, 'Kept0')).toContain('owners array of Owner 1 field team string Who keeps it.');
  expect(await fieldsOf(24, 'page')).toContain('head Head 2 fields label string owners');
  expect(await fieldsOf(25, 'Kept0')).toContain('head Head 2 fields label string owners array of Owner · 1 field team');
  expect(await fieldsOf(25, 'page')).toContain('head Head · 2 fields label , owners');
  expect(await htmlOf(manyOf(24), 'Kept0')).toContain('<details open><summary>2 fields');
  expect(await htmlOf(manyOf(25), 'Kept0')).toContain('<details><summary>2 fields');
});

test('what most webhooks have is named in each, with its fields on its own page', async () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schemas = {
    Repository: { type: 'object', properties: { owner: ref('Owner'), label: text } },
    Owner: { type: 'object', properties: { team: { ...text, description: 'Who keeps it.' } } },
    Issue: { type: 'object', properties: { repository: ref('Repository') } },
  };
  const fieldsOf = async (count: number): Promise<string> => {
    const event = { type: 'object', properties: { repository: ref('Repository'), issue: ref('Issue') } };
    const names = Array.from({ length: count }, (_, at) => `event${at}`);
    const webhooks = Object.fromEntries(names.map((name) => [name, { post: operation('Called', event) }]));
    // What operations share does not count.
    const paths = { '/repository': { put: operation('Change', ref('Repository')) } };
    const info = { title: 'Quiet', version: '1' };
    const api = described({ openapi: '3.1.0', info, paths, webhooks, components: { schemas } });
    const event0 = api.getServices().find((service) => service.getKind() === 'webhook');
    return await textOf(api, event0?.getName());
  };
  expect(await fieldsOf(24)).toContain('repository Repository 2 fields owner Owner 1 field team string Who keeps it.');
  const named = await fieldsOf(25);
  expect(named).toContain('repository Repository · 2 fields owner , label');
  expect(named).not.toContain('Who keeps it.');
});

test('what most webhooks send as a whole is drawn in each, with its variants', async () => {
  const variants = ['Owner', 'Guest'].map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const person = { type: 'object', properties: { team: { ...text, description: 'Who keeps it.' } } };
  const schemas = { Event: { oneOf: variants }, Owner: person, Guest: person };
  const event = { post: operation('Called', { $ref: '#/components/schemas/Event' }) };
  const webhooks = Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`event${at}`, event]));
  const info = { title: 'Quiet', version: '1' };
  const api = described({ openapi: '3.1.0', info, webhooks, components: { schemas } });
  expect(await textOf(api, api.getServices()[0]?.getName())).toContain('Who keeps it.');
});
