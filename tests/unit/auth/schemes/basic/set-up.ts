import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { createAdapter } from '../../../../../src/auth/adapter.ts';
import type { Adapter, AuthenticationResult, CredentialsRequest } from '../../../../../src/auth/contract.ts';
import { hashPassword } from '../../../../../src/auth/password-hashes/passwords.ts';
import type { AuthTools } from '../../../../../src/auth/schemes/contract.ts';
import { type AdapterChanges, adapterOptions, authTools, basicHeader } from '../../../../fixtures/auth/tools.ts';

export const STORED = hashPassword('pässwörd:10', 'bcrypt', 4);
export const RIGHT = basicHeader('alice', 'pässwörd:10');

/** A folder with a password file for each test of a file; its adapters are closed afterwards. */
export const place = { folder: '', htpasswdFile: '' };
const adapters: Adapter[] = [];

/** For a suite: a folder with a password file for each test; its adapters are closed afterwards. */
export function useBasicFiles(): void {
  beforeEach(() => {
    place.folder = mkdtempSync(join(tmpdir(), 'basic-'));
    place.htpasswdFile = join(place.folder, 'htpasswd');
    writeFileSync(
      place.htpasswdFile,
      `alice:${STORED}\nbob:${hashPassword('bob', 'sha1')}\nzero:${hashPassword('0', 'sha1')}\nempty:${hashPassword('', 'sha1')}\nplain:secret\n`,
    );
  });

  afterEach(() => {
    for (const adapter of adapters.splice(0)) adapter.close();
    rmSync(place.folder, { recursive: true, force: true });
  });
}

export function create(tools: Partial<AuthTools> = {}, options: AdapterChanges = {}): Adapter {
  const adapter = createAdapter(adapterOptions({ htpasswd: place.htpasswdFile, ...options }), authTools(tools));
  adapters.push(adapter);
  return adapter;
}

/** Calls an adapter as a server does: the protected function runs for identities only. */
export async function call(
  adapter: Adapter,
  request: CredentialsRequest,
): Promise<{ result: AuthenticationResult; wasReached: boolean }> {
  const protectedFunction = vi.fn();
  const result = await adapter.authenticate(request);
  if (result.kind === 'authenticated') protectedFunction(result.identity);
  return { result, wasReached: protectedFunction.mock.calls.length > 0 };
}
