import { describe, expect, test } from 'vitest';
import type { BytesAnswer, SiteRequest } from '../../../../src/server/answers/contract.ts';
import { AnswerMemo, memoKey, type Remembered } from '../../../../src/server/documentation/publication.ts';

const MEGABYTE = 1024 * 1024;
const notModified: BytesAnswer = { kind: 'bytes', status: 304, headers: [], body: null };

function remembered(bytes: number): Remembered {
  return {
    entityTag: '"tag"',
    notModified,
    content: { kind: 'bytes', status: 200, headers: [], body: new Uint8Array(bytes) },
  };
}

describe('the memory of answers', () => {
  test('answers the content, or 304 to a client that names its entity tag', () => {
    const memo = new AnswerMemo();
    memo.remember('a', remembered(1));
    expect(memo.recall('a', undefined)?.status).toBe(200);
    expect(memo.recall('a', '"other"')?.status).toBe(200);
    expect(memo.recall('a', 'W/"tag"')).toBe(notModified);
    expect(memo.recall('b', undefined)).toBeUndefined();
  });

  test('leaves it to the handler to make content that only a 304 was asked for so far', () => {
    const memo = new AnswerMemo();
    memo.remember('a', { entityTag: '"tag"', notModified, content: null });
    expect(memo.recall('a', undefined)).toBeUndefined();
    expect(memo.recall('a', '"tag"')).toBe(notModified);
  });

  test('takes no body of more than a megabyte', () => {
    const memo = new AnswerMemo();
    memo.remember('large', remembered(MEGABYTE));
    memo.remember('too large', remembered(MEGABYTE + 1));
    expect([memo.recall('large', undefined)?.status, memo.recall('too large', undefined)]).toEqual([200, undefined]);
  });

  test.each([
    ['32 megabytes', 32, MEGABYTE],
    ['4096 answers', 4096, 1],
  ])('holds %s and is emptied by the next answer', (_, most, bytes) => {
    const memo = new AnswerMemo();
    for (let count = 0; count < most; count += 1) memo.remember(`${count}`, remembered(bytes));
    expect([memo.recall('0', undefined)?.status, memo.recall(`${most - 1}`, undefined)?.status]).toEqual([200, 200]);
    memo.remember('next', remembered(bytes));
    expect([
      memo.recall('0', undefined),
      memo.recall(`${most - 1}`, undefined),
      memo.recall('next', undefined)?.status,
    ]).toEqual([undefined, undefined, 200]);
    for (let count = 0; count < most - 1; count += 1) memo.remember(`${count}`, remembered(bytes));
    expect(memo.recall('next', undefined)?.status).toBe(200);
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
    expect(memoKey({ ...request, target: '/platform/documentation/Book', ifNoneMatch: '"a"' }, false)).toBe(
      memoKey(request, false),
    );
  });

  test.each([
    ['method', { method: 'HEAD' }],
    ['path', { target: '/platform/documentation/book' }],
    ['Accept', { accept: 'text/html, */*' }],
    ['Accept-Encoding', { acceptEncoding: 'gzip' }],
  ])('differs with %s', (_, changes) => {
    expect(memoKey({ ...request, ...changes }, false)).not.toBe(memoKey(request, false));
  });

  test.each([
    ['POST', { method: 'POST' }],
    ['OPTIONS', { method: 'OPTIONS' }],
    ['another path', { target: '/elsewhere' }],
    ['an absolute target', { target: 'http://localhost/platform/documentation' }],
    ['a very long Accept', { accept: 'a/b,'.repeat(1000) }],
  ])('is none for %s', (_, changes) => {
    expect(memoKey({ ...request, ...changes }, false)).toBeUndefined();
  });
});
