import { describe, expect, test } from 'vitest';
import { markdown } from '../../../src/formats/markdown/markdown.ts';
import { Api } from '../../../src/model/api.ts';
import type { Document } from '../../../src/presentation/page-data/document.ts';
import type { JsonSchema } from '../../../src/schema/schema.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { pageOf, render } from './render.ts';

/** A field of a shared schema became required, which so many operations send, and one returns. */
function changesOf(count: number): Document {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Name' } } };
  const sending = Array.from({ length: count }, (_, index) =>
    operation('POST', `/p${index + 1}`, { summary: `Post ${index + 1}`, requestBody: { content } }),
  );
  const returning = operation('GET', '/g', { summary: 'Read', responses: { 200: { content } } });
  const api = (version: number, required: readonly string[]) => {
    const Name: JsonSchema = { type: 'object', required, properties: { first: { type: 'string' } } };
    const services = [service('Names', { operations: [...sending, returning] })];
    const components = { ...apiRecord().components, schemas: { Name } };
    return new Api(apiRecord({ name: 'Names', version, services, components }));
  };
  return { level: 'changes', before: api(1, []), api: api(2, ['first']) };
}

const textOf = (html: string): string =>
  html
    .replace(/^.*<main/s, '')
    .replaceAll('</summary>', ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/\s+/g, ' ');

describe('a change of a shared part names its operations', () => {
  test.each([
    [1, 'in 1 operation: Post 1', null],
    [5, 'in 5 operations: Post 1, Post 2, Post 3, Post 4, Post 5', null],
    [6, 'in 6 operations: Post 1, Post 2, Post 3, Post 4, Post 5', '1 more operation Post 6'],
    [8, 'in 8 operations: Post 1, Post 2, Post 3, Post 4, Post 5', '3 more operations Post 6, Post 7, Post 8'],
    [207, 'in 207 operations: Post 1, ', 'Post 200 … 7 more operations'],
  ])('of %i', async (count, named, more) => {
    const document = changesOf(count);
    const html = await render(pageOf(document));
    const [, details = null] = /<details class="pd-reason">(.*?)<\/details>/s.exec(html) ?? [];
    expect(textOf(html)).toContain(named);
    expect(details === null ? null : textOf(details).trim()).toEqual(
      more === null ? null : expect.stringContaining(more),
    );
    expect(details ?? '<a href="').toContain('<a href="');

    const written = markdown.render?.(document, pageOf(document).site) ?? '';
    const plain = written.replaceAll(/\[([^\]]*)\]\(<[^>]*>\)/g, '$1');
    expect(plain).toContain(named);
    if (count > 5) expect(plain).toContain(`Post 5, ${count - 5} more operation`);
  });
});
