import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAdapter } from '../../../src/auth/adapter.ts';
import {
  type DeferredFailures,
  type Health,
  identityOf,
  type LoggedIn,
  type Refused,
} from '../../../src/auth/contract.ts';
import { hashPassword } from '../../../src/auth/password-hashes/passwords.ts';
import type { LoadedScheme, SchemeCode, SchemeVerifier } from '../../../src/auth/schemes/contract.ts';
import { authSchemes } from '../../../src/auth/schemes/registry.ts';
import { adapterOptions, authTools, basicHeader, requestWith } from '../../fixtures/auth/tools.ts';

/** A scheme that gives the answer it is made with. */
function scheme(
  name: string,
  verified: (name: string) => LoggedIn | Refused,
  health: Health = { kind: 'working' },
): LoadedScheme & {
  readonly verify: ReturnType<typeof vi.fn<SchemeVerifier['verify']>>;
  readonly close: ReturnType<typeof vi.fn<() => void>>;
} {
  const verify = vi.fn<SchemeVerifier['verify']>(async () => verified(name));
  const close = vi.fn<() => void>();
  const code: SchemeCode = {
    files: {},
    create: () => ({ challenges: () => [`${name} a`, `${name} b`], verify, health: () => health, close }),
  };
  return {
    name: name.toLowerCase(),
    token: name,
    options: {},
    needs: [],
    client: {},
    form: [],
    load: async () => code,
    ...code,
    verify,
    close,
  };
}

const verified = (name: string): LoggedIn => ({
  kind: 'authenticated',
  identity: identityOf({ name: 'staff', realm: 'api' }, name, 'alice'),
  headers: ['authentication-info', 'x'],
});
const both = adapterOptions({ schemes: ['basic', 'digest'] });

describe('an adapter', () => {
  test('has the schemes that its options name, in the order of the registry', () => {
    const schemes = [scheme('Digest', verified), scheme('Basic', verified)];
    expect(createAdapter(both, authTools({ schemes })).schemes).toEqual(['Digest', 'Basic']);
    expect(createAdapter(adapterOptions({ schemes: ['basic'] }), authTools({ schemes })).schemes).toEqual(['Basic']);
    expect(createAdapter(both, authTools({ schemes })).challenges()).toEqual([
      'Digest a',
      'Digest b',
      'Basic a',
      'Basic b',
    ]);
  });

  test.each([
    ['Digest a="b"', 'Digest', 'a="b"'],
    ['dIGEST   a="b" ', 'Digest', 'a="b" '],
    ['Basic QQ==', 'Basic', 'QQ=='],
    ['Basic', 'Basic', undefined],
  ])('%s is verified by %s, which gets %j', async (header, name, text) => {
    const schemes = [scheme('Digest', verified), scheme('Basic', verified)];
    const request = requestWith(header);
    const failures: DeferredFailures = [];
    expect(await createAdapter(both, authTools({ schemes })).authenticate(request, failures)).toMatchObject({
      kind: 'authenticated',
      identity: { scheme: name },
      headers: ['authentication-info', 'x'],
    });
    for (const { token: of, verify } of schemes)
      expect(verify.mock.calls).toEqual(of === name ? [[request, text ?? '', failures]] : []);
  });

  test('a refusal has every scheme’s challenges', async () => {
    const schemes = [
      scheme('Digest', verified),
      scheme('Basic', () => ({ kind: 'rejected', cause: 'wrong-credentials', challenges: ['Basic a', 'Basic b'] })),
    ];
    expect(await createAdapter(both, authTools({ schemes })).authenticate(requestWith('Basic x'))).toEqual({
      kind: 'rejected',
      cause: 'wrong-credentials',
      challenges: ['Digest a', 'Digest b', 'Basic a', 'Basic b'],
    });
  });

  test('a scheme that has its own challenges for a case replaces its own alone', async () => {
    const schemes = [
      scheme('Digest', () => ({ kind: 'rejected', cause: 'stale', challenges: ['Digest stale'] })),
      scheme('Basic', verified),
    ];
    expect(await createAdapter(both, authTools({ schemes })).authenticate(requestWith('Digest x'))).toMatchObject({
      cause: 'stale',
      challenges: ['Digest stale', 'Basic a', 'Basic b'],
    });
  });

  test.each(['Digest', 'Basic'] as const)('is closed for users and guests when %s is', async (name) => {
    const closed: Health = { kind: 'closed', reason: 'data/file: not found' };
    const schemes = (['Digest', 'Basic'] as const).map((of) => scheme(of, verified, of === name ? closed : undefined));
    const adapter = createAdapter(both, authTools({ schemes }));
    expect(adapter.health()).toEqual(closed);
    for (const request of [requestWith(), requestWith('Basic x'), requestWith('Digest x'), requestWith('x', 'y')]) {
      expect(await adapter.authenticate(request)).toMatchObject({
        kind: 'unavailable',
        reason: 'data/file: not found',
      });
    }
    for (const { verify } of schemes) expect(verify).not.toHaveBeenCalled();
  });

  test('works while all its schemes do', () => {
    expect(
      createAdapter(both, authTools({ schemes: [scheme('Digest', verified), scheme('Basic', verified)] })).health(),
    ).toEqual({
      kind: 'working',
    });
  });

  test('without a scheme admits no client, and says what to do', async () => {
    const none = createAdapter(adapterOptions({ schemes: [] }), authTools({ schemes: [scheme('Basic', verified)] }));
    expect(await none.authenticate(requestWith('Basic x'))).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringMatching(/^adapter staff: no scheme\. Name basic/),
    });
  });

  test('closed admits no client, and closes what its schemes watch', async () => {
    const schemes = [scheme('Digest', verified), scheme('Basic', verified)];
    const closed = createAdapter(both, authTools({ schemes }));
    closed.close();
    expect(await closed.authenticate(requestWith('Basic x'))).toMatchObject({
      kind: 'unavailable',
      reason: 'adapter staff: closed',
    });
    for (const { close, verify } of schemes)
      expect([close.mock.calls.length, verify.mock.calls.length]).toEqual([1, 0]);
  });

  test.each<Refused>([
    { kind: 'throttled', retryAfterSeconds: 7 },
    { kind: 'unavailable', retryAfterSeconds: 5, reason: 'down' },
  ])('passes on that a scheme is $kind', async (refused) => {
    expect(
      await createAdapter(adapterOptions(), authTools({ schemes: [scheme('Basic', () => refused)] })).authenticate(
        requestWith('Basic x'),
      ),
    ).toEqual(refused);
  });

  test.each([
    ['api', 'Basic realm="api", charset="UTF-8"'],
    ['a "b" \\c', 'Basic realm="a \\"b\\" \\\\c", charset="UTF-8"'],
    ['ü', 'Basic realm="\u00c3\u00bc", charset="UTF-8"'],
  ])('the realm %s is quoted (RFC 9110 §5.6.4)', (realm, challenge) => {
    expect(createAdapter(adapterOptions({ realm }), authTools()).challenges()).toEqual([challenge]);
  });

  test('the registry has every scheme once', () => {
    const names = authSchemes.map(({ name }) => name);
    expect(names).toContain('basic');
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('the password file of an adapter', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'adapter-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('missing at the start: closed with the reason; it works as soon as the file is there; others are not touched', async () => {
    const log: string[] = [];
    const tools = authTools({ log: (message) => log.push(message) });
    const [missing, there] = [join(folder, 'missing'), join(folder, 'there')];
    writeFileSync(there, `alice:${hashPassword('a', 'sha1')}\n`);
    const broken = createAdapter(adapterOptions({ htpasswd: missing }), tools);
    const working = createAdapter(adapterOptions({ htpasswd: there }), tools);
    expect(broken.health()).toEqual({ kind: 'closed', reason: expect.stringContaining(missing) });
    expect(log.join()).toContain(missing);
    expect(await broken.authenticate(requestWith())).toMatchObject({ kind: 'unavailable' });
    expect(await working.authenticate(requestWith(basicHeader('alice', 'a')))).toMatchObject({ kind: 'authenticated' });
    writeFileSync(missing, `bob:${hashPassword('b', 'sha1')}\n`);
    await vi.waitFor(async () =>
      expect(await broken.authenticate(requestWith(basicHeader('bob', 'b')))).toMatchObject({ kind: 'authenticated' }),
    );
    broken.close();
    working.close();
  });

  test('not configured: closed', () => {
    expect(createAdapter(adapterOptions(), authTools()).health()).toEqual({
      kind: 'closed',
      reason: expect.stringContaining('htpasswd'),
    });
  });
});
