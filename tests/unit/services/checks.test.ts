import { describe, expect, test } from 'vitest';
import type { AuthenticationResult } from '../../../src/auth/contract.ts';
import { Api } from '../../../src/model/api.ts';
import { type Decision, decide, type RequestFacts } from '../../../src/services/checks.ts';
import { createRouter, type RouteMatch } from '../../../src/services/routes.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { ALICE, gateOf } from './site.ts';

const JSON_BODY = { content: { 'application/json': { schema: { type: 'object' as const } } } };
const OK = { '200': { content: { 'application/hal+json': {}, 'application/json': {} } } };

const BOOK = service('Book', {
  kind: 'rpc',
  requestAcceptTypes: [],
  requestContentTypes: [],
  operations: [
    operation('GET', '/book', { responses: OK }),
    operation('POST', '/book', { responses: OK, requestBody: JSON_BODY }),
    operation('PUT', '/book', { responses: { '204': {} }, requestBody: { content: { 'image/*': {} } } }),
    operation('DELETE', '/book', { responses: { '204': {} } }),
  ],
});
const API = new Api(apiRecord({ name: 'Library', services: [BOOK] }));

const GUEST: AuthenticationResult = { kind: 'guest' };
const KNOWN: AuthenticationResult = {
  kind: 'authenticated',
  identity: ALICE,
  headers: ['Authentication-Info', 'x'],
};
const WRONG: AuthenticationResult = {
  kind: 'rejected',
  challenges: ['Digest x', 'Basic y'],
  cause: 'wrong-credentials',
};
const OFTEN: AuthenticationResult = { kind: 'throttled', retryAfterSeconds: 30 };
const BROKEN: AuthenticationResult = { kind: 'unavailable', retryAfterSeconds: 5, reason: 'gone' };
const CLOSED = { GET: 'any', HEAD: 'any', POST: 'any', PUT: 'any', DELETE: 'any' } as const;
const FORBIDDEN = { GET: 'none', HEAD: 'none', POST: 'none', PUT: 'none', DELETE: 'none' } as const;

const BAD_EVERYTHING = { accept: 'text/html', contentType: 'text/plain', hasBody: true, contentLength: 5000 };

function match(): RouteMatch {
  const result = createRouter([API]).match('/book', { accept: undefined, contentType: undefined });
  if (result.kind !== 'match') throw new Error('The fixture has no route.');
  return result.match;
}

function factsOf(facts: Partial<RequestFacts>): RequestFacts {
  return {
    method: 'GET',
    accept: undefined,
    contentType: undefined,
    hasBody: false,
    contentLength: undefined,
    maxBodyBytes: 1000,
    ...facts,
  };
}

async function decided(
  facts: Partial<RequestFacts>,
  authentication: AuthenticationResult,
  verdicts: Parameters<typeof gateOf>[1] = {},
): Promise<Decision> {
  return await decide(factsOf(facts), match(), gateOf(authentication, verdicts));
}

describe('of several reasons to refuse the first counts', () => {
  test.each<[string, Partial<RequestFacts>, AuthenticationResult, Parameters<typeof gateOf>[1], Decision['kind']]>([
    ['429 before all', { ...BAD_EVERYTHING, method: 'BREW' }, OFTEN, FORBIDDEN, 'throttled'],
    ['503 before all', { ...BAD_EVERYTHING, method: 'BREW' }, BROKEN, {}, 'unavailable'],
    ['401 before 405', { method: 'BREW' }, WRONG, FORBIDDEN, 'rejected'],
    ['401 for wrong credentials where guests are allowed', {}, WRONG, {}, 'rejected'],
    ['401 for a guest', {}, GUEST, CLOSED, 'rejected'],
    ['401 for a guest who would be forbidden', {}, GUEST, FORBIDDEN, 'rejected'],
    ['401 before 406, 415 and 413', { ...BAD_EVERYTHING, method: 'POST' }, GUEST, CLOSED, 'rejected'],
    ['401 for a guest with a wrong method where nothing is open', { method: 'BREW' }, GUEST, CLOSED, 'rejected'],
    [
      '405 for a guest where something is open',
      { method: 'BREW' },
      GUEST,
      { ...CLOSED, GET: 'guests' },
      'method-not-allowed',
    ],
    ['405 before 403', { method: 'BREW' }, KNOWN, FORBIDDEN, 'method-not-allowed'],
    ['403 before 406, 415 and 413', { ...BAD_EVERYTHING, method: 'POST' }, KNOWN, FORBIDDEN, 'forbidden'],
    ['406 before 415 and 413', { ...BAD_EVERYTHING, method: 'POST' }, KNOWN, CLOSED, 'not-acceptable'],
    ['415 before 413', { ...BAD_EVERYTHING, accept: '*/*', method: 'POST' }, KNOWN, CLOSED, 'unsupported-body'],
    [
      '413',
      { ...BAD_EVERYTHING, accept: '*/*', contentType: 'application/json', method: 'POST' },
      KNOWN,
      CLOSED,
      'body-too-large',
    ],
    [
      'served',
      { ...BAD_EVERYTHING, accept: '*/*', contentType: 'application/json', contentLength: 1000, method: 'POST' },
      KNOWN,
      CLOSED,
      'serve',
    ],
    ['served to a guest', {}, GUEST, {}, 'serve'],
    ['HEAD where GET is', { method: 'HEAD' }, GUEST, {}, 'serve'],
    ['HEAD is asked for by its own name', { method: 'HEAD' }, GUEST, { HEAD: 'any' }, 'rejected'],
    ['OPTIONS without asking who it is', { method: 'OPTIONS' }, BROKEN, FORBIDDEN, 'options'],
    ['methods have case', { method: 'get' }, GUEST, {}, 'method-not-allowed'],
  ])('%s', async (_, facts, authentication, verdicts, kind) => {
    expect((await decided(facts, authentication, verdicts)).kind).toBe(kind);
  });
});

describe('what an answer contains', () => {
  test('a guest hears the challenges of the gate, wrong credentials those of the adapter that refused them', async () => {
    expect(await decided({}, GUEST, CLOSED)).toEqual({
      kind: 'rejected',
      challenges: ['Basic realm="api"'],
      cause: 'no-credentials',
    });
    expect(await decided({}, WRONG)).toEqual(WRONG);
  });

  test('405 and OPTIONS list the methods, HEAD where GET is', async () => {
    const allow = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];
    expect(await decided({ method: 'BREW' }, KNOWN)).toEqual({
      kind: 'method-not-allowed',
      allow,
      headers: ['Authentication-Info', 'x'],
    });
    expect(await decided({ method: 'OPTIONS' }, GUEST)).toEqual({ kind: 'options', allow });
  });

  test('authentication that takes time is waited for', async () => {
    const gate = { ...gateOf(KNOWN, CLOSED), authenticate: () => Promise.resolve(KNOWN) };
    expect(await decide(factsOf({}), match(), gate)).toMatchObject({
      kind: 'serve',
      identity: ALICE,
      headers: ['Authentication-Info', 'x'],
    });
  });

  test('an answer to a guest has no fields of a log-in', async () => {
    expect(await decided({}, GUEST)).toMatchObject({ kind: 'serve', identity: null, headers: [] });
  });

  test('OPTIONS asks the gate nothing', async () => {
    const gate = gateOf(WRONG);
    await decide(factsOf({ method: 'OPTIONS' }), match(), gate);
    expect(gate.asked).toEqual([]);
  });
});

describe('an unknown verdict', () => {
  test('serves nothing', async () => {
    const gate = { ...gateOf(KNOWN), authorize: () => JSON.parse('"login-needed-soon"') };
    const serves = async (): Promise<boolean> => (await decide(factsOf({}), match(), gate)).kind === 'serve';
    expect(await serves()).toBe(false);
  });
});

describe('media types', () => {
  test.each([
    ['GET', { accept: 'application/json' }, 'serve'],
    ['GET', { accept: 'application/*+json' }, 'serve'],
    ['GET', { accept: 'text/html, */*;q=0.1' }, 'serve'],
    ['GET', { accept: 'application/vnd.library.v1+json' }, 'serve'],
    ['GET', { accept: 'application/vnd.library.v2+json' }, 'not-acceptable'],
    ['GET', { accept: 'application/xml' }, 'not-acceptable'],
    ['GET', { accept: '*/*;q=0' }, 'not-acceptable'],
    ['GET', { accept: 'garbage' }, 'serve'],
    ['DELETE', { accept: 'text/plain' }, 'serve'],
    ['POST', { hasBody: true }, 'unsupported-body'],
    ['POST', { hasBody: true, contentType: 'application/json;charset=utf-8' }, 'serve'],
    ['POST', { hasBody: true, contentType: 'application/hal+json' }, 'serve'],
    ['POST', { hasBody: true, contentType: 'application/vnd.library.v1+json' }, 'serve'],
    ['POST', { hasBody: true, contentType: 'application/vnd.library.v2+json' }, 'unsupported-body'],
    ['POST', { hasBody: true, contentType: 'application/json, text/plain' }, 'unsupported-body'],
    ['POST', { hasBody: true, contentType: 'application/merge-patch+json' }, 'unsupported-body'],
    ['POST', { hasBody: false, contentType: 'text/plain' }, 'serve'],
    ['PUT', { hasBody: true, contentType: 'image/png' }, 'serve'],
    ['PUT', { hasBody: true, contentType: 'text/plain' }, 'unsupported-body'],
    ['DELETE', { hasBody: true, contentType: 'text/plain' }, 'serve'],
  ])('%s %j: %s', async (method, facts, kind) => {
    expect((await decided({ method, ...facts }, GUEST)).kind).toBe(kind);
  });
});
