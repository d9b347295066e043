import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cleanEnvironment } from '../commands/clean-environment.ts';
import { makeSampleProject, provideBuild, removeProject, startBuiltServer } from './servers.ts';

const cli = fileURLToPath(new URL('../../src/cli/platform-docs.mjs', import.meta.url));

/** Vite and Astro know some of them; the names of others occur in what is compiled. */
const VARIABLES = {
  DEV: '1',
  PROD: '',
  MODE: 'development',
  SSR: '',
  BASE_URL: '/elsewhere/',
  SITE: 'https://elsewhere.example',
  CI: 'a secret',
  URL: 'a secret',
  Response: 'a secret',
  _: 'a secret',
  // A user of a container has no home, and no name that says where it is.
  HOME: undefined,
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(`
    import os from 'node:os';
    import { syncBuiltinESMExports } from 'node:module';
    const { homedir } = os;
    os.homedir = () => {
      if (process.env.HOME === undefined) throw new Error('No home');
      return homedir();
    };
    syncBuiltinESMExports();`)}`,
};

test('variables of the environment change nothing of what a build compiles', async () => {
  const folder = makeSampleProject();
  try {
    const compiledNow = (): Readonly<Record<string, string>> => {
      const files = globSync('**/*.mjs', { cwd: join(folder, 'dist/server') });
      return Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, 'dist/server', file), 'utf8')]));
    };
    // What other suites are served by, too.
    await provideBuild(folder);
    const plain = compiledNow();
    const [names, texts] = [Object.keys(plain), Object.values(plain)];
    const { status, stderr } = spawnSync(process.execPath, [cli, 'build', '--force'], {
      cwd: folder,
      env: { ...cleanEnvironment(), ...VARIABLES },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    const compiled = compiledNow();
    expect(Object.keys(compiled)).toEqual(names);
    expect(Object.values(compiled).every((text, index) => text === texts[index])).toBe(true);
    const server = await startBuiltServer(folder);
    const { status: missing } = await fetch(`${server.origin}/no/such/page`);
    expect([missing, await server.stop()]).toEqual([404, 0]);
  } finally {
    removeProject(folder);
  }
}, 240_000);
