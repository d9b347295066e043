import { below, type Call, firstServer, methodsOf } from './calls.ts';
import type { FactSet } from './facts.ts';
import { restore } from './openapi.ts';
import { isMap, listOf, mapOf, parseText, RawDocument, type RawMap } from './raw-document.ts';
import { addExtensions } from './raw-extensions.ts';
import { rawFacts } from './raw-facts.ts';

/** Reads an emitted Swagger 2.0 text, together with the `x-` keys that hold what 2.0 has no words for. */
export function swaggerExtract(text: string): FactSet {
  const emitted = mapOf(parseText(text));
  const { swagger: _, ...root } = restore(emitted);
  const responses = Object.fromEntries(
    Object.entries(mapOf(root['responses'])).map(([name, response]) => [name, toResponse(mapOf(response), [])]),
  );
  const parameters = Object.fromEntries(
    Object.entries(mapOf(root['parameters'])).map(([name, parameter]) => [name, toParameter(mapOf(parameter))]),
  );
  const paths = Object.fromEntries(
    Object.entries(mapOf(root['paths'])).map(([path, item]) => [path, toItem(mapOf(item), root)]),
  );
  const document = { ...root, openapi: '3.1.0', servers: serversOf(root), paths, responses, parameters };
  const facts = rawFacts(new RawDocument('/emitted.json', document));
  addExtensions(facts, emitted);
  // One scheme with several flows is several definitions here.
  for (const { kind, place, value } of [...facts]) {
    if (kind === 'security' || kind === 'security-scheme')
      facts.add(kind, place, value.replace(/_(implicit|password|clientCredentials|authorizationCode)$/, ''));
  }
  return facts;
}

function serversOf({ schemes, host, basePath, servers }: RawMap): readonly RawMap[] {
  const path = typeof basePath === 'string' ? basePath.replace(/^\/$/, '') : '';
  const own =
    typeof host === 'string'
      ? (schemes === undefined ? ['https'] : listOf(schemes)).map((scheme) => ({
          url: `${String(scheme)}://${host}${path}`,
        }))
      : [{ url: path }];
  // A slash at the end of an address says nothing in this version.
  return [...own, ...own.map(({ url }) => ({ url: `${url}/` })), ...listOf(servers).map(mapOf)];
}

function toItem(item: RawMap, root: RawMap): RawMap {
  return Object.fromEntries(
    Object.entries(item).map(([key, value]) => [
      key,
      isMap(value) && mapOf(value)['responses'] !== undefined ? toOperation(value, root) : value,
    ]),
  );
}

function toOperation(operation: RawMap, root: RawMap): RawMap {
  const given = listOf(operation['parameters']).map(mapOf);
  const whole = new RawDocument('/emitted.json', root);
  const resolved = given.map((parameter) => mapOf(whole.resolve(whole.at(parameter))?.value));
  const extra = [operation['x-cookie-parameters'], operation['x-querystring-parameters']].flatMap(listOf);
  const simple = resolved
    .filter((parameter) => parameter['in'] !== 'body' && parameter['in'] !== 'formData')
    .map(toParameter);
  const responses = Object.entries(mapOf(operation['responses'])).map(([status, response]) => {
    const value = mapOf(whole.resolve(whole.at(response))?.value);
    return [status, toResponse(value, listOf(operation['produces'] ?? root['produces']))];
  });
  const requestBody = operation['requestBody'] ?? bodyOf(operation, resolved, root);
  return { ...operation, parameters: [...simple, ...extra], requestBody, responses: Object.fromEntries(responses) };
}

function bodyOf(operation: RawMap, parameters: readonly RawMap[], root: RawMap): RawMap | undefined {
  const consumes = [...listOf(operation['consumes'] ?? root['consumes']), ...listOf(operation['x-consumes'])].map(
    String,
  );
  const body = parameters.find((parameter) => parameter['in'] === 'body');
  const fields = parameters.filter((parameter) => parameter['in'] === 'formData');
  if (body === undefined && fields.length === 0) return undefined;
  const form = { properties: Object.fromEntries(fields.map((field) => [String(field['name']), field])) };
  const rest = body ?? mapOf(operation['x-request-body']);
  return { ...rest, content: content(consumes, body === undefined ? form : body['schema'], rest['content']) };
}

function toResponse(response: RawMap, produces: readonly unknown[]): RawMap {
  const types = [...produces, ...listOf(response['x-produces']), ...Object.keys(mapOf(response['examples']))].map(
    String,
  );
  const headers = Object.entries(mapOf(response['headers'])).map(([name, header]) => [
    name,
    toParameter(mapOf(header)),
  ]);
  return {
    ...response,
    headers: Object.fromEntries(headers),
    content: content(types, response['schema'], response['content']),
  };
}

/** Content of all media types, with the parts in `x-content` of single ones. */
function content(types: readonly string[], schema: unknown, said: unknown): RawMap {
  const known = mapOf(said);
  return Object.fromEntries(
    [...new Set([...types, ...Object.keys(known)])].map((type) => [type, { schema, ...mapOf(known[type]) }]),
  );
}

/** Type and demands stand in the parameter itself; what else its schema had, in `x-schema`. */
function toParameter(parameter: RawMap): RawMap {
  if (parameter['$ref'] !== undefined || parameter['in'] === 'body') return parameter;
  const { schema, ...own } = parameter;
  return {
    ...parameter,
    schema: { allOf: [{ ...own, description: undefined }, schema ?? {}, mapOf(parameter['x-schema'])] },
  };
}

/** How operations are called; servers of their own stand in a key of tools. */
export function callsInSwagger(text: string): readonly Call[] {
  const { host, basePath, paths } = mapOf(parseText(text));
  const server = (host === undefined ? '' : `https://${host}`) + String(basePath ?? '');
  return Object.entries(mapOf(paths)).flatMap(([path, item]) =>
    methodsOf(item).map(([method, operation]) => ({
      method,
      url: below(operation['x-servers'] === undefined ? server : firstServer(operation['x-servers']), path),
    })),
  );
}
