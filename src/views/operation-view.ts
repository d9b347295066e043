import type { OperationObject, PathItemObject, ResponseObject } from '../model/openapi-objects.ts';
import type { Operation } from '../model/operation.ts';
import { reasonPhrase } from '../model/status-codes.ts';
import type { AccessLine } from './access-line.ts';
import { accessLine } from './access-line.ts';
import { anchorPart, operationAnchor } from './anchors.ts';
import { callOrigin, variableWords } from './call-address.ts';
import { curlOf } from './curl-sample.ts';
import type { FieldRow, Piece } from './field-shape.ts';
import type { BodyView, Drawing, ExampleView, ParameterGroup } from './message-view.ts';
import { bodyViews, exampleViews, headerRows, parameterGroups } from './message-view.ts';
import { operationLabel, operationTitle } from './operation-title.ts';
import type { PathPiece } from './path-markup.ts';
import { pathPieces } from './path-markup.ts';
import { sharedKey, sharedResponses } from './shared-responses.ts';
import { webLink } from './web-link.ts';

/** An operation as its section shows it, in that order. */
export interface OperationView extends CallView {
  readonly method: string;
  readonly label: string;
  readonly operationId: string | null;
  /** Muted, before the path; `''` where the path says it all. */
  readonly origin: string;
  readonly paths: readonly (readonly PathPiece[])[];
  readonly serverWords: readonly string[];
  readonly access: AccessLine;
  readonly marks: readonly string[];
  readonly documentation: Piece | null;
  readonly callbacks: readonly CallbackView[];
  readonly curl: string | null;
}

/** What is sent and what comes back, of an operation or a callback. */
export interface CallView {
  readonly anchor: string;
  readonly heading: string;
  readonly description: string | null;
  readonly parameters: readonly ParameterGroup[];
  readonly request: RequestView | null;
  readonly responseText: string | null;
  readonly responses: readonly ResponseView[];
}

export interface RequestView {
  readonly id: string;
  readonly required: boolean;
  /** Markdown or an example body. */
  readonly text: string | null;
  readonly bodies: readonly BodyView[];
  readonly examples: readonly ExampleView[];
}

export interface ResponseView {
  readonly id: string;
  /** `200 OK`, `any other status`. */
  readonly title: string;
  readonly description: string | null;
  /** Where the answer is drawn for the whole API, and the media types in words. */
  readonly shared: { readonly href: string; readonly words: string } | null;
  readonly headers: readonly FieldRow[];
  readonly bodies: readonly BodyView[];
  readonly examples: readonly ExampleView[];
  readonly links: readonly { readonly name: string; readonly words: string }[];
}

export interface CallbackView extends CallView {
  readonly name: string;
  readonly method: string;
  readonly expression: string;
  readonly operationId: string | null;
}

/** What an operation needs of the page around it. */
export interface OperationContext {
  readonly drawing: Drawing;
  readonly baseUrl: string;
  /** Path of the API's overview, where shared answers are drawn. */
  readonly overviewPath: string;
}

export function operationView(operation: Operation, context: OperationContext): OperationView {
  const { record, service } = operation;
  const { drawing, baseUrl } = context;
  const anchor = drawing.anchors.claim(operationAnchor(operation.resource, record.method));
  const parameters = operation.getParameters();
  const described = new Set(parameters.filter(({ in: location }) => location === 'path').map(({ name }) => name));
  const body = operation.getRequestBody()?.value ?? null;
  const heading = operationTitle(operation);
  const groups = parameterGroups(parameters, anchor, drawing);
  const text = operation.getRequestDescription();
  const request = body === null && text === null ? null : requestView(body, text, anchor, drawing);
  const isWebhook = service.getKind() === 'webhook';
  return {
    anchor,
    heading,
    label: operationLabel(operation),
    method: record.method,
    operationId: record.operationId,
    description: record.description?.trim() === heading ? null : record.description,
    origin: operation.getServers().length > 0 && !isWebhook ? callOrigin(operation, baseUrl) : '',
    paths: isWebhook ? [] : operation.getPaths().map((path) => pathPieces(path, anchor, described)),
    serverWords: operation.getServers().slice(0, 1).flatMap(variableWords),
    access: accessLine(operation),
    marks: [...(record.deprecated ? ['Deprecated'] : []), ...(record.extensions['x-internal'] === true ? ['Internal'] : [])],
    documentation:
      record.externalDocs === null ? null : { text: record.externalDocs.description ?? record.externalDocs.url, href: webLink(record.externalDocs.url) },
    parameters: groups,
    request,
    responseText: record.responseDescription,
    responses: operation.getResponses().map(({ status, response }) => responseView(status, response, anchor, context, operation)),
    callbacks: Object.entries(record.callbacks).flatMap(([name, reference]) =>
      Object.entries(drawing.components.resolve(reference).value).flatMap(([expression, item]) => callbackViews(name, expression, item, anchor, context)),
    ),
    curl: isWebhook ? null : curlOf(operation, baseUrl),
  };
}

function requestView(
  body: ({ required?: boolean } & Parameters<typeof bodyViews>[0]) | null,
  text: string | null,
  anchor: string,
  drawing: Drawing,
): RequestView {
  const id = drawing.anchors.claim(`${anchor}.body`);
  if (body === null) return { id, required: false, text, bodies: [], examples: [] };
  return { id, required: body.required === true, text, bodies: bodyViews(body, id, 'request', drawing), examples: exampleViews(body, id, 'request', drawing) };
}

function responseView(status: string, response: ResponseObject, anchor: string, context: OperationContext, operation: Operation | null): ResponseView {
  const { drawing, overviewPath } = context;
  const id = drawing.anchors.claim(`${anchor}.${anchorPart(status)}`);
  const key = sharedKey(status, response);
  const shared = key === null || operation === null ? undefined : sharedResponses(operation.service.api).get(key);
  const plain = { id, title: statusTitle(status, response), description: descriptionOf(response, status) };
  if (shared !== undefined) {
    const words = Object.keys(response.content ?? {})
      .map(shortMediaType)
      .join(', ');
    return { ...plain, shared: { href: `${overviewPath}#${shared.id}`, words }, headers: [], bodies: [], examples: [], links: [] };
  }
  return { ...plain, ...responseParts(response, id, drawing), shared: null };
}

/** Everything inside an answer, drawn in the order of the page. */
export function responseParts(response: ResponseObject, id: string, drawing: Drawing): Pick<ResponseView, 'headers' | 'bodies' | 'examples' | 'links'> {
  const links = Object.entries(response.links ?? {}).map(([name, reference]) => {
    const { operationId, operationRef, description } = drawing.components.resolve(reference).value;
    return { name, words: [operationId ?? operationRef ?? '', description ?? ''].filter((part) => part !== '').join(': ') };
  });
  return {
    headers: headerRows(response, id, drawing),
    bodies: bodyViews(response, id, 'response', drawing),
    examples: exampleViews(response, id, 'response', drawing),
    links,
  };
}

/** `200 OK`; `4XX` and names that are no number stay as they are. */
export function statusTitle(status: string, response: ResponseObject): string {
  if (status === 'default') return 'any other status';
  const own = response['x-platform-reason'];
  const reason = typeof own === 'string' ? own : reasonPhrase(Number(status));
  return reason === '' ? status : `${status} ${reason}`;
}

/** A description that only repeats the reason is none. */
function descriptionOf(response: ResponseObject, status: string): string | null {
  const text = (response.description ?? response.summary ?? '').trim();
  return text === '' || text.toLowerCase() === reasonPhrase(Number(status)).toLowerCase() ? null : text;
}

/** `application/problem+json` → `problem`, `application/json` → `JSON`. */
function shortMediaType(mediaType: string): string {
  const name = mediaType
    .replace(/;.*$/, '')
    .replace(/^application\//, '')
    .replace(/\+json$/, '');
  return name === 'json' ? 'JSON' : name;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

function callbackViews(name: string, expression: string, item: PathItemObject, anchor: string, context: OperationContext): readonly CallbackView[] {
  const named = METHODS.flatMap((method) => (item[method] === undefined ? [] : [[method.toUpperCase(), item[method]] as const]));
  return [...named, ...Object.entries(item.additionalOperations ?? {})].map(([method, operation]) => {
    const id = context.drawing.anchors.claim(`${anchor}.callback.${anchorPart(name)}.${anchorPart(method.toLowerCase())}`);
    return {
      name,
      method,
      expression,
      operationId: operation.operationId ?? null,
      ...callbackParts(operation, item, id, context),
      heading: `${name}: ${operation.summary ?? item.summary ?? method}`,
    };
  });
}

function callbackParts(operation: OperationObject, item: PathItemObject, anchor: string, context: OperationContext): Omit<CallView, 'heading'> {
  const { drawing } = context;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((parameter) => drawing.components.resolve(parameter).value);
  const body = operation.requestBody === undefined ? null : drawing.components.resolve(operation.requestBody).value;
  return {
    anchor,
    description: operation.description ?? item.description ?? null,
    parameters: parameterGroups(parameters, anchor, drawing),
    request: body === null ? null : requestView(body, body.description ?? null, anchor, drawing),
    responseText: null,
    responses: Object.entries(operation.responses ?? {}).map(([status, reference]) =>
      responseView(status, drawing.components.resolve(reference).value, anchor, context, null),
    ),
  };
}
