import { expect, test } from 'vitest';
import { markdown } from '../../../src/formats/markdown/markdown.ts';
import { Api } from '../../../src/model/api.ts';
import type { ServiceRecord } from '../../../src/model/records.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { pageOf, render } from './render.ts';

/** A service of one operation that is called as it is: the title stands on its page, and in its Markdown, once. */
const event = {
  kind: 'webhook',
  route: '',
  title: 'book.added',
  extensions: { 'x-platform-title': 'Book added' },
} as const;
const logIn = { ...operation('POST', '/login'), summary: 'Log in' };
const added = (summary: string | null) => operation('POST', '', { summary });

test.each<[what: string, Partial<ServiceRecord>, shown: readonly string[], outline: readonly string[]]>([
  ['the same words', { ...event, operations: [added('Book added')] }, ['Book added'], ['Book added']],
  ['other letters', { ...event, operations: [added('book ADDED')] }, ['Book added'], ['book ADDED']],
  ['articles', { ...event, operations: [added('The book added')] }, ['Book added'], ['The book added']],
  ['one word in place of two', { title: 'Login', operations: [logIn] }, ['Login'], ['Log in']],
  ['method and path', { title: 'Login', operations: [operation('POST', '/login')] }, ['Login'], ['POST /login']],
  ['nothing but its name', { ...event, operations: [added(null)] }, ['Book added'], ['POST Book added']],
  ['other words', { ...event, operations: [added('A book is there')] }, ['Book added', 'A book is there'], []],
  [
    'another operation beside it',
    { ...event, operations: [added('Book added'), operation('PUT', '', { summary: 'Book moved' })] },
    ['Book added', 'Book added', 'Book moved'],
    [],
  ],
])('%s', async (_, record, shown, outline) => {
  const api = new Api(apiRecord({ services: [service('added', record)] }));
  const [only] = api.getServices();
  if (only === undefined) throw new Error('No service.');
  const document = { level: 'service', api, service: only } as const;
  const html = await render(pageOf(document));
  const headings = [...html.matchAll(/<h([13])( class="pd-said")?>(.*?)<\/h\1>/gs)].map(([, , said, inside = '']) => ({
    text: inside.replaceAll(/<a class="pd-hash".*?<\/a>|<[^>]*>/gs, '').trim(),
    isShown: said === undefined,
    link: /class="pd-hash" href="(.*?)"/.exec(inside)?.[1],
  }));
  const textsOf = (isShown: boolean) => headings.filter((one) => one.isShown === isShown).map(({ text }) => text);
  expect(textsOf(true)).toEqual(shown);
  expect(textsOf(false)).toEqual(outline);
  expect(headings.flatMap(({ link }) => link ?? [])).toEqual(
    only.getAllOperations().map(({ record: { method } }) => `#${method.toLowerCase()}`),
  );
  expect(markdown.render?.(document, { title: '', baseUrl: '' }).match(/(?<=^#+ ).*/gm)).toEqual(shown);
});
