import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import { NO_COMPONENTS } from '../../../src/model/components.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { schemaPartsOf } from '../../../src/model/schema-parts.ts';
import { SiteDocuments } from '../../../src/store/site-documents.ts';
import { richApi } from '../../fixtures/model/rich-api.ts';

function site(...records: readonly ApiRecord[]): SiteDocuments {
  return new SiteDocuments(records, { site: { title: 'Test', baseUrl: '' }, formats: [], development: false });
}

function api(name: string, version: number, changes: Partial<ApiRecord> = {}): ApiRecord {
  return { ...richApi, name, version, isDefault: false, ...changes };
}

describe('the list of APIs', () => {
  test('is sorted naturally, versions ascending', () => {
    const entries = site(api('Api10', 1), api('Api2', 3), api('Api2', 1)).entries();
    expect(entries.map(({ name, versions }) => [name, versions])).toEqual([
      ['Api2', [1, 3]],
      ['Api10', [1]],
    ]);
  });

  test('the default version is the highest', () => {
    expect(site(api('A', 1), api('A', 2)).entries()[0]?.defaultVersion).toBe(2);
  });

  test('former names are those of all versions, as far as an address can have them', () => {
    const named = (version: number, names: unknown) =>
      api('A', version, { info: { ...richApi.info, 'x-platform-former-names': names } });
    const { formerNames } =
      site(named(1, ['Old', '', '..', 'a/b', 'a\n', 7]), named(2, 'Old'), api('A', 3)).entries()[0] ?? {};
    expect(formerNames).toEqual(['Old']);
    // Among static files each of them has a file for every page.
    const many = named(
      1,
      Array.from({ length: 5000 }, (_, index) => `Old${index}`),
    );
    expect(site(many).entries()[0]?.formerNames).toHaveLength(20);
  });

  test('unless a descriptor marks another', () => {
    expect(site(api('A', 1, { isDefault: true }), api('A', 2)).entries()[0]?.defaultVersion).toBe(1);
  });

  test.each([
    ['The first sentence. The second.', 'The first sentence.'],
    ['Two\nlines, one sentence', 'Two lines, one sentence'],
    ['First paragraph\n\nSecond.', 'First paragraph'],
    ['Book and pay **freight**', 'Book and pay freight'],
    ['# Freight\n\n> [!NOTE]\n> Beta.\n\nBook [freight](https://example.com).', 'Book freight.'],
    ['', null],
  ])('of the description %j it tells %j', (description, expected) => {
    const info = { title: 'A', version: '1', description };
    expect(site(api('A', 1, { info, guides: [], tags: [] })).entries()[0]?.summary).toBe(expected);
  });

  test('without a description it has what its first guide begins with, as its overview does', () => {
    const guides = [{ name: 'start', title: 'Start', text: '# Start\n\nHow to begin. And go on.' }];
    expect(site(api('A', 1, { info: { title: 'A', version: '1' }, guides })).entries()[0]?.summary).toBe(
      'How to begin.',
    );
  });
});

describe('documents', () => {
  test('an index of many schemas has pages of 500, together all schemas in the order of their names', () => {
    const schemas = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`S${1000 - index}`, true]));
    const record = api('A', 1, { services: [], components: { ...NO_COMPONENTS, schemas } });
    const parts = [...site(record).references()].filter(({ level }) => level === 'schema-index');
    const place = { level: 'schema-index', api: 'A', version: 1 };
    expect(parts).toEqual([place, { ...place, part: 2 }, { ...place, part: 3 }]);
    const rows = parts.map((_, index) => schemaPartsOf(new Api(record))[index] ?? []);
    expect(rows.map(({ length }) => length)).toEqual([500, 500, 1]);
    expect(rows.flat()).toEqual(Array.from({ length: 1001 }, (_, index) => `S${index}`));
  });

  test('a part that another version does not have leads to the overview there', () => {
    const schemas = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`S${index}`, true]));
    const large = { services: [], components: { ...NO_COMPONENTS, schemas } };
    const documents = site(api('A', 1), api('A', 2, large), api('A', 3, large));
    const { versions } = documents.page(documents.document({ level: 'schema-index', api: 'A', version: 2, part: 2 }));
    expect(versions.map(({ present, path }) => [present, path.replace('/platform/documentation', '')])).toEqual([
      [false, '/A-v1'],
      [true, '/A-v2/schemas/part/2'],
      [true, '/A-v3/schemas/part/2'],
    ]);
  });

  test('every reference leads to its document, and each is listed once', () => {
    const documents = site(api('A', 1), api('A', 2));
    const references = [...documents.references()];
    expect(new Set(references.map((reference) => JSON.stringify(reference))).size).toBe(references.length);
    expect(references.map((reference) => documents.document(reference).level)).toEqual(
      references.map(({ level }) => level),
    );
  });

  test('a version link leads to the same document where that version has it, else to the overview', () => {
    const documents = site(api('A', 1, { services: [] }), api('A', 2));
    const service = richApi.services[0]?.name ?? '';
    const { versions } = documents.page(documents.document({ level: 'service', api: 'A', version: 2, name: service }));
    expect(versions.map(({ version, present, path }) => [version, present, path])).toEqual([
      [1, false, '/platform/documentation/A-v1'],
      [2, true, `/platform/documentation/A-v2/${service}`],
    ]);
  });

  test.each([
    [{ level: 'group', name: 'Kitchen' }, '/platform/documentation/A-v1'],
    [{ level: 'schema', name: 'Order' }, '/platform/documentation/A-v1'],
    [{ level: 'schema-index' }, '/platform/documentation/A-v1/schemas'],
    [{ level: 'api' }, '/platform/documentation/A-v1'],
  ] as const)('the version link of %j leads to %s where a version has no services and no schemas', (place, path) => {
    const documents = site(api('A', 1, { services: [], components: NO_COMPONENTS }), api('A', 2));
    const { versions } = documents.page(documents.document({ api: 'A', version: 2, ...place }));
    expect(versions[0]).toMatchObject({ version: 1, path });
  });

  test('a document that is not there is an error, not an empty page', () => {
    expect(() => site(api('A', 1)).document({ level: 'service', api: 'A', version: 1, name: 'Nope' })).toThrow(
      /no document/,
    );
  });
});
