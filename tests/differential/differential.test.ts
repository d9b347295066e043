import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DocumentReference } from '../../src/model/locations.ts';
import type { DocumentationStore } from '../../src/store/contract.ts';
import { compareFacts, describeFact, type Extract, type FactSet, schemaNamesOf } from '../readers/facts.ts';
import { HtmlExtract } from '../readers/html.ts';
import { jsonExtract } from '../readers/json.ts';
import { MarkdownExtract } from '../readers/markdown.ts';
import { openApiExtract } from '../readers/openapi.ts';
import { ramlExtract } from '../readers/raml.ts';
import { mapOf, RawDocument } from '../readers/raw-document.ts';
import { rawFacts } from '../readers/raw-facts.ts';
import { swaggerExtract } from '../readers/swagger.ts';
import { isForRaml1Parser } from '../tooling/raml-parsers.ts';
import { type NamedText, validateRaml } from '../tooling/validators.ts';
import { publishedPages, publishedText } from './published.ts';
import { buildSite, readSite, type TemporarySite } from './site.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const descriptors = {
  Garden: path('../fixtures/descriptors/openapi/everything.yaml'),
  Shop: path('../fixtures/descriptors/openapi/swagger.yaml'),
  GitHub: createRequire(import.meta.url).resolve('@octokit/openapi/generated/api.github.com.json'),
};

type Name = keyof typeof descriptors;

const FORMATS = [
  'json',
  'openapi',
  'openapi-3.0',
  'openapi-3.2',
  'openapi-yaml',
  'swagger',
  'raml',
  'markdown',
  'html',
] as const;
type FormatName = (typeof FORMATS)[number];

const sites: TemporarySite[] = [];
let stores: Readonly<Record<Name, DocumentationStore>>;
const raw = new Map<Name, FactSet>();

beforeAll(async () => {
  const { GitHub, ...small } = descriptors;
  const built = await buildSite(small);
  sites.push(built);
  const large = await readSite({ GitHub }, built.distFolder);
  sites.push(large);
  stores = { Garden: built.store, Shop: built.store, GitHub: large.store };
  for (const name of NAMES) raw.set(name, rawFacts(new RawDocument(descriptors[name])));
});

afterAll(() => {
  for (const site of sites) site.remove();
});

const NAMES = ['Garden', 'Shop', 'GitHub'] as const;

const unchanged = (text: string): string => text;

/** Reads a published output back, after losing something of it on purpose. */
async function extractOf(name: Name, format: FormatName, edit = unchanged): Promise<Extract> {
  const store = stores[name];
  const entry = store.entries().find((candidate) => candidate.name === name);
  if (entry === undefined) throw new Error(`${name} was not published.`);
  const version = entry.defaultVersion;
  if (format === 'html') return new HtmlExtract(await publishedPages(store, name, version, edit));
  const text = edit(await publishedText(store, { level: 'api', api: name, version }, format));
  if (format === 'json') return jsonExtract(text);
  if (format === 'raml' || format === 'markdown') {
    const basePath = String(
      mapOf(JSON.parse(await publishedText(store, { level: 'api', api: name, version }, 'json')))['base_path'],
    );
    return format === 'markdown'
      ? new MarkdownExtract(text, basePath)
      : ramlExtract(text, schemaNamesOf(raw.get(name) ?? []), basePath);
  }
  return format === 'swagger' ? swaggerExtract(text) : openApiExtract(text);
}

function lossesOf(name: Name, extract: Extract): readonly string[] {
  return compareFacts(raw.get(name) ?? [], extract).map(describeFact);
}

describe.each(NAMES)('of the descriptor %s', (name) => {
  test.each(FORMATS)('nothing is lost in %s', async (format) => {
    expect(lossesOf(name, await extractOf(name, format))).toEqual([]);
  });
});

describe.each(NAMES)('of the descriptor %s', (name) => {
  test('both parsers accept the RAML: the whole, or services where one parser takes minutes for it', async () => {
    const store = stores[name];
    const version = store.entries().find((entry) => entry.name === name)?.defaultVersion ?? 0;
    const named = async (reference: DocumentReference): Promise<NamedText> => ({
      name,
      text: await publishedText(store, reference, 'raml'),
    });
    const whole = await named({ level: 'api', api: name, version });
    const services = [...(store.outline(name, version)?.services ?? [])].slice(0, 3);
    const documents = isForRaml1Parser(whole)
      ? [whole]
      : await Promise.all(services.map((service) => named({ level: 'service', api: name, version, name: service })));
    expect(documents.length).toBeGreaterThan(0);
    expect(await validateRaml(documents)).toEqual([]);
  });
});

test('the large descriptor has what it is known to have', () => {
  const facts = raw.get('GitHub');
  expect(facts?.count('operation')).toBeGreaterThan(1_000);
  expect(facts?.count('status')).toBeGreaterThan(3_000);
  expect(facts?.count('parameter')).toBeGreaterThan(3_000);
  expect(facts?.count('field')).toBeGreaterThan(40_000);
});

/** Everywhere in a text, so that no copy is left. */
const without =
  (found: string | RegExp, instead: string) =>
  (text: string): string =>
    text.replaceAll(found, instead);

/** Facts of the descriptor Garden. */
const LOSSES = {
  operation: 'operation "POST /plants/{plantId}/water"',
  id: 'operation-id "fetchPlant" of GET /plants/{plantId}',
  field: 'field "colour" of GET /plants 200',
  status: 'status "4XX" of GET /plants',
  mediaType: 'response-type "application/jsonl" of GET /plants 200',
  parameter: 'parameter "query limit" of GET /plants',
  server: 'server "https://plants.garden.example" of GET /plants',
} as const;

describe('what is dropped is reported', () => {
  test.each<readonly [format: FormatName, what: string, edit: (text: string) => string, loss: string]>([
    ['json', 'an operation', without('"operation_id":"fetchPlant"', '"operation_id":"other"'), LOSSES.id],
    ...(['json', 'openapi'] as const).flatMap((format) => [
      [format, 'a path', without('/plants/{plantId}/water', '/plants/{plantId}/wet'), LOSSES.operation] as const,
      [format, 'a field', without('"colour":{', '"color":{'), LOSSES.field] as const,
      [format, 'a status', without('"4XX":{', '"5XX":{'), LOSSES.status] as const,
      [format, 'a media type', without('"application/jsonl":', '"application/json5":'), LOSSES.mediaType] as const,
      [format, 'a parameter', without('"name":"limit"', '"name":"most"'), LOSSES.parameter] as const,
    ]),
    ['openapi', 'an allowed value', without('"clay"', '"mud"'), 'enum-value "\\"clay\\"" of GET /plants 200'],
    ['swagger', 'a callback', without('"grown"', '"withered"'), 'callback "grown" of POST /plants'],
    ['raml', 'a field', without('colour:', 'color:'), LOSSES.field],
    ['raml', 'a parameter', without('limit:', 'most:'), LOSSES.parameter],
    ['raml', 'a status', without('"201":', '"202":'), 'status "201" of POST /plants'],
    [
      'raml',
      'a text of a schema',
      without('Grown from this one', ''),
      'schema-text "Grown from this one" of schema Plant',
    ],
    ...(['json', 'raml', 'markdown'] as const).map(
      (format) =>
        [format, 'a server of its own', without('https://plants.garden.example', '/'), LOSSES.server] as const,
    ),
    [
      'html',
      'a server of its own',
      without(/https:\/\/(?:<wbr>)?plants\.(?:<wbr>)?garden\.(?:<wbr>)?example/g, '/'),
      LOSSES.server,
    ],
    ['markdown', 'an operation', without('/plants/{plantId}/water', '/plants/{plantId}/wet'), LOSSES.operation],
    ['markdown', 'a field', without('`colour`', ''), LOSSES.field],
    ['markdown', 'a parameter', without('- `limit`', '- '), LOSSES.parameter],
    ['markdown', 'a status', without('- 4XX', '- 5XX'), LOSSES.status],
    ['html', 'an operation', without(/(<code class="pd-path">(?:(?!<\/code>).)*)water/g, '$1wet'), LOSSES.operation],
    ['html', 'a field', without(/>colour</g, '><'), LOSSES.field],
    ['html', 'a status', without('id="get.4XX"', 'id="get.5XX"'), LOSSES.status],
    ['html', 'a media type', without('>application/jsonl<', '><'), LOSSES.mediaType],
    ['html', 'a parameter', without('id="get.query.limit"', ''), LOSSES.parameter],
    [
      'html',
      'a description',
      without('At most so many', ''),
      'description "At most so many" of GET /plants query limit',
    ],
  ])('%s: %s', async (format, _what, edit, loss) => {
    expect(lossesOf('Garden', await extractOf('Garden', format, edit))).toContain(loss);
  });
});
