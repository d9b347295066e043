import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Format } from '../../src/formats/contract.ts';
import { formats } from '../../src/formats/registry.ts';
import { type AccessRule, openToEveryone } from '../../src/model/access.ts';
import type { Api } from '../../src/model/api.ts';
import { extensionIn } from '../../src/model/language.ts';
import { type DocumentReference, documentPath } from '../../src/model/locations.ts';
import type { ApiRecord } from '../../src/model/records.ts';
import { navigationWithin } from '../../src/presentation/navigation/navigation.ts';
import type { Site } from '../../src/presentation/page-data/site.ts';
import { readConfiguration } from '../../src/project/configuration.ts';
import { publish } from '../../src/release/publish.ts';
import { writeStaticTree } from '../../src/release/static-tree.ts';
import { createDerivationWorkers } from '../../src/server/derivation/derivation-workers.ts';
import { openRelease } from '../../src/store/artifact-store.ts';
import type {
  ContentCoding,
  DocumentationStore,
  Representation,
  StoredRepresentation,
} from '../../src/store/contract.ts';
import type { DerivationJob, Derived } from '../../src/store/derivation.ts';
import { createLiveStore } from '../../src/store/live-store.ts';
import { artifactKey } from '../../src/store/release.ts';
import { SiteDocuments } from '../../src/store/site-documents.ts';
import { FairQueue } from '../../src/threads/fair-queue.ts';
import { languageOf } from '../../src/words/languages.ts';
import { digestLogin } from '../fixtures/auth/log-ins.ts';
import { hostileApi } from '../fixtures/model/hostile-api.ts';
import { apiRecord, operation, richApi, service } from '../fixtures/model/rich-api.ts';
import { pageText } from '../fixtures/page-text.ts';
import { siteReading } from '../fixtures/site-reading.ts';

const all: readonly Format[] = formats;
const site = { title: 'APIs', baseUrl: 'https://api.example.com' };
const [firstService] = richApi.services;
const records: readonly ApiRecord[] = [
  richApi,
  {
    ...richApi,
    version: richApi.version + 1,
    services: firstService === undefined ? [] : [{ ...firstService, route: '/moved' }],
  },
  { ...richApi, version: richApi.version + 2, services: [] },
  hostileApi,
  // Both names would be found on a prototype.
  apiRecord({ name: '__proto__' }),
  apiRecord({ name: 'constructor', version: 7 }),
  apiRecord({
    name: 'Internal',
    info: { title: 'Internal', version: '1', 'x-internal': true },
    services: [service('Secret', { operations: [operation('GET', '/secret')] })],
  }),
];
const built = new SiteDocuments(records, { site, formats, development: false });
const references: readonly DocumentReference[] = [
  ...built.references(),
  // The versions are no neighbours: no build writes their changes.
  { level: 'changes', api: richApi.name, version: richApi.version + 2, from: richApi.version },
];
const pairs = references.flatMap((reference) =>
  all.filter(({ levels }) => levels.includes(reference.level)).map((format) => ({ reference, format })),
);

/** Text of a document in every store. */
function expectedText(reference: DocumentReference, format: Format, documents = built): string {
  const document = documents.document(reference);
  return format.render === null ? pageText(documents.page(document)) : format.render(document, site);
}

const builtTexts = new Map<string, string>();

/** The same of what was built, made once for all stores. */
function builtText(reference: DocumentReference, format: Format): string {
  const key = artifactKey(reference, format.name);
  const text = builtTexts.get(key) ?? expectedText(reference, format);
  builtTexts.set(key, text);
  return text;
}

/** Publishes the records as a build does. The pages are stand-ins: templates need the bundler. */
async function publishRelease(
  folder: string,
  accessRule: AccessRule = openToEveryone,
  {
    apis = records,
    of = site,
    ...options
  }: { readonly apis?: readonly ApiRecord[]; readonly of?: Site; readonly withoutDocuments?: boolean } = {},
): Promise<string> {
  const clientFolder = join(folder, 'client');
  mkdirSync(clientFolder);
  writeFileSync(join(clientFolder, 'style.css'), 'p { color: red }\n'.repeat(50));
  const configuration = { ...readConfiguration(folder, {}).configuration, site: of };
  const { release: id } = await publish(
    folder,
    siteReading(folder, apis, { configuration, site: of, accessRule }),
    {
      compilation: Promise.resolve(undefined),
      renderer: async () => ({
        clientFolder,
        renderPage: async (page) => new TextEncoder().encode(pageText(page)),
      }),
    },
    { keepGoing: false, ...options },
  );
  return join(folder, 'releases', id);
}

const folder = mkdtempSync(join(tmpdir(), 'documentation-store-'));
let releaseFolder: string;
let release: ReturnType<typeof openRelease>;
let threaded: ReturnType<typeof openRelease>;
let withoutDocuments: ReturnType<typeof openRelease>;
/** Derives a few documents at a time, as a server does, whose queue has no room for all of them. */
const workers = createDerivationWorkers({
  workerUrl: new URL('../../src/server/derivation/derivation-worker.ts', import.meta.url),
  rendererUrl: new URL('../fixtures/page-text.ts', import.meta.url),
  log: (line) => expect.unreachable(line),
});
const queue = new FairQueue({ places: 8 });
const derivedFor: (readonly [format: string, client: string | undefined])[] = [];
const derive = (job: DerivationJob, client?: string): Promise<Derived> =>
  new Promise((resolve) => {
    derivedFor.push([job.format, client]);
    queue.take('', { begin: (leave) => resolve(workers.derive(job).finally(leave)) });
  });
beforeAll(async () => {
  releaseFolder = await publishRelease(folder);
  release = openRelease(releaseFolder, { formats });
  threaded = openRelease(releaseFolder, { formats, derive });
  mkdirSync(join(folder, 'first'));
  const first = await publishRelease(join(folder, 'first'), openToEveryone, { withoutDocuments: true });
  withoutDocuments = openRelease(first, { formats, derive });
});
afterAll(async () => {
  await workers.close();
  rmSync(folder, { recursive: true });
});

test('what is internal is published, and no store documents it', () => {
  const closed = release.withAccessRule(() => ({ kind: 'login', schemes: [] }));
  for (const store of [release, closed, threaded, createLiveStore(built, all)]) {
    expect(store.outline('Internal', 1)).toBeUndefined();
    expect(store.entries().map(({ name }) => name)).not.toContain('Internal');
  }
  expect(release.apis().map((api) => api.getName())).toContain('Internal');
  expect(release.operations().map(({ api }) => api)).toContain('Internal');
  const answered = (isWhole: boolean) => release.routed(() => isWhole).map((api) => api.getName());
  expect(answered(true)).toContain('Internal');
  expect(answered(false)).toEqual(answered(true).filter((name) => name !== 'Internal'));
  expect(() => release.api('Internal', 1, false)).toThrow('There is no API Internal-v1.');
  expect(references.filter((reference) => 'api' in reference && reference.api === 'Internal')).toEqual([]);
});

test('what routes are made of says how each API is called, and all of one is read when it is asked for', () => {
  const whole = release.apis();
  expect(release.routed().map(callsOf)).toEqual(whole.map(callsOf));
  for (const api of whole) {
    const again = release.api(api.getName(), api.getVersion());
    expect(again.record).toEqual(api.record);
    expect(release.api(api.getName(), api.getVersion())).toBe(again);
  }
  expect(JSON.stringify(release.routed().map(({ record }) => record)).length).toBeLessThan(
    JSON.stringify(whole.map(({ record }) => record)).length / 2,
  );
  expect(() => release.api('Nothing', 1)).toThrow('There is no API Nothing-v1.');
});

function callsOf(api: Api): unknown {
  return [
    [api.getName(), api.getVersion(), api.getVersions(), api.getDefaultVersion()],
    api
      .getServices()
      .map((service) => [
        [service.getName(), service.getKind()],
        service
          .getAllOperations()
          .map((operation) => [
            operation.resource,
            operation.getHttpMethod(),
            operation.getPaths(),
            operation.getAccess(),
          ]),
      ]),
  ];
}

const DECODERS: Readonly<Record<ContentCoding, (bytes: Uint8Array) => Uint8Array>> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gunzipSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
};

async function textOf(representation: Representation, coding: ContentCoding = 'identity'): Promise<string> {
  if (representation.kind === 'page') return pageText(representation.page);
  return Buffer.from(DECODERS[coding](await representation.body(coding))).toString();
}

async function storedIn(
  store: DocumentationStore,
): Promise<readonly (readonly [name: string, representation: StoredRepresentation])[]> {
  const found = pairs.map(
    async ({ reference, format }) =>
      [artifactKey(reference, format.name), await store.representation(reference, format.name)] as const,
  );
  return (await Promise.all(found)).flatMap(([name, representation]) =>
    representation.kind === 'bytes' ? [[name, representation] as const] : [],
  );
}

/** One for all questions: it keeps what it has made. */
const live = createLiveStore(new SiteDocuments(records, { site, formats, development: true }), formats);

const stores = [
  ['the live model', () => live],
  ['a release', () => release],
  ['a release whose documents are derived on threads', () => threaded],
  ['a release without documents', () => withoutDocuments],
] as const satisfies readonly (readonly [string, () => DocumentationStore])[];

test('search data that the build did not write are derived for the client that searches', async () => {
  const [api] = withoutDocuments.entries();
  if (api === undefined) throw new Error('There is no API.');
  const earlier = derivedFor.length;
  const fresh = withoutDocuments.withAccessRule(openToEveryone);
  await fresh.searchShard(api.name, api.defaultVersion, () => '192.0.2.1');
  expect(derivedFor.slice(earlier)).toEqual([['.search', '192.0.2.1']]);
});

describe.each(stores)('%s', (_, store) => {
  test('has the navigation of each version, for pages that are no document of it', async () => {
    for (const reference of references.filter(({ level }) => level === 'api')) {
      const document = built.document(reference);
      if (document.level !== 'api') throw new Error('No API.');
      const { api } = document;
      const navigation = await store().navigation(api.getName(), api.getVersion(), null);
      expect(navigation).toEqual(JSON.parse(JSON.stringify(navigationWithin(api))));
      expect(navigation?.pages.some(({ isCurrent }) => isCurrent)).toBe(false);
    }
  });

  test('has every document in every format as a build would have written it, also when asked again', async () => {
    for (const round of ['first', 'second']) {
      for (const { reference, format } of pairs) {
        const text = await textOf(await store().representation(reference, format.name));
        expect(text === builtText(reference, format), `${format.name} ${documentPath(reference)}, ${round} time`).toBe(
          true,
        );
      }
    }
  });

  test('names the same site, the same APIs in the same order, and the same services, groups and schemas', () => {
    expect(store().site).toEqual(site);
    expect(store().entries()).toEqual(built.entries());
    for (const { name, version } of records)
      expect(store().outline(name, version)).toEqual(built.outline(name, version));
  });

  test.each([
    ['Nowhere', 1],
    [richApi.name, 99],
    ['__proto__', 2],
    ['constructor', 1],
    ['toString', 1],
  ])('knows no %s in version %i', (name, version) => {
    expect(store().outline(name, version)).toBeUndefined();
  });

  test('decodes every coding that it offers, identity among them, to the same bytes', async () => {
    for (const [name, representation] of await storedIn(store())) {
      const identity = await textOf(representation);
      expect(representation.codings, name).toContain('identity');
      for (const coding of representation.codings)
        expect((await textOf(representation, coding)) === identity, `${name} in ${coding}`).toBe(true);
    }
  });

  test('has equal tags for equal bytes and for no others, or none at all', async () => {
    const found = await storedIn(store());
    const tags = new Set(found.map(([, { tag }]) => tag));
    if (tags.has(null)) {
      expect([...tags]).toEqual([null]);
      return;
    }
    const texts = await Promise.all(found.map(([, representation]) => textOf(representation)));
    expect(tags.size).toBe(new Set(texts).size);
    expect(new Set(found.map(([, { tag }], index) => `${tag} ${texts[index]}`)).size).toBe(tags.size);
  });

  test('refuses a format that there is none of', async () => {
    await expect((async () => store().representation({ level: 'list' }, 'nonsense'))()).rejects.toThrow(/nonsense/);
  });
});

describe('a release', () => {
  test('compresses every document where that gains something', async () => {
    const texts = await Promise.all(
      (await storedIn(release)).map(
        async ([, representation]) => [representation.codings.length, await textOf(representation)] as const,
      ),
    );
    expect(texts.filter(([count, text]) => text.length > 1000 && count === 1)).toEqual([]);
  });

  test('inflates and compresses the bytes of a document once', async () => {
    const fresh = openRelease(releaseFolder, { formats });
    for (const level of ['api', 'service'] as const) {
      const reference = references.find((candidate) => candidate.level === level) ?? { level: 'list' };
      const representation = await fresh.representation(reference, 'json');
      if (representation.kind === 'page') throw new Error('Stored bytes were expected.');
      for (const coding of representation.codings) {
        const together = await Promise.all([representation.body(coding), representation.body(coding)]);
        const again = await fresh.representation(reference, 'json');
        const later = again.kind === 'bytes' ? [await again.body(coding)] : [];
        // Small bodies share the memory of others: the place in it counts too.
        const isSame = [...together, ...later].map(
          ({ buffer, byteOffset }) => buffer === together[0].buffer && byteOffset === together[0].byteOffset,
        );
        expect(isSame, `${level} in ${coding}`).toEqual([true, true, true]);
      }
    }
  });

  test('has the files that pages need under their paths alone', async () => {
    const asset = release.asset('/style.css');
    expect(asset?.mediaType).toBe('text/css; charset=utf-8');
    expect(asset && (await textOf(asset.representation, 'br'))).toContain('color: red');
    for (const path of ['/', '/style', '/__proto__', '__proto__', 'constructor', '/../index.json'])
      expect(release.asset(path)).toBeUndefined();
  });

  test('that another version of the product has written is refused', async () => {
    const other = mkdtempSync(join(tmpdir(), 'documentation-store-'));
    try {
      const path = join(other, basename(releaseFolder));
      cpSync(releaseFolder, path, { recursive: true });
      expect(() => openRelease(path, { formats })).not.toThrow();
      const file = join(path, 'index.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/"schema":\d+/, '"schema":0'));
      expect(() => openRelease(path, { formats })).toThrow(/Run "npm run build"/);
    } finally {
      rmSync(other, { recursive: true });
    }
  });
});

describe('a release that a newer configuration protects otherwise', () => {
  const login = { kind: 'login', schemes: [digestLogin('api')] } as const;
  const basic = { kind: 'login', schemes: [{ scheme: 'Basic', realm: 'api' }] } as const;
  const onlyFirst: AccessRule = ({ api, version }) =>
    api === richApi.name && version === richApi.version ? login : { kind: 'open' };
  const onlySecond: AccessRule = ({ api, version }) =>
    api === richApi.name && version !== richApi.version ? login : { kind: 'open' };
  const onlyPosts: AccessRule = ({ method }) => (method === 'POST' ? login : { kind: 'open' });
  const closed: AccessRule = () => ({ kind: 'login', schemes: [] });
  const allClosed: AccessRule = () => login;
  const rules: readonly (readonly [string, AccessRule, AccessRule])[] = [
    ['opened, now closed', openToEveryone, allClosed],
    ['closed, now open', allClosed, openToEveryone],
    ['one version closed, now the other', onlyFirst, onlySecond],
    [
      'some operations closed, now the others',
      onlyPosts,
      (operation) => (onlyPosts(operation).kind === 'open' ? login : { kind: 'open' }),
    ],
    ['another scheme', allClosed, () => basic],
    ['no log-in any more', allClosed, closed],
    ['answers from examples', openToEveryone, () => ({ kind: 'open', hasExamples: true })],
    ['the same', onlyPosts, onlyPosts],
  ];

  /** Releases by the rule that they were published under: one for all that are opened under another. */
  const published = new Map<AccessRule, Promise<string>>();
  function publishedUnder(rule: AccessRule): Promise<string> {
    const found =
      rule === openToEveryone
        ? Promise.resolve(releaseFolder)
        : (published.get(rule) ?? publishRelease(mkdtempSync(join(folder, 'rule-')), rule));
    published.set(rule, found);
    return found;
  }

  test.each(rules)('%s: has the documents that a live site with the new rule has', async (name, before, enforced) => {
    const path = await publishedUnder(before);
    const documents = new SiteDocuments(records, { site, formats, development: true, accessRule: enforced });
    // Opened with the rule, or under another one before: both come to the same store.
    const store =
      name === 'closed, now open'
        ? openRelease(path, { formats, accessRule: enforced })
        : openRelease(path, { formats }).withAccessRule(enforced);
    expect(store.entries()).toEqual(createLiveStore(documents, formats).entries());
    // What changed between versions says nothing of access, but its page has the APIs that do.
    const ofAccess = pairs.filter(({ reference, format }) => reference.level !== 'changes' || format.render !== null);
    for (const { reference, format } of ofAccess) {
      const text = await textOf(await store.representation(reference, format.name));
      // The live store has the same text, as shown above.
      const isSame = text === expectedText(reference, format, documents);
      expect(isSame, `${format.name} ${documentPath(reference)}`).toBe(true);
    }
  });

  test('has the same bytes, pages among them, where threads derive them', async () => {
    const [here, there] = [release, threaded].map((store) => store.withAccessRule(onlyPosts));
    if (here === undefined || there === undefined) throw new Error('Two stores were expected.');
    const kinds = new Set<string>();
    const left = pairs.values();
    // More at once than there are threads, and not so many that the queue is left before its turn.
    const client = async (): Promise<void> => {
      for (const { reference, format } of left) {
        const [mine, theirs] = await Promise.all(
          [there, here].map((store) => store.representation(reference, format.name)),
        );
        if (mine === undefined || theirs === undefined) throw new Error('Two representations were expected.');
        expect((await textOf(mine)) === (await textOf(theirs)), `${format.name} ${documentPath(reference)}`).toBe(true);
        kinds.add(mine.kind);
      }
    };
    await Promise.all(Array.from({ length: 8 }, client));
    expect(kinds).toEqual(new Set(['bytes']));
  });

  test('derives only documents that the rule changes', async () => {
    const store = release.withAccessRule(onlySecond);
    const kindOf = async (reference: DocumentReference): Promise<string> =>
      (await store.representation(reference, 'html')).kind;
    expect(await kindOf({ level: 'api', api: richApi.name, version: richApi.version })).toBe('bytes');
    expect(await kindOf({ level: 'api', api: richApi.name, version: richApi.version + 1 })).toBe('page');
    expect(await kindOf({ level: 'api', api: hostileApi.name, version: hostileApi.version })).toBe('bytes');
  });

  test.each<[string, AccessRule, 'bytes' | 'page']>([
    ['its default version', onlyFirst, 'page'],
    ['another version', onlySecond, 'bytes'],
  ])('derives the list where it shows the access of %s', async (_, rule, kind) => {
    const shown = built.entries().find(({ name }) => name === richApi.name)?.defaultVersion;
    expect(shown).toBe(richApi.version);
    expect((await release.withAccessRule(rule).representation({ level: 'list' }, 'html')).kind).toBe(kind);
  });

  test('reports documents as its own rule describes them again', async () => {
    const reference: DocumentReference = { level: 'api', api: richApi.name, version: richApi.version };
    const changed = release.withAccessRule(() => login);
    expect((await changed.representation(reference, 'html')).kind).toBe('page');
    expect((await changed.withAccessRule(openToEveryone).representation(reference, 'html')).kind).toBe('bytes');
    expect((await release.representation(reference, 'html')).kind).toBe('bytes');
  });
});

test('a site in two languages has every document in both, in a release, live, derived, and as files', async () => {
  const languages = ['en', 'de'].map((tag, index) => languageOf(tag, {}, { isDefault: index === 0, isAlone: false }));
  // In a file system without case the last one would be the name of the API.
  const former = ['Old', '', '.', '..', 'a/b', 'a\n', richApi.name, 7, richApi.name.toLowerCase()];
  const renamed = { ...richApi, info: { ...richApi.info, 'x-platform-former-names': former } };
  const [apis, of] = [[renamed], { ...site, languages }];
  const other = mkdtempSync(join(tmpdir(), 'documentation-store-'));
  try {
    const path = await publishRelease(other, openToEveryone, { apis, of });
    const documents = new SiteDocuments(apis, { site: of, formats, development: true });
    const opened = openRelease(path, { formats });
    const stores = [opened, openRelease(path, { formats, derive }), createLiveStore(documents, formats)];
    const tree = join(other, 'tree');
    const configuration = { ...readConfiguration(other, {}).configuration, site: of };
    await writeStaticTree(tree, path, {
      project: siteReading(other, apis, { configuration, site: of }),
      pageFormat: 'file',
      // Only files have a page of names.
      async renderPage(page) {
        if (page.kind !== 'names') throw new Error('The release has every page of a document.');
        return new TextEncoder().encode(page.names.rows.map(({ kind, title }) => `${kind} ${title}`).join());
      },
    });
    const names = ['', '.de'].map((tag) =>
      readFileSync(join(tree, `platform/documentation/${richApi.name}-v${richApi.version}${tag}.a-z.html`), 'utf8'),
    );
    for (const [index, service] of ['Service', 'Dienst'].entries()) expect(names[index]).toContain(`${service} `);
    for (const before of ['Old', `Old-v${richApi.version}`])
      for (const below of ['', '/Order', '/schemas/Order'])
        expect(readFileSync(join(tree, `platform/documentation/${before}${below}.html`), 'utf8')).toContain(
          `url=/platform/documentation/${richApi.name}-v${richApi.version}${below}.html"`,
        );
    const folders = readdirSync(join(tree, 'platform/documentation')).filter((file) => !file.includes('.'));
    const own = `${richApi.name}-v${richApi.version}`;
    expect(folders.sort()).toEqual([richApi.name, own, 'Old', `Old-v${richApi.version}`].sort());
    for (const reference of documents.references()) {
      for (const format of all.filter(
        ({ isInWords, levels }) => isInWords === true && levels.includes(reference.level),
      )) {
        const [english, german] = [null, 'de'].map((language) =>
          Promise.all(
            stores.map(async (store) =>
              textOf(await store.representation(reference, format.name, undefined, language)),
            ),
          ),
        );
        const texts = [new Set(await english), new Set(await german)].map((set) => [...set]);
        const place = `${format.name} ${documentPath(reference)}`;
        expect(
          texts.map((list) => list.length),
          place,
        ).toEqual([1, 1]);
        expect(texts[0], place).not.toEqual(texts[1]);
        if (format.name === 'html') continue;
        const file = documentPath(reference, extensionIn('de', format.extension));
        expect(readFileSync(join(tree, decodeURI(file)), 'utf8'), place).toBe(texts[1]?.[0]);
      }
    }
  } finally {
    rmSync(other, { recursive: true });
  }
});
