import { compareApis } from '../../../src/changes/compare-apis.ts';
import { markdown } from '../../../src/formats/markdown/markdown.ts';
import { openapi } from '../../../src/formats/openapi/openapi.ts';
import { swagger } from '../../../src/formats/swagger/swagger.ts';
import { Api } from '../../../src/model/api.ts';
import type { Document } from '../../../src/presentation/page-data/document.ts';
import { type AnswerWords, searchRow } from '../../../src/search/answers.ts';
import { searchEntries } from '../../../src/search/entries.ts';
import { search } from '../../../src/search/search.ts';
import { Shard } from '../../../src/search/shard.ts';
import { writeShard } from '../../../src/search/shard-writer.ts';
import { readText, recordOf } from '../descriptors/read-text.ts';

const SITE = { title: 'APIs', baseUrl: 'https://docs.example.com' };
const FORMATS = { markdown, openapi, swagger };

/** The API of a descriptor that can be read: an object, or the text of a file. */
export function described(descriptor: object | string): Api {
  return new Api(recordOf(readText(typeof descriptor === 'string' ? descriptor : JSON.stringify(descriptor))));
}

/** Text of a document in a format: of a service by its name, of a schema after `schemas/`, a group after `groups/`. */
export function written(api: Api, name: string, format: keyof typeof FORMATS): string {
  const text = FORMATS[format].render?.(documentOf(api, name), SITE);
  if (typeof text !== 'string') throw new Error(`${format} wrote no text`);
  return text;
}

/** Rows of the results for a question: kind, name, operations, address. */
export function foundIn(api: Api, question: string): readonly string[] {
  const shard = new Shard(writeShard(searchEntries(api)));
  const of = { api: api.getName(), version: api.getVersion(), title: api.getTitle() };
  const words: AnswerWords = {
    kind: String,
    schema: (name) => `schema ${name}`,
    notIn: String,
    part: String,
    pathOf: (document) => ('name' in document ? document.name : document.level),
  };
  const { hits, terms } = search([shard], question);
  return hits.map((hit) => {
    const { kind, title, operation, operations, way, href } = searchRow(hit, of, { terms, words }, true);
    const calls = (operation === null ? operations : [operation]).map((one) => `${one.method} ${one.title}`.trim());
    const place = [...way, title.map(({ text }) => text).join('')].join(' › ');
    return [`${kind} ${place}`, calls.join(', '), href].filter((part) => part !== '').join(' | ');
  });
}

/** Every change from one API to another: `breaking field-removed`. */
export function changed(before: Api, after: Api): readonly string[] {
  return compareApis(before, after).map((change) => `${change.class} ${change.rule}`);
}

function documentOf(api: Api, name: string): Document {
  if (name.startsWith('schemas/')) {
    const schema = api.components.schema(name.slice('schemas/'.length));
    if (schema !== undefined) return { level: 'schema', api, name: name.slice('schemas/'.length), schema };
  }
  if (name.startsWith('groups/')) return { level: 'group', api, group: name.slice('groups/'.length) };
  const service = api.getService(name);
  if (service === undefined)
    throw new Error(`There is no ${name}, but ${api.getServices().map((one) => one.getName())}`);
  return { level: 'service', api, service };
}
