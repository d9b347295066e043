import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteEntry, setEntry } from '../../../../src/auth/password-files/edit.ts';
import { digestOf, parseHtdigest, parseHtpasswd } from '../../../../src/auth/password-files/kinds.ts';
import { hashPassword, newPasswordKinds, verifyPassword } from '../../../../src/auth/password-hashes/passwords.ts';
import { isInstalled } from '../../../http/clients/programs.ts';

const PASSWORDS = ['secret', '0', 'pässwörd 李 ☃', 'with:colon', ' spaces ', 'q'.repeat(64), '$apr1$x$y', '"quoted\\'];

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tools-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!isInstalled('htpasswd'))(
  'files of htpasswd (skipped where the program is not installed: apache2-utils)',
  () => {
    test.each([
      ['by default', []],
      ['-m', ['-m']],
      ['-s', ['-s']],
      ['-B', ['-B']],
      ['-B -C 4', ['-B', '-C', '4']],
      ['-2', ['-2']],
      ['-5', ['-5']],
      ['-5 -r 1000', ['-5', '-r', '1000']],
    ])('%s: every password is right in its own line and no other', (_, options) => {
      const path = join(folder, 'htpasswd');
      rmSync(path, { force: true });
      for (const [index, password] of PASSWORDS.entries())
        execFileSync('htpasswd', [...options, index === 0 ? '-ci' : '-i', path, `user ${index}`], {
          input: password,
          stdio: ['pipe', 'ignore', 'ignore'],
        });
      const reading = parseHtpasswd(readFileSync(path, 'utf8'));
      expect([reading.kind, reading.complaints]).toEqual(['read', []]);
      const stored = reading.kind === 'read' ? [...reading.content.entries.values()] : [];
      expect(stored).toHaveLength(PASSWORDS.length);
      for (const [index, value] of stored.entries()) {
        expect(verifyPassword(PASSWORDS[index] ?? '', value)).toBe(true);
        expect(verifyPassword(PASSWORDS[(index + 1) % PASSWORDS.length] ?? '', value)).toBe(false);
      }
    });

    test.each([
      ['-d', 'DES crypt'],
      ['-p', 'plain text'],
    ])('%s (%s): the line is of no use, the others are', (option) => {
      const path = join(folder, 'mixed');
      execFileSync('htpasswd', ['-csb', path, 'alice', 'secret'], { stdio: 'ignore' });
      execFileSync('htpasswd', [option, '-b', path, 'bob', 'secret'], { stdio: 'ignore' });
      const reading = parseHtpasswd(readFileSync(path, 'utf8'));
      expect(reading).toMatchObject({ kind: 'read', complaints: [{ line: 2 }] });
      expect(reading.kind === 'read' && [...reading.content.entries.keys()]).toEqual(['alice']);
    });

    test.each(newPasswordKinds)('what we store as %s, htpasswd verifies', (kind) => {
      const path = join(folder, `ours-${kind}`);
      for (const password of PASSWORDS) {
        writeFileSync(path, setEntry('# ours\n', { user: 'alice', realm: null }, hashPassword(password, kind, 4)));
        const verify = (input: string): number | null =>
          spawnSync('htpasswd', ['-vi', path, 'alice'], { input, stdio: ['pipe', 'ignore', 'ignore'] }).status;
        expect(verify(password)).toBe(0);
        expect(verify(`${password}x`)).not.toBe(0);
      }
    });

    test('what htpasswd -D deletes, we delete', () => {
      const path = join(folder, 'deleted');
      for (const [index, user] of ['alice', 'bob', 'carol'].entries())
        execFileSync('htpasswd', [index === 0 ? '-csb' : '-sb', path, user, 'x'], { stdio: 'ignore' });
      const before = readFileSync(path, 'utf8');
      execFileSync('htpasswd', ['-D', path, 'bob'], { stdio: 'ignore' });
      expect(deleteEntry(before, { user: 'bob', realm: null })).toBe(readFileSync(path, 'utf8'));
    });
  },
);

describe.skipIf(!isInstalled('htdigest'))(
  'files of htdigest (skipped where the program is not installed: apache2-utils)',
  () => {
    test('hold what we compute', () => {
      const path = join(folder, 'htdigest');
      const add = (flags: string[], realm: string, user: string, password: string): void => {
        spawnSync('htdigest', [...flags, path, realm, user], {
          input: `${password}\n${password}\n`,
          stdio: ['pipe', 'ignore', 'ignore'],
        });
      };
      add(['-c'], 'api', 'alice', 'secret');
      add([], 'api', 'jürgen', 'pässwörd');
      add([], 'other realm', 'alice', 'else');
      const reading = parseHtdigest(readFileSync(path, 'utf8'), 'api', 'MD5');
      expect(reading).toMatchObject({ kind: 'read', complaints: [] });
      expect(reading.kind === 'read' && [...reading.content.entries]).toEqual([
        ['alice', digestOf('alice', 'api', 'secret', 'MD5')],
        ['jürgen', digestOf('jürgen', 'api', 'pässwörd', 'MD5')],
      ]);
    });
  },
);
