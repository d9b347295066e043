import { createSecretKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LoggedIn, Refused } from '../../../../../src/auth/contract.ts';
import { digestScheme } from '../../../../../src/auth/schemes/digest/scheme.ts';
import { createMemoryState } from '../../../../../src/auth/state/memory.ts';
import { parseAuthParameters } from '../../../../../src/http/authentication.ts';
import { formatParameters, hashHex, sentParameters, userSecret } from '../../../../fixtures/auth/digest-client.ts';
import { challengeParameters } from '../../../../tooling/challenge.ts';
import { closeServersAfterwards, htdigestText, openServer, outcome, TARGET } from './set-up.ts';

closeServersAfterwards();

function isStale(result: LoggedIn | Refused): boolean {
  const challenges = result.kind === 'rejected' ? result.challenges : [];
  return challenges.length > 0 && challenges.every((text) => challengeParameters(text)?.get('stale') === 'true');
}

test('the scheme has the name of its token', () => {
  expect([digestScheme.name, digestScheme.token]).toEqual(['digest', 'Digest']);
});

describe('the challenge', () => {
  test('says realm, nonce, opaque, MD5, qop=auth and UTF-8, and no domain where none is configured', () => {
    const [challenge, ...others] = openServer().verifier.challenges();
    expect(others).toEqual([]);
    expect(challenge).toMatch(
      /^Digest realm="api", nonce="[\w-]{48}", opaque="[\w-]{22}", algorithm=MD5, qop="auth", charset=UTF-8$/,
    );
  });

  test('lists the domains', () => {
    expect(
      openServer({ digest_domains: ['/library', 'https://api.example.com/billing'] })
        .challenge()
        .get('domain'),
    ).toBe('/library https://api.example.com/billing');
  });

  test('lists the paths of a site below a path as clients see them', () => {
    const server = openServer({ basePath: '/docs', digest_domains: ['/library', 'https://api.example.com/library'] });
    expect(server.challenge().get('domain')).toBe('/docs/library https://api.example.com/library');
  });

  test('escapes the realm, and sends it as UTF-8', async () => {
    const server = openServer({ realm: 'a "b" \\ ü' });
    expect(server.verifier.challenges()[0]).toContain('realm="a \\"b\\" \\\\ \u00c3\u00bc"');
  });

  test('has a new nonce each time and one opaque for all', async () => {
    const server = openServer();
    const [first, second] = [server.challenge(), server.challenge()];
    expect(first.get('nonce')).not.toBe(second.get('nonce'));
    expect(first.get('opaque')).toBe(second.get('opaque'));
    expect(openServer().challenge().get('opaque')).toBe(first.get('opaque'));
    expect(openServer({ name: 'partners' }).challenge().get('opaque')).not.toBe(first.get('opaque'));
  });

  test('asks for nothing of the state', async () => {
    const server = openServer();
    for (let count = 0; count < 100; count += 1) server.challenge();
    expect(server.asked).toEqual([]);
  });
});

describe('SHA-256, where it has a file', () => {
  test('is offered first, MD5 after it; each is accepted with its own secrets', async () => {
    const server = openServer({ htdigest_sha256: 'wanted' });
    expect([0, 1].map((index) => server.challenge(index).get('algorithm'))).toEqual(['SHA-256', 'MD5']);
    expect(await outcome(server.logIn({ algorithm: 'SHA-256' }))).toBe('authenticated');
    expect(await outcome(server.logIn({ algorithm: 'MD5' }))).toBe('authenticated');
    expect(await outcome(server.logIn({ algorithm: 'SHA-256', password: 'wrong' }))).toBe('wrong-credentials');
  });

  test('is offered alone where MD5 has no file; no algorithm means MD5 then too', async () => {
    const server = openServer({ htdigest_sha256: 'wanted', htdigest: null });
    expect(server.verifier.challenges()).toHaveLength(1);
    const parameters = sentParameters(server.hashed({ algorithm: 'SHA-256' }), server.challenge().get('opaque') ?? '');
    expect(await outcome(server.verify(formatParameters({ ...parameters, algorithm: null })))).toBe(
      'wrong-credentials',
    );
    expect(await outcome(server.verify(formatParameters(parameters)))).toBe('authenticated');
  });
});

describe('right credentials', () => {
  test('are answered with proof that the server knows the secret', async () => {
    const server = openServer();
    const hashed = server.hashed({ cnonce: 'abc' });
    const result = await server.verify(
      formatParameters(sentParameters(hashed, server.challenge().get('opaque') ?? '')),
    );
    const rspauth = hashHex(
      'MD5',
      `${userSecret('MD5', hashed)}:${hashed.nonce}:00000001:abc:auth:${hashHex('MD5', `:${TARGET}`)}`,
    );
    expect(result).toMatchObject({ kind: 'authenticated', identity: { name: 'ada' } });
    const [name, value] = result.kind === 'authenticated' ? result.headers : [];
    expect(name).toBe('authentication-info');
    expect(Object.fromEntries(parseAuthParameters(value ?? '') ?? [])).toEqual({
      rspauth,
      qop: 'auth',
      cnonce: 'abc',
      nc: '00000001',
    });
  });

  test('name the user as the file does', async () => {
    expect(await openServer().logIn({ user: 'Jäsøn', password: 'pässwörd' })).toMatchObject({
      kind: 'authenticated',
      identity: { name: 'Jäsøn' },
    });
  });

  test('of a realm that has to be escaped are accepted', async () => {
    const realm = 'a "b" \\ ü';
    const server = openServer({ realm });
    writeFileSync(join(server.folder, 'other'), htdigestText('MD5', [{ user: 'ada', realm, password: 'secret' }]));
    const other = openServer({ realm, htdigest: join(server.folder, 'other') });
    const parameters = sentParameters(other.hashed({ realm }), other.challenge().get('opaque') ?? '');
    expect(
      await outcome(other.verify(formatParameters({ ...parameters, realm: '"a \\"b\\" \\\\ \u00c3\u00bc"' }))),
    ).toBe('authenticated');
  });
});

describe('a nonce count', () => {
  const count = (value: number): string => value.toString(16).padStart(8, '0');

  test('is taken once; a replay changes nothing and is answered with a new nonce', async () => {
    const server = openServer();
    const { nonce } = server.hashed();
    expect(await outcome(server.logIn({ nonce }))).toBe('authenticated');
    const replay = server.logIn({ nonce });
    expect(await outcome(replay)).toBe('replayed');
    expect(isStale(await replay)).toBe(true);
    expect(server.asked).not.toContain('recordFailure');
    expect(await outcome(server.logIn({ nonce, nc: count(2) }))).toBe('authenticated');
  });

  test('may come out of order, within 64', async () => {
    const server = openServer();
    const { nonce } = server.hashed();
    const outcomes: string[] = [];
    for (const value of [70, 8, 69, 7, 6, 8]) outcomes.push(await outcome(server.logIn({ nonce, nc: count(value) })));
    expect(outcomes).toEqual([
      'authenticated',
      'authenticated',
      'authenticated',
      'authenticated',
      'replayed',
      'replayed',
    ]);
  });

  test('in a wrong digest is not taken, however high', async () => {
    const server = openServer();
    const { nonce } = server.hashed();
    expect(await outcome(server.logIn({ nonce, nc: 'ffffffff', password: 'wrong' }))).toBe('wrong-credentials');
    expect(await outcome(server.logIn({ nonce, nc: 'ffffffff', user: 'nobody' }))).toBe('wrong-credentials');
    expect(server.asked).toEqual(Array(4).fill('recordFailure'));
    expect(await outcome(server.logIn({ nonce, nc: count(1) }))).toBe('authenticated');
  });
});

describe('a nonce', () => {
  test('that is too old is stale, whether it was used or not, in a right digest alone', async () => {
    const server = openServer({ nonce_timeout: 60 });
    const used = server.hashed().nonce;
    const unused = server.hashed().nonce;
    server.pass(59_999);
    expect(await outcome(server.logIn({ nonce: used }))).toBe('authenticated');
    server.pass(1);
    server.asked.length = 0;
    for (const nonce of [used, unused]) {
      const verification = server.logIn({ nonce, nc: '00000002' });
      expect(await outcome(verification)).toBe('stale');
      expect(isStale(await verification)).toBe(true);
    }
    expect(server.asked).toEqual([]);
    const wrong = server.logIn({ nonce: used, nc: '00000002', password: 'wrong' });
    expect(await outcome(wrong)).toBe('wrong-credentials');
    expect(isStale(await wrong)).toBe(false);
  });

  test('of another adapter or realm admits no client', async () => {
    const other = openServer({ name: 'partners' });
    const server = openServer();
    expect(await outcome(server.logIn({ nonce: other.hashed().nonce }))).toBe('stale');
    expect(server.asked).toEqual([]);
  });

  test('of a replica with the same key is accepted, with another key it is stale', async () => {
    expect(await outcome(openServer().logIn({ nonce: openServer().hashed().nonce }))).toBe('authenticated');
    const stranger = openServer({}, { nonceKeys: [createSecretKey(Buffer.alloc(32, 8))] });
    expect(await outcome(openServer().logIn({ nonce: stranger.hashed().nonce }))).toBe('stale');
  });

  test('of a key that was replaced is accepted while the key is listed', async () => {
    const nonceKeys = [createSecretKey(Buffer.alloc(32, 8)), createSecretKey(Buffer.alloc(32, 7))] as const;
    expect(await outcome(openServer({}, { nonceKeys }).logIn({ nonce: openServer().hashed().nonce }))).toBe(
      'authenticated',
    );
  });

  test('that the state has forgotten is stale', async () => {
    const state = createMemoryState(() => 1_800_000_001_000);
    expect(await outcome(openServer({}, { state }).logIn())).toBe('stale');
  });
});
