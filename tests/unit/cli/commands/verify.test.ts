import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Invocation } from '../../../../src/cli/command.ts';
import { verify } from '../../../../src/cli/commands/verify.ts';
import { createTerminal } from '../../../../src/cli/terminal.ts';
import type { build as realBuild } from '../../../../src/release/build.ts';
import type { BuildResult } from '../../../../src/release/build-contract.ts';
import { textStream } from '../../../commands/run-command.ts';
import { projectWith } from '../../config/project.ts';

/** A real one compiles templates, which takes seconds; what it gives twice is asked of real builds. */
const build = vi.hoisted(() => vi.fn<typeof realBuild>());
vi.mock('../../../../src/release/build.ts', () => ({ build }));

const CURRENT = 'documentation/current';
const PACK = 'documentation/releases/a1/1.bin';
const OLD = 'documentation/releases/a0/0.bin';
const PAGE = 'static/index.html';
const COPY = 'static/index.html.gz';
const BUILT = [CURRENT, PACK, 'server/entry.mjs', PAGE, COPY];

let folder: string;
const write = (parent: string, path: string, text: string): void => {
  mkdirSync(dirname(join(folder, parent, path)), { recursive: true });
  writeFileSync(join(folder, parent, path), text);
};
const dist = (path: string, text: string): void => write('dist', path, text);

beforeEach(() => {
  folder = projectWith({});
  for (const path of BUILT) for (const parent of ['dist', 'again']) write(parent, path, path);
  build.mockReset().mockImplementation(async ({ distFolder = '' }) => {
    cpSync(join(folder, 'again'), distFolder, { recursive: true });
    return { kind: 'published' } as BuildResult;
  });
});

/** Exit code and lines. */
async function verified(...options: readonly string[]): Promise<readonly unknown[]> {
  const [output, errors] = [textStream(), textStream()];
  const terminal = createTerminal({ output: output.stream, errors: errors.stream, environment: {} });
  const code = await verify.run({
    options: new Map(options.map((name) => [name, ''])),
    projectFolder: folder,
    environment: {},
    terminal,
  } as unknown as Invocation);
  return [code, ...`${output.text()}${errors.text()}`.trimEnd().split('\n')];
}

test('what is as a build writes it is verified, beside releases of before', async () => {
  dist(OLD, 'of before');
  dist('client/_astro/old.css', 'what a page of before links to');
  expect(await verified()).toEqual([0, '5 files of dist match a new build.']);
});

test('files that were changed, are missing or were written by no build are named, and nothing else', async () => {
  dist(PACK, 'changed');
  dist(COPY, 'changed');
  rmSync(join(folder, 'dist', PAGE));
  dist('static/added.html', '');
  expect(await verified()).toEqual([
    1,
    `dist/${PACK} differs from a new build.`,
    `dist/${PAGE} is missing.`,
    `dist/${COPY} differs from a new build.`,
    'dist/static/added.html is not a file of this build.',
    '4 of 5 files differ. Run "platform-docs build --force".',
  ]);
});

test.each([
  ['of a server', ['static'], [], { static: false, keepGoing: false }],
  ['with static pages', [], [], { static: true, plain: false, keepGoing: false }],
])('what was built %s is built anew in the same way, elsewhere', async (_, without, options, expected) => {
  for (const name of without) rmSync(join(folder, 'dist', name), { recursive: true });
  await verified(...options);
  expect(build).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ projectFolder: folder, force: true, strict: false, ...expected }),
  );
  expect(build.mock.calls[0]?.[0].distFolder).not.toContain(folder);
});

test('what was built for a plain host is built anew in the same way, beside what was built of a server', async () => {
  rmSync(join(folder, 'dist', COPY));
  dist('static-release/current', 'id');
  await verified('keep-going');
  const kinds = [
    { static: false, plain: false, keepGoing: true, force: true },
    { static: true, plain: true, keepGoing: true, force: false },
  ];
  expect(build.mock.calls.map(([options]) => options)).toEqual(kinds.map((kind) => expect.objectContaining(kind)));
  build.mockClear();
  rmSync(join(folder, 'dist', CURRENT));
  await verified();
  expect(build).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ plain: true, force: true }));
});

test.each([
  ['fails', { kind: 'failed', release: null, diagnostics: [], failures: ['A wrong template.'] }, 1],
  ['is interrupted', { kind: 'interrupted', diagnostics: [], failures: [] }, 130],
] as const)('a new build that %s verifies nothing', async (_, result, code) => {
  build.mockResolvedValue(result as BuildResult);
  const [ended, ...lines] = await verified();
  expect([ended, lines.join('\n')]).toEqual([code, expect.not.stringContaining('dist/')]);
});

test('where nothing is published there is nothing to verify', async () => {
  rmSync(join(folder, 'dist', CURRENT));
  expect(await verified()).toEqual([1, 'No documentation is published yet. Run "platform-docs build" first.']);
  expect(build).not.toHaveBeenCalled();
});
