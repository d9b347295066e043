import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf } from '../../src/auth/password-files/kinds.ts';
import { hashPassword } from '../../src/auth/password-hashes/passwords.ts';
import {
  buildProject,
  makeSampleProject,
  provideBuild,
  type RunningServer,
  removeProject,
  startBuiltServer,
} from '../http/servers.ts';

/** Built with all its configuration. */
let built: string;
/** Folder that was copied to a server. */
let deployed: string;
let server: RunningServer;

const LOCAL = 'config/autoload/local.yaml';
const credentials = { Authorization: `Basic ${Buffer.from('alice:wonder').toString('base64')}` };

beforeAll(async () => {
  built = makeSampleProject();
  const data = {
    'data/htpasswd': `alice:${hashPassword('wonder', 'bcrypt')}\n`,
    'data/htdigest': `alice:Library partners:${digestOf('alice', 'Library partners', 'wonder', 'MD5')}\n`,
  };
  cpSync(join(built, `${LOCAL}.dist`), join(built, LOCAL));
  cpSync(join(built, 'api-descriptors/library/local.yaml.dist'), join(built, 'config/autoload/library.local.yaml'));
  cpSync(join(import.meta.dirname, '../../data'), join(built, 'data'), { recursive: true });
  for (const [path, text] of Object.entries(data)) writeFileSync(join(built, path), text);
  await provideBuild(built);
  deployed = mkdtempSync(join(tmpdir(), 'platform-documentation-deployed-'));
  for (const part of ['dist', 'config', 'data']) cpSync(join(built, part), join(deployed, part), { recursive: true });
});
afterAll(() => {
  removeProject(built);
  removeProject(deployed);
});

const status = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
  (await fetch(server.origin + path, { headers })).status;

describe('a server without the local configuration that the documentation was built with', () => {
  beforeAll(async () => {
    for (const name of ['local.yaml', 'library.local.yaml']) rmSync(join(deployed, 'config/autoload', name));
    server = await startBuiltServer(deployed);
  });
  afterAll(() => server.stop());

  test.each([
    // path                 guests, with credentials
    ['/library/loan', 503, 503],
    ['/v1/library/loan', 503, 503],
    ['/v2/library/loan', 503, 503],
    ['/library/book', 503, 503],
    ['/live/categories', 200, 200],
    ['/platform/documentation/Library', 200, 200],
  ])('%s answers guests %d and users %d', async (path, guests, users) => {
    expect([await status(path), await status(path, credentials)]).toEqual([guests, users]);
  });

  test('says in the log what is missing, what is closed and what to do', () => {
    expect(server.output()).toMatch(
      /config\/autoload\/local\.yaml.* missing or empty.*is closed to every user: Library-v1, Library-v2\. Put .* back, or build again without\./,
    );
    expect(server.output()).not.toContain('open to everyone');
  });

  test('says in the documentation that access is closed', async () => {
    const markdown = async (path: string): Promise<string> =>
      (await fetch(server.origin + path, { headers: { Accept: 'text/markdown' } })).text();
    const loan = await markdown('/platform/documentation/Library-v1/Loan');
    expect(loan).not.toContain('Open to everyone');
  });
});

describe('the same server with the local configuration', () => {
  beforeAll(async () => {
    for (const name of ['local.yaml', 'library.local.yaml'])
      cpSync(join(built, 'config/autoload', name), join(deployed, 'config/autoload', name));
    server = await startBuiltServer(deployed);
  });
  afterAll(() => server.stop());

  test('lets users in', async () => {
    expect([await status('/v1/library/loan'), await status('/v1/library/loan', credentials)]).toEqual([401, 200]);
  });
});

describe('the same server, running, while a file of the configuration is emptied', () => {
  const file = (): string => join(deployed, 'config/autoload/library.local.yaml');
  beforeAll(async () => {
    server = await startBuiltServer(deployed);
  });
  afterAll(async () => {
    await server.stop();
    cpSync(join(built, 'config/autoload/library.local.yaml'), file());
  });

  test.each(['', '# Nothing.\n', '{}\n', 'platform-mvc-auth:\n'])('to %j keeps what it closed', async (text) => {
    const refused = (): number => server.output().split('library.local.yaml: The file is missing or empty.').length;
    const before = refused();
    writeFileSync(file(), text);
    await expect.poll(refused).toBe(before + 1);
    expect([await status('/v1/library/loan'), await status('/v1/library/loan', credentials)]).toEqual([401, 200]);
  });
});

describe('documentation that was built without the local configuration', () => {
  beforeAll(async () => {
    for (const name of ['local.yaml', 'library.local.yaml'])
      for (const folder of [built, deployed]) rmSync(join(folder, 'config/autoload', name));
    await buildProject(built);
    rmSync(join(deployed, 'dist'), { recursive: true });
    cpSync(join(built, 'dist'), join(deployed, 'dist'), { recursive: true });
    server = await startBuiltServer(deployed);
  });
  afterAll(() => server.stop());

  test('needs none', async () => {
    expect([await status('/v1/library/loan'), server.output()]).toEqual([
      200,
      expect.not.stringContaining('not there'),
    ]);
  });
});
