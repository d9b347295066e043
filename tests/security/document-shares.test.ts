import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ReleaseWriter } from '../../src/release/release-writer.ts';
import { composeProduction, type Production } from '../../src/server/compose-production.ts';
import { READY } from '../../src/server/derivation/derivation-workers.ts';
import { accessHash } from '../../src/store/release-access.ts';
import { startedWorkers } from '../fixtures/auth/fake-worker.ts';
import { schemes } from '../fixtures/auth/tools.ts';
import { apiRecord } from '../fixtures/model/rich-api.ts';

// Threads that never answer: what is asked for stays under way.
vi.mock('node:worker_threads', async () => ({ Worker: (await import('../fixtures/auth/fake-worker.ts')).FakeWorker }));

/** More than are made or wait at a time. */
const MANY = 100;

let folder: string;
let production: Production;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'document-shares-'));
  mkdirSync(join(folder, 'config/autoload'), { recursive: true });
  writeFileSync(join(folder, 'config/autoload/local.yaml'), 'platform-mvc-auth: { trusted_proxies: [127.0.0.1] }\n');
  const services = Array.from({ length: 2 * MANY }, (_, index) => `S${index}`);
  const writer = new ReleaseWriter(join(folder, 'dist'));
  await writer.addModel(apiRecord({ name: 'Shop', version: 1 }));
  const outline = {
    api: 'Shop',
    version: 1,
    services,
    groups: [],
    guides: [],
    schemas: [],
    operations: [],
    accessHash: accessHash([]),
  };
  const entries = [{ name: 'Shop', versions: [1], defaultVersion: 1, title: 'Shop', summary: null }];
  await writer.publish({ site: { title: 'APIs', baseUrl: '' }, entries, outlines: [outline] });
  startedWorkers.length = 0;
  production = composeProduction({
    schemes,
    documentationFolder: join(folder, 'dist'),
    projectFolder: folder,
    environment: {},
    version: '1.2.3',
    passwordWorkerUrl: new URL('file:///password-worker.ts'),
    derivation: { workerUrl: new URL('file:///derivation-worker.ts'), rendererUrl: new URL('file:///entry.mjs') },
    renderPage: () => Promise.reject(new Error('No page was expected.')),
    customFormats: { formats: [], problems: [] },
    log: () => undefined,
  });
  for (const worker of startedWorkers) worker.emit('message', READY);
});
afterEach(async () => {
  await production.close();
  rmSync(folder, { recursive: true });
});

/** Asks for a document that has to be made. @param headers behind the connection from 127.0.0.1 */
async function statusFor(service: string, headers: Readonly<Record<string, string>>): Promise<number | 'under way'> {
  const { runtime } = production;
  const target = `/platform/documentation/Shop-v1/${service}.openapi.json`;
  const request = {
    method: 'GET',
    url: target,
    headers,
    rawHeaders: [],
    socket: { remoteAddress: '127.0.0.1' },
  } as unknown as IncomingMessage;
  const asked = { method: 'GET', target, accept: undefined, acceptEncoding: undefined, ifNoneMatch: undefined };
  const answer = Promise.resolve(runtime().handleDocumentation(asked, () => runtime().credentialsOf(request)));
  const status = answer.then((given) => given?.status ?? 404);
  return Promise.race([status, new Promise<'under way'>((resolve) => setImmediate(resolve, 'under way'))]);
}

async function askForMany(
  prefix: number,
  headers: Readonly<Record<string, string>>,
): Promise<readonly (number | 'under way')[]> {
  return Promise.all(Array.from({ length: MANY }, (_, index) => statusFor(`S${prefix + index}`, headers)));
}

describe('a client that asks the built server for all documents at a time', () => {
  test.each([
    ['over connections of its own', {}, { 'x-forwarded-for': '192.0.2.9' }],
    ['behind a trusted proxy', { 'x-forwarded-for': '192.0.2.1' }, { 'x-forwarded-for': '192.0.2.9' }],
    [
      'as many that it made up',
      { 'x-forwarded-for': '198.51.100.7, 192.0.2.1' },
      { 'x-forwarded-for': '198.51.100.7' },
    ],
  ])('%s leaves as many places to others', async (_, own, others) => {
    const first = await askForMany(0, own);
    expect(new Set(first)).toEqual(new Set(['under way', 503]));
    const second = await askForMany(MANY, others);
    const underWay = (statuses: readonly unknown[]): number =>
      statuses.filter((status) => status === 'under way').length;
    // The first client has the thread as well.
    expect(underWay(first) - underWay(second)).toBeLessThanOrEqual(1);
  });
});
