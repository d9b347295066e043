import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publish } from '../../src/build/publish.ts';
import type { SiteReading } from '../../src/build/read-site.ts';
import { readConfiguration } from '../../src/config/read-configuration.ts';
import type { Format } from '../../src/formats/contract.ts';
import { formats } from '../../src/formats/registry.ts';
import type { Page } from '../../src/model/document.ts';
import type { DocumentReference } from '../../src/model/locations.ts';
import { documentPath } from '../../src/model/locations.ts';
import type { ApiRecord } from '../../src/model/records.ts';
import { openRelease } from '../../src/store/artifact-store.ts';
import type { ContentCoding, DocumentationStore, Representation, StoredRepresentation } from '../../src/store/contract.ts';
import { createLiveStore } from '../../src/store/live-store.ts';
import { artifactKey } from '../../src/store/release.ts';
import { SiteDocuments } from '../../src/store/site.ts';
import { hostileApi } from '../fixtures/model/hostile-api.ts';
import { apiRecord, richApi } from '../fixtures/model/rich-api.ts';

const all: readonly Format[] = formats;
const site = { title: 'APIs', baseUrl: 'https://api.example.com' };
const [firstService] = richApi.services;
const records: readonly ApiRecord[] = [
  richApi,
  { ...richApi, version: richApi.version + 1, services: firstService === undefined ? [] : [firstService] },
  hostileApi,
  // Both names would be found on a prototype.
  apiRecord({ name: '__proto__' }),
  apiRecord({ name: 'constructor', version: 7 }),
];
const built = new SiteDocuments(records, { site, formats, development: false });
const references = [...built.references()];
const pairs = references.flatMap((reference) => all.filter(({ levels }) => levels.includes(reference.level)).map((format) => ({ reference, format })));

/** Stands for the templates: what a page depends on but for the mode. */
function pageText(page: Page): string {
  return page.kind === 'problem' ? 'problem' : JSON.stringify([page.site, documentPathOf(page), page.alternates, page.versions]);
}

function documentPathOf({ document }: Extract<Page, { kind: 'document' }>): string {
  return document.level === 'list' ? JSON.stringify(document.entries) : `${document.level} of ${document.api.getName()}-v${document.api.getVersion()}`;
}

/** What the text of a document is, whichever store has it. */
function expectedText(reference: DocumentReference, format: Format): string {
  const document = built.document(reference);
  return format.render === null ? pageText(built.page(document)) : format.render(document, site);
}

/** What a build makes of the records. The pages are stand-ins: templates need the bundler. */
async function publishRelease(folder: string): Promise<string> {
  const clientFolder = join(folder, 'client');
  mkdirSync(clientFolder);
  writeFileSync(join(clientFolder, 'style.css'), 'p { color: red }\n'.repeat(50));
  const reading: SiteReading = {
    configuration: { ...readConfiguration(folder, {}).configuration, site },
    apis: records,
    diagnostics: [],
    problems: [],
    configurationProblems: [],
    inputs: [],
  };
  const { release: id } = await publish(
    folder,
    reading,
    Promise.resolve({ clientFolder, renderPage: async (page) => new TextEncoder().encode(pageText(page)) }),
  );
  return join(folder, 'releases', id);
}

const folder = mkdtempSync(join(tmpdir(), 'documentation-store-'));
let releaseFolder: string;
let release: ReturnType<typeof openRelease>;
beforeAll(async () => {
  releaseFolder = await publishRelease(folder);
  release = openRelease(releaseFolder, { formats });
});
afterAll(() => rmSync(folder, { recursive: true }));

const DECODERS: Readonly<Record<ContentCoding, (bytes: Uint8Array) => Uint8Array>> = {
  identity: (bytes) => bytes,
  gzip: (bytes) => gunzipSync(bytes),
  br: (bytes) => brotliDecompressSync(bytes),
  zstd: (bytes) => zstdDecompressSync(bytes),
};

async function textOf(representation: Representation, coding: ContentCoding = 'identity'): Promise<string> {
  if (representation.kind === 'page') return pageText(representation.page);
  return Buffer.from(DECODERS[coding](await representation.body(coding))).toString();
}

async function storedIn(store: DocumentationStore): Promise<readonly (readonly [name: string, representation: StoredRepresentation])[]> {
  const found = pairs.map(async ({ reference, format }) => [artifactKey(reference, format.name), await store.representation(reference, format.name)] as const);
  return (await Promise.all(found)).flatMap(([name, representation]) => (representation.kind === 'bytes' ? [[name, representation] as const] : []));
}

const stores = [
  ['the live model', () => createLiveStore(new SiteDocuments(records, { site, formats, development: true }), formats)],
  ['a release', () => release],
] as const satisfies readonly (readonly [string, () => DocumentationStore])[];

describe.each(stores)('%s', (_, store) => {
  test('has every document in every format as a build would have written it, also when asked again', async () => {
    for (const round of ['first', 'second']) {
      for (const { reference, format } of pairs) {
        const text = await textOf(await store().representation(reference, format.name));
        expect(text === expectedText(reference, format), `${format.name} ${documentPath(reference)}, ${round} time`).toBe(true);
      }
    }
  });

  test('names the same site, the same APIs in the same order, and the same services, groups and schemas', () => {
    expect(store().site).toEqual(site);
    expect(store().entries()).toEqual(built.entries());
    for (const { name, version } of records) expect(store().outline(name, version)).toEqual(built.outline(name, version));
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
      for (const coding of representation.codings) expect((await textOf(representation, coding)) === identity, `${name} in ${coding}`).toBe(true);
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
      (await storedIn(release)).map(async ([, representation]) => [representation.codings.length, await textOf(representation)] as const),
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
        const isSame = [...together, ...later].map(({ buffer, byteOffset }) => buffer === together[0].buffer && byteOffset === together[0].byteOffset);
        expect(isSame, `${level} in ${coding}`).toEqual([true, true, true]);
      }
    }
  });

  test('has the files that pages need under their paths alone', async () => {
    const asset = release.asset('/style.css');
    expect(asset?.mediaType).toBe('text/css; charset=utf-8');
    expect(asset && (await textOf(asset.representation, 'br'))).toContain('color: red');
    for (const path of ['/', '/style', '/__proto__', '__proto__', 'constructor', '/../index.json']) expect(release.asset(path)).toBeUndefined();
  });

  test('that another version of the product has written is refused', async () => {
    const other = mkdtempSync(join(tmpdir(), 'documentation-store-'));
    try {
      const path = await publishRelease(other);
      const file = join(path, 'index.json');
      writeFileSync(file, readFileSync(file, 'utf8').replace('"schema":1', '"schema":0'));
      expect(() => openRelease(path, { formats })).toThrow(/Build again/);
    } finally {
      rmSync(other, { recursive: true });
    }
  });
});
