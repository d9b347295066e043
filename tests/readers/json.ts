import { below, type Call, firstServer } from './calls.ts';
import type { FactSet } from './facts.ts';
import { listOf, mapOf, RawDocument, type RawMap } from './raw-document.ts';
import { rawFacts } from './raw-facts.ts';

/** Reads the JSON document of an API back: its services put together as the document that they were made from. */
export function jsonExtract(text: string): FactSet {
  const api = mapOf(JSON.parse(text));
  const services = listOf(api['services']).map(mapOf);
  const isWebhook = (service: RawMap): boolean => service['kind'] === 'webhook';
  const document = {
    ...mapOf(api['extensions']),
    info: api['info'],
    servers: api['servers'],
    tags: api['tags'],
    security: api['security'] ?? undefined,
    components: api['components'],
    paths: items(
      services
        .filter((service) => !isWebhook(service))
        .flatMap((service) => operationsOf(service, String(api['base_path']))),
    ),
    webhooks: items(services.filter(isWebhook).flatMap((service) => operationsOf(service, null))),
    // Extensions of a service stand where no reader of OpenAPI looks.
    'x-services': services.map((service) => service['extensions']),
  };
  const facts = rawFacts(new RawDocument('/api.json', document));
  for (const service of services)
    for (const key of Object.keys(mapOf(service['extensions']))) facts.add('extension', '', key);
  return facts;
}

type Entry = readonly [path: string, method: string, operation: RawMap];

/** @param basePath null for a webhook, which has a name and no path */
function operationsOf(service: RawMap, basePath: string | null): readonly Entry[] {
  const operations = [service['operations'], service['entity_operations']].flatMap((map) => Object.entries(mapOf(map)));
  return operations.flatMap(([key, value]) => {
    const operation = mapOf(value);
    const paths =
      basePath === null
        ? [String(service['title'] ?? service['name'])]
        : listOf(operation['paths']).map((path) => String(path).slice(basePath.length));
    return paths.map((path): Entry => [path, key.split(' ', 1)[0] ?? key, asOpenApi(operation)]);
  });
}

function asOpenApi(operation: RawMap): RawMap {
  const {
    operation_id,
    summary,
    description,
    tags,
    parameters,
    request_body,
    responses,
    callbacks,
    security,
    servers,
    extensions,
  } = operation;
  const own = {
    operationId: operation_id,
    summary,
    description,
    tags,
    parameters,
    requestBody: request_body,
    responses,
    callbacks,
    servers,
  };
  return { ...mapOf(extensions), ...own, ...(security === null ? {} : { security }) };
}

function items(entries: readonly Entry[]): RawMap {
  const paths = Map.groupBy(entries, ([path]) => path);
  return Object.fromEntries(
    [...paths].map(([path, own]) => [
      path,
      { additionalOperations: Object.fromEntries(own.map(([, method, operation]) => [method, operation])) },
    ]),
  );
}

/** How operations are called, but for those of webhooks, which this site calls. */
export function callsInJson(text: string): readonly Call[] {
  const { services, servers, base_path: basePath } = mapOf(JSON.parse(text));
  const callsOf = (operations: unknown): readonly Call[] =>
    Object.entries(mapOf(operations)).flatMap(([key, operation]) => {
      const own = listOf(mapOf(operation)['servers']);
      const server = firstServer(own.length > 0 ? own : servers);
      return listOf(mapOf(operation)['paths']).map((path) => ({
        method: key.replace(/ .*/, ''),
        url: below(server, String(path).slice(String(basePath).length)),
      }));
    });
  return listOf(services)
    .map(mapOf)
    .filter(({ kind }) => kind !== 'webhook')
    .flatMap((service) => [...callsOf(service['operations']), ...callsOf(service['entity_operations'])]);
}
