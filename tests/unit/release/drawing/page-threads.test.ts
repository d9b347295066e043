import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Format, FormatError } from '../../../../src/formats/contract.ts';
import { json } from '../../../../src/formats/json/json.ts';
import type { AccessRule } from '../../../../src/model/access.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import { pageThreadCount } from '../../../../src/release/drawing/page-threads.ts';
import { publish } from '../../../../src/release/publish.ts';
import type { Renderer } from '../../../../src/release/renderer.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';
import { siteReading } from '../../../fixtures/site-reading.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'page-threads-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** With as many pages as threads help with, and more than are taken at once. */
function shelves(count: number): ApiRecord {
  return apiRecord({
    name: 'Shelves',
    version: 1,
    info: { title: 'Shelves', version: '1', description: 'Books.' },
    services: Array.from({ length: count }, (_, index) =>
      service(`Shelf${index}`, {
        description: `What stands on shelf ${index} of version 1`,
        operations: [operation('GET', `/shelf${index}`, { summary: `List shelf ${index}` })],
      }),
    ),
  });
}

const ASKS_FOR_LOG_IN: AccessRule = ({ service: name }) =>
  name.endsWith('7') ? { kind: 'login', schemes: [{ scheme: 'Basic', realm: 'Shelves' }] } : { kind: 'open' };

interface Script {
  /** A file that other threads write, and that the first page of this one waits for; null: it does not wait. */
  readonly helped: string | null;
  /** The text of a page that fails. */
  readonly fails: string | null;
  readonly padding: number;
}

/** Shows what a page is made of. */
function rendererScript({ helped, fails, padding }: Script): string {
  return `import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
const helped = ${JSON.stringify(helped)};
const isHelper = workerData?.rendererUrl !== undefined;
export async function renderPage(page) {
  if (page.kind !== 'document') return new Uint8Array(8);
  if (isHelper && helped !== null) writeFileSync(helped, '');
  while (!isHelper && helped !== null && !existsSync(helped)) await setTimeout(20);
  const { document, site } = page;
  if (document.level === 'list') return new TextEncoder().encode(site.title);
  const { api, level } = document;
  const services = level === 'service' ? [document.service] : level === 'api' ? api.getServices() : [];
  const accesses = (service) => service.getAllOperations().map((operation) => operation.getAccess().kind);
  const about = services.map((service) => [service.getDescription(), ...accesses(service)]);
  if (about.flat().includes(${JSON.stringify(fails)})) throw new Error('a broken page');
  const shown = [site.title, api.getTitle(), level, api.getVersion(), page.versions, about];
  return new TextEncoder().encode(JSON.stringify(shown) + ' '.repeat(${padding}));
}
`;
}

interface Built {
  readonly release: string;
  /** Pages. */
  readonly rendered: number;
  /** Hash of what its pages were made of, as it is kept. */
  readonly dependencies: string;
}

interface Course {
  /** Others draw, too. */
  readonly withThreads: boolean;
  /** The text of a page that fails. */
  readonly fails?: string | null;
  /** Bytes that each page has at its end. */
  readonly padding?: number;
  readonly formats?: readonly Format[];
}

let builds = 0;

async function built(
  apis: readonly ApiRecord[],
  { withThreads, fails = null, padding = 0, formats }: Course,
): Promise<Built> {
  const own = join(folder, withThreads ? 'threads' : 'alone');
  mkdirSync(join(own, 'client'), { recursive: true });
  builds += 1;
  const file = join(folder, `renderer-${builds}.mjs`);
  writeFileSync(
    file,
    rendererScript({
      helped: withThreads && formats === undefined ? join(own, `helped-${builds}`) : null,
      fails,
      padding,
    }),
  );
  const module = pathToFileURL(file);
  const { renderPage } = (await import(module.href)) as Pick<Renderer, 'renderPage'>;
  const { release, rendered } = await publish(
    join(own, 'documentation'),
    siteReading(own, apis, { accessRule: ASKS_FOR_LOG_IN, ...(formats && { formats }) }),
    {
      compilation: Promise.resolve('templates'),
      isCurrent: true,
      renderer: async () => ({
        ...{ renderPage, module, clientFolder: join(own, 'client') },
      }),
    },
    { keepGoing: false, pageThreads: withThreads ? 2 : 0 },
  );
  const dependencies = readFileSync(join(own, 'documentation/memory.bin'));
  return { release, rendered, dependencies: createHash('sha256').update(dependencies).digest('hex') };
}

test.each([
  // pages, characters of the model in millions, cores, memory in GiB, additional threads
  [149, 6, 16, 64, 0],
  [150, 1, 16, 64, 2],
  [150, 1, 3, 64, 1],
  [150, 6, 3, 64, 1],
  [150, 5.9, 2, 64, 0],
  [150, 6, 2, 64, 1],
  [150, 6, 2, 3.9, 0],
  [150, 6, 1, 64, 0],
  [150, 1, 16, 4, 1],
  [150, 1, 16, 6, 2],
])('%d pages of %d million characters, %d cores and %d GiB: %d threads', (count, size, cores, memory, threads) => {
  const machine = { cores, memory: memory * 1024 ** 3 };
  expect(pageThreadCount({ count, modelSize: size * 1_000_000 }, undefined, machine)).toBe(threads);
});

describe('threads', () => {
  test('draw what a change reaches, and keep the rest with what it was made of', async () => {
    const before = shelves(320);
    const after = {
      ...before,
      services: before.services.map((one, index) =>
        index % 2 === 0 ? { ...one, description: `Shelf ${index}` } : one,
      ),
    };
    const whole = await built([before], { withThreads: true });
    const changed = await built([after], { withThreads: true });
    expect(changed.rendered).toBeGreaterThan(150);
    expect(changed.rendered).toBeLessThan(whole.rendered - 150);
    expect(changed).toEqual({ ...(await built([after], { withThreads: false })), rendered: changed.rendered });
  });

  test.each([true, false])('a page that fails is named, and no draft is left (threads: %s)', async (withThreads) => {
    const building = built([shelves(200)], { withThreads, fails: 'What stands on shelf 9 of version 1' });
    await expect(building).rejects.toThrow('The page of /platform/documentation/Shelves-v1');
    expect(readdirSync(join(folder, withThreads ? 'threads' : 'alone', 'documentation/releases'))).toEqual([]);
  });

  test('end where a format fails, though what they have drawn leaves no room', async () => {
    const apis = [shelves(200), { ...shelves(200), name: 'Racks' }];
    const failing: Format = {
      ...json,
      render() {
        // Time for the threads.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
        throw new FormatError('json', '/', 'here', 'broken');
      },
    };
    const building = built(apis, { withThreads: true, padding: 1024 * 1024, formats: [failing] });
    await expect(building).rejects.toThrow('broken');
  });
});
