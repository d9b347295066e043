import { versionPrefix } from '../model/call-address.ts';
import type { DocumentDifference } from '../model/document.ts';
import { operationKey } from '../model/document.ts';
import type { LeftOutResponse } from '../model/left-out-responses.ts';
import { leftOutResponses } from '../model/left-out-responses.ts';
import type { OperationObject, PathItemObject } from '../model/openapi-objects.ts';
import type { Operation } from '../model/operation.ts';
import type { AccessLine } from './access-line.ts';
import { accessLine } from './access-line.ts';
import { anchorPart, operationAnchor } from './anchors.ts';
import { variableWords, wholeCallAddress } from './call-address.ts';
import type { CallView, OperationContext } from './call-view.ts';
import { requestView, responseView } from './call-view.ts';
import { curlOf } from './curl-sample.ts';
import type { Piece } from './field-shape.ts';
import { parameterGroups } from './message-view.ts';
import { operationLabel, operationTitle } from './operation-title.ts';
import type { PathPiece } from './path-markup.ts';
import { pathPieces } from './path-markup.ts';
import { versionMark } from './version-mark.ts';
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
  readonly marks: readonly Piece[];
  readonly documentation: Piece | null;
  /** What the descriptor refers to and does not hold: `parameter “Page” is not in the descriptor`. */
  readonly missing: readonly string[];
  readonly leftOut: readonly LeftOutResponse[];
  readonly callbacks: readonly CallbackView[];
  readonly curl: string | null;
}

interface CallbackView extends CallView {
  readonly name: string;
  readonly method: string;
  readonly expression: string;
  readonly operationId: string | null;
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
  const address = wholeCallAddress(operation, baseUrl);
  return {
    anchor,
    heading,
    label: operationLabel(operation),
    method: record.method,
    operationId: record.operationId,
    description: record.description?.trim() === heading ? null : record.description,
    origin: operation.getServers().length > 0 ? address.origin : versionPrefix(service.api),
    paths: isWebhook ? [] : address.paths.map((path) => pathPieces(path, anchor, described)),
    serverWords: isWebhook || address.server === null ? [] : variableWords(address.server),
    access: accessLine(operation),
    marks: marksOf(operation, context.difference),
    documentation:
      record.externalDocs === null ? null : { text: record.externalDocs.description ?? record.externalDocs.url, href: webLink(record.externalDocs.url) },
    missing: stringsOf(record.extensions['x-platform-missing']),
    leftOut: leftOutResponses(operation),
    parameters: groups,
    request,
    responseText: isToldBy(operation, record.responseDescription) ? null : record.responseDescription,
    responses: operation.getAllResponses().map(({ status, response }) => responseView(status, response, anchor, context, operation)),
    callbacks: Object.entries(record.callbacks).flatMap(([name, reference]) =>
      Object.entries(drawing.components.resolve(reference).value).flatMap(([expression, item]) => callbackViews(name, expression, item, anchor, context)),
    ),
    curl: isWebhook ? null : curlOf(operation, baseUrl),
  };
}

/** Whether an answer has the same description: once is enough. */
function isToldBy(operation: Operation, text: string | null): boolean {
  return operation.getResponses().some(({ response }) => response.description?.trim() === text?.trim());
}

function marksOf(operation: Operation, difference: DocumentDifference | undefined): readonly Piece[] {
  const { record, resource } = operation;
  const key = operationKey(operation);
  const kind = difference !== undefined && Object.hasOwn(difference.operations, key) ? difference.operations[key] : undefined;
  return [
    ...(record.deprecated ? [{ text: 'Deprecated', href: null }] : []),
    ...(record.extensions['x-internal'] === true ? [{ text: 'Internal', href: null }] : []),
    ...(difference === undefined || kind === undefined ? [] : [versionMark(difference, kind, `#${operationAnchor(resource, record.method)}`)]),
  ];
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
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
