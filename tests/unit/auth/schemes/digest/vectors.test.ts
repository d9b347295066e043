import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createOffers } from '../../../../../src/auth/schemes/digest/offer.ts';
import { md5, sha256 } from '../../../../../src/auth/secrets.ts';
import { answerDigest, requestDigest } from '../../../../../src/http/authentication.ts';
import {
  digestResponse,
  formatParameters,
  type Hashed,
  type Parameters,
  sentParameters,
  userSecret,
} from '../../../../fixtures/auth/digest-client.ts';
import { adapterOptions, authTools } from '../../../../fixtures/auth/tools.ts';
import vectors from '../../../../vectors/digest.json' with { type: 'json' };
import { createServer, outcome, TARGET } from './set-up.ts';

interface Given {
  /** Values sent instead of the right ones; null: the parameter is not sent. */
  readonly parameters?: Parameters;
  /** Values that the client hashes instead. `{secret}` is the stored value. */
  readonly hashed?: Partial<Hashed>;
  readonly method?: string;
  readonly target?: string;
  readonly order?: string;
  readonly names?: string;
  readonly separator?: string;
  readonly equals?: string;
  readonly suffix?: string;
  readonly response?: string;
  /** The whole text behind the scheme instead. */
  readonly credentials?: string;
}

const server = createServer();
afterAll(server.close);

function credentialsOf(given: Given): string {
  if (given.credentials !== undefined) return given.credentials;
  const password = given.hashed?.password === '{secret}' ? userSecret('MD5', server.hashed()) : given.hashed?.password;
  const user = given.hashed?.user;
  const hashed = server.hashed({
    ...(user === 'Jäsøn' ? { password: 'pässwörd' } : {}),
    ...given.hashed,
    ...(password === undefined ? {} : { password }),
  });
  const opaque = server.challenge().get('opaque') ?? '';
  const right = sentParameters(hashed, opaque);
  const response = digestResponse(hashed);
  const shaped =
    { upper: response.toUpperCase(), short: response.slice(1), long: `${response}0` }[given.response ?? ''] ?? response;
  const sent = Object.entries({ ...right, response: `"${shaped}"`, ...given.parameters })
    .map(([name, value]): [string, string | null] => [
      given.names === 'upper' ? name.toUpperCase() : name,
      value === null
        ? null
        : value.replace('{nonce}', hashed.nonce).replace('{opaque}', opaque).replace('{response}', response),
    ])
    // A case that hashes something else sends what a right client would, but for its own parameters.
    .filter(([, value]) => value !== null);
  if (given.order === 'reversed') sent.reverse();
  return formatParameters(Object.fromEntries(sent), given.separator, given.equals) + (given.suffix ?? '');
}

/** Keeps the sent parameters right where only the hashed input is wrong. */
function withSentDefaults(given: Given): Given {
  const defaults: Parameters = {
    uri: `"${TARGET}"`,
    qop: 'auth',
    nc: '00000001',
    cnonce: '"0a4f113b"',
    algorithm: 'MD5',
    realm: '"api"',
  };
  return { ...given, parameters: { ...defaults, ...given.parameters } };
}

describe('Digest credentials', () => {
  const records: readonly { name: string; source: string; given: Given; expected: string }[] = vectors;

  test.each(records)('$name ($source): $expected', async ({ given, expected }) => {
    server.asked.length = 0;
    const { method = 'GET', target = TARGET } = given;
    const verified = server.verify(credentialsOf(withSentDefaults(given)), { method, target });
    expect(await outcome(verified)).toBe(expected);
    if (expected !== 'authenticated') expect(server.asked).not.toContain('spendNonceCount');
    if (expected === 'malformed') expect(server.asked).toEqual([]);
  });
});

describe('the example of RFC 7616 §3.9.1', () => {
  const input = {
    nonce: '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v',
    nonceCount: '00000001',
    uri: '/dir/index.html',
  };
  const cnonce = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ';
  const identity = 'Mufasa:http-auth@example.org:Circle of Life';

  test.each([
    [md5, 'md5', '8ca523f5e9506fed4657c9700eebdbec', '9b712497bc9f91499fbcca1dfc5f09a5'],
    [
      sha256,
      'sha256',
      '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
      '86d3b25618d41854ca5039a5d7e53ff6355d5134a9b1fb088a78ac3c462195a0',
    ],
  ])('$algorithm', (digestHash, name, request, answer) => {
    const secret = createHash(name).update(identity).digest('hex');
    expect(requestDigest(digestHash.hash, secret, 'GET', { ...input, cnonce })).toBe(request);
    expect(answerDigest(digestHash.hash, secret, { ...input, cnonce })).toBe(answer);
  });
});

test('what unknown users are compared with is as long as a digest, and new in every process, whether or not there is a file', () => {
  const options = adapterOptions({ htdigest: '/nowhere/md5', htdigest_sha256: '/nowhere/sha256' });
  const offers = [createOffers(options, authTools()), createOffers(options, authTools())].flat();
  expect(
    offers.map(({ digestHash, decoy }) => [digestHash.algorithm, /^[0-9a-f]+$/.test(decoy), decoy.length]),
  ).toEqual([
    ['SHA-256', true, 64],
    ['MD5', true, 32],
    ['SHA-256', true, 64],
    ['MD5', true, 32],
  ]);
  expect(new Set(offers.map(({ decoy }) => decoy)).size).toBe(4);
  expect(offers.map((offer) => offer.secrets())).toEqual(Array(4).fill(undefined));
  for (const offer of offers) offer.close();
});
