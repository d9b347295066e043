import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cleanEnvironment } from '../commands/clean-environment.ts';
import { makeSampleProject, removeProject } from './servers.ts';

const cli = fileURLToPath(new URL('../../src/cli/platform-docs.mjs', import.meta.url));

let folder: string;
let child: ChildProcess | undefined;
let output = '';
let ended: Promise<number | null>;
beforeEach(() => {
  folder = makeSampleProject();
  rmSync(join(folder, 'api-descriptors'), { recursive: true });
  save('api-descriptors/shop/v1.yaml', descriptor('Shop'));
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await ended;
  removeProject(folder);
});

const descriptor = (api: string, description = ''): string =>
  `api: ${api}\nversion: 1\nservices:\n  - name: Item\n    kind: rest\n    description: A ${description} item\n    route: /${api.toLowerCase()}\n    operations: [{ method: GET }]\n`;
const published = (): string => readFileSync(join(folder, 'dist/documentation/current'), 'utf8');
const releases = (): readonly string[] => readdirSync(join(folder, 'dist/documentation/releases'));

/** Beside its place and renamed to it, as editors do. */
function save(path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(`${file}~`, text);
  renameSync(`${file}~`, file);
}

function watch(...options: readonly string[]): void {
  output = '';
  const started = spawn(process.execPath, [cli, 'build', '--watch', ...options], {
    cwd: folder,
    env: cleanEnvironment(),
  });
  child = started;
  for (const stream of [started.stdout, started.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  ended = new Promise((resolve) => started.once('close', resolve));
}

/** Does something, and waits for what is printed after it. */
async function after(edit: () => void, printed: RegExp): Promise<string> {
  output = '';
  edit();
  await expect.poll(() => output).toMatch(printed);
  return output;
}

test('a watched project is built after every change, and what is wrong leaves what was published', async () => {
  expect(await after(watch, /Ctrl-C ends this command\.\n$/)).toContain('Published 1 API version, ');
  const first = published();

  const several = await after(() => {
    // However long the saves take, no look of the watcher falls between them.
    child?.kill('SIGSTOP');
    save('api-descriptors/shop/v1.yaml', descriptor('Shop', 'new'));
    save('api-descriptors/shop/guides/start.md', '# Start\n\nHere.\n');
    save('config/autoload/title.global.yaml', 'platform-documentation: { title: Our shop }\n');
    child?.kill('SIGCONT');
  }, /Published 1 API version,.*\n/);
  expect(several.split('\n')[0]).toBe(
    'Changed: api-descriptors/shop/guides/start.md, api-descriptors/shop/v1.yaml, config/autoload/title.global.yaml.',
  );
  expect(published()).not.toBe(first);

  const before = published();
  const broken = await after(
    () => save('api-descriptors/shop/v1.yaml', `${descriptor('Shop')}    methodd: GET\n`),
    /Nothing was published\. What was published before is unchanged\.\n/,
  );
  expect(broken).toMatch(/^api-descriptors\/shop\/v1\.yaml:9:5: error unknown-key .*\n/m);
  expect(published()).toBe(before);

  await after(() => {
    save('api-descriptors/shop/v1.yaml', descriptor('Shop', 'right'));
    save('api-descriptors/orders/v1.yaml', descriptor('Orders'));
  }, /Published 2 API versions/);
  await after(() => rmSync(join(folder, 'api-descriptors/orders'), { recursive: true }), /Published 1 API version,/);

  // Interrupts in the middle of a build.
  const last = published();
  save('api-descriptors/shop/v1.yaml', descriptor('Shop', 'unfinished'));
  await expect.poll(() => releases().some((name) => name.startsWith('.draft-')), { interval: 5 }).toBe(true);
  child?.kill('SIGINT');
  expect(await ended).toBe(0);
  expect([published(), releases().filter((name) => name.startsWith('.'))]).toEqual([last, []]);

  // A line of JSON a build, and nothing else.
  await after(() => watch('--json'), /\}\n$/);
  await after(() => save('api-descriptors/shop/v1.yaml', 'api: [\n'), /^\{"result":"failed".*\}\n$/);
  child?.kill('SIGTERM');
  expect(await ended).toBe(0);
});
