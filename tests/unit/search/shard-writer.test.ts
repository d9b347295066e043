import { describe, expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { searchEntries, searchParts } from '../../../src/search/entries.ts';
import type { Entry } from '../../../src/search/entry.ts';
import { ShardBefore } from '../../../src/search/shard-before.ts';
import { ShardPatch } from '../../../src/search/shard-patch.ts';
import { ShardWriter, writeShard } from '../../../src/search/shard-writer.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

const library: ApiRecord = apiRecord({
  name: 'Library',
  info: { title: 'Library', version: '1', description: 'Books, \ud800 and loans.' },
  services: ['Book', 'Loan', 'Author'].map((name) =>
    service(name, {
      description: `All of ${name}, createdAt Größe`,
      operations: [operation('GET', `/${name}`, { summary: `List ${name} 目录` }), operation('POST', `/${name}`)],
    }),
  ),
  components: {
    ...apiRecord({}).components,
    schemas: {
      Book: {
        type: 'object',
        properties: { title: { type: 'string', description: 'Its title' }, kind: { enum: ['novel', '\udfff'] } },
      },
      Loan: { type: 'object', properties: { book: { $ref: '#/components/schemas/Book' } } },
    },
  },
});
const reversed: ApiRecord = { ...library, services: library.services.toReversed() };

/** Entries by the names of their parts: where they begin, and how many there are. */
function placesOf(api: Api): ReadonlyMap<string, readonly [first: number, count: number]> {
  let first = 0;
  return new Map(
    [...searchParts(api)].map(({ name, entries }) => {
      const count = [...entries()].length;
      first += count;
      return [name, [first - count, count]];
    }),
  );
}

test('a shard has the same bytes no matter what of it is taken from one that has its entries in another order', () => {
  const api = new Api(library);
  const other = new Api(reversed);
  const before = new ShardBefore(writeShard(searchEntries(other)));
  const places = placesOf(other);
  const whole = Buffer.from(writeShard(searchEntries(api)));
  const parts = [...searchParts(api)];
  expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
  // What several operations have alike is where the first of them is: it is as it was only in the same order.
  const movable = parts.filter(({ name }) => name !== 'messages');
  for (let choice = 0; choice < 2 ** movable.length; choice += 1) {
    const kept = new Set(movable.filter((_, index) => (choice >> index) % 2 === 1).map(({ name }) => name));
    const writer = new ShardWriter();
    for (const { name, entries } of parts) {
      const [first, count] = places.get(name) ?? [0, 0];
      if (kept.has(name)) writer.keep(before, first, count);
      else for (const entry of entries()) writer.add(entry);
    }
    expect(whole.equals(writer.toBytes()), [...kept].join()).toBe(true);
  }
});

test('all of a shard can be taken', () => {
  const bytes = writeShard(searchEntries(new Api(library)));
  const before = new ShardBefore(bytes);
  const writer = new ShardWriter();
  writer.keep(before, 0, before.shard.size);
  expect(Buffer.from(bytes).equals(writer.toBytes())).toBe(true);
});

/** Library in which one operation and one schema say something else. */
function edited(summary: string, description = 'Its title'): ApiRecord {
  const [book, ...others] = library.services;
  const list = { ...operation('GET', '/Book', { summary }) };
  const more = (book?.operations ?? []).slice(1);
  const schemas: ApiRecord['components']['schemas'] = {
    ...library.components.schemas,
    Book: {
      type: 'object',
      properties: { title: { type: 'string', description }, kind: { enum: ['novel', '\udfff'] } },
    },
  };
  return {
    ...library,
    services: book === undefined ? [] : [{ ...book, operations: [list, ...more] }, ...others],
    components: { ...library.components, schemas },
  };
}

test.each([
  ['a word more', edited('List more Book 目录')],
  ['words that others have', edited('All of Author createdAt, List Loan 目录')],
  ['no word of its own', edited('Book')],
  ['words of two parts', edited('zzz aaa List Book', 'A title that loans have, aardvark')],
])('entries are put in the place of those before them: %s', (_, record) => {
  const api = new Api(record);
  const old = [...searchParts(new Api(library))].map(({ entries }) => JSON.stringify([...entries()]));
  const parts = [...searchParts(api)];
  const patch = new ShardPatch(new ShardBefore(writeShard(searchEntries(new Api(library)))).shard);
  let [first, changed] = [0, 0];
  for (const [index, { entries }] of parts.entries()) {
    const own = [...entries()];
    if (JSON.stringify(own) !== old[index]) {
      const writer = patch.writerAt(first);
      for (const entry of own) writer.add(entry);
      patch.replace(writer);
      changed += 1;
    }
    first += own.length;
  }
  expect(changed).toBeGreaterThan(0);
  expect(changed).toBeLessThan(parts.length);
  expect(Buffer.from(patch.toBytes() ?? []).equals(writeShard(searchEntries(api)))).toBe(true);
});

describe('entries are not put in the place of those before them', () => {
  const isOfFirst = ({ operations: [operation, ...others] }: Entry): boolean =>
    operation?.path === '/Book' && operation.method === 'GET' && others.length === 0;
  const entries = [...searchEntries(new Api(library))].flatMap((entry): readonly Entry[] =>
    isOfFirst(entry) ? [entry, { ...entry, kind: 'response', name: '200' }] : [entry],
  );
  const places = entries.flatMap((entry, at) => (isOfFirst(entry) ? [at] : []));
  const titled = (entry: Entry | undefined, title: string): Partial<Entry> => ({
    operations: (entry?.operations ?? []).map((operation) => ({ ...operation, title })),
  });
  /** With changes of the first two entries of an operation. */
  function patched(...changes: readonly Partial<Entry>[]): Uint8Array | undefined {
    const patch = new ShardPatch(new ShardBefore(writeShard(entries)).shard);
    for (const [index, change] of changes.entries()) {
      const [place = 0, entry] = [places[index], entries[places[index] ?? 0]];
      const writer = patch.writerAt(place);
      if (entry !== undefined) writer.add({ ...entry, ...change });
      patch.replace(writer);
    }
    return patch.toBytes();
  }
  const [first, second] = places.map((place) => entries[place]);
  const others = entries.find(({ operations }) => operations[0]?.path === '/Loan');

  test('but are where an operation has another title in all of them', () => {
    expect(places.length).toBeGreaterThan(1);
    expect(patched(titled(first, 'New'), titled(second, 'New'))).toBeDefined();
  });

  test.each<[string, readonly Partial<Entry>[]]>([
    ['of another document', [{ document: others?.document ?? { level: 'api' } }]],
    ['of another operation', [{ operations: others?.operations ?? [] }]],
    ['of more operations', [{ operations: [...(first?.operations ?? []), ...(others?.operations ?? [])] }]],
    ['of an operation that is otherwise in one of them', [titled(first, 'New'), {}]],
    ['of an operation that is otherwise in each', [titled(first, 'New'), titled(second, 'Other')]],
  ])('%s', (_, changes) => {
    expect(patched(...changes)).toBeUndefined();
  });
});
