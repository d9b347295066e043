import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../../../../src/auth/password-files/kinds.ts';
import { hashPassword } from '../../../../src/auth/password-hashes/passwords.ts';
import { isInstalled } from '../../clients/programs.ts';

interface BasicUser {
  readonly name: string;
  readonly password: string;
  /** Options of htpasswd. */
  readonly options: readonly string[];
  /** Kind of hash where htpasswd is not installed. */
  readonly kind: string;
}

const sha1 = { options: ['-s'], kind: 'sha1' } as const;
const apr1 = { options: ['-m'], kind: 'apr1' } as const;
const bcrypt = { options: ['-B', '-C', '4'], kind: 'bcrypt' } as const;

const basicUsers: readonly BasicUser[] = [
  { name: 'ada', password: 'secret', ...sha1 },
  { name: 'apr', password: 'pässwörd 李', ...apr1 },
  { name: 'bea', password: 'secret', ...bcrypt },
  { name: 'sha512', password: 'secret', options: ['-5', '-r', '1000'], kind: 'apr1' },
  { name: 'Aladdin', password: 'open sesame', ...sha1 },
  { name: 'test', password: '123£', ...sha1 },
  { name: 'Jäsøn', password: 'pässwörd', ...sha1 },
  { name: 'colon', password: 'a:b:', ...sha1 },
  { name: 'empty', password: '', ...sha1 },
  { name: 'zero', password: '0', ...apr1 },
  { name: 'spaces', password: ' a b ', ...sha1 },
  { name: 'two words', password: 'secret', ...sha1 },
  { name: 'long', password: 'q'.repeat(72), ...bcrypt },
  { name: 'editor', password: 'secret', ...sha1 },
  { name: 'reader', password: 'secret', ...sha1 },
];

/** Lines of other programs and of no user: of the kinds that no password opens, and one salted SHA-1. */
const otherLines = [
  'plain:secret',
  'des:rOQTE89Junh4Q',
  'md5crypt:$1$abcdefgh$cHJi5PXp/ki/ktXzqlk6I1',
  'locked:*',
  `salted:{SSHA}${Buffer.concat([createHash('sha1').update('secretsalt').digest(), Buffer.from('salt')]).toString('base64')}`,
];

/** Every name with a line in some password file. */
export const basicUserNames: readonly string[] = [
  ...basicUsers.map(({ name }) => name),
  ...otherLines.map((line) => line.split(':', 1)[0] ?? ''),
];

/** Users of the Digest adapters; eve belongs to another realm of the same file. */
export const digestUsers = [
  { name: 'ada', realm: 'api', password: 'secret' },
  { name: 'Jäsøn', realm: 'api', password: 'pässwörd' },
  { name: 'Mufasa', realm: 'http-auth@example.org', password: 'Circle of Life' },
  { name: 'eve', realm: 'other', password: 'other secret' },
  { name: 'ada', realm: 'a "b" \\ ü', password: 'secret' },
] as const;

/** Writes `data/`: with the programs of Apache where they are installed, else as our own do. */
export function writePasswordFiles(folder: string): void {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  writeHtpasswd(join(data, 'htpasswd'), basicUsers);
  appendFileSync(join(data, 'htpasswd'), `${otherLines.join('\n')}\n`);
  // Cheap to verify: for thousands of wrong passwords.
  writeHtpasswd(
    join(data, 'htpasswd-cheap'),
    basicUsers.filter(({ kind, options }) => kind === 'sha1' || options === apr1.options),
  );
  writeHtdigest(join(data, 'htdigest'));
  // htdigest does not write SHA-256.
  const lines = digestUsers.map(
    ({ name, realm, password }) => `${name}:${realm}:${digestOf(name, realm, password, 'SHA-256')}\n`,
  );
  writeFileSync(join(data, 'htdigest-sha256'), lines.join(''));
  writeFileSync(join(data, 'htgroup'), 'staff: editor reader\n');
}

function writeHtpasswd(path: string, users: readonly BasicUser[]): void {
  writeFileSync(path, '');
  const hasTool = isInstalled('htpasswd');
  for (const { name, password, options, kind } of users) {
    if (hasTool)
      execFileSync('htpasswd', [...options, '-i', path, name], {
        input: password,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
    else appendFileSync(path, `${name}:${hashPassword(password, kind, 4)}\n`);
  }
}

/** htdigest asks twice, and takes the answers from standard input. */
function writeHtdigest(path: string): void {
  writeFileSync(path, '');
  const hasTool = isInstalled('htdigest');
  for (const { name, realm, password } of digestUsers) {
    const input = `${password}\n${password}\n`;
    const written =
      hasTool &&
      spawnSync('htdigest', [path, realm, name], { input, stdio: ['pipe', 'ignore', 'ignore'] }).status === 0;
    if (!written) appendFileSync(path, `${name}:${realm}:${digestOf(name, realm, password, 'MD5')}\n`);
  }
}
