import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Format } from '../../../../src/formats/contract.ts';
import { toJsonValue } from '../../../../src/formats/extension/view-model.ts';
import { apiDocument } from '../../../../src/formats/json/documents.ts';
import { json } from '../../../../src/formats/json/json.ts';
import { startNoting } from '../../../../src/model/dependencies.ts';
import type { ApiRecord } from '../../../../src/model/records.ts';
import type { Page } from '../../../../src/presentation/page-data/document.ts';
import type { ProjectReading } from '../../../../src/project/project-reading.ts';
import { PreviousRelease } from '../../../../src/release/previous-release.ts';
import { publish } from '../../../../src/release/publish.ts';
import { partEntries } from '../../../../src/search/entries.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';
import { packsIn } from '../../../fixtures/packs.ts';
import { siteReading } from '../../../fixtures/site-reading.ts';

vi.mock(import('../../../../src/formats/json/documents.ts'), { spy: true });
vi.mock(import('../../../../src/search/entries.ts'), { spy: true });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reuse-'));
  mkdirSync(join(folder, 'client'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const library = apiRecord({
  name: 'Library',
  info: { title: 'Library', version: '1.0.0', description: 'Books.' },
  services: [
    service('Book', { description: 'All books', operations: [operation('GET', '/book', { summary: 'List books' })] }),
    service('Loan', { operations: [operation('GET', '/loan', { description: 'Who has what.' })] }),
  ],
});
const orders = apiRecord({
  name: 'Orders',
  info: { title: 'Orders', version: '1' },
  services: [service('Order', { operations: [operation('GET', '/order')] })],
});

interface Course {
  readonly apis?: readonly ApiRecord[];
  readonly more?: Partial<ProjectReading>;
  readonly templateHash?: string;
  readonly isCurrent?: boolean;
  readonly force?: boolean;
}

/** Titles of the pages that are rendered, without those that are only tried. */
async function rendered({
  apis = [library, orders],
  more = {},
  templateHash = 'one',
  isCurrent = true,
  force = false,
}: Course = {}): Promise<readonly string[]> {
  const titles: string[] = [];
  const renderPage = async (page: Page): Promise<Uint8Array<ArrayBuffer>> => {
    if (page.kind === 'document') titles.push(titleOf(page));
    return new TextEncoder().encode(page.kind === 'document' ? shown(page) : '');
  };
  await publish(
    folder,
    siteReading(folder, apis, more),
    {
      compilation: Promise.resolve(templateHash),
      isCurrent,
      renderer: async () => ({
        clientFolder: join(folder, 'client'),
        renderPage,
      }),
    },
    { keepGoing: false, ...(force && { before: new PreviousRelease(null) }) },
  );
  return titles;
}

/** The title of the API on every page, and descriptions of services on their own page and on the overview. */
function shown({ document }: Extract<Page, { kind: 'document' }>): string {
  if (document.level === 'list') return 'list';
  const { api } = document;
  const services =
    document.level === 'api' ? api.getServices() : document.level === 'service' ? [document.service] : [];
  return [api.getTitle(), ...services.map((one) => one.getDescription())].join('\n');
}

function titleOf({ document }: Extract<Page, { kind: 'document' }>): string {
  if (document.level === 'list') return 'list';
  const api = `${document.api.getName()} ${document.level}`;
  return document.level === 'service' ? `${api} ${document.service.getName()}` : api;
}

const withService = (index: number, rest: Partial<ApiRecord['services'][number]>): ApiRecord => ({
  ...library,
  services: library.services.map((one, at) => (at === index ? { ...one, ...rest } : one)),
});
const answering = {
  operations: [operation('GET', '/order', { responses: { '200': { description: 'All that were asked for' } } })],
};
const described = operation('GET', '/book', { summary: 'List books', description: 'All of them' });
const renamed = operation('GET', '/book', { summary: 'Find books' });
const loan = operation('GET', '/loan', { description: 'Who has: "what"\n\n- and when\n' });
const withoutBooks: ApiRecord = { ...library, services: library.services.slice(1) };

describe('after', () => {
  test.each<[change: string, course: Course, pages: readonly string[]]>([
    ['nothing', {}, ['list']],
    [
      'a text of a service',
      { apis: [withService(0, { description: 'Some books' }), orders] },
      ['Library api', 'Library service Book', 'list'],
    ],
    [
      'another API',
      { apis: [library, { ...orders, info: { ...orders.info, title: 'Our orders' } }] },
      ['Orders api', 'Orders group', 'Orders service Order', 'Orders schema-index', 'list'],
    ],
    ['an API that is gone', { apis: [library] }, ['list']],
  ])('%s only the pages are rendered that it reaches', async (_, course, pages) => {
    await rendered();
    expect(await rendered(course)).toEqual(pages);
  });

  test.each<[change: string, course: Course]>([
    ['other templates', { templateHash: 'two' }],
    ['templates that are compiled first', { isCurrent: false }],
    ['another site', { more: { site: { title: 'Other', baseUrl: '' } } }],
    ['other formats', { more: { formats: [] } }],
    ['a build that is forced', { force: true }],
    ['who may call', { more: { accessRule: () => ({ kind: 'login', schemes: [{ scheme: 'Basic', realm: 'api' }] }) } }],
  ])('%s every page is rendered', async (_, course) => {
    const all = await rendered();
    expect(await rendered(course)).toHaveLength(all.length);
  });

  test('header fields that this server passes for pages no page is rendered', async () => {
    const passing = (...fields: readonly string[]): Course => {
      const api = { name: 'Library', version: 1, isHere: false, origins: ['https://a.example'], fields };
      return {
        more: { site: { title: '', baseUrl: '', trying: { apis: [{ ...api, isViaServer: true }], words: {} } } },
      };
    };
    await rendered(passing('x-tenant'));
    expect(await rendered(passing('x-tenant', 'x-trace'))).toEqual(['list']);
  });

  test('a service is added or removed every page of its API is rendered', async () => {
    await rendered();
    expect((await rendered({ apis: [withoutBooks, orders] })).filter((title) => !title.startsWith('Library'))).toEqual([
      'list',
    ]);
    expect(await rendered()).toContain('Library service Loan');
  });
});

/** Corners of the law of `tests/http/incremental-build.test.ts`, whose edits seldom get there. */
describe('documents and what is searched have the bytes of a clean build after', () => {
  test.each<[change: string, apis: readonly ApiRecord[]]>([
    ['a text of an operation that is gone', [withService(0, { operations: [operation('GET', '/book')] }), orders]],
    ['a service that goes before another', [withService(1, { title: 'A loan' }), orders]],
    ['another title of an operation', [withService(0, { operations: [renamed] }), orders]],
    ['another text of an operation', [withService(1, { operations: [loan] }), orders]],
    ['an operation that answers otherwise', [library, { ...orders, services: [service('Order', answering)] }]],
  ])('%s', async (_, apis) => {
    await rendered();
    await rendered({ apis });
    const made = [current(), readFileSync(join(folder, 'memory.bin'), 'base64')];
    await rendered({ apis, force: true });
    expect([current(), readFileSync(join(folder, 'memory.bin'), 'base64')]).toEqual(made);
  });
});

test.each([
  ['summary', 'List books'],
  ['description', 'Lists all books.'],
])('after a %s that is the title of a service', async (text, before) => {
  const said = (words: string): ApiRecord => ({
    ...library,
    services: library.services.map((one, at) => ({
      ...one,
      title: one.route,
      operations: at === 0 ? [operation('GET', '/book', { [text]: words })] : one.operations,
    })),
  });
  await rendered({ apis: [said(before)] });
  const first = current();
  await rendered({ apis: [said('Show the shelf')] });
  const made = current();
  expect(made).not.toBe(first);
  await rendered({ apis: [said('Show the shelf')], force: true });
  expect(current()).toBe(made);
});

test('after a title that orders services and that nothing shows', async () => {
  const named = (title: string): ApiRecord => ({
    ...library,
    services: library.services.map((one, at) => ({
      ...one,
      title: at === 0 ? title : 'Middle',
      extensions: { 'x-platform-title': one.name },
    })),
  });
  await rendered({ apis: [named('Alpha')] });
  const first = current();
  await rendered({ apis: [named('Zeta')] });
  const made = current();
  expect(made).not.toBe(first);
  await rendered({ apis: [named('Zeta')], force: true });
  expect(current()).toBe(made);
});

const answered = operation('GET', '/loan', { responses: { '200': { description: 'Lent until then' } } });

test.each<[change: string, count: number, apis: readonly ApiRecord[]]>([
  ['kept after another text of an operation', 0, [withService(0, { operations: [described] }), orders]],
  ['kept after another text of a service', 0, [withService(0, { description: 'Some books' }), orders]],
  ['made anew after another title of an operation', 1, [withService(0, { operations: [renamed] }), orders]],
  ['made anew after another answer', 1, [withService(1, { operations: [answered] }), orders]],
])('what is searched of messages and schemas is %s', async (_, count, apis) => {
  await rendered();
  vi.mocked(partEntries).mockClear();
  await rendered({ apis });
  expect(partEntries).toHaveBeenCalledTimes(count);
});

describe('documents of a whole API', () => {
  const gone = operation('GET', '/loan');
  test.each<[title: string, count: number, services: ApiRecord]>([
    ['take another text of an operation', 0, withService(1, { operations: [loan] })],
    ['are made anew when a text is gone', 1, withService(1, { operations: [gone] })],
    ['are made anew when more has changed', 1, withService(1, { title: 'A loan', operations: [loan] })],
  ])('%s', async (_, count, api) => {
    await rendered();
    vi.mocked(apiDocument).mockClear();
    await rendered({ apis: [api, orders] });
    expect(apiDocument).toHaveBeenCalledTimes(count);
  });

  test('are given to formats of a project as plain values', async () => {
    const described: unknown[] = [];
    const format: Format = {
      ...json,
      respond(document) {
        if (document.level === 'api') described.push(toJsonValue(document.api));
        return { content: '', headers: [] };
      },
    };
    await rendered({ apis: [library], more: { formats: [format] } });
    expect(described).toHaveLength(1);
    expect(described).toEqual(JSON.parse(JSON.stringify(described)));
  });
});

test('a text is changed and the project has templates of its own, every page of its API is rendered', async () => {
  const { configuration } = siteReading(folder, []);
  const more = { configuration: { ...configuration, templateMap: { 'platform-documentation/show': 'Show.astro' } } };
  const all = await rendered({ more });
  const changed = await rendered({ more, apis: [withService(0, { description: 'Some books' }), orders] });
  expect(changed).toEqual(all.filter((title) => !title.startsWith('Orders')));
});

describe('nothing is kept', () => {
  test.each<[where: string, damage: () => void]>([
    ['the memory of the build is missing', () => rmSync(join(folder, 'memory.bin'))],
    ['the memory of the build is damaged', () => flip(join(folder, 'memory.bin'))],
    [
      'the release is damaged',
      () => flip(join(folder, 'releases', current(), packsIn(join(folder, 'releases', current()))[0] ?? '')),
    ],
    ['another release is published than they are of', () => writeFileSync(join(folder, 'current'), 'other\n')],
  ])('where %s', async (_, damage) => {
    const all = await rendered();
    const id = current();
    damage();
    expect(await rendered()).toEqual(all);
    expect(current()).toBe(id);
    expect(await rendered()).toEqual(['list']);
  });

  test('where others note at the same time, or noted while the release before was made', async () => {
    const all = await rendered();
    const end = startNoting();
    expect(await rendered()).toEqual(all);
    end?.();
    expect(await rendered()).toEqual(all);
    expect(await rendered()).toEqual(['list']);
  });
});

function current(): string {
  return readFileSync(join(folder, 'current'), 'utf8').trim();
}

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
  writeFileSync(file, bytes);
}
