import { formats } from '../../src/formats/registry.ts';
import { Api } from '../../src/model/api.ts';
import type { ApiRecord } from '../../src/model/records.ts';
import { readProject } from '../../src/project/read-project.ts';
import { answerWords } from '../../src/search/answers.ts';
import { searchEntries } from '../../src/search/entries.ts';
import type { Entry } from '../../src/search/entry.ts';
import { paletteAnswer } from '../../src/search/palette.ts';
import { Shard } from '../../src/search/shard.ts';
import { writeShard } from '../../src/search/shard-writer.ts';
import { createDocumentationHandler } from '../../src/server/documentation/handler.ts';
import { createLiveStore } from '../../src/store/live-store.ts';
import { SiteDocuments } from '../../src/store/site-documents.ts';
import { wordsOf } from '../../src/words/words.ts';
import { apiRecord, operation, service } from '../fixtures/model/rich-api.ts';
import { compareIndexes, searchIndexes } from './compare-indexes.ts';
import { row } from './report.ts';
import { createRandom, SAMPLES, sampledNames } from './sampled-names.ts';
import { p95, type Took, timed } from './timing.ts';

const words = answerWords(wordsOf({}));
const SERVICES = 10_000;

/**
 * Making what is searched, and 200 names and paths of it looked up: in our index, in those of libraries and in every
 * text of the same entries, as they are and with a typo each; then what the palette and requests do with ours.
 */
export async function benchSearch(project: string): Promise<void> {
  const { apis, site } = await readProject(project, {});
  const record = apis[0];
  if (record === undefined) throw new Error(`There is no API in ${project}.`);
  const [entries, gathering] = await timed(() => [...searchEntries(new Api(record))]);
  console.log(`Search of ${record.name}: ${entries.length} entries, gathered in ${gathering.cpu.toFixed(0)} ms of CPU`);
  await compareIndexes(entries, await searchIndexes());
  await benchPalette(record, entries);
  await benchRequests(site.title);
}

/** Measures the palette at the first letters of a name, which more entries have than have the whole name. */
async function benchPalette({ name: api, version, info }: ApiRecord, entries: readonly Entry[]): Promise<void> {
  const shards = new Map([[new Shard(writeShard(entries)), { api, version, title: info.title }]]);
  const answers: number[] = [];
  for (const name of sampledNames(entries, createRandom(42))) {
    const typed = name.slice(0, Math.max(2, Math.ceil(name.length / 2)));
    const [, { cpu }] = await timed(() => paletteAnswer(shards, typed, words));
    answers.push(cpu);
  }
  console.log(`  palette, p95 ms of CPU: ${p95(answers).toFixed(1)}`);
}

/** Requests over many services, without the socket: the page of APIs beside answers. */
async function benchRequests(title: string): Promise<void> {
  const documents = new SiteDocuments([manyServices()], { site: { title, baseUrl: '' }, formats, development: false });
  const store = createLiveStore(documents, formats);
  const handle = createDocumentationHandler({ store: () => store, formats });
  const ask = async (target: string): Promise<Took> => {
    const request = { method: 'GET', target, accept: 'application/json', acceptEncoding: undefined };
    const [, took] = await timed(() => handle({ ...request, ifNoneMatch: undefined }));
    return took;
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
  const lists: Took[] = [];
  const answers: Took[] = [];
  for (const question of questions) {
    answers.push(await ask(`${root}?q=${encodeURIComponent(question)}`));
    lists.push(await ask(`${root}/Many-v1/thing-${answers.length}`));
  }
  console.log(`Requests over ${SERVICES} services`);
  for (const unit of ['wall', 'cpu'] as const) {
    const [ours, service] = [answers, lists].map((all) => p95(all.map((took) => took[unit])));
    row(`?q=, p95 ms ${unit}`, ours ?? 0, service ?? 0, 'JSON of a service, made when it is asked for', 2);
  }
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
