import { NO_COMPONENTS } from '../../model/components.ts';
import type { ComponentsRecord } from '../../model/openapi-objects.ts';
import { reachableComponents } from '../../model/reachable-components.ts';
import { isRecord, type JsonRecord } from '../../schema/json-values.ts';

/** Maximum operation names to list if the wanted one does not exist. */
const MOST_NAMES = 20;
/** Document keys to keep. Extensions are dropped, because those of a whole API may refer to any part of it. */
const OF_DOCUMENTS: ReadonlySet<string> = new Set(['openapi', 'info', 'jsonSchemaDialect', 'servers', 'security']);
/** Keys of a path item other than its operations (OpenAPI 3.1 §4.8.9). */
const OF_PATHS: ReadonlySet<string> = new Set(['summary', 'description', 'servers', 'parameters', '$ref']);

/** An operation of a document. */
interface Found {
  readonly section: 'paths' | 'webhooks';
  readonly path: string;
  readonly item: JsonRecord;
  /** Method as spelled in the document. */
  readonly method: string;
  readonly operation: JsonRecord;
}

/** Maximum characters, about 7,500 tokens: a longer document omits schemas that are far from the operation. */
const ENOUGH_CHARACTERS = 30_000;

type OperationDocument =
  /** `leftOut`: number of schemas that the document refers to but does not contain. */
  | { readonly kind: 'document'; readonly document: JsonRecord; readonly leftOut: number }
  /** `names`: names of operations that exist. */
  | { readonly kind: 'missing'; readonly names: readonly string[] };

/**
 * Extracts one operation of a generated OpenAPI document, with the components that it refers to, as a separate
 * document. Directly referenced components are always included. Schemas behind them are included up to the limit: those
 * of the request before those of the responses, the nearest first.
 * @param wanted `GET /book/{book_id}`, `POST` and the name of a webhook, or an operationId
 */
export function operationDocument(document: JsonRecord, wanted: string): OperationDocument {
  const all = [...operationsOf(document)];
  const name = wanted.trim();
  const call = name.replace(/^[a-z]+(?= )/i, (method) => method.toUpperCase());
  const prefixes = ['', ...serverPaths(document)];
  const found =
    all.find(({ operation }) => operation['operationId'] === name) ??
    // Search results name an operation by its whole path on the server.
    all.find(({ method, path }) => prefixes.some((prefix) => `${method.toUpperCase()} ${prefix}${path}` === call));
  if (found === undefined) return { kind: 'missing', names: all.slice(0, MOST_NAMES).map(nameOf) };
  return { kind: 'document', ...only(document, found) };
}

function* operationsOf(document: JsonRecord): Generator<Found> {
  for (const section of ['paths', 'webhooks'] as const)
    for (const [path, item] of recordsIn(document[section]))
      for (const [method, operation] of recordsIn(item))
        if (!OF_PATHS.has(method)) yield { section, path, item, method, operation };
}

function nameOf({ method, path }: Found): string {
  return `${method.toUpperCase()} ${path}`;
}

function serverPaths({ servers }: JsonRecord): readonly string[] {
  const urls = recordsIn(servers).map(([, { url }]) => (typeof url === 'string' ? url : ''));
  return urls.map((url) => url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/$/, ''));
}

function only(
  document: JsonRecord,
  { section, path, item, method, operation }: Found,
): { readonly document: JsonRecord; readonly leftOut: number } {
  const { components } = document;
  const rest = Object.fromEntries(Object.entries(document).filter(([key]) => OF_DOCUMENTS.has(key)));
  const ofPath = Object.fromEntries(Object.entries(item).filter(([key]) => OF_PATHS.has(key)));
  const own = { ...rest, [section]: { [path]: { ...ofPath, [method]: operation } } };
  // Safe: components of a generated document were serialised from a ComponentsRecord.
  const all = { ...NO_COMPONENTS, ...(isRecord(components) ? components : {}) } as ComponentsRecord;
  const { responses: _, ...request } = operation;
  let room = ENOUGH_CHARACTERS - JSON.stringify(own).length;
  let leftOut = 0;
  const near = reachableComponents(all, [[ofPath, request], own], (component, depth) => {
    const size = JSON.stringify(component).length;
    const isTaken = depth === 0 || size <= room;
    if (isTaken) room -= size;
    else leftOut += 1;
    return isTaken;
  });
  const reached = Object.entries(near).filter(([, named]) => Object.keys(named).length > 0);
  return {
    document: { ...own, ...(reached.length === 0 ? {} : { components: Object.fromEntries(reached) }) },
    leftOut,
  };
}

/** Lists the objects in an object or an array, with their keys. */
function recordsIn(value: unknown): readonly (readonly [string, JsonRecord])[] {
  const entries: readonly (readonly [string, unknown])[] =
    typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return entries.flatMap(([key, inner]) => (isRecord(inner) ? [[key, inner] as const] : []));
}
