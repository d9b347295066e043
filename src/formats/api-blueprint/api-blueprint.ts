import { operationsOf, PATH_ITEM_METHODS } from '../../model/path-items.ts';
import type { Document } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { parseExactJson } from '../../schema/exact-number.ts';
import { type JsonRecord, listOf, recordOf } from '../../schema/json-values.ts';
import type { Format } from '../contract.ts';
import { fitOpenApi } from '../openapi/openapi.ts';
import { toJson } from '../written-text.ts';
import { actionLines } from './actions.ts';
import { MsonWriter } from './mson.ts';
import { headingName, otherFacts, sectionText, variable, without } from './texts.ts';

/** API Blueprint 1A; descriptions hold facts that it has no words for. */
export const apiBlueprint: Format = {
  name: 'api-blueprint',
  title: 'API Blueprint',
  viewModel: 'Platform\\Documentation\\ApiBlueprint\\ViewModel',
  mediaTypes: ['text/vnd.apiblueprint+markdown'],
  extension: '.apib',
  levels: ['api', 'service'],
  isServiceDescription: true,
  render: (document, site) => blueprintOf(document, site),
  writtenAtBuild: false,
};

/** Keys of the product that say where a part stands in the documentation. */
const PLACES = ['x-platform-api', 'x-platform-version', 'x-platform-default', 'x-platform-service', 'x-platform-title'];

function blueprintOf(document: Document, site: Site): string {
  const whole = recordOf(parseExactJson(toJson(fitOpenApi(document, site, '3.2'))));
  const { openapi: _, info, paths, tags, servers, components, ...facts } = whole;
  const { title, version, description, ...about } = recordOf(info);
  const { schemas, ...otherComponents } = recordOf(components);
  const mson = new MsonWriter(recordOf(schemas));
  const [first, ...others] = listOf(servers).map(recordOf);
  const host = String(first?.['url'] ?? '');
  const isHost = /^https?:\/\/[^\s{}]+$/.test(host);
  const lines = [
    'FORMAT: 1A',
    ...(isHost ? [`HOST: ${host}`] : []),
    ...(String(version).trim() === '' ? [] : [`VERSION: ${String(version).replaceAll(/\s+/g, ' ').trim()}`]),
    '',
    `# ${headingName(title) || 'API'}`,
    '',
    ...sectionText(description),
    ...otherFacts({
      ...without(about, PLACES),
      ...facts,
      ...(headingName(title) !== title && { title }),
      servers: isHost
        ? [...(first !== undefined && Object.keys(first).length > 1 ? [first] : []), ...others]
        : [...(first === undefined ? [] : [first]), ...others],
      components: otherComponents,
    }),
    ...groups(recordOf(paths), listOf(tags).map(recordOf), recordOf(components), mson),
    ...(Object.keys(recordOf(schemas)).length > 0 ? ['# Data Structures', '', ...mson.declarations()] : []),
  ];
  return `${lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

/** Resources without a tag, then those of each tag. */
function groups(
  paths: JsonRecord,
  tags: readonly JsonRecord[],
  components: JsonRecord,
  mson: MsonWriter,
): readonly string[] {
  const used = Object.values(paths).flatMap((item) => callsOf(recordOf(item)).map(([, operation]) => tagOf(operation)));
  const names = new Set([null, ...tags.map(({ name }) => String(name)), ...used]);
  return [...names].flatMap((tag) => {
    const { name, description, ...facts } = tags.find((one) => one['name'] === tag) ?? {};
    const resources = Object.entries(paths).flatMap(([path, item]) =>
      resource(path, recordOf(item), tag, components, mson),
    );
    if (tag === null) return resources;
    const heading = headingName(tag);
    const unsaid = { ...facts, ...(heading !== tag && { name: name ?? tag }) };
    return [`# Group ${heading || 'Others'}`, '', ...sectionText(description), ...otherFacts(unsaid), ...resources];
  });
}

function callsOf(item: JsonRecord): readonly (readonly [method: string, operation: JsonRecord])[] {
  return operationsOf(item).map(([method, operation]) => [method, recordOf(operation)]);
}

function tagOf({ tags }: JsonRecord): string | null {
  const [first] = listOf(tags);
  return typeof first === 'string' ? first : null;
}

function resource(
  path: string,
  item: JsonRecord,
  tag: string | null,
  components: JsonRecord,
  mson: MsonWriter,
): readonly string[] {
  const calls = callsOf(item).filter(([, operation]) => tagOf(operation) === tag);
  if (calls.length === 0) return [];
  const { summary, description, parameters, ...rest } = item;
  const facts = without(rest, [...PATH_ITEM_METHODS, 'additionalOperations', ...PLACES]);
  const service = item['x-platform-service'];
  // A name that the path says as well is no name of its own.
  const name = headingName(summary ?? (path.split('/').includes(String(service)) ? undefined : service));
  return [
    `## ${name === '' ? uriOf(path) : `${name} [${uriOf(path)}]`}`,
    '',
    ...sectionText(description),
    ...otherFacts({ ...facts, ...(summary !== undefined && name !== summary && { summary }) }),
    ...calls.flatMap(([method, operation]) =>
      actionLines({ method, path: uriOf(path), operation, shared: listOf(parameters), components }, mson),
    ),
  ];
}

/** Path as a URI template: names of variables hold no characters but letters, digits and `_`. */
function uriOf(path: string): string {
  return path
    .replaceAll(/\{([^{}]*)\}/g, (_, name: string) => `{${variable(name)}}`)
    .replaceAll(/[\s[\]]/g, encodeURIComponent);
}
