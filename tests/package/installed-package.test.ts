import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import runtime from '../../src/cli/launcher/runtime.json' with { type: 'json' };
import { cleanEnvironment } from '../commands/clean-environment.ts';
import { freePort } from '../fixtures/free-port.ts';
import { startBuiltServer, startInstalled } from '../http/servers.ts';
import { installInProject, listing, nestPackages, olderNode, pack, runIn, setWritable } from './installed-project.ts';

const product = fileURLToPath(new URL('../..', import.meta.url));
const CUSTOM_SITE = join(product, 'tests/fixtures/custom-site');
const TYPE_CHECKER = join(product, 'node_modules/typescript/bin/tsc');
const CACHE = 'node_modules/.cache/platform-documentation';
const BOOK = '/platform/documentation/Library/Book';
const DESCRIPTOR = 'api-descriptors/library/v1.yaml';
const MEGABYTE = 1_000_000;

let folder: string;
let tarball: ReturnType<typeof pack>;
let project: string;
let installed: string;
let before: readonly string[];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platform-documentation-packed-'));
  tarball = pack(folder);
  project = installInProject(tarball.file);
  installed = join(project, 'node_modules/platform-documentation');
  cpSync(join(CUSTOM_SITE, 'api-descriptors'), join(project, 'api-descriptors'), { recursive: true });
  before = listing(installed);
  setWritable(installed, false);
});
afterAll(() => {
  setWritable(installed, true);
  for (const path of [folder, project]) rmSync(path, { recursive: true, force: true });
});

const paths = (): readonly string[] => tarball.files.map(({ path }) => path);
/** Runs the program that npm has linked, as npx does; the first build of a project shows that npx finds it. */
const command = (...args: readonly string[]) => runIn(project, 'node_modules/.bin/platform-docs', args);
const npx = (args: readonly string[], folders?: readonly string[]) =>
  runIn(project, 'npx', ['--no', '--', 'platform-docs', ...args], folders);
const get = async (origin: string, accept: string, path = BOOK): Promise<string> =>
  (await fetch(origin + path, { headers: { accept } })).text();

describe('the package', () => {
  test('is small, packed and unpacked', () => {
    // The compiled renderer, with its packages, is half of it; readers of descriptors are 0.1 MB, guides and files of
    // deployment 80 kB, log-ins of the console and single files another 80 kB.
    expect(tarball.size).toBeLessThan(2.7 * MEGABYTE);
    expect(tarball.unpackedSize).toBeLessThan(10 * MEGABYTE);
  });

  test('has JavaScript with its declarations, templates, styles and samples, and neither sources nor tests', () => {
    expect(
      paths().filter((path) => /\.ts$/.test(path) && !/\.d\.ts$/.test(path) && !path.startsWith('config/examples/')),
    ).toEqual([]);
    expect(
      paths().filter((path) =>
        /(^|\/)tests?(\/|$)|\.test\.|tsconfig|lock\.json|^data\/|^(?!docs\/deployment\/).*local\.yaml$/.test(path),
      ),
    ).toEqual([]);
    const scripts = paths().filter((path) => path.startsWith('lib/') && path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(500);
    const ofProjects = scripts.filter((path) => /^lib\/(?:presentation|views(?!\/scripts\/))\//.test(path));
    expect(ofProjects.filter((path) => !paths().includes(path.replace(/\.js$/, '.d.ts')))).toEqual([]);
    const needed = [
      'lib/views/Layout.astro',
      'lib/views/styles/site.css',
      'lib/descriptors/native/api-descriptor.schema.json',
      'src/cli/platform-docs.mjs',
      'docs/rules.md',
    ];
    const samples = [
      'api-descriptors/library/v2.yaml',
      'config/autoload/local.yaml.dist',
      'config/examples/Show.astro',
    ];
    expect(paths()).toEqual(expect.arrayContaining([...needed, ...samples, 'README.md', 'CHANGELOG.md', 'LICENSE']));
  });

  test('has every guide, and each file that documents of deployment and compose.yaml name, where they name it', () => {
    const guides = readdirSync(join(product, 'docs')).filter((name) => name.endsWith('.md'));
    expect(paths()).toEqual(expect.arrayContaining(guides.map((name) => `docs/${name}`)));
    const texts = ['docs/deployment/README.md', 'docs/deployment/more-than-one-machine.md', 'compose.yaml'].map(
      (path) => readFileSync(join(installed, path), 'utf8'),
    );
    const named = texts.flatMap((text) => text.match(/docs\/deployment\/[\w./-]+\w/g) ?? []);
    expect(named.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
    expect(new Set(named).size).toBeGreaterThan(9);
    const linked = texts.flatMap((text) => [...text.matchAll(/\]\(([a-z]+\/[^)#]+)/g)].map(([, path = '']) => path));
    expect(linked.filter((path) => !existsSync(join(installed, 'docs/deployment', path)))).toEqual([]);
    expect(linked.length).toBeGreaterThan(9);
  });

  test('has every declaration that another one names', () => {
    const declarations = paths().filter((path) => path.endsWith('.d.ts'));
    const missing = declarations.flatMap((path) =>
      [...readFileSync(join(installed, path), 'utf8').matchAll(/["'](\.{1,2}\/[^"']+)\.js["']/g)]
        .map(([, named = '']) => `${join(dirname(path), named)}.d.ts`)
        .filter((named) => !declarations.includes(named)),
    );
    expect(declarations.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  test('has every file that package.json names', () => {
    const named = [...Object.values(packageFile.bin), ...Object.values(packageFile.exports).flatMap(targetsOf)];
    const missing = named.filter(
      (name) =>
        !paths().some((path) =>
          new RegExp(`^${name.replace('./', '').replaceAll('.', '\\.').replace('*', '.+')}$`).test(path),
        ),
    );
    expect(missing).toEqual([]);
  });

  test('has the compiled renderer of our own templates, with the licenses of the packages in it', () => {
    const names = readdirSync(join(installed, 'renderers'));
    const [hash, ...others] = names.filter((name) => name !== 'packages.json');
    expect([names.length, others]).toEqual([2, []]);
    const renderer = join(installed, 'renderers', hash ?? '');
    expect(readdirSync(renderer)).toEqual(['client', 'server']);
    const code = paths().filter((path) => path.startsWith('renderers/') && path.endsWith('.mjs'));
    expect(code.filter((path) => readFileSync(join(installed, path), 'utf8').includes(product))).toEqual([]);
    const licenses = readFileSync(join(renderer, 'server/licenses.md'), 'utf8');
    const named = [...licenses.matchAll(/^## (\S+) - /gm)].map(([, name]) => name);
    expect(named).toEqual(expect.arrayContaining(['astro', 'ioredis', 'parse5', 'remark', 'zod']));
  });

  test('names no module by its source, where it is not there', () => {
    const code = tarball.files.map(({ path }) => path).filter((path) => /^lib\/.*\.(js|astro|d\.ts)$/.test(path));
    const named = code.flatMap((path) =>
      [...readFileSync(join(installed, path), 'utf8').matchAll(/(["'`])\.{1,2}\/[^"'`\n]*\.ts\1/g)].map(
        ([reference]) => `${path}: ${reference}`,
      ),
    );
    expect(named).toEqual([]);
  });
});

function targetsOf(target: string | { readonly types: string; readonly default: string }): readonly string[] {
  return typeof target === 'string' ? [target] : [target.types, target.default];
}

describe('the types of the package', () => {
  const SITE = ['integration.ts'];
  const MODULES = ['modules.ts'];

  beforeAll(() => cpSync(join(product, 'tests/package/consumer'), join(project, 'consumer'), { recursive: true }));

  test.each([
    // Declarations of ours alone are checked as well; Astro's own are not without errors.
    ['nodenext', 'nodenext', 'false', MODULES],
    ['nodenext', 'nodenext', 'true', SITE],
    ['esnext', 'bundler', 'true', [...MODULES, ...SITE]],
  ])('are right for modules as in %s, found as %s, skipLibCheck %s: %j', (module, resolution, skips, files) => {
    const options = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--target',
      'es2024',
      '--lib',
      'es2024,dom,dom.iterable,esnext.collection',
      // Declarations of TypeScript itself are not ours either.
      '--skipDefaultLibCheck',
      'true',
    ];
    const how = ['--module', module, '--moduleResolution', resolution, '--skipLibCheck', skips];
    const checked = runIn(join(project, 'consumer'), process.execPath, [TYPE_CHECKER, ...options, ...how, ...files]);
    expect(checked).toMatchObject({ status: 0, output: '' });
  });
});

/** Files below a folder with hashes of their content. */
function contentsOf(folder: string): ReadonlyMap<string, string> {
  return new Map(listing(folder).map((line) => [relative(folder, line.split(' ')[0] ?? ''), line.split(' ')[1] ?? '']));
}

function differing(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
}

describe('a project that has installed it', () => {
  const PUBLISHED = { status: 0, output: expect.stringMatching(/^Published 1 API version, \d+ pages/) };
  const older = olderNode();

  test.skipIf(older === undefined)(
    'runs where the system has an older Node (skipped where none from 20.19 to 22.11 is installed)',
    () => {
      // As it was fetched before; that it is fetched at all is tested with the launcher.
      const fetched = join(
        project,
        CACHE,
        'runtime',
        `node-${runtime.version}-${process.platform}-${process.arch}`,
        'bin',
      );
      mkdirSync(fetched, { recursive: true });
      cpSync(process.execPath, join(fetched, 'node'));
      expect(npx(['build'], [dirname(older ?? '')])).toMatchObject(PUBLISHED);
    },
  );

  test('builds with the renderer of the package, without compiling anything', () => {
    // What was published above is what this would publish.
    if (older === undefined) expect(npx(['build'])).toMatchObject(PUBLISHED);
    expect(readdirSync(join(project, CACHE))).not.toContain('astro');
    expect(readdirSync(join(project, CACHE))).not.toContain('renderers');
  });

  test('compiles the same where it has another version of a package of a package, and keeps that for the next build', () => {
    const manifest = join(project, 'node_modules/parse5/package.json');
    const text = readFileSync(manifest, 'utf8');
    const packed = contentsOf(join(project, 'dist'));
    // The file is a link to that of this clone.
    rmSync(manifest);
    writeFileSync(manifest, JSON.stringify({ ...JSON.parse(text), version: '0.0.0' }));
    try {
      for (const isCompiled of [true, false]) {
        rmSync(join(project, 'dist'), { recursive: true });
        rmSync(join(project, CACHE, 'astro'), { recursive: true, force: true });
        expect(command('build')).toMatchObject(PUBLISHED);
        expect(existsSync(join(project, CACHE, 'astro'))).toBe(isCompiled);
        // The list of licenses has the versions, too.
        expect(differing(contentsOf(join(project, 'dist')), packed)).toEqual(['server/licenses.md']);
      }
      const { templates } = JSON.parse(readFileSync(join(project, 'dist/server/renderer.json'), 'utf8'));
      expect(readdirSync(join(project, CACHE, 'renderers'))).toEqual([templates]);
    } finally {
      writeFileSync(manifest, text);
    }
  });

  test('builds as its container does', () => {
    const file = readFileSync(join(product, 'docs/deployment/container/Dockerfile'), 'utf8');
    const [, run = ''] = /^RUN (npx .*)$/m.exec(file) ?? [];
    expect(runIn(project, 'sh', ['-ec', run])).toMatchObject({ status: 0, errors: '' });
    const copied = [...file.matchAll(/^COPY --from=build \/project\/(\S+)/gm)].map(([, name = '']) => name);
    expect(copied.filter((name) => !existsSync(join(project, name)))).toEqual([]);
    expect(copied).toEqual(['dist', 'config', 'data']);
  });

  test('checks and exports', () => {
    expect(command('check')).toMatchObject({ status: 0, output: expect.stringContaining('1 API version, 0 errors') });
    const exported = command('export', 'Library', '--format', 'openapi');
    expect(JSON.parse(exported.output)).toMatchObject({ openapi: expect.any(String), info: { title: 'Library' } });
    expect(command('--version').output.trim()).toBe(packageFile.version);
  });

  test('builds what changes while it is watched', async () => {
    const descriptor = join(project, DESCRIPTOR);
    const text = readFileSync(descriptor, 'utf8');
    const bin = join(installed, 'src/cli/platform-docs.mjs');
    const child = spawn(process.execPath, [bin, 'build', '--watch'], { cwd: project, env: cleanEnvironment() });
    const ended = once(child, 'close');
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (printed: string) => {
        output += printed;
      });
    try {
      await expect.poll(() => output).toContain('Ctrl-C ends this command.');
      writeFileSync(descriptor, `${text}\n`);
      await expect.poll(() => output.split(`Changed: ${DESCRIPTOR}.\n`)[1]).toContain('Published 1 API version');
    } finally {
      child.kill('SIGINT');
      writeFileSync(descriptor, text);
    }
    expect(await ended).toEqual([0, null]);
  });

  test('starts and answers by Accept', async () => {
    const server = await startInstalled(project, 'start', '--port', '0');
    try {
      expect(await get(server.origin, 'text/html')).toMatch(/^<!DOCTYPE html>[\s\S]*\/_astro\/site\.[\w-]+\.css/);
      expect(JSON.parse(await get(server.origin, 'application/json'))).toMatchObject({ name: 'Book' });
    } finally {
      await server.stop();
    }
  });

  test('develops, with formats, view scripts and layouts of its own, which import the public modules', async () => {
    for (const part of ['config', 'templates'])
      cpSync(join(CUSTOM_SITE, part), join(project, part), { recursive: true });
    cpSync(join(installed, 'config/examples/asciidoc.ts'), join(project, 'config/formats/asciidoc.ts'));
    const server = await startInstalled(project, 'dev', '--port', String(await freePort()));
    try {
      expect(await get(server.origin, 'text/html')).toContain('<title>Custom service</title>');
      expect(await get(server.origin, 'text/asciidoc')).toMatch(/^= Book\n/);
      const missing = await get(server.origin, 'text/html', `${BOOK}s`);
      const [, style = ''] = /<link rel="stylesheet" href="([^"]+site\.css)"/.exec(missing) ?? [];
      const text = await fetch(server.origin + style, { headers: { accept: 'text/css' } });
      expect([text.status, text.headers.get('content-type')]).toEqual([200, 'text/css']);
      const hidden = [
        '/astro.config.mjs',
        '/package.json',
        `/@fs${installed}/package.json`,
        `/@fs${installed}/config/autoload/global.yaml?raw`,
      ];
      const statuses = await Promise.all(hidden.map(async (path) => (await fetch(server.origin + path)).status));
      expect(statuses).toEqual(hidden.map(() => 404));
    } finally {
      await server.stop();
    }
  });

  test('builds what is its own with packages beside it, as npm puts them', () => {
    expect(command('build')).toMatchObject(PUBLISHED);
    expect(existsSync(join(installed, 'node_modules'))).toBe(false);
  });

  // Compiled once for three things, of which each would fail by itself.
  test('builds what is its own with our packages below it, because the project has others of these names', () => {
    setWritable(installed, true);
    nestPackages(project);
    setWritable(installed, false);
    mkdirSync(join(project, 'node_modules/astro'));
    writeFileSync(
      join(project, 'node_modules/astro/package.json'),
      '{ "name": "astro", "version": "1.0.0", "exports": {} }',
    );
    for (const path of ['dist', CACHE]) rmSync(join(project, path), { recursive: true });
    const bin = join(installed, packageFile.bin['platform-docs']);
    expect(runIn(project, process.execPath, [bin, 'build'])).toMatchObject(PUBLISHED);
    const exported = runIn(project, process.execPath, [bin, 'export', 'Library', '--format', 'asciidoc']);
    expect(exported.output).toMatch(/^= Library\n/);
  });

  test('leaves a dist that needs neither the package nor any other', async () => {
    const elsewhere = join(folder, 'elsewhere');
    for (const part of ['dist', 'config/autoload'])
      cpSync(join(project, part), join(elsewhere, part), { recursive: true });
    const server = await startBuiltServer(elsewhere);
    try {
      expect(await get(server.origin, 'text/html')).toContain('<title>Custom service</title>');
      expect(await get(server.origin, 'text/asciidoc')).toMatch(/^= Book\n/);
      expect(JSON.parse(await get(server.origin, 'application/json'))).toMatchObject({ name: 'Book' });
    } finally {
      await server.stop();
    }
  });

  test('has changed nothing in the package, which it must not write to', () => {
    expect(listing(installed)).toEqual(before);
  });
});
