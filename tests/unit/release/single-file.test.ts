import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import type { ApiDocument, WholeFile } from '../../../src/presentation/page-data/document.ts';
import { idPrefix, wholePage } from '../../../src/presentation/pages/whole-file.ts';
import { singleFile } from '../../../src/release/single-file.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const schemas = { Boat: { type: 'object' }, Sail: { type: 'object' } } as const;
const record = apiRecord({
  name: 'Harbour',
  info: { title: 'Harbour', version: '1.0.0' },
  tags: [{ name: 'Fleet' }],
  services: [
    service("Bo'at", {
      tags: ['Fleet'],
      operations: [
        operation('GET', '/boat', {
          responses: {
            200: {
              description: 'A boat',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Boat' } } },
            },
          },
        }),
      ],
    }),
    service('Crew', { tags: ['Fleet'], operations: [operation('GET', '/crew')] }),
  ],
});
const api = new Api({ ...record, components: { ...record.components, schemas } });
const boat = api.getService("Bo'at");
if (boat === undefined) throw new Error('The service is missing.');

function fileOf(document: ApiDocument, isBook = false): WholeFile {
  const site = { title: 'Sea', baseUrl: '' };
  const page = { kind: 'document', site, document, alternates: [], versions: [], development: false } as const;
  const { whole } = wholePage(page, isBook) ?? {};
  if (whole === undefined) throw new Error('The document has none below it.');
  return whole;
}

const ROOT = '/platform/documentation/Harbour-v1';
const files = new Map([
  ['/_astro/a.css', { mediaType: 'text/css', bytes: bytes('p { mask: url("./sign.svg") }\r\n/* </style> */') }],
  ['/_astro/sign.svg', { mediaType: 'image/svg+xml', bytes: bytes('<svg/>') }],
  ['/_astro/b.js', { mediaType: 'text/javascript; charset=utf-8', bytes: bytes('go("</script>")') }],
]);

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** A file of the parts of these documents, each with its own content. */
function written(
  parts: Readonly<Record<string, string>>,
  { head = '', after = '', baseUrl = '', isBook = false } = {},
): string {
  const whole = fileOf({ level: 'api', api }, isBook);
  const sections = whole.documents.map((document) => {
    const depth = { api: 0, service: 2, schema: 2 }[document.level as 'api'] ?? 1;
    const id = idPrefix(document);
    return `<section class="pd-part" id="${id}" data-depth="${depth}">${parts[id] ?? ''}</section>`;
  });
  const page = `<head><meta charset="utf-8">${head}</head><main id="main">${sections.join('')}</main>${after}`;
  return singleFile(page, { whole, baseUrl, fileAt: (path) => files.get(path) });
}

test('an API is written whole and in order, a group and a service with the schemas that they use', () => {
  const idsOf = (document: ApiDocument): readonly string[] => fileOf(document).documents.map(idPrefix);
  expect(idsOf({ level: 'api', api })).toEqual([
    '/',
    'groups/Fleet/',
    "Bo'at/",
    'Crew/',
    'schemas/',
    'schemas/Boat/',
    'schemas/Sail/',
  ]);
  expect(idsOf({ level: 'group', api, group: 'Fleet' })).toEqual(['groups/Fleet/', "Bo'at/", 'Crew/', 'schemas/Boat/']);
  expect(idsOf({ level: 'service', api, service: boat })).toEqual(["Bo'at/", 'schemas/Boat/']);
});

test('ids are unique: each has the name of its document before it, and links lead there', () => {
  const file = written({
    '/': `<h2 id="log-in">Log in</h2><a href="${ROOT}/Bo&#39;at/#get">a boat</a>`,
    "Bo'at/": `<h3 id="get" aria-labelledby="get x">Get</h3><a href="#get">#</a> <a href="${ROOT}/#log-in">log in</a>`,
    'Crew/': `<p id="get"><label for="get">x</label><a href="${ROOT}/schemas/Boat/">Boat</a></p>`,
  });
  expect(file).toContain(`<a href="#Bo'at/get">a boat</a>`);
  expect(file).toContain(`id="Bo'at/get" aria-labelledby="Bo'at/get Bo'at/x"`);
  expect(file).toContain(`<a href="#Bo'at/get">#</a> <a href="#/log-in">log in</a>`);
  expect(file).toContain('<p id="Crew/get"><label for="Crew/get">x</label><a href="#schemas/Boat/">Boat</a></p>');
  const ids = [...file.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each([
  // a link                            without a base URL  with one
  [`${ROOT}/changes/`, '<a>', '<a href="https://sea.example/docs/platform/documentation/Harbour-v1/changes">'],
  ['/_astro/guides/a.pdf', '<a>', '<a href="https://sea.example/docs/_astro/guides/a.pdf">'],
  [
    '/platform/documentation/Other-v1/#get',
    '<a>',
    '<a href="https://sea.example/docs/platform/documentation/Other-v1#get">',
  ],
  [`${ROOT}/Crew/?from=1`, '<a>', '<a href="https://sea.example/docs/platform/documentation/Harbour-v1/Crew?from=1">'],
  ['https://elsewhere.example/x', '<a href="https://elsewhere.example/x">', '<a href="https://elsewhere.example/x">'],
  ['mailto:a@sea.example', '<a href="mailto:a@sea.example">', '<a href="mailto:a@sea.example">'],
  ['beside.html', '<a>', '<a>'],
])('a link to %s is text without a base URL, and absolute with one', (address, without, absolute) => {
  expect(written({ 'Crew/': `<a href="${address}">x</a>` })).toContain(`${without}x</a>`);
  const below = address.startsWith('/') ? `/docs${address}` : address;
  const baseUrl = 'https://sea.example/docs';
  expect(written({ 'Crew/': `<a href="${below}">x</a>` }, { baseUrl })).toContain(`${absolute}x</a>`);
});

test('headings are as deep as their document', () => {
  const file = written({ '/': '<h1>A</h1>', 'groups/Fleet/': '<h1>B</h1>', 'Crew/': '<h1>C</h1><h3>D</h3><h6>E</h6>' });
  expect(file).toContain('<h1>A</h1>');
  expect(file).toContain('<h1 aria-level="2">B</h1>');
  expect(file).toContain('<h1 aria-level="3">C</h1><h3 aria-level="5">D</h3><h6 aria-level="8">E</h6>');
});

test('styles, pictures and our script are in the file, whose policy allows nothing else', () => {
  const file = written(
    { 'Crew/': '<img src="/_astro/sign.svg" alt="Sign"><img src="/_astro/lost.png" alt="Lost">' },
    {
      head: '<link rel="stylesheet" href="/_astro/a.css"><link rel="preload" href="/_astro/font.woff2">',
      after: '<script type="module" src="/_astro/b.js" data-copy="Copy"></script><script src="/_astro/c.js"></script>',
    },
  );
  const picture = `data:image/svg+xml;base64,${btoa('<svg/>')}`;
  expect(file).toContain(`<img src="${picture}" alt="Sign"><img src="data:," alt="Lost">`);
  expect(file).not.toMatch(/_astro|preload/);
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(file) ?? [];
  expect(style).toBe(`p { mask: url("${picture}") }\n/* \\3C /style> */`);
  const [, script = ''] = /data-copy="Copy">([\s\S]*?)<\/script>/.exec(file) ?? [];
  expect(script).toBe('go("\\x3C/script>")');
  expect(file).toContain('<script></script>');
  const hash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const [, policy = ''] =
    /<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(file) ?? [];
  expect(policy.replaceAll('&#039;', "'")).toBe(
    `default-src 'none'; script-src '${hash(script)}'; style-src '${hash(style)}'; img-src data:; font-src data:; ` +
      "base-uri 'none'; form-action 'none'",
  );
});

test('text in attributes is no style: it neither gets into the policy nor keeps a style out of it', () => {
  const head = '<meta name="x" content="<style>"><link rel="stylesheet" href="/_astro/a.css"><style>b {}</style>';
  const file = written({}, { head });
  const styles = [...file.matchAll(/(?<!")<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text);
  expect(styles).toHaveLength(2);
  const hashes = styles.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ');
  expect(file.replaceAll('&#039;', "'")).toContain(`; style-src ${hashes}; `);
});

test('sections of a book have numbers, which links to them say', () => {
  const operationOf = (id: string, heading: string): string =>
    `<section class="pd-op" id="${id}"><div class="pd-text">${heading}</div></section>`;
  const file = written(
    {
      '/': `<h1>Harbour</h1><a href="${ROOT}/Crew/#post">add</a>`,
      'groups/Fleet/': '<h1>Fleet</h1>',
      "Bo'at/": `<h1>Boat</h1>${operationOf('get', '<h3 class="pd-said">Boat</h3>')}`,
      'Crew/': `<h1>Crew</h1>${operationOf('get', '<h3>List</h3>')}${operationOf('post', '<h3>Add</h3><a href="#get">x</a>')}`,
      'schemas/': '<h1>Schemas</h1><details class="x"><summary>more</summary></details>',
      'schemas/Boat/': `<h1>Boat</h1><a href="${ROOT}/Bo'at/#get.200">answer</a><a href="#schema">own</a>`,
    },
    { isBook: true },
  );
  expect(file).toContain('<h1>Harbour</h1><a href="#Crew/post" data-number="1.2.2">add</a>');
  expect(file).toContain('<h1 aria-level="2"><b>1</b>\u2002Fleet</h1>');
  expect(file).toContain('<h3 class="pd-said" aria-level="5"><b>1.1</b>\u2002Boat');
  expect(file).toContain('<h3 aria-level="5"><b>1.2.2</b>\u2002Add</h3><a href="#Crew/get" data-number="1.2.1">x</a>');
  expect(file).toContain('<h1 aria-level="2"><b>2</b>\u2002Schemas</h1><details class="x" open>');
  expect(file).toContain(`<a href="#Bo'at/get.200" data-number="1.1">answer</a><a href="#schemas/Boat/schema">own</a>`);
});
