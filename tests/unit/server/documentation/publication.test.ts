import { describe, expect, test } from 'vitest';
import type { BytesAnswer, SiteRequest } from '../../../../src/server/answers/contract.ts';
import { AnswerMemo, memoKey, type Remembered } from '../../../../src/server/documentation/publication.ts';

const MEGABYTE = 1024 * 1024;
const notModified: BytesAnswer = { kind: 'bytes', status: 304, headers: [], body: null };

const keyOf = (target: string, accept = '*/*') => ({ method: 'GET', target, accept, acceptEncoding: undefined });

function remembered(target: string, bytes: number, accept?: string): Remembered {
  return {
    key: keyOf(target, accept),
    entityTag: '"tag"',
    notModified,
    content: { kind: 'bytes', status: 200, headers: [], body: new Uint8Array(bytes) },
  };
}

describe('the memory of answers', () => {
  test('answers the content, or 304 to a client that names its entity tag', () => {
    const memo = new AnswerMemo();
    memo.remember(remembered('a', 1));
    expect(memo.recall(keyOf('a'), undefined)?.status).toBe(200);
    expect(memo.recall(keyOf('a'), '"other"')?.status).toBe(200);
    expect(memo.recall(keyOf('a'), 'W/"tag"')).toBe(notModified);
    expect(memo.recall(keyOf('b'), undefined)).toBeUndefined();
  });

  test('leaves it to the handler to make content that only a 304 was asked for so far', () => {
    const memo = new AnswerMemo();
    memo.remember({ ...remembered('a', 1), content: null });
    expect(memo.recall(keyOf('a'), undefined)).toBeUndefined();
    expect(memo.recall(keyOf('a'), '"tag"')).toBe(notModified);
  });

  test('takes no body of more than a megabyte', () => {
    const memo = new AnswerMemo();
    memo.remember(remembered('large', MEGABYTE));
    memo.remember(remembered('too large', MEGABYTE + 1));
    expect([memo.recall(keyOf('large'), undefined)?.status, memo.recall(keyOf('too large'), undefined)]).toEqual([
      200,
      undefined,
    ]);
  });

  test.each([
    ['32 megabytes', 32, MEGABYTE],
    ['4096 answers', 4096, 1],
  ])('holds %s and is emptied by the next answer', (_, most, bytes) => {
    const memo = new AnswerMemo();
    for (let count = 0; count < most; count += 1) memo.remember(remembered(`${count}`, bytes));
    expect([memo.recall(keyOf('0'), undefined)?.status, memo.recall(keyOf(`${most - 1}`), undefined)?.status]).toEqual([
      200, 200,
    ]);
    memo.remember(remembered('next', bytes));
    expect([
      memo.recall(keyOf('0'), undefined),
      memo.recall(keyOf(`${most - 1}`), undefined),
      memo.recall(keyOf('next'), undefined)?.status,
    ]).toEqual([undefined, undefined, 200]);
    for (let count = 0; count < most - 1; count += 1) memo.remember(remembered(`${count}`, bytes));
    expect(memo.recall(keyOf('next'), undefined)?.status).toBe(200);
  });
});

describe('answers at one path', () => {
  test('are the last 256, each found by its own key', () => {
    const memo = new AnswerMemo();
    for (let count = 0; count <= 256; count += 1) memo.remember(remembered('a', 1, `a/${count}`));
    const statusOf = (accept: string) => memo.recall(keyOf('a', accept), undefined)?.status;
    expect(['a/0', 'a/1', 'a/256', 'a/257'].map(statusOf)).toEqual([undefined, 200, 200, undefined]);
  });

  test('count no more when they have been replaced', () => {
    const memo = new AnswerMemo();
    memo.remember(remembered('b', 1));
    // As many requests and bytes as a memo holds, of more combinations than a path has.
    for (let count = 0; count < 4096; count += 1) memo.remember(remembered('a', 16_384, `a/${count % 300}`));
    expect(memo.recall(keyOf('b'), undefined)?.status).toBe(200);
  });

  test('replace an answer with the same key', () => {
    const memo = new AnswerMemo();
    memo.remember({ ...remembered('a', 1), content: null });
    memo.remember(remembered('a', 1));
    expect(memo.recall(keyOf('a'), undefined)?.status).toBe(200);
  });
});

describe('the key of a request', () => {
  const request: SiteRequest = {
    method: 'GET',
    target: '/platform/documentation/Book?a=1',
    accept: 'text/html',
    acceptEncoding: 'br',
    ifNoneMatch: undefined,
  };

  test('is the same for any query and If-None-Match', () => {
    expect(memoKey({ ...request, target: '/platform/documentation/Book', ifNoneMatch: '"a"' }, false)).toEqual(
      memoKey(request, false),
    );
  });

  test.each([
    ['method', { method: 'HEAD' }],
    ['path', { target: '/platform/documentation/book' }],
    ['Accept', { accept: 'text/html, */*' }],
    ['Accept-Encoding', { acceptEncoding: 'gzip' }],
  ])('differs with %s', (_, changes) => {
    expect(memoKey({ ...request, ...changes }, false)).not.toEqual(memoKey(request, false));
  });

  test.each([
    ['POST', { method: 'POST' }],
    ['OPTIONS', { method: 'OPTIONS' }],
    ['another path', { target: '/elsewhere' }],
    ['an absolute target', { target: 'http://localhost/platform/documentation' }],
    ['a very long Accept', { accept: 'a/b,'.repeat(1000) }],
    ['a very long query', { target: `/platform/documentation/Book?${'a'.repeat(2048)}` }],
  ])('is none for %s', (_, changes) => {
    expect(memoKey({ ...request, ...changes }, false)).toBeUndefined();
  });
});
