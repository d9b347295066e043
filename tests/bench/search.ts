import { gzipSync } from 'node:zlib';
import { formats } from '../../src/formats/registry.ts';
import { Api } from '../../src/model/api.ts';
import type { ApiRecord } from '../../src/model/records.ts';
import { readProject } from '../../src/project/read-project.ts';
import { answerWords } from '../../src/search/answer-words.ts';
import { searchEntries } from '../../src/search/entries.ts';
import type { Entry } from '../../src/search/entry.ts';
import { paletteAnswer } from '../../src/search/palette.ts';
import { search } from '../../src/search/search.ts';
import { Shard } from '../../src/search/shard.ts';
import { writeShard } from '../../src/search/shard-writer.ts';
import { wholeName } from '../../src/search/terms.ts';
import { createDocumentationHandler } from '../../src/server/documentation/handler.ts';
import { createLiveStore } from '../../src/store/live-store.ts';
import { SiteDocuments } from '../../src/store/site-documents.ts';
import { wordsOf } from '../../src/words/words.ts';
import { apiRecord, operation, service } from '../fixtures/model/rich-api.ts';
import { row } from './report.ts';

const words = answerWords(wordsOf({}));
const SAMPLES = 200;
const SHORTEST_WITH_TYPO = 4;
const SHOWN = 20;
const SERVICES = 10_000;

/**
 * Making what is searched, and 200 names and paths of it looked up: as they are, and with a typo each. Beside it: every
 * text of the same entries looked through from beginning to end.
 */
export async function benchSearch(project: string): Promise<void> {
  const { apis, site } = await readProject(project, {});
  const record = apis[0];
  if (record === undefined) throw new Error(`There is no API in ${project}.`);
  const [entries = [], gathering] = timed(() => [...searchEntries(new Api(record))]);
  const [bytes, writing] = timed(() => writeShard(entries));
  const text = entries.map(textOf);
  const [shard, opening] = timed(() => new Shard(bytes));
  console.log(`Search of ${record.name}: ${entries.length} entries`);
  row('gathered, ms', gathering, writing, 'written as a shard', 0);
  row(
    'shard gz, kB',
    gzipSync(bytes).byteLength / 1000,
    gzipSync(text.join('\n')).byteLength / 1000,
    'the texts alone',
    0,
  );
  const random = createRandom(42);
  const names = sampledNames(entries, random);
  const exact = names.map((name) => answered(shard, name));
  const scans = names.map((name) => timed(() => text.filter((one) => one.includes(name.toLowerCase())))[1]);
  // What is typed has the letters from which a typo is forgiven.
  const typos = names
    .map((name) => [name, mistyped(name, random)] as const)
    .filter(([, typed]) => typed.length >= SHORTEST_WITH_TYPO);
  const close = typos.map(([name, typed]) => ({ name, ...answered(shard, typed) }));
  const isNamed = (name: string, at: number | undefined): boolean =>
    at !== undefined && namesOf(entries[at]).has(wholeName(name));
  const first = names.filter((name, index) => isNamed(name, exact[index]?.found[0])).length;
  const forgiven = close.filter(({ name, found }) => found.some((at) => isNamed(name, at))).length;
  row('exact first, %', (100 * first) / names.length, 100, 'all', 1);
  row('typo forgiven, %', (100 * forgiven) / close.length, 100, 'all', 1);
  row('exact, p95 ms', p95(exact.map(({ milliseconds }) => milliseconds)), p95(scans), 'looking through all texts', 2);
  const palette = names.map((name) => timed(() => paletteOf(shard, record, name))[1]);
  row('palette opens, ms', opening, writing, 'written as a shard', 0);
  row('palette, p95 ms', p95(palette), p95(scans), 'looking through all texts', 2);
  row('typo, p95 ms', p95(close.map(({ milliseconds }) => milliseconds)), p95(scans), 'looking through all texts', 2);
  await benchRequests(site.title);
}

/** What the palette shows when the first letters of a name are typed, which more entries have than have the name. */
function paletteOf(shard: Shard, { name: api, version, info }: ApiRecord, name: string): unknown {
  const typed = name.slice(0, Math.max(2, Math.ceil(name.length / 2)));
  return paletteAnswer(new Map([[shard, { api, version, title: info.title }]]), typed, words);
}

/** Requests over many services, without the socket: the page of APIs beside answers. */
async function benchRequests(title: string): Promise<void> {
  const documents = new SiteDocuments([manyServices()], { site: { title, baseUrl: '' }, formats, development: false });
  const store = createLiveStore(documents, formats);
  const handle = createDocumentationHandler({ store: () => store, formats });
  const ask = async (target: string): Promise<number> => {
    const start = performance.now();
    await handle({
      method: 'GET',
      target,
      accept: 'application/json',
      acceptEncoding: undefined,
      ifNoneMatch: undefined,
    });
    return performance.now() - start;
  };
  const root = '/platform/documentation';
  const random = createRandom(7);
  const questions = Array.from({ length: SAMPLES }, (_, index) => {
    const at = Math.floor(random() * SERVICES);
    return (
      [`list_thing_${at}`, `/things/thing-${at}`, 'thing', 's', `lsit_thing_${at}`, 'openn', 'page newest'][
        index % 7
      ] ?? ''
    );
  });
  await ask(`${root}?q=thing`);
  const lists = [];
  const answers = [];
  for (const question of questions) {
    answers.push(await ask(`${root}?q=${encodeURIComponent(question)}`));
    lists.push(await ask(`${root}/Many-v1/thing-${answers.length}`));
  }
  console.log(`Requests over ${SERVICES} services`);
  row('?q=, p95 ms', p95(answers), p95(lists), 'JSON of a service, made when it is asked for', 2);
}

function manyServices(): ApiRecord {
  const services = Array.from({ length: SERVICES }, (_, at) =>
    service(`thing-${at}`, {
      operations: [
        operation('GET', `/things/thing-${at}`, {
          operationId: `list_thing_${at}`,
          summary: `List things of kind ${at}`,
          description: 'Lists every thing, the newest first.',
          parameters: [{ name: `page${at}`, in: 'query', description: 'Which page', schema: { type: 'integer' } }],
          responses: { 200: { description: 'All', content: { 'application/json': { schema: bodyOf(at) } } } },
        }),
      ],
    }),
  );
  return apiRecord({ name: 'Many', services });
}

function bodyOf(at: number) {
  return {
    type: 'object',
    properties: {
      state: { type: 'string', enum: ['open', 'closed'] },
      owner: { type: 'object', properties: { [`owner${at}Name`]: { type: 'string', description: 'Who has it.' } } },
    },
  } as const;
}

function answered(
  shard: Shard,
  question: string,
): { readonly found: readonly number[]; readonly milliseconds: number } {
  const [hits, milliseconds] = timed(() => search([shard], question).hits);
  return { found: hits.slice(0, SHOWN).map(({ entry }) => entry), milliseconds };
}

function sampledNames(entries: readonly Entry[], random: () => number): readonly string[] {
  const kinds = new Set(['service', 'operation', 'schema', 'parameter', 'field']);
  const all = entries
    .filter(({ kind }) => kinds.has(kind))
    .flatMap(({ name, aliases }) => [name, ...aliases].filter((one) => wholeName(one) !== ''));
  return Array.from({ length: SAMPLES }, () => all[Math.floor(random() * all.length)] ?? '');
}

/** One letter left out, doubled, replaced or swapped with the one before; never the first. */
function mistyped(name: string, random: () => number): string {
  const letters = [...name];
  const places = letters.flatMap((letter, at) => (at > 0 && /[a-z]/i.test(letter) ? [at] : []));
  const at = places[Math.floor(random() * places.length)] ?? 1;
  const letter = String.fromCharCode(97 + Math.floor(random() * 26));
  const edits = [
    () => letters.splice(at, 1),
    () => letters.splice(at, 0, letter),
    () => letters.splice(at, 1, letter),
    () => letters.splice(at - 1, 2, letters[at] ?? '', letters[at - 1] ?? ''),
  ];
  edits[Math.floor(random() * edits.length)]?.();
  return letters.join('');
}

function namesOf(entry: Entry | undefined): ReadonlySet<string> {
  if (entry === undefined) return new Set();
  const { name, aliases, around } = entry;
  return new Set([name, ...aliases, [...around, name].join('.')].map(wholeName));
}

function textOf({ name, aliases, around, values, text }: Entry): string {
  return [name, ...aliases, ...around, ...values, text].join(' ').toLowerCase();
}

function timed<T>(run: () => T): readonly [T, number] {
  const start = performance.now();
  const value = run();
  return [value, performance.now() - start];
}

function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN;
}

/** Park and Miller: the same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
