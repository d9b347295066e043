import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { rebuildOnChange, WatchedFiles } from '../../../src/cli/watch-project.ts';
import { projectWith } from '../config/project.ts';

interface Played {
  /** Arguments of each build. */
  readonly builds: readonly (readonly string[])[];
  /** Builds that ran at once, at most. */
  readonly most: number;
}

/**
 * Plays edits against a clock of its own: looks take no time, pauses pass it, a build takes a second.
 * @param edits millisecond → files with their states; null: the file is gone
 */
async function play(edits: Readonly<Record<number, Readonly<Record<string, string | null>>>>): Promise<Played> {
  const abort = new AbortController();
  const end = Math.max(...Object.keys(edits).map(Number)) + 10_000;
  let now = 0;
  let [running, most] = [0, 0];
  const builds: (readonly string[])[] = [];
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    if (now >= end) abort.abort();
  };
  await rebuildOnChange({
    look() {
      const files = new Map([['a', '0']]);
      for (const [at, edit] of Object.entries(edits))
        if (Number(at) <= now)
          for (const [file, state] of Object.entries(edit)) {
            if (state === null) files.delete(file);
            else files.set(file, state);
          }
      return files;
    },
    async build(changed) {
      builds.push(changed);
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      pass(1000);
      running -= 1;
      return new Map();
    },
    pause: async (milliseconds) => pass(milliseconds),
    clock: () => now,
    signal: abort.signal,
  });
  return { builds, most };
}

test.each([
  ['nothing', { 0: {} }, [[]]],
  ['one file', { 5000: { a: '1' } }, [[], ['a']]],
  ['several files at once', { 5000: { a: '1', b: '1' } }, [[], ['a', 'b']]],
  ['files one after the other, faster than they settle', { 5150: { a: '1' }, 5250: { b: '1' } }, [[], ['a', 'b']]],
  ['a file that is gone', { 5000: { a: null } }, [[], ['a']]],
  ['a file that is gone and back as it was', { 5150: { a: null }, 5250: { a: '0' } }, [[]]],
  ['files during the first build', { 200: { a: '1' }, 700: { b: '1' } }, [[], ['a', 'b']]],
  ['a file during the build of another', { 5000: { a: '1' }, 6000: { a: '2' } }, [[], ['a'], ['a']]],
  [
    'a file that never stops changing',
    Object.fromEntries(Array.from({ length: 80 }, (_, index) => [5000 + index * 50, { a: String(index + 1) }])),
    [[], ['a'], ['a']],
  ],
])('%s: builds are %j', async (_, edits, builds) => {
  expect(await play(edits)).toEqual({ builds, most: 1 });
});

test('files that a build is the first to read are watched from then on, and lead to no other build', async () => {
  const folder = projectWith({
    'api-descriptors/library/v1.yaml': 'a',
    'shared/mark.ts': 'a',
    'shared/late.ts': 'a',
  });
  const start = Date.now();
  const change = (file: string, seconds: number): void =>
    utimesSync(join(folder, file), start / 1000 + seconds, start / 1000 + seconds);
  for (const file of ['shared/mark.ts', 'shared/late.ts', 'api-descriptors/library/v1.yaml']) change(file, -60);
  const files = new WatchedFiles({ projectFolder: folder, environment: {} });
  const abort = new AbortController();
  const builds: (readonly string[])[] = [];
  let pauses = 0;
  await rebuildOnChange({
    look: () => files.states(),
    async build(changed) {
      builds.push(changed);
      mkdirSync(join(folder, 'dist/server'), { recursive: true });
      writeFileSync(join(folder, 'dist/server/extension-files.json'), '["shared/mark.ts", "shared/late.ts"]');
      // During the first build, one of them is changed.
      if (builds.length === 1) change('shared/late.ts', 1);
      return files.learn(start);
    },
    async pause() {
      pauses += 1;
      if (pauses === 5) change('shared/mark.ts', 2);
      if (pauses === 20) abort.abort();
    },
    clock: () => pauses * 1000,
    signal: abort.signal,
  });
  expect(builds).toEqual([[], ['shared/late.ts'], ['shared/mark.ts']]);
});

const TEMPLATES = 'view_manager: { template_map: { platform-documentation/show: templates/pages/Show.astro } }\n';

test('what a build reads is watched: templates with their neighbours and what they import; nothing else is', () => {
  const folder = projectWith({
    'api-descriptors/library/v1.yaml': 'a',
    'api-descriptors/library/guides/reading.md': 'a',
    'config/autoload/global.yaml': TEMPLATES,
    'config/locales/de.yaml': 'a',
    'config/theme/theme.css': 'a',
    'templates/pages/Show.astro': 'a',
    'templates/pages/show.css': 'a',
    'shared/mark.ts': 'a',
    'data/staff.htpasswd': 'a',
    'dist/server/extension-files.json': '["templates/pages/Show.astro", "shared/mark.ts"]',
    'node_modules/package/index.js': 'a',
    'notes.txt': 'a',
  });
  const files = new WatchedFiles({ projectFolder: folder, environment: {} });
  const before = files.states();
  const expected = [
    'api-descriptors/library/guides/reading.md',
    'api-descriptors/library/v1.yaml',
    'config/autoload/global.yaml',
    'config/locales/de.yaml',
    'config/theme/theme.css',
    'shared/mark.ts',
    'templates/pages/Show.astro',
    'templates/pages/show.css',
  ];
  expect([...before.keys()].sort()).toEqual(expected);
  for (const file of expected) {
    writeFileSync(join(folder, file), `${file === 'config/autoload/global.yaml' ? TEMPLATES : ''}# longer`);
    expect([file, files.states().get(file)]).not.toEqual([file, before.get(file)]);
  }
});

test('templates that the configuration names later are watched from then on, those of a broken one still', () => {
  const folder = projectWith({
    'config/autoload/global.yaml': '',
    'templates/pages/Show.astro': 'a',
    'Top.astro': 'a',
  });
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const files = new WatchedFiles({ projectFolder: folder, environment: {} });
  const templates = (): readonly string[] => [...files.states().keys()].filter((path) => path.endsWith('.astro'));
  expect(templates()).toEqual([]);
  write('config/autoload/global.yaml', TEMPLATES);
  files.learn(0);
  expect(templates()).toEqual(['templates/pages/Show.astro']);
  write('config/autoload/global.yaml', 'view_manager: {{{');
  files.learn(0);
  expect(templates()).toEqual(['templates/pages/Show.astro']);
  // A template beside package.json does not make all of the project watched.
  write('config/autoload/global.yaml', 'view_manager: { template_map: { platform-documentation/show: Top.astro } }\n');
  files.learn(0);
  expect(templates()).toEqual(['templates/pages/Show.astro', 'Top.astro']);
  rmSync(join(folder, 'templates'), { recursive: true });
  expect(templates()).toEqual(['Top.astro']);
});
