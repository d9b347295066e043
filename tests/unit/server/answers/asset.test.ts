import { expect, test } from 'vitest';
import { assetAnswer } from '../../../../src/server/answers/bytes-answers.ts';
import { liveRepresentation } from '../../../../src/store/live-store.ts';

const headersOf = async (mediaType: string): Promise<Record<string, string>> => {
  const asked = {
    method: 'GET',
    target: '/_astro/file?x',
    accept: undefined,
    acceptEncoding: undefined,
    ifNoneMatch: undefined,
  };
  const answer = await assetAnswer(asked, (path) =>
    path === '/_astro/file' ? { mediaType, representation: liveRepresentation(new Uint8Array(3)) } : undefined,
  );
  const { headers = [] } = answer ?? {};
  return Object.fromEntries(
    headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] ?? '']] : [])),
  );
};

test('an SVG that is opened by itself runs no script and loads nothing', async () => {
  expect((await headersOf('image/svg+xml'))['Content-Security-Policy']).toMatch(/^sandbox; default-src 'none';/);
});

test.each(['text/css; charset=utf-8', 'image/png', 'font/woff2'])('%s has no policy', async (mediaType) => {
  const headers = await headersOf(mediaType);
  expect(headers['Content-Security-Policy']).toBeUndefined();
  expect(headers['Cache-Control']).toBe('public, max-age=31536000, immutable');
});
