import { describe, expect, test } from 'vitest';
import { dispatch } from '../../../../src/server/node/request-listener.ts';
import type { Exchange, Route, Routed } from '../../../../src/server/runtime.ts';

const exchange = { asked: { method: 'GET', target: '/a' } } as Exchange;
const bytes = (status: number) => ({ kind: 'bytes', status, headers: [], body: null }) as const;
const passes: Route = () => null;
const passesLater: Route = async () => null;
const answers: Route = () => bytes(200);
const answersLater: Route = () => Promise.resolve(bytes(201));
const unreached: Route = () => expect.unreachable('An earlier route has answered.');

const statusOf = (routed: Routed): number | undefined => (routed.kind === 'bytes' ? routed.status : undefined);

describe('the first route that does not pass answers', () => {
  test.each<[string, readonly Route[], number]>([
    ['the first', [answers, unreached], 200],
    ['the second', [passes, answers, unreached], 200],
    ['a later one, with a promise', [passes, answersLater, unreached], 201],
    ['one behind a promise', [passesLater, passes, answers, unreached], 200],
    ['one behind two promises', [passesLater, passesLater, answersLater, unreached], 201],
  ])('%s', async (_, table, status) => {
    expect(statusOf(await dispatch(table, exchange))).toBe(status);
  });
});

test('without a promise in a route there is none in the answer', () => {
  expect(dispatch([passes, answers], exchange)).not.toBeInstanceOf(Promise);
});

test.each([[[passes]], [[passesLater]], [[]]])(
  'a table that answers nothing is a bug that is reported',
  async (table) => {
    await expect((async () => dispatch(table, exchange))()).rejects.toThrow('No route answers GET /a.');
  },
);
