import { describe, expect, test } from 'vitest';
import type { Refused } from '../../../../src/auth/contract.ts';
import { refusalAnswer } from '../../../../src/server/access/gatekeeper.ts';
import { refusal } from '../../../../src/services/answers.ts';

const FACTS = {
  method: 'GET',
  accept: undefined,
  contentType: undefined,
  hasBody: false,
  contentLength: undefined,
  maxBodyBytes: 1,
};
const ASKED = { method: 'GET', target: '/here', accept: undefined, acceptEncoding: undefined, ifNoneMatch: undefined };

/** Status, detail, and what the header tells beside the body. */
type Told = readonly [status: number | undefined, detail: unknown, headers: readonly string[]];

function toldByPublishedApi(decision: Parameters<typeof refusal>[0]): Told {
  const failure = refusal(decision, FACTS, '/here');
  return [failure.status, failure.detail, failure.headers ?? []];
}

function toldByDocumentation(given: Parameters<typeof refusalAnswer>[2]): Told {
  const { status, headers, ...answer } = refusalAnswer(ASKED, { title: 'APIs', baseUrl: '' }, given);
  const body: unknown = JSON.parse('body' in answer ? Buffer.from(answer.body ?? []).toString() : '{}');
  const at = headers.findIndex((name) => name === 'Retry-After' || name === 'WWW-Authenticate');
  return [
    status,
    typeof body === 'object' && body !== null && 'detail' in body ? body.detail : undefined,
    headers.slice(at, at + 2),
  ];
}

describe('a client that is refused gets the same from a published API and from the documentation', () => {
  test.each<[Refused]>([
    [{ kind: 'rejected', challenges: ['Basic realm="api"'], cause: 'wrong-credentials' }],
    [{ kind: 'throttled', retryAfterSeconds: 30 }],
    [{ kind: 'unavailable', retryAfterSeconds: 5, reason: 'gone' }],
  ])('%j', (refused) => {
    expect(toldByDocumentation(refused)).toEqual(toldByPublishedApi(refused));
  });
});
