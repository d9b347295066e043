import { describe, expect, test } from 'vitest';
import type { CustomFormat } from '../../../../src/formats/extension/to-format.ts';
import { FormatStrategy } from '../../../../src/formats/extension/view-strategy.ts';
import { siteFormats } from '../../../../src/formats/site-formats.ts';
import type { SiteAnswer } from '../../../../src/server/answers/contract.ts';
import { createDocumentationHandler } from '../../../../src/server/documentation/handler.ts';
import { createLiveStore } from '../../../../src/store/live-store.ts';
import { SiteDocuments } from '../../../../src/store/site-documents.ts';
import { apiRecord } from '../../../fixtures/model/rich-api.ts';
import { draftOf, PlainModel, plain } from '../../formats/extension/fixtures.ts';

const site = { title: 'APIs', baseUrl: '' };
const record = apiRecord({ name: 'Library', version: 1 });

async function ask(
  custom: CustomFormat,
  accept: string,
  log: string[] = [],
): Promise<{ readonly status: number; readonly headers: Headers; readonly body: string }> {
  const { formats } = siteFormats([], [draftOf(custom)]);
  const store = createLiveStore(new SiteDocuments([record], { site, formats, development: true }), formats);
  const handle = createDocumentationHandler({ store: () => store, formats, log: (line) => log.push(line) });
  const target = '/platform/documentation/Library';
  const answer: SiteAnswer | null = await handle({
    method: 'GET',
    target,
    accept,
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
  });
  if (answer?.kind !== 'bytes') throw new Error('Bytes were expected.');
  const headers = new Headers();
  for (let index = 0; index + 1 < answer.headers.length; index += 2)
    headers.append(answer.headers[index] ?? '', answer.headers[index + 1] ?? '');
  return { status: answer.status, headers, body: Buffer.from(answer.body ?? []).toString() };
}

function withType(contentType: string): CustomFormat {
  return { ...plain, strategy: (renderer) => new FormatStrategy(PlainModel, renderer, contentType) };
}

describe('the answer in a custom format', () => {
  test('has the Content-Type of its strategy once, and all that other formats have', async () => {
    const { status, headers, body } = await ask(withType('application/x-plain; profile=a'), 'text/x-plain');
    expect([status, body, headers.get('content-type')]).toEqual([200, 'api\n', 'application/x-plain; profile=a']);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('vary')).toBe('Accept, Accept-Encoding');
    expect(headers.get('content-location')).toBe('/platform/documentation/Library-v1.plain');
  });

  test.each(['text/html', 'TEXT/HTML; charset=utf-8', 'application/xhtml+xml', 'image/svg+xml', 'application/xml'])(
    '%s, which may hold scripts, has a policy',
    async (type) => {
      expect((await ask(withType(type), 'text/x-plain')).headers.get('content-security-policy')).toContain(
        "default-src 'none'",
      );
    },
  );

  test.each(['text/asciidoc', 'application/json'])('%s has none', async (type) => {
    expect((await ask(withType(type), 'text/x-plain')).headers.get('content-security-policy')).toBeNull();
  });

  test('is a problem where the format fails, which the log explains; other formats answer', async () => {
    const failing: CustomFormat = {
      ...plain,
      renderer: {
        render: () => {
          throw new Error('secret of the project');
        },
      },
    };
    const log: string[] = [];
    const { status, headers, body } = await ask(failing, 'text/x-plain', log);
    expect([status, headers.get('content-type')]).toEqual([500, 'application/problem+json']);
    expect(JSON.parse(body)).toMatchObject({ status: 500, detail: 'The format plain cannot show this document.' });
    expect(body).not.toContain('secret');
    expect(log).toEqual([
      'platform-documentation.formats.plain: config/formats/plain.ts: The format plain cannot render /platform/documentation/Library-v1: secret of the project',
    ]);
    expect((await ask(failing, 'application/json')).status).toBe(200);
  });
});
