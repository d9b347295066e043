import { chmodSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { replaceServerConfiguration } from '../../../src/build/server-configuration.ts';
import { isSpeakable } from '../../../src/file-servers/contract.ts';
import { fileServers } from '../../../src/file-servers/registry.ts';
import { HOSTILE, siteOf } from '../../unit/file-servers/hostile-site.ts';
import { isInstalled } from '../clients/programs.ts';
import { runProbe } from '../probe-runner.ts';
import { discoveryProbes } from '../probes/discovery-probes.ts';
import { API, get } from '../probes/sample-site.ts';
import { probes } from '../probes.ts';
import type { RunningProgram } from '../running-program.ts';
import { makeSampleProject, provideBuild, removeProject } from '../servers.ts';
import { asWrittenBy, exceptionsFor, withException } from './exceptions.ts';
import { PROGRAMS, type ProgramName, startFileServer } from './running.ts';
import { documentsOf } from './tree.ts';

const table = [...probes, ...discoveryProbes];

let folder: string;
beforeAll(async () => {
  folder = makeSampleProject();
  // Apache reads files with the rights of another user, where it is started by root.
  chmodSync(folder, 0o755);
  await provideBuild(folder, '--static');
  // The entity tag of a file that was written a moment ago is weak for Apache.
  const tree = join(folder, 'dist/static');
  for (const path of readdirSync(tree, { recursive: true, encoding: 'utf8' })) utimesSync(join(tree, path), 1e9, 1e9);
});
afterAll(() => removeProject(folder));

test('every file server that configurations are written for is one of these', () => {
  expect(Object.keys(PROGRAMS).sort()).toEqual(fileServers.map(({ name }) => name).sort());
});

describe.each(Object.keys(PROGRAMS) as ProgramName[])('%s, with its configuration of build --static', (name) => {
  const isHere = isInstalled(PROGRAMS[name].command);
  const exceptions = exceptionsFor(name, table);
  let server: RunningProgram;
  beforeAll(async () => {
    if (!isHere) return;
    server = await startFileServer(name, {
      tree: join(folder, 'dist/static'),
      configuration: join(folder, 'dist/server-configuration'),
    });
  });
  afterAll(() => server?.stop());

  describe.skipIf(!isHere)(`(skipped where it is not installed: ${PROGRAMS[name].command})`, () => {
    test.each(table)('$name ($source)', async (probe) => {
      const exception = exceptions.get(probe.name);
      const found = await runProbe(server.origin, asWrittenBy(name, withException(probe, exception)));
      expect({ reason: exception?.reason, found }).toEqual({ reason: exception?.reason, found: [] });
      // One that is not needed any more goes.
      if (exception !== undefined) expect(await runProbe(server.origin, asWrittenBy(name, probe))).not.toEqual([]);
    });

    test.each([
      '/platform/problems/404.json',
      '/404.html',
      '/SHA256SUMS',
      `${API}.json.br`,
      '/platform/documentation/../../etc/passwd',
    ])('%s is nothing', async (path) => {
      const probe = { name: path, source: '', request: get(path, 'application/json') };
      expect(await runProbe(server.origin, { ...probe, expected: { status: 404, body: /"status":404/ } })).toEqual([]);
    });

    test('styles are compressed and stay for a year', async () => {
      const page = await (await fetch(server.origin + API, { headers: { accept: 'text/html' } })).text();
      const path = /\/_astro\/[^"]+\.css/.exec(page)?.[0] ?? '';
      const headers = {
        'content-type': 'text/css; charset=utf-8',
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      };
      const request = get(path, null, { 'Accept-Encoding': 'br' });
      expect(
        await runProbe(server.origin, { name: path, source: '', request, expected: { status: 200, headers } }),
      ).toEqual([]);
    });

    test('every document of the tree is served, in the codings that it is copied in', async () => {
      const documents = documentsOf(join(folder, 'dist/static'));
      expect(documents.length).toBeGreaterThan(200);
      for (const { address, contentLocation, mediaType, bytes } of documents)
        for (const coding of ['identity', 'br', 'gzip']) {
          const response = await fetch(server.origin + address, { headers: { 'accept-encoding': coding } });
          const isSame = Buffer.from(await response.arrayBuffer()).equals(bytes);
          const fields = [
            'content-type',
            'content-location',
            'content-encoding',
            'content-language',
            'x-content-type-options',
          ];
          expect([address, response.status, isSame, ...fields.map((name) => response.headers.get(name))]).toEqual([
            address,
            200,
            true,
            mediaType,
            contentLocation,
            coding === 'identity' ? null : coding,
            null,
            'nosniff',
          ]);
        }
    });

    test.each(['OPTIONS', 'POST'])('%s of a file at the root has no fields of the file', async (method) => {
      const headers = { 'content-encoding': null, 'content-language': null, link: null, allow: 'GET, HEAD, OPTIONS' };
      const request = { method, path: '/.well-known/api-catalog', headers: { 'Accept-Encoding': 'br' } };
      const status = method === 'POST' ? 405 : 204;
      expect(await runProbe(server.origin, { name: '', source: '', request, expected: { status, headers } })).toEqual(
        [],
      );
    });

    test('starts with APIs of any names', async () => {
      const configuration = mkdtempSync(join(tmpdir(), 'hostile-configuration-'));
      try {
        const site = siteOf(HOSTILE.filter(isSpeakable));
        replaceServerConfiguration(configuration, site, fileServers);
        const hostile = await startFileServer(name, { tree: join(folder, 'dist/static'), configuration });
        const probe = { name: '', source: '', request: get(API, 'application/json'), expected: { status: 200 } };
        expect(await runProbe(hostile.origin, probe)).toEqual([]);
        await hostile.stop();
      } finally {
        rmSync(configuration, { recursive: true, force: true });
      }
    });

    test('the start page leads to the documentation', async () => {
      const response = await fetch(server.origin, { redirect: 'manual' });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await response.text()).toContain('/platform/documentation/');
    });
  });
});
