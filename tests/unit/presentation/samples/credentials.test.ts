import { describe, expect, test } from 'vitest';
import type { SecurityRequirementObject } from '../../../../src/model/openapi-objects.ts';
import { curlOf } from '../../../../src/presentation/samples/operation-request.ts';
import { operationWith } from '../access/descriptor-security.ts';

type Security = readonly SecurityRequirementObject[] | null;

const options = (command: string | null): readonly string[] => (command ?? '').split(' \\\n  ');
const URL_ALONE = "curl 'https://api.example/thing'";

describe('a sample for another host logs in', () => {
  test.each<[as: string, Security, options: readonly string[]]>([
    ['not at all where nothing is named', null, [URL_ALONE]],
    ['not at all where it is open', [], [URL_ALONE]],
    ['not at all where it is optional', [{ bearer: [] }, {}], [URL_ALONE]],
    ['not at all with what is not defined', [{ gone: [] }], [URL_ALONE]],
    ['with a user', [{ basic: [] }], ['curl -u USER', "'https://api.example/thing'"]],
    ['with Digest', [{ digest: [] }], ['curl --digest -u USER', "'https://api.example/thing'"]],
    ['with a token', [{ bearer: [] }], ["curl -H 'Authorization: Bearer TOKEN'", "'https://api.example/thing'"]],
    [
      'with a token of OAuth 2',
      [{ oauth: [] }],
      ["curl -H 'Authorization: Bearer TOKEN'", "'https://api.example/thing'"],
    ],
    ['with an ID token', [{ oidc: [] }], ["curl -H 'Authorization: Bearer TOKEN'", "'https://api.example/thing'"]],
    [
      'with another scheme',
      [{ dpop: [] }],
      ["curl -H 'Authorization: DPoP CREDENTIALS'", "'https://api.example/thing'"],
    ],
    ['with a key in a header', [{ header: [] }], ["curl -H 'X-API-Key: KEY'", "'https://api.example/thing'"]],
    [
      'with a key in the Authorization field',
      [{ raw: [] }],
      ["curl -H 'authorization: KEY'", "'https://api.example/thing'"],
    ],
    ['with a key in the query', [{ query: [] }], ["curl 'https://api.example/thing?api%20key=KEY'"]],
    ['with a key in a cookie', [{ cookie: [] }], ["curl -b 'session=KEY'", "'https://api.example/thing'"]],
    [
      'with a certificate',
      [{ tls: [] }],
      ['curl --cert CERTIFICATE', '--key PRIVATE_KEY', "'https://api.example/thing'"],
    ],
    [
      'with the first of several',
      [{ header: [] }, { bearer: [] }],
      ["curl -H 'X-API-Key: KEY'", "'https://api.example/thing'"],
    ],
    [
      'with the first that is defined',
      [{ gone: [] }, { header: [] }],
      ["curl -H 'X-API-Key: KEY'", "'https://api.example/thing'"],
    ],
    [
      'with all that belongs together',
      [{ header: [], query: [] }],
      ["curl -H 'X-API-Key: KEY'", "'https://api.example/thing?api%20key=KEY'"],
    ],
    [
      'with one Authorization field',
      [{ basic: [], bearer: [], cookie: [] }],
      ['curl -u USER', "-b 'session=KEY'", "'https://api.example/thing'"],
    ],
    ['without what is no name of a field', [{ odd: [] }], [URL_ALONE]],
    ['without what is no scheme', [{ spaced: [] }], [URL_ALONE]],
  ])('%s', (_, security, expected) => {
    expect(options(curlOf(operationWith({ security }), ''))).toEqual(expected);
  });

  test('with the one that is asked for, also where it is optional', () => {
    const operation = operationWith({ security: [{}, { basic: [] }, { bearer: [], tls: [] }, { bearer: [] }] });
    expect(options(curlOf(operation, '', 'bearer'))).toEqual([
      "curl -H 'Authorization: Bearer TOKEN'",
      "'https://api.example/thing'",
    ]);
  });

  test('once, where the key is described as a parameter, too', () => {
    const parameters = [
      { name: 'x-api-key', in: 'header', required: true, schema: { type: 'string' } },
      { name: 'api key', in: 'query', required: true, schema: { type: 'string' } },
      { name: 'q', in: 'query', required: true, schema: { type: 'string' } },
    ] as const;
    const operation = operationWith({ security: [{ header: [], query: [] }], operation: { parameters } });
    expect(options(curlOf(operation, ''))).toEqual([
      "curl -H 'X-API-Key: KEY'",
      "'https://api.example/thing?q=Q&api%20key=KEY'",
    ]);
  });
});

test('nothing that the description demands is sent to this site', () => {
  const security = [{ header: [], query: [] }];
  expect(curlOf(operationWith({ security, servers: [] }), 'https://docs.example')).toBe(
    "curl 'https://docs.example/thing'",
  );
});
