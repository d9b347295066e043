import type { ArtifactStore } from '../../src/store/artifact-store.ts';
import { compareFacts, describeFact, type Extract, type Fact, type FactSet, schemaNamesOf } from '../readers/facts.ts';
import { HtmlExtract } from '../readers/html.ts';
import { jsonExtract } from '../readers/json.ts';
import { MarkdownExtract } from '../readers/markdown.ts';
import { openApiExtract } from '../readers/openapi.ts';
import { ramlExtract } from '../readers/raml.ts';
import { parseFile, RawDocument } from '../readers/raw-document.ts';
import { rawFacts } from '../readers/raw-facts.ts';
import { swaggerExtract } from '../readers/swagger.ts';
import { activeContent } from '../tooling/active-content.ts';
import type { Check } from './check.ts';
import type { Entry } from './manifest.ts';
import type { Project, Run } from './project.ts';
import { PublishedApi, sample } from './published-api.ts';

const CALLS: ReadonlySet<Fact['kind']> = new Set([
  ...(['operation', 'summary', 'parameter', 'body-type', 'status', 'response-type', 'header'] as const),
  ...(['enum-value', 'example', 'operation-tag'] as const),
]);

/** Checks an entry that is expected to be published: all of it is there, and nothing in it runs. */
export async function checkPublished(entry: Entry, project: Project, store: ArtifactStore): Promise<readonly Check[]> {
  const check = (name: string, problems: readonly string[]): Check => ({ entry: entry.name, name, problems });
  const api = PublishedApi.find(store, entry.name);
  if (api === undefined) return [check('published', ['is not in the list of APIs'])];
  const text = (format: string): Promise<string> => api.text(api.document, format);
  // Of other formats, the calls of the OpenAPI document are held against all the rest, and their number against the
  // manifest: its operationIds, texts of statuses and names of schemas are made for OpenAPI.
  const file = project.descriptorOf(entry);
  const raw = rawFacts(
    entry.isOpenApi
      ? new RawDocument(file, parseFile(file))
      : new RawDocument(`${file}.openapi.json`, JSON.parse(await text('openapi'))),
  );
  const pages = await api.pages();
  const html = new HtmlExtract(pages);
  const lost = (extract: Extract): readonly string[] =>
    compareFacts(raw, extract)
      .filter(({ kind }) => entry.isOpenApi || CALLS.has(kind))
      .map(describeFact);
  return [
    check('published', countProblems(entry, raw)),
    check('json complete', lost(jsonExtract(await text('json')))),
    check('openapi complete', lost(openApiExtract(await text('openapi')))),
    check('openapi-yaml complete', lost(openApiExtract(await text('openapi-yaml')))),
    check('swagger complete', lost(swaggerExtract(await text('swagger')))),
    check('raml complete', lost(ramlExtract(await text('raml'), schemaNamesOf(raw), pages.basePath))),
    check('markdown complete', lost(new MarkdownExtract(await text('markdown'), pages.basePath))),
    check('html complete', lost(html)),
    check('no-script', await scriptsIn(api)),
    check('no-lost-page', lostPages(raw, html)),
  ];
}

/** A wrong count would mean that the test itself reads the descriptor wrongly. */
function countProblems({ operations }: Entry, raw: FactSet): readonly string[] {
  const counted = operationsOf(raw).length;
  return operations === null || operations === counted
    ? []
    : [`the test counts ${counted} operations where ${operations} were counted before`];
}

function operationsOf(raw: FactSet): readonly Fact[] {
  return [...raw].filter(({ kind, place }) => kind === 'operation' && place === '');
}

async function scriptsIn(api: PublishedApi): Promise<readonly string[]> {
  const references = [api.document, ...api.services(), ...sample(api.schemas(), 200), ...api.groups(), api.schemaIndex];
  const pages = await api.texts(references, 'html');
  return pages.flatMap(({ name, text }) => activeContent(text).map((found) => `${name}: ${found}`));
}

function lostPages(raw: FactSet, html: HtmlExtract): readonly string[] {
  const addresses = html.addresses();
  const places = operationsOf(raw).map(({ value }) => value);
  const taken = new Map<string, string>();
  return places.flatMap((place) => {
    const address = addresses.get(place);
    if (address === undefined) return [`${place} has no address`];
    const other = taken.get(address);
    taken.set(address, place);
    return other === undefined ? [] : [`${place} has the address of ${other}`];
  });
}

/** Checks a process by the rules that hold for any input. */
export function checkRun(
  run: Run,
  limits: { readonly seconds: number; readonly bytes: number },
): readonly { readonly name: string; readonly problems: readonly string[] }[] {
  return [
    {
      name: 'no-hang',
      problems: [
        ...(run.status === null ? [`was killed after ${run.seconds.toFixed(1)} s`] : []),
        ...(run.seconds > limits.seconds ? [`took ${run.seconds.toFixed(1)} s`] : []),
        ...(run.peakBytes > limits.bytes ? [`took ${Math.round(run.peakBytes / 1e6)} MB`] : []),
      ],
    },
    { name: 'no-network', problems: run.sockets.map((socket) => `opened ${socket}`) },
    { name: 'no-pollution', problems: run.pollution.map((name) => `Object.prototype has got ${name}`) },
  ];
}
