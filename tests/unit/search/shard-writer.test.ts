import { expect, test } from 'vitest';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { searchEntries, textEntries } from '../../../src/search/entries.ts';
import { Shard } from '../../../src/search/shard.ts';
import { ShardWriter, writeShard } from '../../../src/search/shard-writer.ts';
import { operation, richApi, service } from '../../fixtures/model/rich-api.ts';

/** A rich API with one more service. */
function withNotes(description: string, rest: Parameters<typeof operation>[2] = {}): Api {
  const responses = { '409': { description: 'Größe \ud800 目录 is taken' } };
  const list = operation('GET', '/note', { summary: 'List notes', description, responses, ...rest });
  const record: ApiRecord = { ...richApi, services: [...richApi.services, service('Note', { operations: [list] })] };
  return new Api(record);
}

function withTexts(api: Api): ShardWriter {
  const writer = new ShardWriter();
  writer.addAll(textEntries(api));
  return writer;
}

test.each([
  ['another word', 'All that is pinned.', 'All that was pinned.'],
  ['words that nothing else has', 'All.', 'Quite extraordinary, really'],
  ['a text that is gone', 'All that is pinned.', ''],
])('after %s the messages and schemas of an earlier shard give the bytes that a new one has', (_, before, now) => {
  const writer = withTexts(withNotes(now));
  expect(writer.head()).toBe(withTexts(withNotes(before)).head());
  writer.addRest(new Shard(writeShard(searchEntries(withNotes(before)))));
  const anew = writeShard(searchEntries(withNotes(now)));
  expect(Buffer.from(writer.toBytes()).equals(anew)).toBe(true);
  expect(new Shard(anew).size).toBeGreaterThan([...textEntries(withNotes(now))].length);
});

test.each([
  ['title', withNotes('', { summary: 'Show notes' })],
  ['number of operations', new Api(richApi)],
])('another %s gives numbers in messages another meaning', (_, other) => {
  expect(withTexts(other).head()).not.toBe(withTexts(withNotes('')).head());
});
