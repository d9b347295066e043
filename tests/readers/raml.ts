import { load } from 'js-yaml';
import { below, type Call, methodsOf, withDefaults } from './calls.ts';
import type { Extract, FactSet } from './facts.ts';
import { isMap, listOf, mapOf, RawDocument, type RawMap } from './raw-document.ts';
import { rawFacts } from './raw-facts.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Declarations that a RAML document is read with. */
interface Reading {
  readonly types: RawMap;
  readonly traits: RawMap;
  /** Types of other names were made for parts that RAML cannot write in place. */
  readonly schemas: ReadonlySet<string>;
  readonly basePath: string;
}

/**
 * Reads a RAML 1.0 text back, together with the annotations that hold what RAML has no words for.
 * @param schemas names that the descriptor gave
 * @param basePath part of paths where there is no base URI
 */
export function ramlExtract(text: string, schemas: ReadonlySet<string>, basePath: string): Extract {
  const api = mapOf(load(text));
  const reading: Reading = {
    types: mapOf(api['types']),
    traits: mapOf(api['traits']),
    schemas,
    basePath: api['baseUri'] === undefined ? basePath : '',
  };
  const types = Object.entries(reading.types).map(
    ([name, type]) => [schemaName(name, type), toSchema(type, reading)] as const,
  );
  const document = {
    openapi: '3.2.0',
    tags: api['(x-tags)'],
    servers: [{ url: api['baseUri'] }, { url: `${String(api['baseUri'])}/` }, ...listOf(api['(x-servers)'])],
    security: securityOf(api),
    paths: Object.fromEntries(resourcesOf(api, '', {}, reading)),
    webhooks: Object.fromEntries(Object.values(mapOf(api['(x-webhooks)'])).map(toWebhook)),
    components: { schemas: Object.fromEntries(types), securitySchemes: mapOf(api['securitySchemes']) },
  };
  const facts = rawFacts(new RawDocument('/api.raml', document));
  addAnnotations(facts, api);
  return facts;
}

/** Names that RAML cannot write are display names of types with names like them, some with a number at the end. */
function schemaName(name: string, type: unknown): string {
  const shown = mapOf(type)['displayName'];
  if (typeof shown !== 'string') return name;
  const legal = shown.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  const isLike = [legal, `T${legal}`, `${legal}_`, `T${legal}_`].includes(name.replace(/-\d+$/, ''));
  return isLike ? shown : name;
}

/** Nested resources with their whole paths; what a resource says of its URI holds for those below it. */
function resourcesOf(
  resource: RawMap,
  path: string,
  inherited: RawMap,
  reading: Reading,
): readonly (readonly [path: string, item: RawMap])[] {
  return Object.entries(resource).flatMap(([key, value]) => {
    if (!key.startsWith('/')) return [];
    const own = mapOf(value);
    const uriParameters = { ...inherited, ...mapOf(own['uriParameters']) };
    const operations = Object.entries(own).flatMap(([method, operation]) =>
      METHODS.includes(method) ? [[method, toOperation(mapOf(operation), uriParameters, reading)] as const] : [],
    );
    const others = Object.values(mapOf(own['(x-methods)'])).map(
      (operation) => [String(mapOf(operation)['method']), mapOf(operation)] as const,
    );
    const item = { ...Object.fromEntries(operations), additionalOperations: Object.fromEntries(others) };
    const whole = path + key;
    const served = String(own['(x-path)'] ?? whole);
    const described = served.startsWith(reading.basePath) ? served.slice(reading.basePath.length) : served;
    return [[described, item] as const, ...resourcesOf(own, whole, uriParameters, reading)];
  });
}

function toOperation(operation: RawMap, uriParameters: RawMap, reading: Reading): RawMap {
  const parameters = [
    ...parametersOf('path', uriParameters, reading),
    ...parametersOf('query', mapOf(operation['queryParameters']), reading),
    ...parametersOf('header', mapOf(operation['headers']), reading),
    ...listOf(operation['(x-parameters)']),
  ];
  const taken = [operation, ...listOf(operation['is']).map((trait) => mapOf(reading.traits[String(trait)]))];
  const responses = taken
    .flatMap((one) => Object.entries(mapOf(one['responses'])))
    .map(([status, response]) => [status, toResponse(mapOf(response), reading)] as const);
  return {
    operationId: operation['(x-operation-id)'],
    summary: operation['displayName'],
    description: operation['description'],
    tags: operation['(x-tags)'],
    security: securityOf(operation),
    parameters,
    requestBody:
      operation['body'] === undefined
        ? undefined
        : { ...mapOf(operation['(x-body)']), content: contentOf(mapOf(operation['body']), reading) },
    responses: { ...Object.fromEntries(responses), ...mapOf(operation['(x-responses)']) },
    callbacks: operation['(x-callbacks)'],
    servers: operation['(x-servers)'],
  };
}

/** Alternatives that RAML cannot say are kept as OpenAPI has them. */
function securityOf(operation: RawMap): readonly unknown[] {
  const named = listOf(operation['securedBy']).map((scheme) =>
    typeof scheme === 'string' ? { [scheme]: [] } : scheme,
  );
  return [...named, ...listOf(operation['(x-security)'])];
}

function parametersOf(location: string, parameters: RawMap, reading: Reading): readonly RawMap[] {
  return Object.entries(parameters).map(([key, type]) => {
    const told = mapOf(reading.types[String(mapOf(type)['type'] ?? type)]);
    const { description = told['description'], ...rest } = isMap(type) ? type : { type };
    return {
      in: location,
      name: originalName(key, type),
      description,
      ...mapOf(rest['(x-parameter)']),
      schema: toSchema(rest, reading),
      examples: rest['examples'] ?? told['examples'],
    };
  });
}

function toResponse(response: RawMap, reading: Reading): RawMap {
  const headers = Object.fromEntries(
    parametersOf('header', mapOf(response['headers']), reading).map((header) => [String(header['name']), header]),
  );
  const content = contentOf(mapOf(response['body']), reading);
  return {
    description: response['description'],
    headers,
    content,
    links: response['(x-links)'],
    ...mapOf(response['(x-response)']),
  };
}

function contentOf(body: RawMap, reading: Reading): RawMap {
  return Object.fromEntries(
    Object.entries(body).map(([type, value]) => [
      String(mapOf(value)['(x-media-type-name)'] ?? type),
      {
        schema: toSchema(value, reading),
        examples: mapOf(value)['examples'],
        ...mapOf(mapOf(value)['(x-media-type)']),
      },
    ]),
  );
}

/** A type as far as facts need it: names, values, texts, and the types that its expressions mention. */
function toSchema(type: unknown, reading: Reading, inside: readonly string[] = []): unknown {
  if (typeof type === 'string')
    return { anyOf: type.split(/[\s|()[\]]+/).map((name) => typeNamed(name, reading, inside)) };
  if (Array.isArray(type)) return { anyOf: type.map((one) => toSchema(one, reading, inside)) };
  if (!isMap(type)) return {};
  const properties = Object.entries(mapOf(type['properties'])).map(
    ([key, value]) => [originalName(key, value), toSchema(value, reading, inside)] as const,
  );
  const { type: expression, items, description, enum: values } = type;
  const rest = type['(x-json-schema)'];
  return {
    description,
    enum: values,
    properties: Object.fromEntries(properties),
    items: toSchema(items, reading, inside),
    anyOf: [expression, type['(x-type)']].map((one) => toSchema(one, reading, inside)),
    allOf: [...(isMap(rest) ? [rest] : []), ...descriptionsIn(description)],
  };
}

/** Descriptions in a text: a type that joins several has theirs as paragraphs of one. */
function descriptionsIn(text: unknown): readonly RawMap[] {
  const paragraphs = typeof text === 'string' ? text.split('\n\n') : [];
  return paragraphs.flatMap((_, start) =>
    paragraphs.slice(start).map((_, more) => ({ description: paragraphs.slice(start, start + more + 1).join('\n\n') })),
  );
}

function typeNamed(name: string, reading: Reading, inside: readonly string[]): unknown {
  const type = Object.hasOwn(reading.types, name) ? reading.types[name] : undefined;
  if (type === undefined) return name === 'nil' ? { enum: [null] } : {};
  const schema = schemaName(name, type);
  if (reading.schemas.has(schema) || inside.includes(name))
    return { $ref: `#/components/schemas/${schema.replaceAll('~', '~0').replaceAll('/', '~1')}` };
  return toSchema(type, reading, [...inside, name]);
}

function originalName(key: string, value: unknown): string {
  const original = mapOf(value)['(x-name)'];
  return typeof original === 'string' ? original : key;
}

function toWebhook(service: unknown): readonly [string, RawMap] {
  const { name, title, operations } = mapOf(service);
  const methods = listOf(operations).map(
    (operation) => [String(mapOf(operation)['method']), mapOf(operation)] as const,
  );
  return [String(title ?? name), { additionalOperations: Object.fromEntries(methods) }];
}

function addAnnotations(facts: FactSet, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) addAnnotations(facts, item);
  if (!isMap(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const name = /^\((x-.*)\)$/.exec(key)?.[1] ?? (key.startsWith('x-') ? key : undefined);
    if (name !== undefined) facts.add('extension', '', name);
    addAnnotations(facts, item);
  }
}

/** How operations are called. */
export function callsInRaml(text: string): readonly Call[] {
  const { baseUri, baseUriParameters, ...document } = mapOf(load(text));
  const base = withDefaults(String(baseUri ?? ''), baseUriParameters);
  return Object.entries(document)
    .filter(([key]) => key.startsWith('/'))
    .flatMap(([path, resource]) => methodsOf(resource).map(([method]) => ({ method, url: below(base, path) })));
}
