import { expect, test } from 'vitest';
import { nearLinks, wholeLinks } from '../../../src/views/near-links.ts';

const ROOT = '/platform/documentation';
const SCHEMA = `${ROOT}/Shop-v1/schemas/Order`;

const link = (address: string): string => `<a class="pd-a" href="${address}">it</a>`;

test.each([
  // page                     address                              shortened
  [`${ROOT}/Shop-v1/orders`, `${ROOT}/Shop-v1/items`, 'items'],
  [`${ROOT}/Shop-v1/orders`, `${ROOT}/Shop-v1/orders.json`, 'orders.json'],
  [`${ROOT}/Shop-v1/orders`, `${ROOT}/Shop-v1/items#get`, 'items#get'],
  [`${ROOT}/Shop-v1/orders`, `${ROOT}/Shop-v1/groups/All%20of%20it`, 'groups/All%20of%20it'],
  [`${ROOT}/Shop-v1/orders`, `${ROOT}/Shop-v2/orders`, '../Shop-v2/orders'],
  [SCHEMA, `${ROOT}/Shop-v1/schemas/Item`, 'Item'],
  [SCHEMA, `${ROOT}/Shop-v1/schemas`, '../schemas'],
  [SCHEMA, `${ROOT}/Shop-v1/changes?from=1&amp;to=3`, '../changes?from=1&amp;to=3'],
  [`${ROOT}/Shop-v1/changes?from=1`, `${ROOT}/Shop-v1/items`, 'items'],
])('on %s the link to %s is %s, which leads there, below any path and in whole again', (path, address, expected) => {
  expect(nearLinks(link(address), path)).toBe(link(expected));
  for (const base of ['', '/docs']) {
    expect(wholeLinks(link(expected), base + path)).toBe(link(base + address));
    const browser = new URL(expected.replaceAll('&amp;', '&'), `https://example.org${base}${path}`);
    expect(browser.pathname + browser.search + browser.hash).toBe(base + address.replaceAll('&amp;', '&'));
  }
});

test.each([
  ['#get'],
  ['https://example.org/platform/documentation/Shop-v1/items'],
  ['mailto:a@example.org'],
  ['/elsewhere'],
  ['/_astro/site.css'],
  [ROOT],
  [`${ROOT}/Shop-v1`],
  [`${ROOT}/Shop-v1/schemas/`],
  [`${ROOT}/Shop-v1/schemas/a:b`],
  [`${ROOT}/Shop-v1/schemas//evil.example`],
  [`${ROOT}/Shop-v1/schemas/?a`],
  ['javascript:alert(1)'],
])('the link to %s stays as it is', (address) => {
  expect(nearLinks(link(address), SCHEMA)).toBe(link(address));
  expect(wholeLinks(link(address), SCHEMA)).toBe(link(address));
});

test('text that looks like a link, and other attributes, stay as they are', () => {
  const page = `<p title=" href=&quot;${SCHEMA}&quot;">&lt;a href="${SCHEMA}"&gt;</p><form action="${SCHEMA}">`;
  expect(nearLinks(page, SCHEMA)).toBe(page);
});
