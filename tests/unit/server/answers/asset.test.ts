import { expect, test } from 'vitest';
import { fieldsOf } from '../../../../src/http/header-list.ts';
import { assetAnswer } from '../../../../src/server/answers/bytes-answers.ts';
import { liveRepresentation } from '../../../../src/store/live-store.ts';

const answerTo = async (mediaType: string, file = '/_astro/file', ifNoneMatch?: string) => {
  const asked = {
    method: 'GET',
    target: `${file}?x`,
    accept: undefined,
    acceptEncoding: undefined,
    ifNoneMatch,
  };
  const representation = { ...liveRepresentation(new Uint8Array(3)), tag: 'abc' };
  const answer = await assetAnswer(asked, (path) => (path === file ? { mediaType, representation } : undefined));
  return { status: answer?.status, headers: Object.fromEntries(fieldsOf(answer?.headers ?? [])) };
};

const headersOf = async (mediaType: string) => (await answerTo(mediaType)).headers;

test('an SVG that is opened by itself runs no script and loads nothing', async () => {
  expect((await headersOf('image/svg+xml'))['Content-Security-Policy']).toMatch(/^sandbox; default-src 'none';/);
});

test.each(['text/css; charset=utf-8', 'image/png', 'font/woff2'])('%s has no policy', async (mediaType) => {
  const headers = await headersOf(mediaType);
  expect(headers['Content-Security-Policy']).toBeUndefined();
  expect(headers['Cache-Control']).toBe('public, max-age=31536000, immutable');
});

test('a file whose name has no hash is asked for again, and sent when it has changed', async () => {
  const { status, headers } = await answerTo('text/javascript', '/platform/file.js');
  expect([status, headers['Cache-Control'], headers['ETag']]).toEqual([200, 'no-cache', '"abc-identity"']);
  const again = await answerTo('text/javascript', '/platform/file.js', headers['ETag']);
  expect([again.status, again.headers['ETag']]).toEqual([304, headers['ETag']]);
  expect((await answerTo('text/javascript', '/platform/file.js', '"other"')).status).toBe(200);
});

test('scripts of other sites may read open files, which need no log-in', async () => {
  expect((await headersOf('text/css'))['Access-Control-Allow-Origin']).toBe('*');
});
