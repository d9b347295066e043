import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { CredentialsRequest, LoggedIn, Refused } from '../../../../../src/auth/contract.ts';
import type { AuthTools, SchemeVerifier } from '../../../../../src/auth/schemes/contract.ts';
import { digest } from '../../../../../src/auth/schemes/digest/digest.ts';
import type { AuthState } from '../../../../../src/auth/state/contract.ts';
import { createMemoryState } from '../../../../../src/auth/state/memory.ts';
import {
  type DigestUser,
  formatParameters,
  type Hashed,
  sentParameters,
  userSecret,
} from '../../../../fixtures/auth/digest-client.ts';
import { type AdapterChanges, adapterOptions, authTools } from '../../../../fixtures/auth/tools.ts';
import { challengeParameters } from '../../../../tooling/challenge.ts';

export const TARGET = '/library/book?page=2';
export const users: readonly DigestUser[] = [
  { user: 'ada', realm: 'api', password: 'secret' },
  { user: 'Jäsøn', realm: 'api', password: 'pässwörd' },
  { user: 'eve', realm: 'other', password: 'other secret' },
];

export interface Server {
  readonly verifier: SchemeVerifier;
  readonly folder: string;
  /** Every operation of the state that was asked for. */
  readonly asked: string[];
  readonly pass: (milliseconds: number) => void;
  readonly challenge: (index?: number) => ReadonlyMap<string, string>;
  readonly hashed: (changes?: Partial<Hashed>) => Hashed;
  readonly verify: (credentials: string, request?: Partial<CredentialsRequest>) => Promise<LoggedIn | Refused>;
  /** Right but for the changes. */
  readonly logIn: (changes?: Partial<Hashed>, request?: Partial<CredentialsRequest>) => Promise<LoggedIn | Refused>;
  readonly close: () => void;
}

export function htdigestText(algorithm: string, list: readonly DigestUser[] = users): string {
  return list.map((user) => `${user.user}:${user.realm}:${userSecret(algorithm, user)}\n`).join('');
}

const opened: Server[] = [];
/** For a suite that calls {@link openServer}. */
export function closeServersAfterwards(): void {
  afterEach(() => {
    for (const server of opened.splice(0)) server.close();
  });
}

/** {@link createServer}, closed after the test. */
export function openServer(options?: AdapterChanges, tools?: Partial<AuthTools>): Server {
  const server = createServer(options, tools);
  opened.push(server);
  return server;
}

/** A word for a result: why the credentials were rejected, or its kind. */
export async function outcome(verified: Promise<LoggedIn | Refused>): Promise<string> {
  const result = await verified;
  return result.kind === 'rejected' ? result.cause : result.kind;
}

/** A verifier with the memory state and a clock of its own. */
export function createServer(options: AdapterChanges = {}, tools: Partial<AuthTools> = {}): Server {
  const folder = mkdtempSync(join(tmpdir(), 'digest-'));
  const htdigest = join(folder, 'htdigest');
  const sha256File = join(folder, 'htdigest-sha256');
  writeFileSync(htdigest, htdigestText('MD5'));
  writeFileSync(sha256File, htdigestText('SHA-256'));
  const wanted = options.htdigest_sha256 === undefined ? null : sha256File;
  let now = 1_800_000_000_000;
  const clock = (): number => now;
  const asked: string[] = [];
  const state = listening(tools.state ?? createMemoryState(clock), asked);
  const merged = adapterOptions({ schemes: ['digest'], htdigest, ...options, htdigest_sha256: wanted });
  const verifier = digest.create(merged, authTools({ clock, ...tools, state }));
  const challenge = (index = 0): ReadonlyMap<string, string> =>
    challengeParameters(verifier.challenges()[index] ?? '') ?? new Map();
  const hashed = (changes: Partial<Hashed> = {}): Hashed => ({
    ...{
      user: 'ada',
      realm: 'api',
      password: 'secret',
      algorithm: 'MD5',
      method: 'GET',
      uri: TARGET,
      nc: '00000001',
      cnonce: '0a4f113b',
      qop: 'auth',
    },
    nonce: changes.nonce ?? challenge().get('nonce') ?? '',
    ...changes,
  });
  const verify = (credentials: string, request: Partial<CredentialsRequest> = {}): Promise<LoggedIn | Refused> =>
    verifier.verify({ method: 'GET', target: TARGET, authorization: [], client: '192.0.2.1', ...request }, credentials);
  return {
    verifier,
    folder,
    asked,
    pass: (milliseconds) => {
      now += milliseconds;
    },
    challenge,
    hashed,
    verify,
    logIn: (changes, request) =>
      verify(formatParameters(sentParameters(hashed(changes), challenge().get('opaque') ?? '')), request),
    close: () => {
      verifier.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function listening(state: AuthState, asked: string[]): AuthState {
  return {
    spendNonceCount: (use) => {
      asked.push('spendNonceCount');
      return state.spendNonceCount(use);
    },
    secondsBlocked: (key, limits) => state.secondsBlocked(key, limits),
    recordFailure: (key, limits) => {
      asked.push('recordFailure');
      return state.recordFailure(key, limits);
    },
    close: () => state.close(),
  };
}
