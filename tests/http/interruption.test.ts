import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checksumsOf } from '../../src/files/checksums.ts';
import { INDEX_FILE } from '../../src/store/release.ts';
import { holdPublishing } from './hold-publishing.ts';
import { buildProject, makeSampleProject, provideBuild, removeProject } from './servers.ts';

const cli = fileURLToPath(new URL('../../src/cli/platform-docs.mjs', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = makeSampleProject();
});
afterEach(() => removeProject(folder));

const inFolder = (path: string): string => join(folder, path);

/** Names and bytes of everything that there is. */
const contents = (path: string): readonly unknown[] => [
  readdirSync(inFolder(path), { recursive: true }).sort(),
  checksumsOf(inFolder(path)),
];

/** Files of a build that has not published yet, by what they are. */
const TRACES = {
  'the compiler': () => namesIn('dist').some((name) => name.startsWith('.renderer-')),
  'a release': () => namesIn('dist/documentation/releases').some((name) => name.startsWith('.draft-')),
} as const;

function namesIn(path: string): readonly string[] {
  return existsSync(inFolder(path)) ? readdirSync(inFolder(path)) : [];
}

/** Starts a command, sends a signal as soon as it has come so far, and waits for its end. */
async function interrupt(
  args: readonly string[],
  isReached: () => boolean,
  signal: NodeJS.Signals = 'SIGINT',
): Promise<{ readonly code: number | null; readonly text: string }> {
  // A child of no terminal: the signal reaches it alone, and it has to hand it on.
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PORT: '0' },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  await expect.poll(isReached, { interval: 5 }).toBe(true);
  child.kill(signal);
  return { code: await ended, text };
}

/** Process of the build that a start runs, found among its children. */
function buildOf(start: number | undefined): number | undefined {
  const { stdout } = spawnSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  const rows = stdout.split('\n').map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? []);
  const row = rows.find(([, , parent, args = '']) => Number(parent) === start && / build --keep-going/.test(args));
  return row === undefined ? undefined : Number(row[1]);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe.skipIf(process.platform === 'win32')('a start whose release is being built', () => {
  let started: ChildProcess;
  let build = 0;
  let text = '';
  let before: readonly unknown[];
  let unlock: () => void;
  beforeEach(async () => {
    await provideBuild(folder);
    rmSync(inFolder('config/autoload/local.yaml.dist'));
    for (const version of ['v1', 'v2'])
      appendFileSync(inFolder(`api-descriptors/library/${version}.yaml`), '# Changed.\n');
    text = '';
    unlock = await holdPublishing(folder);
    before = contents('dist/documentation');
    started = spawn(process.execPath, [cli, 'start'], { cwd: folder, env: { ...process.env, PORT: '0' } });
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (chunk) => (text += chunk));
    await expect.poll(() => (build = buildOf(started.pid) ?? 0), { interval: 5 }).not.toBe(0);
  });
  afterEach(() => {
    started.kill('SIGKILL');
    unlock();
  });

  test('ends it when it is killed itself', async () => {
    started.kill('SIGKILL');
    await expect.poll(() => isAlive(build)).toBe(false);
    expect(contents('dist/documentation')).toEqual(before);
  });

  test('says what happened, and what to do, where the system kills the build for memory', async () => {
    process.kill(build, 'SIGKILL');
    await expect
      .poll(() => text)
      .toContain(
        'The build failed, so the server shows what was published before. ' +
          'The system ended it with SIGKILL, as when memory runs out: free or add memory, then build again.',
      );
    expect(text).not.toContain('errors above');
  });
});

test('what a killed build left in dist/ is removed by the next one, and nothing of one that runs', async () => {
  await provideBuild(folder);
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  for (const owner of [pid, process.pid])
    for (const draft of [`.renderer-${owner}/server`, `static.draft-${owner}/_astro`])
      mkdirSync(inFolder(`dist/${draft}`), { recursive: true });
  appendFileSync(inFolder('api-descriptors/library/v1.yaml'), '# Changed.\n');
  await buildProject(folder);
  expect(namesIn('dist').filter((name) => /^\.|draft/.test(name))).toEqual([
    `.renderer-${process.pid}`,
    `static.draft-${process.pid}`,
  ]);
});

test('Ctrl-C while another build publishes: the wait for it ends', async () => {
  await provideBuild(folder);
  appendFileSync(inFolder('api-descriptors/library/v1.yaml'), '# Changed.\n');
  const unlock = await holdPublishing(folder);
  const before = contents('dist');
  const releases = inFolder('dist/documentation/releases');
  // The index is the last file of a release.
  const isComplete = (): boolean =>
    readdirSync(releases).some((name) => name.startsWith('.draft-') && existsSync(join(releases, name, INDEX_FILE)));
  expect(await interrupt(['build', '--force'], isComplete)).toMatchObject({ code: 130 });
  expect(contents('dist')).toEqual(before);
  unlock();
});

describe.each(Object.entries(TRACES))('Ctrl-C while %s is at work', (what, isAtWork) => {
  // What hands a signal on does not know how far the build is.
  test.each([[['build', '--force']], ...(what === 'a release' ? [[['start']]] : [])])(
    '%j: what was published is as it was, and nothing else is left',
    async (args) => {
      await provideBuild(folder);
      const unlock = await holdPublishing(folder);
      const before = contents('dist');
      // Templates of its own are compiled anew. A first start changes the configuration itself.
      if (args[0] === 'build')
        writeFileSync(
          inFolder('config/autoload/x.global.yaml'),
          'view_manager: { template_map: { platform-documentation/show: config/examples/Show.astro } }\n',
        );
      const { code, text } = await interrupt(args, isAtWork);
      expect([code, text]).toEqual([
        130,
        expect.stringContaining('Interrupted. Nothing was published. What was published before is unchanged.'),
      ]);
      expect(contents('dist')).toEqual(before);
      unlock();
    },
  );

  // Runners of pipelines end a job by SIGTERM. What takes a signal does not know how far the build is.
  const signal = what === 'the compiler' ? 'SIGTERM' : 'SIGINT';
  test(`of a first build, by ${signal}: nothing is left`, async () => {
    // All projects share compiled code.
    const args = what === 'the compiler' ? ['build', '--force'] : ['build'];
    expect(await interrupt(args, isAtWork, signal)).toMatchObject({
      code: 130,
      text: expect.stringContaining('Interrupted. Nothing was published.'),
    });
    expect(existsSync(inFolder('dist'))).toBe(false);
  });
});
