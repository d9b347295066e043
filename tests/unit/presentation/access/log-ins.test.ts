import { describe, expect, test } from 'vitest';
import type { Access } from '../../../../src/model/access.ts';
import { Api } from '../../../../src/model/api.ts';
import type { SecurityRequirementObject } from '../../../../src/model/openapi-objects.ts';
import { loginsOf } from '../../../../src/presentation/access/log-ins.ts';
import { phraseText } from '../../../../src/words/phrase.ts';
import { digestLogin } from '../../../fixtures/auth/log-ins.ts';
import { operation, service } from '../../../fixtures/model/rich-api.ts';
import { apiWith, ELSEWHERE } from './descriptor-security.ts';

type Security = readonly SecurityRequirementObject[] | null;

const open: Access = { kind: 'open' };
const digest: Access = { kind: 'login', schemes: [digestLogin('api')] };

describe('“How to log in” says', () => {
  test.each<[string, Security, string]>([
    ['that nothing is named', null, 'The description names no log-in.'],
    ['that nothing is asked for', [], 'Open to everyone: the description asks for no log-in.'],
  ])('%s of an API elsewhere', (_, ofApi, words) => {
    const view = loginsOf(apiWith({ ofApi }), '');
    expect([view.none, view.ways]).toEqual([words, []]);
    expect(view.othersTitle).toBe('The description names these, too; no operation asks for them:');
  });

  test('that this site asks for nothing, and checks nothing that the description names', () => {
    const view = loginsOf(apiWith({ ofApi: [{ bearer: [] }], servers: [], access: open }), '');
    expect(view).toMatchObject({
      none: 'Open to everyone: this site asks for no log-in.',
      ways: [],
      othersTitle: 'The description names these; this site does not check them:',
    });
    expect(view.others.map(({ name }) => name)).toContain('bearer');
    expect(phraseText(view.noneAtFirst)).toBe('Open here; the description names HTTP Bearer');
  });

  test('of each scheme that operations elsewhere ask for, how it is used, and of the others that they are there', () => {
    const ofApi = [{ oauth: ['read'] }, { header: [], tls: [] }];
    const { none, ways, others } = loginsOf(apiWith({ ofApi }), '');
    expect(none).toBeNull();
    expect(
      ways.map(({ words, scheme, extent, curl, hint }) => [phraseText(words), scheme?.name, extent, curl, hint]),
    ).toEqual([
      [
        'API key in header X-API-Key',
        'header',
        'All operations',
        "curl -H 'X-API-Key: KEY' \\\n  --cert CERTIFICATE \\\n  --key PRIVATE_KEY \\\n  'https://api.example/thing'",
        'Replace KEY with your key. CERTIFICATE and PRIVATE_KEY are your files.',
      ],
      [
        'OAuth 2',
        'oauth',
        'All operations',
        "curl -H 'Authorization: Bearer TOKEN' \\\n  'https://api.example/thing'",
        'Replace TOKEN with your access token.',
      ],
      [
        'client certificate',
        'tls',
        'All operations',
        "curl -H 'X-API-Key: KEY' \\\n  --cert CERTIFICATE \\\n  --key PRIVATE_KEY \\\n  'https://api.example/thing'",
        'Replace KEY with your key. CERTIFICATE and PRIVATE_KEY are your files.',
      ],
    ]);
    expect(others.map(({ name }) => name)).not.toContain('oauth');
    expect(ways[1]?.scheme?.flows[0]?.addresses).toEqual([['token from ', { code: 'https://l.example/t' }]]);
  });

  test('what this site enforces, and that it checks nothing else', () => {
    const { ways, others, othersTitle } = loginsOf(
      apiWith({ access: digest, ofApi: [{ bearer: [] }], servers: ELSEWHERE }),
      'https://docs.example',
    );
    expect(ways).toEqual([
      {
        words: ['Log-in needed: HTTP Digest, realm “api”'],
        scheme: null,
        isOneOfSeveral: false,
        extent: 'All operations',
        curl: "curl --digest -u USER \\\n  'https://docs.example/thing'",
        hint: 'curl asks for the password of USER.',
      },
    ]);
    expect(others.map(({ name }) => name)).toContain('bearer');
    expect(othersTitle).toBe('The description names these; this site does not check them:');
  });

  test('where tokens of each kind are explained: bearer format, addresses, deprecation', () => {
    const { ways } = loginsOf(apiWith({ ofApi: [{ bearer: [] }, { oidc: [] }] }), '');
    expect(ways.map(({ words }) => words)).toEqual([
      ['HTTP Bearer, JWT'],
      ['OpenID Connect: ', { code: 'https://l.example/.well-known' }],
    ]);
  });

  test('which of them have the same words, and are told apart by their names', () => {
    const { record } = apiWith({ ofApi: [{ bearer: [] }, { other: [] }, { oidc: [] }] });
    const { securitySchemes } = record.components;
    const both = { ...securitySchemes, other: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } as const;
    const components = { ...record.components, securitySchemes: both };
    const { ways } = loginsOf(new Api({ ...record, components }), '');
    expect(ways.map(({ scheme, isOneOfSeveral }) => [scheme?.name, isOneOfSeveral])).toEqual([
      ['bearer', true],
      ['oidc', false],
      ['other', true],
    ]);
  });

  test.each([
    ['what reads and needs nothing', ['POST /a', 'GET /b/{x}', 'GET /c', 'GET /d'], '/c'],
    ['else what reads', ['DELETE /a', 'GET /b/{x}'], '/b/X'],
    ['else what sends no body', ['POST /a', 'DELETE /b/{x}'], '/b/X'],
  ])('it with %s', (_, calls, path) => {
    const api = apiWith({ ofApi: [{ basic: [] }] });
    const operations = calls.map((call) => {
      const [method = '', url = ''] = call.split(' ');
      const parameters = url.includes('{') ? ([{ name: 'x', in: 'path', required: true }] as const) : [];
      const requestBody = method === 'POST' ? { content: {} } : null;
      return operation(method, url, { parameters, requestBody });
    });
    const { ways } = loginsOf(new Api({ ...api.record, services: [service('S', { operations })] }), '');
    expect(ways[0]?.curl).toContain(`'https://api.example${path}'`);
  });
});
