import { expect, test } from 'vitest';
import { readProject } from '../../../src/project/read-project.ts';
import { hiddenPages } from '../../../src/project/shared-paths.ts';
import { projectWith } from '../config/project.ts';

const SHOP = `openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
paths:
  /: { get: { responses: { '200': { description: All. } } } }
  /blog: { post: { responses: { '200': { description: Added. } } } }
  /orders/{id}: { get: { responses: { '200': { description: One. } } } }
`;
const PAGES = ['', 'blog/', '/orders/first', '/about', 'blog/first/'];
const SERVED_BY_SITE = 'platform-services: { Shop: { backend: site } }';

async function warnings(descriptor: string, configuration: string, hasSlash = false, pages = PAGES) {
  const files = { 'api-descriptors/openapi.yaml': descriptor, 'config/autoload/global.yaml': configuration };
  return hiddenPages(await readProject(projectWith(files), {}), pages, hasSlash);
}

const hides = (pages: string): readonly unknown[] => [
  expect.stringContaining(`pages of this site, which readers do not see: ${pages}. Write `),
];

test.each([
  ['answered by examples', SHOP, '', false, hides('/blog, /orders/first')],
  [
    'answered by another server',
    SHOP,
    "platform-services: { Shop-v1: { backend: proxy, target: 'http://127.0.0.1:1' } }",
    false,
    hides('/blog, /orders/first'),
  ],
  ['answered by the site', SHOP, SERVED_BY_SITE, false, []],
  ['answered by a site whose paths end with a slash', SHOP, SERVED_BY_SITE, true, hides('/blog, /orders/first')],
  ['below a path of its own', `${SHOP}servers: [{ url: 'https://example.com/shop' }]\n`, '', false, []],
])('of an API %s, the pages that it hides are named', async (_, descriptor, configuration, hasSlash, expected) => {
  expect(await warnings(descriptor, configuration, hasSlash)).toEqual(expected);
});

test('of many pages some are named', async () => {
  const pages = Array.from({ length: 8 }, (_, number) => `/orders/${number}`);
  expect(await warnings(SHOP, '', false, pages)).toEqual(
    hides('/orders/0, /orders/1, /orders/2, /orders/3, /orders/4 and 3 more'),
  );
});
