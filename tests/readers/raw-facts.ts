import { FactSet } from './facts.ts';
import { isMap, listOf, mapOf, type RawDocument, type RawMap, type RawNode } from './raw-document.ts';
import { addExtensions } from './raw-extensions.ts';
import { addOperationParts2 } from './raw-operation-2.ts';
import { addOperationParts3 } from './raw-operation-3.ts';
import { schemaFacts } from './raw-schemas.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

/** Every fact of an OpenAPI document of version 2.0 or 3.x, read without the product's own readers. */
export function rawFacts(document: RawDocument): FactSet {
  const facts = new FactSet();
  const root = document.at(document.root);
  for (const [path, item] of Object.entries(mapOf(document.root['paths']))) {
    if (!path.startsWith('x-')) addPathItem(facts, document, path, document.at(item));
  }
  const known = withWebhooks(document.root);
  for (const [name, item] of Object.entries(mapOf(known['webhooks'])))
    addPathItem(facts, document, `webhook ${name}`, document.at(item));
  addDocument(facts, document, root);
  addExtensions(facts, known);
  return facts;
}

/** OpenAPI 3.0 has them as an extension. */
function withWebhooks(root: RawMap): RawMap {
  const { 'x-webhooks': webhooks, ...others } = root;
  return String(root['openapi']).startsWith('3.0') && isMap(webhooks) ? { webhooks, ...others } : root;
}

function addPathItem(facts: FactSet, document: RawDocument, path: string, given: RawNode): void {
  const item = pathItem(document, given);
  for (const [method, operation] of operationsOf(item.value)) {
    const place = `${method} ${path}`;
    facts.add('operation', '', place);
    // What the document demands of callers is not what a webhook comes with.
    const demanded = path.startsWith('webhook ') ? undefined : document.root['security'];
    addSecurity(facts, document, place, operation['security'] ?? demanded);
    addServers(facts, place, operation['servers'] ?? item.value['servers']);
    addOperation(
      facts,
      document,
      place,
      { value: operation, file: item.file },
      { value: item.value['parameters'], file: item.file },
    );
  }
}

/** A path item may refer to another and say more beside the reference. */
function pathItem(document: RawDocument, given: RawNode): { readonly value: RawMap; readonly file: string } {
  const target = document.resolve(given) ?? given;
  return { value: { ...mapOf(target.value), ...mapOf(given.value) }, file: target.file };
}

function operationsOf(item: RawMap): readonly (readonly [method: string, operation: RawMap])[] {
  const fixed = METHODS.flatMap((method) =>
    isMap(item[method]) ? [[method.toUpperCase(), mapOf(item[method])] as const] : [],
  );
  const additional = Object.entries(mapOf(item['additionalOperations'])).map(
    ([method, operation]) => [method, mapOf(operation)] as const,
  );
  return [...fixed, ...additional];
}

function addOperation(
  facts: FactSet,
  document: RawDocument,
  place: string,
  operation: RawNode,
  pathParameters: RawNode,
): void {
  const value = mapOf(operation.value);
  for (const [key, kind] of [
    ['operationId', 'operation-id'],
    ['summary', 'summary'],
    ['description', 'description'],
  ] as const) {
    const text = value[key];
    if (typeof text === 'string' && text.trim() !== '') facts.add(kind, place, text);
  }
  for (const tag of listOf(value['tags'])) {
    facts.add('operation-tag', place, String(tag));
    facts.add('tag', '', String(tag));
  }
  const parameters = mergedParameters(document, { value: value['parameters'], file: operation.file }, pathParameters);
  if (document.root['swagger'] === undefined) addOperationParts3(facts, document, place, operation, parameters);
  else addOperationParts2(facts, document, place, operation, parameters);
  for (const [name, callback] of document.entries(operation, 'callbacks')) {
    facts.add('callback', place, name);
    for (const [expression, item] of Object.entries(mapOf(callback.value))) {
      if (expression.startsWith('x-')) continue;
      const resolved = pathItem(document, { value: item, file: callback.file });
      for (const [method, called] of operationsOf(resolved.value)) {
        const calledPlace = `${place} > ${name} ${expression} ${method}`;
        facts.add('operation', place, calledPlace);
        // What the API demands of its callers says nothing about calls that it makes itself.
        addSecurity(facts, document, calledPlace, called['security']);
        addOperation(
          facts,
          document,
          calledPlace,
          { value: called, file: resolved.file },
          { value: resolved.value['parameters'], file: resolved.file },
        );
      }
    }
  }
}

function addSecurity(facts: FactSet, document: RawDocument, place: string, requirements: unknown): void {
  const schemes = mapOf(mapOf(document.root['components'])['securitySchemes'] ?? document.root['securityDefinitions']);
  for (const requirement of listOf(requirements))
    for (const scheme of Object.keys(mapOf(requirement)))
      facts.add('security', place, scheme, wordsOf(mapOf(document.resolve(document.at(schemes[scheme]))?.value)));
}

/** Words for a scheme (READING §2); undefined where it is not defined, and its name is shown. */
function wordsOf(scheme: RawMap): string | undefined {
  switch (scheme['type']) {
    case 'basic':
      return 'HTTP Basic';
    case 'http':
      return `HTTP ${String(scheme['scheme']).replace(/^[bd]/, (letter) => letter.toUpperCase())}`;
    case 'apiKey':
      return `API key in ${scheme['in'] === 'query' ? 'query parameter' : String(scheme['in'])} ${String(scheme['name'])}`;
    case 'oauth2':
      return 'OAuth 2';
    case 'openIdConnect':
      return 'OpenID Connect';
    case 'mutualTLS':
      return 'client certificate';
    default:
      return undefined;
  }
}

/** Parameters of the path and of the operation; the latter override by place and name. */
function mergedParameters(document: RawDocument, own: RawNode, shared: RawNode): readonly RawNode[] {
  const merged = new Map<string, RawNode>();
  for (const list of [shared, own]) {
    for (const given of listOf(list.value)) {
      const parameter = document.resolve({ value: given, file: list.file });
      if (parameter === undefined) continue;
      const { in: location, name } = mapOf(parameter.value);
      merged.set(`${String(location)} ${String(name)}`, parameter);
    }
  }
  return [...merged.values()];
}

/** @param place that of an operation which does not go by the servers of the document */
function addServers(facts: FactSet, place: string, servers: unknown): void {
  for (const server of listOf(servers)) facts.add('server', place, String(mapOf(server)['url']));
}

function addDocument(facts: FactSet, document: RawDocument, root: RawNode): void {
  const { root: value } = document;
  for (const tag of listOf(value['tags'])) facts.add('tag', '', String(mapOf(tag)['name']));
  addServers(facts, '', value['servers']);
  for (const [name] of document.entries(root, 'securityDefinitions')) facts.add('security-scheme', '', name);
  const components: RawNode = { value: value['components'], file: root.file };
  for (const [name] of document.entries(components, 'securitySchemes')) facts.add('security-scheme', '', name);
  const schemas = { ...mapOf(value['definitions']), ...mapOf(mapOf(value['components'])['schemas']) };
  for (const [name, schema] of Object.entries(schemas)) {
    facts.add('schema', '', name);
    const { fields, enumValues, texts } = schemaFacts(document, document.at(schema), false);
    for (const field of fields) facts.add('property', `schema ${name}`, field);
    for (const value of enumValues) facts.add('enum-value', `schema ${name}`, value);
    for (const text of texts) facts.add('schema-text', `schema ${name}`, text);
  }
}
