import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { cleanEnvironment, makeSampleProject, removeProject, startBuiltServer } from './servers.ts';

const cli = fileURLToPath(new URL('../../src/cli/platform-docs.ts', import.meta.url));

test('variables that mean something to Vite and Astro change nothing of what a build compiles', async () => {
  const folder = makeSampleProject();
  try {
    const environment = {
      ...cleanEnvironment(),
      DEV: '1',
      PROD: '',
      MODE: 'development',
      SSR: '',
      BASE_URL: '/elsewhere/',
      SITE: 'https://elsewhere.example',
    };
    const { status, stderr } = spawnSync(process.execPath, [cli, 'build', '--force'], {
      cwd: folder,
      env: environment,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    const server = await startBuiltServer(folder);
    const { status: missing } = await fetch(`${server.origin}/no/such/page`);
    expect([missing, await server.stop()]).toEqual([404, 0]);
  } finally {
    removeProject(folder);
  }
}, 120_000);
