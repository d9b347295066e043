import type { ChangesView, ChangeView } from '../../changes/change-view.ts';
import type { Api } from '../../model/api.ts';
import { operationServers, serversOf } from '../../model/call-address.ts';
import type { PageEnding } from '../../model/language.ts';
import { lifecycleOf } from '../../model/lifecycle.ts';
import { documentPath } from '../../model/locations.ts';
import type { Operation } from '../../model/operation.ts';
import { reachableComponents } from '../../model/reachable-components.ts';
import type { Service } from '../../model/service.ts';
import { shownText, withShownMembers } from '../../model/shown-text.ts';
import { UniqueNames } from '../../model/unique-name.ts';
import { phraseText } from '../../words/phrase.ts';
import { createBudget, fieldEntries } from './field-entries.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** An API version; references lead to `components`. @param baseUrl of this site */
export function apiDocument(api: Api, baseUrl = ''): JsonObject {
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

/** Text in front of the path of a page: files, unlike a server, may be below the path of their address. */
export function originOfPages(baseUrl: string, pageEnding: PageEnding | undefined): string {
  return pageEnding === undefined ? '' : baseUrl;
}

/** One service; `components` holds what it reaches. @param baseUrl of this site */
export function serviceDocument(service: Service, baseUrl = ''): JsonObject {
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

function serviceObject(service: Service, baseUrl: string): JsonObject {
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

/** The configured fields as `input_filter`, and those of each method's request body under the method's name. */
function fieldsOfService(service: Service, budget: ReturnType<typeof createBudget>): JsonObject {
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

/** Keys are methods; a further operation with the same method has method and path as its key: `GET /pets/{name}`. */
function byMethod(operations: readonly Operation[], baseUrl: string): JsonObject {
  const keys = new UniqueNames(' ');
  return Object.fromEntries(
    operations.map((operation) => {
      const method = operation.getHttpMethod();
      const key = keys.claim(keys.has(method) ? `${method} ${operation.record.paths[0] ?? ''}` : method);
      return [key, operationObject(operation, baseUrl)];
    }),
  );
}

/** The keys that the specification gives an operation. */
export function specifiedKeys(operation: Operation): JsonObject {
  return {
    description: shownText(() => operation.getDescription()),
    request: operation.getRequestDescription(),
    requires_authorization: operation.requiresAuthorization(),
    response: operation.getResponseDescription(),
    response_status_codes: operation.getResponseStatusCodes(),
  };
}

function operationObject(operation: Operation, baseUrl: string): JsonObject {
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
 * The changes between two descriptions, in the order of the descriptor.
 * @param origin in front of the paths of pages
 */
export function changesObject(view: ChangesView, origin = ''): JsonObject {
  const { counts, groups } = view;
  return {
    counts: { breaking: counts.breaking, notable: counts.notable, docs_only: counts['docs-only'] },
    changes: groups.flatMap(({ title, changes }) => changes.map((change) => changeObject(title, change, origin))),
  };
}

function changeObject(part: string, change: ChangeView, origin: string): JsonObject {
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
