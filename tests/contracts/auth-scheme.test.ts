import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adapterGroups, optionsOf } from '../../src/admin/authentication/adapter-fields.ts';
import type { LoggedIn, Refused } from '../../src/auth/contract.ts';
import { hashPassword } from '../../src/auth/password-hashes/passwords.ts';
import type { LoadedScheme, SchemeVerifier } from '../../src/auth/schemes/contract.ts';
import { loadSchemes, offeredSchemes } from '../../src/auth/schemes/registry.ts';
import { formatParameters, sentParameters, userSecret } from '../fixtures/auth/digest-client.ts';
import { type AdapterChanges, adapterOptions, authTools, requestWith } from '../fixtures/auth/tools.ts';
import { challengeParameters } from '../tooling/challenge.ts';

const all: readonly LoadedScheme[] = await loadSchemes();
const USER = { user: 'Jäsøn', realm: 'api', password: 'pässwörd:1' };

/** Data to try a scheme with. A scheme without one fails below. */
interface Trial {
  /** The options that name its file, which holds one user. */
  readonly options: AdapterChanges;
  readonly file: string;
  readonly content: string;
  /** Text that a client sends behind the scheme's name. */
  readonly credentials: (verifier: SchemeVerifier, password: string) => string;
}

function trialOf({ name }: LoadedScheme, folder: string): Trial {
  const file = join(folder, 'users');
  switch (name) {
    case 'basic':
      return {
        options: { schemes: ['basic'], htpasswd: file },
        file,
        content: `${USER.user}:${hashPassword(USER.password, 'sha1')}\n`,
        credentials: (_, password) => Buffer.from(`${USER.user}:${password}`, 'utf8').toString('base64'),
      };
    case 'digest':
      return {
        options: { schemes: ['digest'], htdigest: file },
        file,
        content: `${USER.user}:${USER.realm}:${userSecret('MD5', USER)}\n`,
        credentials(verifier, password) {
          const terms = challengeParameters(verifier.challenges()[0] ?? '');
          const { method, target } = requestWith();
          const nonce = terms?.get('nonce') ?? '';
          const hashed = {
            ...USER,
            password,
            algorithm: 'MD5',
            method,
            uri: target,
            nonce,
            nc: '00000001',
            cnonce: 'c',
            qop: 'auth',
          };
          return formatParameters(sentParameters(hashed, terms?.get('opaque') ?? ''));
        },
      };
    default:
      throw new Error(`${name} has no case in trialOf of tests/contracts/auth-scheme.test.ts: add one.`);
  }
}

describe('the tables that know of schemes', () => {
  test('the registry has a scheme for every file of the folder, and every folder', () => {
    const rest = ['contract', 'registry', 'password-files'];
    const files = readdirSync('src/auth/schemes').map((file) => file.replace(/\.ts$/, ''));
    expect(files.filter((file) => !rest.includes(file)).sort(), 'Add a line to src/auth/schemes/registry.ts.').toEqual(
      all.map(({ name }) => name).sort(),
    );
    expect(all.map(({ name }) => name)).toEqual(all.map(({ token }) => token.toLowerCase()));
  });

  test('the form of an adapter offers each, has its fields, and writes no option that it does not read', () => {
    const [first, ...groups] = adapterGroups(new Map(), [], true);
    const type = first?.fields.find(({ name }) => name === 'type');
    expect(type?.options.map(({ value }) => value)).toEqual(offeredSchemes.map(({ name }) => name));
    for (const { name, options, needs } of all) {
      const fields = groups
        .filter(({ only }) => only === name)
        .flatMap((group) => group.fields.map((field) => field.name));
      expect(fields).toEqual(expect.arrayContaining(needs.map(([option]) => option)));
      expect(Object.keys(options)).toEqual(expect.arrayContaining(fields));
      const written = [...optionsOf(new Map([['type', name]])).keys()].filter(
        (key) => key !== 'accept_schemes' && key !== 'realm',
      );
      expect(written.sort()).toEqual(fields.sort());
    }
  });

  test('password files are options, and of each scheme one is needed', () => {
    for (const { options, files, needs } of all) {
      expect(Object.keys(options)).toEqual(expect.arrayContaining(Object.keys(files)));
      expect(needs.flat()).toEqual(expect.arrayContaining(Object.keys(files)));
    }
  });
});

describe.each(all.map((scheme) => [scheme.token, scheme] as const))('%s', (token, scheme) => {
  let folder: string;
  let trial: Trial;
  const open: SchemeVerifier[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'scheme-'));
    trial = trialOf(scheme, folder);
    writeFileSync(trial.file, trial.content);
  });
  afterEach(() => {
    for (const verifier of open.splice(0)) verifier.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function create(changes: AdapterChanges = {}): SchemeVerifier {
    const verifier = scheme.create(adapterOptions({ ...trial.options, ...changes }), authTools());
    open.push(verifier);
    return verifier;
  }

  async function verify(verifier: SchemeVerifier, credentials: string): Promise<LoggedIn | Refused> {
    return verifier.verify(requestWith(`${token} ${credentials}`), credentials);
  }

  test('lets in whom its file has, under the name that the file has', async () => {
    const verifier = create();
    expect(verifier.health()).toEqual({ kind: 'working' });
    expect(await verify(verifier, trial.credentials(verifier, USER.password))).toMatchObject({
      kind: 'authenticated',
      identity: { name: USER.user, adapter: 'staff', realm: trial.options.realm ?? 'api', scheme: token },
    });
  });

  test('refuses another password, and reports wrong credentials', async () => {
    const verifier = create();
    expect(await verify(verifier, trial.credentials(verifier, `${USER.password} `))).toMatchObject({
      kind: 'rejected',
      cause: 'wrong-credentials',
    });
  });

  test('verifies no other text, and never fails over one', async () => {
    const verifier = create();
    const byteText = fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)) });
    await fc.assert(
      fc.asyncProperty(fc.oneof(byteText, fc.base64String(), fc.string()), async (text) => {
        expect((await verify(verifier, text)).kind).toBe('rejected');
      }),
    );
  });

  test.each(['api', 'a "quoted" \\ realm', 'Übung'])(
    'sends well-formed challenges that name it and the realm %s',
    (realm) => {
      const challenges = create({ realm }).challenges();
      expect(challenges.length).toBeGreaterThan(0);
      for (const challenge of challenges) {
        expect(challenge.startsWith(`${token} `)).toBe(true);
        expect(challengeParameters(challenge)?.get('realm')).toBe(Buffer.from(realm, 'utf8').toString('latin1'));
      }
    },
  );

  test('makes a client that has failed too often wait, with right or wrong credentials', async () => {
    const verifier = create({ throttle: { failures: 2, perSeconds: 60 } });
    for (let attempt = 0; attempt < 2; attempt += 1) await verify(verifier, trial.credentials(verifier, 'wrong'));
    for (const password of ['wrong', USER.password]) {
      expect(await verify(verifier, trial.credentials(verifier, password))).toMatchObject({
        kind: 'throttled',
        retryAfterSeconds: expect.any(Number),
      });
    }
  });

  test('without its file is closed, names the file, admits no client, and still sends challenges', async () => {
    rmSync(trial.file);
    const verifier = create();
    expect(verifier.health()).toEqual({ kind: 'closed', reason: expect.stringContaining(trial.file) });
    expect(verifier.challenges().length).toBeGreaterThan(0);
    expect(await verify(verifier, trial.credentials(verifier, USER.password))).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining(trial.file),
    });
  });

  test('without the name of a file is closed, and names adapter and option', () => {
    const key = scheme.needs[0]?.[0];
    const none = Object.fromEntries(Object.keys(scheme.files).map((option) => [option, null]));
    expect(create(none).health()).toEqual({
      kind: 'closed',
      reason: expect.stringMatching(new RegExp(`^adapter staff: .*"${key}"`)),
    });
  });

  test('closed, admits no client; closing twice does no harm', async () => {
    const verifier = create();
    const credentials = trial.credentials(verifier, USER.password);
    verifier.close();
    verifier.close();
    expect(verifier.health().kind).toBe('closed');
    expect(await verify(verifier, credentials)).toMatchObject({ kind: 'unavailable' });
  });
});
