import { below, type Call, firstServer, methodsOf } from './calls.ts';
import type { FactSet } from './facts.ts';
import { isMap, listOf, mapOf, parseText, RawDocument, type RawMap } from './raw-document.ts';
import { addExtensions, DATA, NAMED } from './raw-extensions.ts';
import { rawFacts } from './raw-facts.ts';

/**
 * Reads an emitted OpenAPI 3.x or Swagger 2.0 text. What the version at hand could not say is read from the `x-` keys
 * it was moved to.
 */
export function openApiExtract(text: string): FactSet {
  const emitted = parseText(text);
  const facts = rawFacts(new RawDocument('/emitted.json', restore(emitted)));
  addExtensions(facts, mapOf(emitted));
  return facts;
}

/** The emitted document as the descriptor had it: documented moves and renamings undone. */
export function restore(document: unknown): RawMap {
  const moved = mapOf(restoreKeywords(document, false));
  const paths = Object.entries(mapOf(moved['paths'])).flatMap(([path, item]) => restorePath(path, mapOf(item)));
  return { ...moved, paths: mergeItems(paths) };
}

/** `x-callbacks` where `callbacks` cannot stand; entries that one map could not hold go back to those it could. */
function restoreKeywords(value: unknown, named: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => restoreKeywords(item, false));
  if (!isMap(value)) return value;
  const result = new Map<string, unknown>();
  const moved: [key: string, value: unknown][] = [];
  for (const [key, item] of Object.entries(value)) {
    const isMoved = !named && key.startsWith('x-') && MOVED.has(key.slice(2));
    const isData = !named && !isMoved && (DATA.has(key) || key.startsWith('x-'));
    const restored = isData ? item : restoreKeywords(fromText(key, item), !named && NAMED.has(key.replace(/^x-/, '')));
    if (isMoved) moved.push([key.slice(2), restored]);
    else result.set(named ? originalName(key, restored) : key, restored);
  }
  for (const [key, restored] of moved) result.set(key, combined(result.get(key), restored));
  if (!named && typeof result.get('x-platform-name') === 'string' && typeof result.get('name') === 'string')
    result.set('name', result.get('x-platform-name'));
  return Object.fromEntries(result);
}

/** A moved value with references that the document cannot hold was written as JSON text. */
function fromText(key: string, value: unknown): unknown {
  if (!key.startsWith('x-') || typeof value !== 'string' || !/^[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** Keywords that some version lacks. */
const MOVED = new Set(
  'callbacks description links query additionalOperations content itemSchema examples example oneOf anyOf not if then else const patternProperties propertyNames prefixItems contains unevaluatedProperties unevaluatedItems dependentSchemas $defs contentSchema webhooks mediaTypes servers requestBody responses parameters headers operationId security securitySchemes securityDefinitions schemas properties parent tags'.split(
    ' ',
  ),
);

function originalName(key: string, value: unknown): string {
  const original = mapOf(value)['x-platform-name'];
  return typeof original === 'string' ? original : key;
}

function combined(kept: unknown, moved: unknown): unknown {
  if (Array.isArray(kept) && Array.isArray(moved)) return [...kept, ...moved];
  return isMap(kept) && isMap(moved) ? { ...kept, ...moved } : moved;
}

/** Operations that share one path of OpenAPI may have had paths of their own. */
function restorePath(path: string, item: RawMap): readonly (readonly [path: string, item: RawMap])[] {
  const { 'x-platform-operations': conflicts, ...rest } = item;
  const operations = Object.entries(rest).flatMap(([key, operation]) => {
    const own = mapOf(operation)['x-platform-path'];
    return isOperation(key, operation)
      ? [[typeof own === 'string' ? own : path, { [key]: restoreOperation(mapOf(operation)) }] as const]
      : [];
  });
  const others = listOf(conflicts).map((operation) => {
    const { method, path: own } = mapOf(operation);
    return [String(own), { [String(method).toLowerCase()]: restoreOperation(mapOf(operation)) }] as const;
  });
  const shared = Object.fromEntries(Object.entries(rest).filter(([key, operation]) => !isOperation(key, operation)));
  return [[path, shared], ...operations, ...others];
}

function restoreOperation(operation: RawMap): RawMap {
  const id = operation['x-platform-operation-id'] ?? operation['operationId'];
  const dropped = listOf(operation['x-platform-parameters']);
  return { ...operation, operationId: id, parameters: [...listOf(operation['parameters']), ...dropped] };
}

function mergeItems(items: readonly (readonly [path: string, item: RawMap])[]): RawMap {
  const merged = new Map<string, RawMap>();
  for (const [path, item] of items) merged.set(path, { ...merged.get(path), ...item });
  return Object.fromEntries(merged);
}

function isOperation(key: string, value: unknown): boolean {
  return ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'].includes(key) && isMap(value);
}

/** How operations are called, of a text in JSON or YAML. */
export function callsInOpenApi(text: string): readonly Call[] {
  const { servers, paths } = mapOf(parseText(text));
  return Object.entries(mapOf(paths)).flatMap(([path, item]) =>
    methodsOf(item).map(([method, operation]) => ({
      method,
      url: below(firstServer(operation['servers'] ?? servers), path),
    })),
  );
}
