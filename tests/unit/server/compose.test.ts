import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ReleaseWriter } from '../../../src/build/release-writer.ts';
import { composeProduction, type Production } from '../../../src/server/compose.ts';
import { accessHash } from '../../../src/store/release-access.ts';

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

function configure(realm: string): void {
  const staff = { adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter', options: { accept_schemes: ['basic'], realm, htpasswd: 'htpasswd' } };
  const configuration = { 'platform-documentation': { access: 'staff' }, 'platform-mvc-auth': { authentication: { adapters: { staff } } } };
  writeFileSync(join(folder, 'config/autoload/local.yaml'), JSON.stringify(configuration));
}

/** @param apis names of APIs that the release says it has; it has none */
async function publish(apis: readonly string[]): Promise<void> {
  const outlines = apis.map((api) => ({ api, version: 1, services: [], groups: [], schemas: [], operations: [], accessHash: accessHash([]) }));
  await new ReleaseWriter(join(folder, 'dist')).publish({ site: { title: 'APIs', baseUrl: '' }, entries: [], outlines });
}

function compose(): Production {
  production = composeProduction({
    documentationFolder: join(folder, 'dist'),
    projectFolder: folder,
    environment: {},
    passwordWorkerUrl: new URL('../../../src/auth/hashing/password-worker.ts', import.meta.url),
    renderPage: () => Promise.reject(new Error('No page was expected.')),
    customFormats: { formats: [], problems: [] },
    log: (line) => void lines.push(line),
  });
  return production;
}

/** Status and challenge for credentials of a scheme that nobody has: 503 where the adapter is closed. */
async function askWithOddCredentials({ runtime }: Production): Promise<readonly unknown[]> {
  const target = '/platform/documentation';
  const asked = { method: 'GET', target, accept: undefined, acceptEncoding: undefined, ifNoneMatch: undefined };
  const answer = await runtime().handleDocumentation(asked, () => ({ method: 'GET', target, authorization: ['Odd x'], client: '192.0.2.1' }));
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
    expect(lines.filter((line) => line.includes('cannot be served'))).toEqual([expect.stringContaining('no model of Missing-v1')]);
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

  test('does not start with APIs that it cannot answer for', async () => {
    configure('Before');
    await publish(['Missing']);
    expect(compose).toThrow('no model of Missing-v1');
  });
});
