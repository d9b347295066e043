import type { ChangesView, ChangeView } from '../../changes/change-view.ts';
import type { Api } from '../../model/api.ts';
import { operationServers, serversOf } from '../../model/call-address.ts';
import type { Components } from '../../model/components.ts';
import { declaredType, type Field, fieldsInside, firstExample, isList } from '../../model/field.ts';
import type { PageEnding } from '../../model/language.ts';
import { lifecycleOf } from '../../model/lifecycle.ts';
import { basePathOf, documentPath } from '../../model/locations.ts';
import type { Operation } from '../../model/operation.ts';
import { setOwn } from '../../model/own-property.ts';
import { reachableComponents } from '../../model/reachable-components.ts';
import type { Service } from '../../model/service.ts';
import { shownText, withShownMembers } from '../../model/shown-text.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import type { JsonRecord } from '../../schema/json-values.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import type { JsonSchemaObject } from '../../schema/schema.ts';
import { phraseText } from '../../words/phrase.ts';

/** JSON of one version of an API; references point into `components`. @param baseUrl base URL of this site */
export function apiDocument(api: Api, baseUrl = ''): JsonRecord {
  const { record } = api;
  return {
    name: api.getName(),
    version: api.getVersion(),
    services: api.getServices().map((service) => serviceObject(service, baseUrl)),
    title: api.getTitle(),
    default: api.getVersion() === api.getDefaultVersion(),
    versions: api.getVersions(),
    summary: shownText(() => record.info.summary) ?? null,
    description: shownText(() => api.getDescription()),
    document_version: record.info.version,
    info: withShownMembers(record.info, ['summary', 'description']),
    base_path: record.basePath,
    servers: serversOf(api, baseUrl),
    tags: record.tags,
    external_docs: record.externalDocs,
    security: record.security,
    components: record.components,
    extensions: record.extensions,
    source: { format: record.source.format, file: record.source.file, warning_count: record.source.warningCount },
  };
}

/** Beginning of links to pages: the base URL for static files, which may be anywhere, else the path of the site. */
export function originOfPages(baseUrl: string, pageEnding: PageEnding | undefined): string {
  return pageEnding === undefined ? basePathOf(baseUrl) : baseUrl;
}

/** JSON of one service; `components` has the components that it references. @param baseUrl base URL of this site */
export function serviceDocument(service: Service, baseUrl = ''): JsonRecord {
  const { record } = service.api;
  const own = serviceObject(service, baseUrl);
  const components = reachableComponents(record.components, [
    own,
    service.record.fields,
    { security: record.security },
  ]);
  return {
    ...own,
    api: { name: record.name, version: record.version },
    base_path: record.basePath,
    servers: serversOf(service.api, baseUrl),
    security: record.security,
    components,
  };
}

function serviceObject(service: Service, baseUrl: string): JsonRecord {
  const { api, record } = service;
  const budget = createBudget();
  const fields = fieldsOfService(service, budget);
  return {
    name: service.getName(),
    description: shownText(() => service.getDescription()),
    route: service.getRoute(),
    route_identifier_name: service.getRouteIdentifierName(),
    request_accept_types: service.getRequestAcceptTypes(),
    request_content_types: service.getRequestContentTypes(),
    response_content_types: service.getResponseContentTypes(),
    fields,
    operations: byMethod(service.getOperations(), baseUrl),
    entity_operations: byMethod(service.getEntityOperations(), baseUrl),
    kind: service.getKind(),
    title: record.title,
    summary: shownText(() => record.summary),
    url:
      originOfPages(baseUrl, api.pageEnding) +
      documentPath({ level: 'service', ...api.place, name: record.name }, api.pageEnding),
    tags: record.tags,
    response_status_codes: service.getResponseStatusCodes(),
    ...(budget.truncated ? { fields_truncated: true } : {}),
    extensions: record.extensions,
  };
}

/** Writes the configured fields as `input_filter` and the fields of each request body under the name of its method. */
function fieldsOfService(service: Service, budget: ReturnType<typeof createBudget>): JsonRecord {
  const { components } = service.api;
  const configured = service.getFields();
  const methods = [...new Set(service.getAllOperations().map((operation) => operation.getHttpMethod()))];
  return Object.fromEntries([
    ...(configured.length > 0 ? [['input_filter', fieldEntries(configured, components, budget)] as const] : []),
    ...methods.flatMap((method) => {
      const fields = service.getFields(method);
      return fields.length > 0 ? [[method, fieldEntries(fields, components, budget)] as const] : [];
    }),
  ]);
}

/** Operations by method; a second operation with the same method has the key method plus path: `GET /pets/{name}`. */
function byMethod(operations: readonly Operation[], baseUrl: string): JsonRecord {
  const keys = new UniqueNames(' ');
  return Object.fromEntries(
    operations.map((operation) => {
      const method = operation.getHttpMethod();
      const key = keys.claim(keys.has(method) ? `${method} ${operation.record.paths[0] ?? ''}` : method);
      return [key, operationObject(operation, baseUrl)];
    }),
  );
}

/** The keys that the product specification defines for an operation. */
export function specifiedKeys(operation: Operation): JsonRecord {
  return {
    description: shownText(() => operation.getDescription()),
    request: operation.getRequestDescription(),
    requires_authorization: operation.requiresAuthorization(),
    response: operation.getResponseDescription(),
    response_status_codes: operation.getResponseStatusCodes(),
  };
}

function operationObject(operation: Operation, baseUrl: string): JsonRecord {
  const { record } = operation;
  const access = operation.getAccess();
  const { since, sunset } = lifecycleOf(record, operation.service.api.record);
  return {
    ...specifiedKeys(operation),
    paths: operation.getPaths(),
    operation_id: record.operationId,
    summary: shownText(() => record.summary),
    tags: record.tags,
    deprecated: record.deprecated,
    ...(since === null ? {} : { deprecated_since: since.day }),
    ...(sunset === null ? {} : { sunset: sunset.day }),
    ...(access.kind === 'login' ? { login: access.schemes } : {}),
    parameters: record.parameters,
    request_body: record.requestBody,
    responses: record.responses,
    callbacks: record.callbacks,
    security: record.security,
    servers: operationServers(operation, baseUrl),
    external_docs: record.externalDocs,
    extensions: record.extensions,
  };
}

/**
 * Changes between two descriptors as JSON, in the order of the descriptor.
 * @param origin prefix for the paths of pages
 */
export function changesObject(view: ChangesView, origin = ''): JsonRecord {
  const { counts, groups } = view;
  return {
    counts: { breaking: counts.breaking, notable: counts.notable, docs_only: counts['docs-only'] },
    changes: groups.flatMap(({ title, changes }) => changes.map((change) => changeObject(title, change, origin))),
  };
}

function changeObject(part: string, change: ChangeView, origin: string): JsonRecord {
  const { rule, title, reason, place, before, after, href, operations, operationCount } = change;
  return {
    rule,
    class: change.class,
    title,
    reason,
    part,
    place: phraseText(place),
    before: before && phraseText(before),
    after: after && phraseText(after),
    url: origin + href,
    operations: operations.map(({ method, path, title: name, href: page }) => ({
      method,
      path,
      title: name,
      url: origin + page,
    })),
    operation_count: operationCount,
  };
}

const MOST_ENTRIES = 500;
const DEEPEST = 6;

/** Remaining number of field entries for one service; `truncated` is true when entries were left out. */
interface FieldBudget {
  left: number;
  truncated: boolean;
}

function createBudget(): FieldBudget {
  return { left: MOST_ENTRIES, truncated: false };
}

interface Place {
  readonly prefix: string;
  readonly depth: number;
  /** Names of the schemas that contain the current fields, for the detection of recursion. */
  readonly open: ReadonlySet<string>;
}

/**
 * Fields by name. Nested fields appear twice: in the `fields` of their parent, and at the top level under a path such
 * as `author/first` or `chapters[]/heading`. A field inside its own schema has no nested fields (`recursive: true`).
 */
export function fieldEntries(fields: readonly Field[], components: Components, budget: FieldBudget): JsonRecord {
  const flat: Record<string, JsonRecord> = {};
  const enter = (field: Field, place: Place): JsonRecord => {
    const { schema, name } = mergeSchema(field.getSchema(), components);
    const itemsName = schema.items === undefined ? null : components.resolveSchema(schema.items).name;
    const names = [name, itemsName].filter((opened) => opened !== null);
    const own = describe(schema, field.isRequired(), itemsName ?? name);
    const path = place.prefix + field.getName();
    setOwn(flat, path, own);
    budget.left--;
    const nested = fieldsInside(schema, components);
    if (nested.length === 0) return own;
    const marks = mayEnter(names, place, budget);
    const open = names.length === 0 ? place.open : new Set([...place.open, ...names]);
    const below = { prefix: `${path}${isList(schema) ? '[]' : ''}/`, depth: place.depth + 1, open };
    const entry = { ...own, ...(marks ?? { fields: enterAll(nested, below) }) };
    if (marks !== null || place.depth === 1) setOwn(flat, path, entry);
    return entry;
  };
  const enterAll = (inside: readonly Field[], place: Place): JsonRecord => {
    const entries: Record<string, JsonRecord> = {};
    for (const field of inside) {
      budget.truncated ||= budget.left <= 0;
      if (budget.left <= 0) break;
      setOwn(entries, field.getName(), enter(field, place));
    }
    return entries;
  };
  enterAll(fields, { prefix: '', depth: 1, open: new Set() });
  return flat;
}

function mayEnter(names: readonly string[], place: Place, budget: FieldBudget): JsonRecord | null {
  if (names.some((name) => place.open.has(name))) return { recursive: true };
  if (place.depth < DEEPEST) return null;
  budget.truncated = true;
  return { truncated: true };
}

function describe(schema: JsonSchemaObject, required: boolean, schemaName: string | null): JsonRecord {
  const { description = null, enum: values, default: fallback, format, deprecated } = schema;
  const own: Record<string, unknown> = {
    description,
    required,
    type: declaredType(schema),
    example: firstExample(schema),
  };
  if (values !== undefined) own['enum'] = values;
  if (fallback !== undefined) own['default'] = fallback;
  if (format !== undefined) own['format'] = format;
  if (deprecated !== undefined) own['deprecated'] = deprecated;
  if (schemaName !== null) own['schema'] = schemaName;
  return own;
}
