import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ReleaseWriter } from '../../../src/release/release-writer.ts';
import { serve } from '../../../src/server/node-server.ts';
import { accessHash } from '../../../src/store/release-access.ts';
import { packsIn } from '../../fixtures/packs.ts';

let folder: string;
const inFolder = (...path: string[]): string => join(folder, ...path);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'node-server-'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** Standard error of a server that cannot start. */
async function failureOf(
  environment: Readonly<Record<string, string>> = {},
  command: string | null = null,
): Promise<string> {
  const started = await serve({
    documentationFolder: inFolder('dist'),
    projectFolder: folder,
    environment: { PORT: '0', ...environment },
    command,
    version: '1.2.3',
    passwordWorkerUrl: new URL('../../../src/auth/hashing/password-worker.ts', import.meta.url),
    renderPage: () => Promise.reject(new Error('No page was expected.')),
    customFormats: { formats: [], problems: [] },
    astro: () => undefined,
  });
  expect(started).toBe(null);
  return vi.mocked(console.error).mock.calls.flat().join('\n');
}

async function publish(): Promise<string> {
  const writer = new ReleaseWriter(inFolder('dist'));
  await writer.addArtifact('json /platform/documentation', '{}');
  return writer.publish({ site: { title: 'APIs', baseUrl: '' }, entries: [], outlines: [] });
}

describe('a server that cannot start says what is missing, and what to do', () => {
  test('where nothing has been published', async () => {
    expect(await failureOf()).toBe('No documentation is published yet. Run "npm run build" first.');
  });

  test.each(['index.json', 'a pack'])('where the published %s has been removed', async (file) => {
    const release = inFolder('dist', 'releases', await publish());
    const name = file === 'a pack' ? (packsIn(release)[0] ?? '') : file;
    expect(readdirSync(release)).toContain(name);
    rmSync(join(release, name));
    expect(await failureOf()).toBe(
      `The server cannot start: ${join(release, name)} is missing. Put it back, or run "npm run build".`,
    );
  });

  test('where what is published names no release', async () => {
    mkdirSync(inFolder('dist'));
    writeFileSync(inFolder('dist', 'current'), '\n');
    expect(await failureOf()).toBe(
      `The server cannot start: ${inFolder('dist', 'current')} names no release. Run "npm run build".`,
    );
  });

  test('where what is published lacks a part', async () => {
    const outlines = [
      {
        api: 'Missing',
        version: 1,
        services: [],
        groups: [],
        guides: [],
        schemas: [],
        operations: [],
        accessHash: accessHash([]),
      },
    ];
    await new ReleaseWriter(inFolder('dist')).publish({ site: { title: 'APIs', baseUrl: '' }, entries: [], outlines });
    expect(await failureOf()).toBe(
      'The server cannot start: The release has no routes of Missing-v1. Run "npm run build".',
    );
  });

  test('where the configuration is wrong', async () => {
    await publish();
    mkdirSync(inFolder('config/autoload'), { recursive: true });
    writeFileSync(inFolder('config/autoload/local.yaml'), 'platform-documentation: { titel: x }\n');
    expect(await failureOf()).toMatch(
      /^The server cannot start: config\/autoload\/local\.yaml: platform-documentation\.titel: .+$/,
    );
  });

  test.each(['nowhere.invalid', '192.0.2.1'])('where the host is %s', async (host) => {
    await publish();
    expect(await failureOf({ HOST: host })).toBe(
      `HOST ${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 for all addresses.`,
    );
  });

  test.each([
    [null, (port: number) => `set the variable PORT=${port}`],
    ['platform-docs serve', (port: number) => `platform-docs serve --port ${port}`],
    ['npm start --', (port: number) => `npm start -- --port ${port}`],
  ])('where the port is taken, and the command was %s', async (command, remedy) => {
    await publish();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const next = port === 65_535 ? 4321 : port + 1;
    expect(await failureOf({ PORT: String(port) }, command)).toBe(
      `Port ${port} on 127.0.0.1 is taken. Stop the other program, or choose another port: ${remedy(next)}.`,
    );
    await new Promise((resolve) => other.close(resolve));
  });

  test.each([
    ['PORT', '99999'],
    ['PORT', 'abc'],
    ['PORT', '-1'],
  ])('where %s is %s', async (name, value) => {
    expect(await failureOf({ [name]: value })).toBe(
      `The server cannot start: ${name} is "${value}". Write a number from 0 to 65535.`,
    );
  });
});
