import { describe, expect, test } from 'vitest';
import type { Access } from '../../../../src/model/access.ts';
import { Api } from '../../../../src/model/api.ts';
import { callAddress } from '../../../../src/model/call-address.ts';
import type { SecurityRequirementObject } from '../../../../src/model/openapi-objects.ts';
import { demandOf } from '../../../../src/model/security.ts';
import { accessLine, apiAccessWords } from '../../../../src/presentation/access/access-line.ts';
import { apiExamples } from '../../../../src/presentation/services/api-view.ts';
import { type Phrase, phraseText } from '../../../../src/words/phrase.ts';
import { wordsOf } from '../../../../src/words/words.ts';
import { digestLogin } from '../../../fixtures/auth/log-ins.ts';
import { apiWith, ELSEWHERE, operationWith } from './descriptor-security.ts';

type Security = readonly SecurityRequirementObject[] | null;

const open: Access = { kind: 'open' };
const digest: Access = { kind: 'login', schemes: [digestLogin('api')] };
const basic: Access = { kind: 'login', schemes: [{ scheme: 'Basic', realm: 'staff' }] };
const closed: Access = { kind: 'login', schemes: [] };

const needed = (words: string): string => `Log-in needed: ${words}`;

function textOf(phrase: Phrase | null): string | null {
  return phrase && phraseText(phrase);
}

describe('where another host answers, the description says who may call', () => {
  test.each<[of: string, operation: Security, api: Security, words: string, isClosed: boolean]>([
    ['nothing named', null, null, 'The description names no log-in.', false],
    ['an empty list', [], null, 'Open to everyone', false],
    ['an empty list over that of the API', [], [{ basic: [] }], 'Open to everyone', false],
    ['an empty list of the API', null, [], 'Open to everyone', false],
    ['one that demands nothing', [{}], null, 'Open to everyone', false],
    ['what the API demands', null, [{ bearer: [] }], 'Log-in needed: HTTP Bearer', true],
    ['its own over that of the API', [{ header: [] }], [{ bearer: [] }], needed('API key in header X-API-Key'), true],
    ['Basic', [{ basic: [] }], null, 'Log-in needed: HTTP Basic', true],
    ['Digest, however it is written', [{ digest: [] }], null, 'Log-in needed: HTTP Digest', true],
    ['another scheme of HTTP', [{ dpop: [] }], null, 'Log-in needed: HTTP DPoP', true],
    ['a key in the query', [{ query: [] }], null, 'Log-in needed: API key in query parameter api key', true],
    ['a key in a cookie', [{ cookie: [] }], null, 'Log-in needed: API key in cookie session', true],
    ['a scope', [{ bearer: ['droplet:create'] }], null, 'Log-in needed: HTTP Bearer (droplet:create)', true],
    ['scopes', [{ oauth: ['read', 'write'] }], null, 'Log-in needed: OAuth 2 (read, write)', true],
    ['OpenID Connect', [{ oidc: [] }], null, 'Log-in needed: OpenID Connect', true],
    ['mutual TLS', [{ tls: [] }], null, 'Log-in needed: client certificate', true],
    ['alternatives', [{ basic: [] }, { bearer: [] }], null, 'Log-in needed: HTTP Basic or HTTP Bearer', true],
    ['equal alternatives', [{ basic: [] }, { basic: [] }], null, 'Log-in needed: HTTP Basic', true],
    [
      'what belongs together',
      [{ header: [], tls: [] }, { oauth: ['read'] }],
      null,
      'Log-in needed: API key in header X-API-Key and client certificate or OAuth 2 (read)',
      true,
    ],
    ['an optional one', [{}, { bearer: [] }], null, 'Open to everyone, or with HTTP Bearer', false],
    [
      'an optional one, the other way round',
      [{ bearer: [] }, {}],
      null,
      'Open to everyone, or with HTTP Bearer',
      false,
    ],
    ['one that is not defined', [{ gone: [] }], null, needed('gone, which the description does not define'), true],
    [
      'a name of Object’s own',
      [{ constructor: [] }],
      null,
      needed('constructor, which the description does not define'),
      true,
    ],
  ])('%s', (of, security, ofApi, words, isClosed) => {
    const operation = operationWith({ security, ofApi });
    const line = accessLine(operation);
    expect(textOf(line.words)).toBe(words);
    expect(line.beside).toBeNull();
    expect(operation.requiresAuthorization()).toBe(isClosed);
    expect(line.hasLogIn).toBe(/Log-in|or with/.test(words));
    expect(line.isUnsaid).toBe(of === 'nothing named');
    // Only what this site refuses is known to answer 401.
    expect(operation.getAddedStatusCodes()).toEqual([]);
  });
});

describe('where another host answers and this site does from examples', () => {
  const examples: Access = { kind: 'open', hasExamples: true };
  test.each<[of: string, given: Parameters<typeof operationWith>[0], words: string | null]>([
    ['an operation', { access: examples }, 'Example data on this site'],
    [
      'one whose server has a path of its own',
      {
        access: examples,
        servers: [{ url: 'https://api.example/of/{tenant}', variables: { tenant: { default: 'a' } } }],
      },
      'This site answers /thing with example data',
    ],
    ['one of another backend', { access: open }, null],
    ['one that is called here', { access: examples, servers: [] }, null],
    ['one that this site asks a log-in of, and is called here', { access: { ...digest, hasExamples: true } }, null],
    ['a webhook', { access: examples, service: { kind: 'webhook' } }, null],
  ])('%s', (_, given, words) => {
    const operation = operationWith(given);
    expect(textOf(accessLine(operation).examples)).toBe(words);
    expect(callAddress(operation, 'https://docs.example').origin).not.toBe(
      words === null ? '' : 'https://docs.example',
    );
    expect(textOf(apiExamples(operation.service.api, 'https://docs.example'))).toBe(
      words === null ? null : 'This site answers https://docs.example with example data',
    );
    expect(textOf(apiExamples(operation.service.api, ''))).toBe(
      words === null ? null : 'This site answers the paths with example data',
    );
  });
});

describe('where this site answers, what it enforces', () => {
  const demanded = [{ bearer: [] }];
  test.each<[of: string, Access, Security, words: string, beside: string | null]>([
    ['nothing', open, null, 'Open to everyone', null],
    ['nothing, as described', open, [], 'Open to everyone', null],
    ['Digest', digest, null, 'Log-in needed: HTTP Digest, realm “api”', null],
    ['Basic', basic, null, 'Log-in needed: HTTP Basic, realm “staff”, send over HTTPS only', null],
    ['what no user has', closed, null, 'Closed: a log-in is needed and none is set up', null],
    ['what the description names, too', digest, [{ digest: [] }], 'Log-in needed: HTTP Digest, realm “api”', null],
    [
      'something else than the description names',
      digest,
      demanded,
      'Log-in needed: HTTP Digest, realm “api”',
      'The description also names HTTP Bearer; this site does not check it.',
    ],
    [
      'only a part of it',
      digest,
      [{ digest: [], header: [] }],
      'Log-in needed: HTTP Digest, realm “api”',
      'The description also names HTTP Digest and API key in header X-API-Key; this site does not check it.',
    ],
    ['nothing of it', open, demanded, 'Open to everyone here', 'The description names HTTP Bearer.'],
  ])('%s', (_, access, security, words, beside) => {
    for (const servers of [[], [{ url: '/v1' }]]) {
      const operation = operationWith({ access, security, servers });
      const line = accessLine(operation);
      expect([textOf(line.words), textOf(line.beside)]).toEqual([words, beside]);
      expect(operation.requiresAuthorization()).toBe(access.kind === 'login');
    }
  });

  test('also of an API with servers elsewhere where it asks for a log-in', () => {
    const line = accessLine(operationWith({ access: digest, security: demanded }));
    expect(textOf(line.words)).toBe('Log-in needed: HTTP Digest, realm “api”');
  });

  test('but not of an operation that has a server of its own elsewhere', () => {
    const given = { security: demanded, servers: [], operation: { servers: ELSEWHERE } };
    expect(textOf(accessLine(operationWith(given)).words)).toBe('Log-in needed: HTTP Bearer');
  });
});

test('a webhook is called by others: what the call comes with', () => {
  const given = { service: { kind: 'webhook', route: '' }, security: [{ header: [] }] } as const;
  const line = accessLine(operationWith(given));
  expect([line.words, textOf(line.beside), line.hasLogIn]).toEqual([
    null,
    'Called with API key in header X-API-Key',
    false,
  ]);
  expect(operationWith(given).requiresAuthorization()).toBe(false);
  expect(accessLine(operationWith({ ...given, security: [{}] })).beside).toBeNull();
  expect(accessLine(operationWith({ ...given, security: null, ofApi: [{ header: [] }] })).beside).toBeNull();
});

describe('the list of APIs says of one', () => {
  test.each<[of: string, Access, Security, servers: readonly { url: string }[], words: string]>([
    ['that this site serves', open, [], [], 'Open'],
    ['of which this site checks no log-in', open, [{ bearer: [] }], [], 'Open here; the description names HTTP Bearer'],
    ['that this site closes', digest, [{ bearer: [] }], ELSEWHERE, 'Log-in needed: HTTP Digest'],
    [
      'that another host serves',
      open,
      [{ oauth: ['read'] }, { tls: [] }],
      ELSEWHERE,
      'Log-in needed: OAuth 2 or client certificate',
    ],
    ['that another host serves openly', open, [], ELSEWHERE, 'Open'],
    ['that has an optional log-in', open, [{}, { tls: [] }], ELSEWHERE, 'Open'],
    ['that says nothing of log-ins', open, null, ELSEWHERE, 'No log-in named'],
  ])('%s', (_, access, security, servers, expected) => {
    const api = apiWith({ access, ofApi: security, servers });
    expect(phraseText(apiAccessWords(access, demandOf(api), wordsOf(api)))).toBe(expected);
  });

  test('that is partly open', () => {
    const api = apiWith({ ofApi: [{ bearer: ['a'] }], security: [] });
    const [thing] = api.record.services;
    if (thing === undefined) throw new Error('No service.');
    const closed = { ...thing, name: 'Other', operations: thing.operations.map((one) => ({ ...one, security: null })) };
    const mixed = new Api({ ...api.record, services: [thing, closed] });
    expect(phraseText(apiAccessWords(open, demandOf(mixed), wordsOf(mixed)))).toBe(
      'Partly open; the rest needs HTTP Bearer',
    );
  });
});
