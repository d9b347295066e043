import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '../../src/auth/password-hashes/passwords.ts';
import { commandIn } from '../commands/commands.ts';
import type { Run } from '../commands/run-command.ts';
import { makeSampleProject, provideBuild, removeProject } from '../http/servers.ts';
import { LIMITS } from '../limits.ts';

const CLI = fileURLToPath(new URL('../../src/cli/platform-docs.mjs', import.meta.url));

const GLOBAL = 'config/autoload/global.yaml';
const CLOSED = 'platform-documentation: { access: staff }\n';
const ADAPTERS = {
  staff: {
    adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter',
    options: { accept_schemes: ['basic'], realm: 'api', htpasswd: 'data/htpasswd' },
  },
};
const LOCAL_TEXT = JSON.stringify({ 'platform-mvc-auth': { authentication: { adapters: ADAPTERS } } });

let folder: string;
beforeAll(async () => {
  folder = makeSampleProject();
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'data/htpasswd'), `alice:${hashPassword('secret', 'sha1')}\n`);
  writeFileSync(join(folder, 'config/autoload/local.yaml'), LOCAL_TEXT);
  writeFileSync(join(folder, GLOBAL), CLOSED);
  await provideBuild(folder);
});
afterAll(() => removeProject(folder));

const write = (text: string): void => writeFileSync(join(folder, GLOBAL), text);

/** Runs the command in a process of its own, which can be ended if it serves after all. */
function serving(args: readonly string[]): Run {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PORT: '0' },
    timeout: LIMITS.program,
  });
  return { code: status, stdout, stderr };
}

const NO_YAML = 'x: [';
const UNKNOWN_KEY = 'x: {}\n';

test.each([
  ['check', NO_YAML, ['check']],
  ['build', NO_YAML, ['build']],
  ['build --keep-going', NO_YAML, ['build', '--keep-going']],
  ['export', NO_YAML, ['export', 'Library', '--format', 'json']],
  ['serve', NO_YAML, ['serve', '--port', '0']],
  ['start', UNKNOWN_KEY, ['start']],
] as const)('%s over broken configuration (%j) ends with 1 and names the place', async (name, wrong, args) => {
  write(`${CLOSED}${wrong}`);
  const serves = name === 'serve' || name === 'start';
  const { code, stdout, stderr } = serves ? serving(args) : await commandIn(folder, args);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain('config/autoload/global.yaml:2:');
  expect(stdout).not.toMatch(/Documentation: http|Nothing has changed/);
  // Also where a release was published.
  if (serves) expect([stdout, stderr]).toEqual(['', expect.not.stringContaining('is served')]);
});

test('a broken file beside those that were built from is no build with nothing changed', async () => {
  write(CLOSED);
  const file = join(folder, 'config/autoload/more.global.yaml');
  writeFileSync(file, 'x: [');
  try {
    const { code, stdout, stderr } = await commandIn(folder, ['build']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('config/autoload/more.global.yaml:1:');
  } finally {
    rmSync(file);
  }
});
