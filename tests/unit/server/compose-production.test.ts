import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FormatDraft } from '../../../src/formats/extension/to-format.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { ReleaseWriter } from '../../../src/release/release-writer.ts';
import { composeProduction, type Production } from '../../../src/server/compose-production.ts';
import { accessHash } from '../../../src/store/release-access.ts';
import { schemes } from '../../fixtures/auth/tools.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';
import { packsIn } from '../../fixtures/packs.ts';
import { draftOf, plain } from '../formats/extension/fixtures.ts';

/** Longer than a change takes to be taken over: two looks at the configuration. */
const LOOKS_MILLISECONDS = 3000;

let folder: string;
let production: Production | undefined;
let lines: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  folder = mkdtempSync(join(tmpdir(), 'compose-'));
  mkdirSync(join(folder, 'config/autoload'), { recursive: true });
  writeFileSync(join(folder, 'htpasswd'), 'alice:{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=\n');
  lines = [];
});
afterEach(async () => {
  await production?.close();
  production = undefined;
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

function configure(
  realm: string,
  map: Readonly<Record<string, string>> = {},
  admin: Readonly<Record<string, string>> = {},
  paths: Readonly<Record<string, string>> = {},
): void {
  const staff = {
    adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter',
    options: { accept_schemes: ['basic'], realm, htpasswd: 'htpasswd' },
  };
  const configuration = {
    'platform-documentation': { access: 'staff' },
    'platform-mvc-auth': { authentication: { adapters: { staff }, map, paths } },
    'platform-admin': admin,
  };
  writeFileSync(join(folder, 'config/autoload/local.yaml'), JSON.stringify(configuration));
}

/** @param missing names of APIs that the release says it has, without a model */
async function publish(missing: readonly string[], records: readonly ApiRecord[] = []): Promise<void> {
  const named = [...missing.map((name) => ({ name, version: 1 })), ...records];
  const outlines = named.map(({ name: api, version }) => ({
    api,
    version,
    services: [],
    groups: [],
    guides: [],
    schemas: [],
    operations: [],
    accessHash: accessHash([]),
  }));
  const writer = new ReleaseWriter(join(folder, 'dist'));
  for (const record of records) await writer.addModel(record);
  const entries = named.map(({ name, version }) => ({
    ...{ name, title: name, summary: null },
    ...{ versions: [version], defaultVersion: version },
  }));
  await writer.publish({ site: { title: 'APIs', baseUrl: '' }, entries, outlines });
}

function compose(customFormats: readonly FormatDraft[] = []): Production {
  production = composeProduction({
    schemes,
    documentationFolder: join(folder, 'dist'),
    projectFolder: folder,
    environment: {},
    version: '1.2.3',
    passwordWorkerUrl: new URL('../../../src/auth/hashing/password-worker.ts', import.meta.url),
    renderPage: () => Promise.reject(new Error('No page was expected.')),
    customFormats: { formats: customFormats, problems: [] },
    log: (line) => void lines.push(line),
  });
  return production;
}

/** Status and challenge for credentials of a scheme that no adapter has: 503 where the adapter is closed. */
async function askWithOddCredentials({ runtime }: Production): Promise<readonly unknown[]> {
  const target = '/platform/documentation';
  const asked = { method: 'GET', target, accept: undefined, acceptEncoding: undefined, ifNoneMatch: undefined };
  const answer = await runtime().handleDocumentation(asked, () => ({
    method: 'GET',
    target,
    authorization: ['Odd x'],
    client: '192.0.2.1',
  }));
  return [answer?.status, answer?.headers[(answer.headers.indexOf('WWW-Authenticate') ?? -2) + 1]];
}

describe('the production server', () => {
  test('is composed anew when the configuration changes', async () => {
    configure('Before');
    await publish([]);
    const composed = compose();
    expect(await askWithOddCredentials(composed)).toEqual([401, 'Basic realm="Before", charset="UTF-8"']);
    configure('After');
    vi.advanceTimersByTime(LOOKS_MILLISECONDS);
    expect(await askWithOddCredentials(composed)).toEqual([401, 'Basic realm="After", charset="UTF-8"']);
  });

  test('says once that a name which closed something is right now', async () => {
    const fixed = 'Every name in the configuration is known now.';
    configure('Before', { Mistyped: 'staff' });
    await publish([]);
    const composed = compose();
    expect([lines.join(), lines.includes(fixed)]).toEqual([expect.stringContaining('Mistyped'), false]);
    for (const realm of ['After', 'Later']) {
      configure(realm);
      vi.advanceTimersByTime(LOOKS_MILLISECONDS);
      composed.runtime();
    }
    expect(lines.filter((line) => line === fixed)).toHaveLength(1);
  });

  test('reads no model when it starts, also where paths are protected', async () => {
    configure('Staff', {}, {}, { '/library': 'staff' });
    const services = [service('Book', { operations: [operation('GET', '/book')] })];
    await publish([], [apiRecord({ name: 'Library', version: 1, basePath: '/library', services })]);
    const release = join(folder, 'dist/releases', readFileSync(join(folder, 'dist/current'), 'utf8').trim());
    for (const pack of packsIn(release)) {
      const file = join(release, pack);
      writeFileSync(file, readFileSync(file).fill(0));
    }
    expect(await askWithOddCredentials(compose())).toEqual([401, 'Basic realm="Staff", charset="UTF-8"']);
    expect(lines).toEqual([]);
  });

  test('stays as it was, its adapters at work, when what has changed cannot be served', async () => {
    configure('Before');
    await publish([]);
    const composed = compose();
    const before = composed.runtime();
    configure('After');
    await publish(['Missing']);
    vi.advanceTimersByTime(LOOKS_MILLISECONDS);
    expect(await askWithOddCredentials(composed)).toEqual([401, 'Basic realm="Before", charset="UTF-8"']);
    expect(composed.runtime()).toBe(before);
    const refused =
      'A change of the configuration or the release cannot be used; the one before stays active: The release has no routes of Missing-v1. Run "npm run build".';
    // Each of the two changes is tried when it is seen.
    expect(lines).toEqual([refused, refused]);
  });

  test('goes on when it can be served again', async () => {
    configure('Before');
    await publish([]);
    const composed = compose();
    configure('After');
    await publish(['Missing']);
    vi.advanceTimersByTime(LOOKS_MILLISECONDS);
    await publish([]);
    vi.advanceTimersByTime(LOOKS_MILLISECONDS);
    expect(await askWithOddCredentials(composed)).toEqual([401, 'Basic realm="After", charset="UTF-8"']);
  });

  test('reports that another release is served, without a request', async () => {
    configure('Staff');
    await publish([]);
    const composed = compose();
    const [before, id] = [composed.runtime().release(), () => composed.runtime().release()];
    configure('Other');
    vi.advanceTimersByTime(LOOKS_MILLISECONDS);
    expect(lines).toEqual([]);
    await publish([], [apiRecord({ name: 'Library', version: 1 })]);
    vi.advanceTimersByTime(LOOKS_MILLISECONDS);
    expect(lines).toEqual([`The release ${id()} is served, in place of ${before}.`]);
    expect(id()).toBe(readFileSync(join(folder, 'dist/current'), 'utf8').trim());
  });

  test('reports once a format that has lost its media types, as one that is removed does', async () => {
    configure('Before');
    await publish([]);
    const composed = compose([draftOf({ ...plain, mediaTypes: [] })]);
    composed.runtime();
    for (const realm of ['After', 'Later']) {
      configure(realm);
      vi.advanceTimersByTime(LOOKS_MILLISECONDS);
      composed.runtime();
    }
    expect(lines.filter((line) => line.includes('media type'))).toEqual([
      expect.stringMatching(
        /^platform-content-negotiation\.selectors: The format plain has no media type\. .* If the format was removed, run "npm run build" and restart the server\.$/,
      ),
    ]);
  });

  test('warns of what the configuration opens when that is new, not at each reload', async () => {
    const [map, open, local] = [
      { Library: 'staff' },
      { adapter: 'staff', listen: '0.0.0.0:9000' },
      { adapter: 'staff', listen: '127.0.0.1:9000' },
    ];
    await publish([], [apiRecord({ name: 'Library', version: 1 })]);
    configure('First', map, open);
    const composed = compose();
    const warned = (): number => lines.filter((line) => line.includes('Other machines can reach this address')).length;
    const reload = (...args: Parameters<typeof configure>): number => {
      configure(...args);
      vi.advanceTimersByTime(LOOKS_MILLISECONDS);
      composed.runtime();
      return warned();
    };
    expect(warned()).toBe(1);
    expect(reload('Second', map, open)).toBe(1);
    expect(reload('Third', map, local)).toBe(1);
    expect(reload('Fourth', map, open)).toBe(2);
  });

  test('reports a version that was left out of the map, and what to write', async () => {
    configure('Before', { 'Library-v1': 'staff' });
    await publish(
      [],
      [1, 2].map((version) => apiRecord({ name: 'Library', version })),
    );
    compose();
    expect(lines).toContainEqual(
      expect.stringContaining('Library-v2 is closed: it has no entry, but another version of Library has an adapter.'),
    );
  });

  test('reports operations that cannot be reached, and what to do', async () => {
    configure('Before');
    const services = [service('Book', { kind: 'rpc', operations: [operation('GET', '/book')] })];
    await publish(
      [],
      ['Library', 'Shop'].map((name) => apiRecord({ name, services })),
    );
    compose();
    expect(lines).toContainEqual(
      expect.stringMatching(
        /: warning route-claimed-twice GET \/book of Shop-v1 is also a path of Library-v1 .*: one of them answers calls that both describe\. Give one of them a path of its own/,
      ),
    );
  });

  test('does not start with APIs that it cannot answer for', async () => {
    configure('Before');
    await publish(['Missing']);
    expect(compose).toThrow('no routes of Missing-v1');
  });
});
