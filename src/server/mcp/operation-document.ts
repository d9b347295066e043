import { NO_COMPONENTS } from '../../model/components.ts';
import type { ComponentsRecord } from '../../model/openapi-objects.ts';
import { reachableComponents } from '../../model/reachable-components.ts';
import { isRecord } from '../../model/schema/json-values.ts';

type Json = Readonly<Record<string, unknown>>;

/** Of names that are listed where one is not there. */
const MOST_NAMES = 20;
/** What holds for an operation, too; extensions of a whole API may lead to any part of it. */
const OF_DOCUMENTS: ReadonlySet<string> = new Set(['openapi', 'info', 'jsonSchemaDialect', 'servers', 'security']);
/** What a path has beside its operations (OpenAPI 3.1 §4.8.9). */
const OF_PATHS: ReadonlySet<string> = new Set(['summary', 'description', 'servers', 'parameters', '$ref']);

/** An operation of a document. */
interface Found {
  readonly section: 'paths' | 'webhooks';
  readonly path: string;
  readonly item: Json;
  /** As the document writes it. */
  readonly method: string;
  readonly operation: Json;
}

type OperationDocument =
  | { readonly kind: 'document'; readonly document: Json }
  /** `names`: of operations there are instead. */
  | { readonly kind: 'missing'; readonly names: readonly string[] };

/**
 * One operation of an OpenAPI document that we have written, with the components that it leads to: a document of its
 * own.
 * @param wanted `GET /book/{book_id}`, `POST` and the name of a webhook, or an operationId
 */
export function operationDocument(document: Json, wanted: string): OperationDocument {
  const all = [...operationsOf(document)];
  const name = wanted.trim();
  const call = name.replace(/^[a-z]+(?= )/i, (method) => method.toUpperCase());
  const prefixes = ['', ...serverPaths(document)];
  const found =
    all.find(({ operation }) => operation['operationId'] === name) ??
    // Search names an operation by the whole path on its server.
    all.find(({ method, path }) => prefixes.some((prefix) => `${method.toUpperCase()} ${prefix}${path}` === call));
  if (found === undefined) return { kind: 'missing', names: all.slice(0, MOST_NAMES).map(nameOf) };
  return { kind: 'document', document: only(document, found) };
}

function* operationsOf(document: Json): Generator<Found> {
  for (const section of ['paths', 'webhooks'] as const)
    for (const [path, item] of recordsIn(document[section]))
      for (const [method, operation] of recordsIn(item))
        if (!OF_PATHS.has(method)) yield { section, path, item, method, operation };
}

function nameOf({ method, path }: Found): string {
  return `${method.toUpperCase()} ${path}`;
}

function serverPaths({ servers }: Json): readonly string[] {
  const urls = recordsIn(servers).map(([, { url }]) => (typeof url === 'string' ? url : ''));
  return urls.map((url) => url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\/$/, ''));
}

function only(document: Json, { section, path, item, method, operation }: Found): Json {
  const { components } = document;
  const rest = Object.fromEntries(Object.entries(document).filter(([key]) => OF_DOCUMENTS.has(key)));
  const ofPath = Object.fromEntries(Object.entries(item).filter(([key]) => OF_PATHS.has(key)));
  const own = { ...rest, [section]: { [path]: { ...ofPath, [method]: operation } } };
  // They were written from such a record.
  const all = { ...NO_COMPONENTS, ...(isRecord(components) ? components : {}) } as ComponentsRecord;
  const reached = Object.entries(reachableComponents(all, [own])).filter(([, named]) => Object.keys(named).length > 0);
  return { ...own, ...(reached.length === 0 ? {} : { components: Object.fromEntries(reached) }) };
}

/** Of an object or a list. */
function recordsIn(value: unknown): readonly (readonly [string, Json])[] {
  const entries: readonly (readonly [string, unknown])[] =
    typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return entries.flatMap(([key, inner]) => (isRecord(inner) ? [[key, inner] as const] : []));
}
