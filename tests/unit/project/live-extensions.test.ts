import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { followExtensions } from '../../../src/project/live-extensions.ts';

const SHOW = 'view_manager: { template_map: { platform-documentation/show: templates/Show.astro } }\n';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platform-documentation-live-'));
  mkdirSync(join(folder, 'config/autoload'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const configure = (text: string, name = 'global.yaml'): void =>
  writeFileSync(join(folder, 'config/autoload', name), text);

describe('a file that was read', () => {
  const file = (): string => join(folder, 'Show.astro');
  const edit = (): void => writeFileSync(file(), 'another text');
  type Live = ReturnType<typeof followExtensions>;

  test.each<readonly [string, (live: Live) => void, readonly boolean[]]>([
    ['has not changed', () => undefined, [false]],
    ['has changed', edit, [true, false]],
    ['is gone', () => rmSync(file()), [true, false]],
    [
      'has changed and was read a second time',
      (live) => {
        edit();
        live.note(file());
      },
      [true, false],
    ],
    [
      'has changed, as has the configuration',
      () => {
        edit();
        configure(SHOW);
      },
      [true, false],
    ],
  ])('%s', (_, change, refreshed) => {
    writeFileSync(file(), 'text');
    const live = followExtensions(folder, {});
    live.note(file());
    change(live);
    expect(refreshed.map(() => live.refresh())).toEqual(refreshed);
  });
});

describe('what the configuration names', () => {
  test('is read at the start', () => {
    configure(SHOW);
    expect(followExtensions(folder, {}).current()).toMatchObject({
      templateMap: { 'platform-documentation/show': 'templates/Show.astro' },
      formatModules: [],
    });
  });

  test('is the same until it is read again, and then what it has become', () => {
    const live = followExtensions(folder, {});
    const before = live.current();
    configure(SHOW);
    expect(live.current()).toBe(before);
    expect(live.refresh()).toBe(true);
    expect(live.current().templateMap).toEqual({ 'platform-documentation/show': 'templates/Show.astro' });
  });

  test('of a file that is added counts, and no more when that is removed', () => {
    configure(SHOW);
    const live = followExtensions(folder, {});
    configure('platform-documentation: { formats: [config/formats/one.ts] }\n', 'formats.global.yaml');
    expect(live.refresh()).toBe(true);
    expect(live.current().formatModules).toEqual([{ key: '0', file: 'config/formats/one.ts' }]);
    rmSync(join(folder, 'config/autoload/formats.global.yaml'));
    expect(live.refresh()).toBe(true);
    expect(live.current().formatModules).toEqual([]);
  });

  test('has not changed where only another file has, nor without a write', () => {
    configure(SHOW);
    const live = followExtensions(folder, {});
    expect(live.refresh()).toBe(false);
    configure(`${SHOW}platform-documentation: { title: Other }\n`);
    expect(live.refresh()).toBe(false);
  });

  test('is reported as changed once', () => {
    const live = followExtensions(folder, {});
    configure(SHOW);
    expect([live.refresh(), live.refresh()]).toEqual([true, false]);
  });

  test('may hang on the environment', () => {
    configure(`platform-documentation: { formats: ["\${FORMAT}"] }\n`);
    expect(followExtensions(folder, { FORMAT: 'config/formats/one.ts' }).current().formatModules).toEqual([
      { key: '0', file: 'config/formats/one.ts' },
    ]);
  });

  test('is nothing where the configuration cannot be read, and comes back when it can', () => {
    configure('platform-documentation: [\n');
    const live = followExtensions(folder, {});
    expect(live.current()).toMatchObject({ templateMap: {}, formatModules: [] });
    configure(SHOW);
    expect(live.refresh()).toBe(true);
  });
});
