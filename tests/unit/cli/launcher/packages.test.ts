import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { missingPackages } from '../../../../src/cli/launcher/packages.mjs';

type Lock = Parameters<typeof missingPackages>[0];
type Platform = Parameters<typeof missingPackages>[2];

const lockFile = fileURLToPath(new URL('../../../../package-lock.json', import.meta.url));
const lock: {
  readonly packages: Lock &
    Readonly<Record<string, { readonly optionalDependencies?: Readonly<Record<string, string>> }>>;
} = JSON.parse(readFileSync(lockFile, 'utf8'));

const LINUX: Platform = { os: 'linux', cpu: 'x64', libc: 'glibc' };
const ALPINE: Platform = { os: 'linux', cpu: 'arm64', libc: 'musl' };
const MAC: Platform = { os: 'darwin', cpu: 'arm64', libc: null };
const WINDOWS: Platform = { os: 'win32', cpu: 'x64', libc: null };

describe('missingPackages', () => {
  const wanted: Lock = {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/tool': { version: '2.0.0', dev: true },
    'node_modules/binding-linux': { version: '3.0.0', optional: true, os: ['linux'], cpu: ['x64'], libc: ['glibc'] },
    'node_modules/binding-musl': { version: '3.0.0', optional: true, os: ['linux'], cpu: ['arm64'], libc: ['musl'] },
    'node_modules/binding-mac': { version: '3.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
    'node_modules/unix': { version: '4.0.0', os: ['!win32'] },
    'node_modules/of-a-binding': { version: '5.0.0', optional: true },
  };

  test.each([
    [LINUX, false, ['a', 'binding-linux', 'unix']],
    [LINUX, true, ['a', 'tool', 'binding-linux', 'unix']],
    [ALPINE, false, ['a', 'binding-musl', 'unix']],
    [MAC, false, ['a', 'binding-mac', 'unix']],
    [WINDOWS, false, ['a']],
  ])('on %j, with tools: %s, an empty folder lacks %j', (platform, withTools, names) => {
    expect(missingPackages(wanted, {}, platform, withTools)).toEqual(names.map((name) => `node_modules/${name}`));
  });

  test('what is installed in the version of the lock is not missing, in another one it is', () => {
    const { 'node_modules/unix': _, ...others } = wanted;
    expect(missingPackages(wanted, wanted, LINUX, true)).toEqual([]);
    expect(missingPackages(wanted, others, LINUX, true)).toEqual(['node_modules/unix']);
    const older = { ...wanted, 'node_modules/a': { version: '0.9.0' } };
    expect(missingPackages(wanted, older, LINUX, false)).toEqual(['node_modules/a']);
  });
});

describe('package-lock.json', () => {
  const entries = Object.entries(lock.packages);

  test('has every optional package that its packages name, so that npm ci accepts it and other platforms can start', () => {
    const missing = entries.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !foldersInReach(path, name).some((folder) => Object.hasOwn(lock.packages, folder)),
      ),
    );
    expect(missing).toEqual([]);
    expect(entries.some(([, { optionalDependencies }]) => optionalDependencies !== undefined)).toBe(true);
  });

  test('has the integrity of every package, and addresses of none', () => {
    const packages = entries.filter(([path]) => path !== '');
    expect(packages.filter(([, entry]) => !('integrity' in entry)).map(([path]) => path)).toEqual([]);
    expect(packages.filter(([, entry]) => 'resolved' in entry).map(([path]) => path)).toEqual([]);
  });

  /** Binaries that a build on the platform loads: for the compiler, the bundler, CSS and Markdown. */
  test.each([
    LINUX,
    ALPINE,
    MAC,
    WINDOWS,
    { os: 'darwin', cpu: 'x64', libc: null } as const,
    { os: 'linux', cpu: 'arm64', libc: 'glibc' } as const,
  ])('brings the bindings of %j', (platform) => {
    const names = missingPackages(lock.packages, {}, platform, false).map((path) =>
      path.replace(/^.*node_modules\//, ''),
    );
    const { os, cpu, libc } = platform;
    const suffix = os === 'linux' ? (libc === 'musl' ? '-musl' : '-gnu') : os === 'win32' ? '-msvc' : '';
    for (const binding of ['@astrojs/compiler-binding', '@rolldown/binding', 'lightningcss']) {
      expect(names).toContain(`${binding}-${os}-${cpu}${suffix}`);
    }
  });
});

/** Folders where Node looks for a package that the one at a path needs: beside it and each that contains it. */
function foldersInReach(path: string, name: string): readonly string[] {
  const parts = path.split(/(?:^|\/)node_modules\//).slice(1);
  return Array.from({ length: parts.length + 1 }, (_, depth) =>
    [...parts.slice(0, depth), name].map((part) => `node_modules/${part}`).join('/'),
  );
}
