import { versionPrefix } from '../../model/call-address.ts';
import type { LeftOutResponse } from '../../model/left-out-responses.ts';
import { leftOutResponses } from '../../model/left-out-responses.ts';
import type { Operation } from '../../model/operation.ts';
import type { DocumentDifference } from '../../model/page/document.ts';
import { operationKey } from '../../model/page/document.ts';
import type { AccessLine } from '../access/access-line.ts';
import { accessLine } from '../access/access-line.ts';
import type { PathPiece } from '../addresses.ts';
import { pathPieces, variableWords, wholeCallAddress } from '../addresses.ts';
import { operationAnchor } from '../anchors.ts';
import type { CallView, OperationContext } from '../messages/call-view.ts';
import { requestView, responseView } from '../messages/call-view.ts';
import type { CallbackView } from '../messages/callback-view.ts';
import { callbackViews, unknownCallbacks } from '../messages/callback-view.ts';
import { parameterGroups } from '../messages/message-view.ts';
import type { Piece } from '../pieces.ts';
import { documentationOf } from '../pieces.ts';
import { curlOf } from '../samples/curl-sample.ts';
import { operationLabel, operationTitle } from '../titles.ts';
import { versionMark } from './version-mark.ts';

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
  const responses = operation
    .getAllResponses()
    .map(({ status, response }) => responseView(status, response, anchor, context, operation));
  const callbacks = callbackViews(record.callbacks, anchor, context);
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
    documentation: record.externalDocs === null ? null : documentationOf(record.externalDocs),
    missing: [...stringsOf(record.extensions['x-platform-missing']), ...unknownCallbacks(record.callbacks, callbacks)],
    leftOut: leftOutResponses(operation),
    parameters: groups,
    request,
    responseText: isToldBy(operation, record.responseDescription) ? null : record.responseDescription,
    responses,
    callbacks,
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
  const kind =
    difference !== undefined && Object.hasOwn(difference.operations, key) ? difference.operations[key] : undefined;
  return [
    ...(record.deprecated ? [{ text: 'Deprecated', href: null }] : []),
    ...(record.extensions['x-internal'] === true ? [{ text: 'Internal', href: null }] : []),
    ...(difference === undefined || kind === undefined
      ? []
      : [versionMark(difference, kind, `#${operationAnchor(resource, record.method)}`)]),
  ];
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
