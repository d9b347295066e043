import { expect, test } from 'vitest';
import { html } from '../../../../src/views/html.ts';
import { name, wrappingUrl } from '../../../../src/views/parts/texts.ts';

test.each([
  ['book_id', 'book_id'],
  ['List (all) books', 'List (all) books'],
  ['Version 2', 'Version 2'],
  // At an end these would go to the other side of the name among words from right to left.
  ['_embedded', '<bdi>_embedded</bdi>'],
  ['tags[]', '<bdi>tags[]</bdi>'],
  ['1-Click Applications', '<bdi>1-Click Applications</bdi>'],
  ['/library/book', '<bdi>/library/book</bdi>'],
  ['GET /book/{id}', '<bdi>GET /book/{id}</bdi>'],
  ['العمر', '<bdi>العمر</bdi>'],
  ['/طلبات', '/<bdi>طلبات</bdi>'],
])('the name %s keeps its direction as %s', (text, expected) => {
  expect(String(html`${name(text)}`)).toBe(expected);
});

test.each([
  ['https://api.example.com', 'https://<wbr>api.<wbr>example.<wbr>com'],
  ['https://api.example.com/v2/', 'https://<wbr>api.<wbr>example.<wbr>com/<wbr>v2/'],
  ['/v2', '/v2'],
  ['<b>', '&lt;b&gt;'],
])('the URL %s wraps after slashes and dots only', (url, expected) => {
  expect(String(html`${wrappingUrl(url)}`)).toBe(expected);
});
