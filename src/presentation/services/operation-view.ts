import { callAddress, versionPrefix } from '../../model/call-address.ts';
import { lifecycleOf } from '../../model/lifecycle.ts';
import type { ServerObject } from '../../model/openapi-objects.ts';
import { directionsOf, type LeftOutResponse, leftOutResponses, type Operation } from '../../model/operation.ts';
import { isGrouping, tagsByName } from '../../model/tag-tree.ts';
import type { Phrase } from '../../words/phrase.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { type AccessLine, accessLine } from '../access/access-line.ts';
import { ownServerWords, type PathPiece, pathPieces, variableWords } from '../addresses.ts';
import { operationAnchor } from '../anchors.ts';
import { sentBody } from '../bodies.ts';
import { plainText } from '../markdown-text.ts';
import { type CallView, type OperationContext, requestView, responseView } from '../messages/call-view.ts';
import { type CallbackView, callbacksOf, callbackView, unknownCallbacks } from '../messages/callback-view.ts';
import { parameterGroups } from '../messages/message-view.ts';
import { textOfAllResponses } from '../messages/responses.ts';
import { operationText } from '../operation-titles.ts';
import { type DocumentDifference, operationKey } from '../page-data/document.ts';
import { documentationOf, type Piece } from '../pieces.ts';
import { type Sample, samplesOf } from '../samples/samples.ts';
import { operationLabel, operationTitle, tagTitle } from '../titles.ts';
import { trialOf } from '../trying/trial.ts';
import { lifecycleMarks } from './about.ts';

/** Properties of an operation that a page shows in addition to parameters, body and responses. */
export interface OperationFacts {
  readonly operationId: string | null;
  readonly access: AccessLine;
  /** Labels: `Deprecated`, `Internal`. */
  readonly marks: readonly string[];
  /** Markdown. */
  readonly description: string | null;
  readonly documentation: Piece | null;
  /** Unresolved references of the descriptor: `parameter “Page” is not in the descriptor`. */
  readonly missing: readonly string[];
  readonly leftOut: readonly LeftOutResponse[];
  readonly responseText: string | null;
}

/** View model of an operation, in the order of the page. */
export interface OperationView extends CallView, Omit<OperationFacts, 'marks'> {
  readonly method: string;
  readonly label: string;
  /** Origin shown before the path in a muted colour; `''` if the page does not show one. */
  readonly origin: string;
  /** Text for a webhook, with its name, shown instead of paths; null for other operations. */
  readonly onYourSide: Phrase | null;
  readonly paths: readonly (readonly PathPiece[])[];
  readonly serverWords: readonly Phrase[];
  readonly marks: readonly Piece[];
  /** Labels in the page's list of operations, without dates. */
  readonly listed: readonly string[];
  readonly callbacks: readonly CallbackView[];
  /** Samples in display order. */
  readonly samples: readonly Sample[];
  /** JSON for the script that calls the operation; null if readers cannot try it. */
  readonly trial: string | null;
}

export function operationFacts(operation: Operation): OperationFacts {
  return operation.service.api.components.remembered('operation facts', operation, factsOf);
}

function factsOf(operation: Operation): OperationFacts {
  const { record, service } = operation;
  const { externalDocs, extensions, callbacks } = record;
  const words = wordsOf(service.api);
  return {
    operationId: record.operationId,
    access: accessLine(operation),
    marks: [...lifecycleMarks(lifecycleOf(record, service.api.record), words), ...audienceMarks(operation)],
    description: withoutTitle(operationText(operation), operationTitle(operation)),
    documentation: externalDocs === null ? null : documentationOf(externalDocs),
    missing: [
      ...stringsOf(extensions['x-platform-missing']),
      ...unknownCallbacks(callbacks, callbacksOf(callbacks, service.api.components), words),
    ],
    leftOut: leftOutResponses(operation),
    responseText: textOfAllResponses(operation),
  };
}

export function operationView(operation: Operation, around: OperationContext): OperationView {
  const { record, service } = operation;
  const heading = operationTitle(operation);
  const context = {
    ...around,
    drawing: { ...around.drawing, title: heading, directions: directionsOf(operation) },
  };
  const { drawing, baseUrl } = context;
  const anchor = drawing.anchors.claim(operationAnchor(operation.resource, operation.getHttpMethod()));
  const parameters = operation.getParameters();
  const described = new Set(parameters.filter(({ in: location }) => location === 'path').map(({ name }) => name));
  const body = sentBody(operation);
  const groups = parameterGroups(parameters, anchor, drawing);
  const text = operation.getRequestDescription();
  const request = body === null && text === null ? null : requestView(body, text, anchor, drawing);
  const responses = operation
    .getAllResponses()
    .map(({ status, response }) => responseView(status, response, anchor, context, operation));
  const callbacks = callbacksOf(record.callbacks, service.api.components);
  const isWebhook = service.getKind() === 'webhook';
  const address = callAddress(operation, baseUrl);
  const facts = operationFacts(operation);
  const trial = trialOf(operation, context.trying, request);
  return {
    ...facts,
    anchor,
    heading,
    label: operationLabel(operation),
    method: operation.getHttpMethod(),
    origin: operation.getServers().length > 0 ? address.origin : versionPrefix(service.api),
    onYourSide: isWebhook
      ? wordsOf(service.api).sentence('operation.onYourSide', { call: [{ code: service.getTitle() }] })
      : null,
    paths: isWebhook ? [] : address.paths.map((path) => pathPieces(path, anchor, described)),
    serverWords: isWebhook || address.server === null ? [] : serverWords(address.server, operation),
    marks: [...facts.marks.map((mark) => ({ text: mark, href: null })), ...differenceOf(operation, context.difference)],
    listed: [
      ...(lifecycleOf(record, { extensions: {} }).isDeprecated
        ? [wordsOf(service.api).say('operation.deprecated')]
        : []),
      ...audienceMarks(operation),
    ],
    parameters: groups,
    request,
    responses,
    callbacks: callbacks.map((callback) => callbackView(callback, anchor, context)),
    samples: samplesOf(operation, baseUrl, context.samples),
    trial: trial === null ? null : JSON.stringify(trial),
  };
}

/** Labels for the audience of an operation: `Internal`, and tags that are used as labels. */
function audienceMarks(operation: Operation): readonly string[] {
  const isInternal = operation.record.extensions['x-internal'] === true;
  return [...(isInternal ? [wordsOf(operation.service.api).say('operation.internal')] : []), ...markingTags(operation)];
}

/** Text on an operation's server. The overview describes the API's own servers: for these only the variables. */
function serverWords(server: ServerObject, { record, service }: Operation): readonly Phrase[] {
  const say = record.servers.includes(server) ? ownServerWords : variableWords;
  return say(server, wordsOf(service.api));
}

function differenceOf(operation: Operation, difference: DocumentDifference | undefined): readonly Piece[] {
  const { record, resource, service } = operation;
  const key = operationKey(operation);
  const kind =
    difference !== undefined && Object.hasOwn(difference.operations, key) ? difference.operations[key] : undefined;
  return difference === undefined || kind === undefined
    ? []
    : [versionMark(difference, kind, wordsOf(service.api), `#${operationAnchor(resource, record.method)}`)];
}

/** Removes the first paragraph if it repeats the title; null if no text remains. */
function withoutTitle(description: string | null, title: string): string | null {
  const text = description?.trim() ?? '';
  const end = text.search(/\n[^\S\n]*\n/);
  const first = end === -1 ? text : text.slice(0, end);
  // A title may differ from the paragraph in the case of its first letter and in the final period.
  if (plainText(first).replace(/\.$/, '').toLowerCase() !== title.toLowerCase()) return description;
  return end === -1 ? null : text.slice(end).trimStart();
}

/** Tags that label operations instead of grouping them: tags of the kinds badge and audience in OpenAPI 3.2. */
function markingTags({ record, service }: Operation): readonly string[] {
  const tags = tagsByName(service.api);
  return record.tags.flatMap((name) => {
    const tag = tags.get(name);
    return isGrouping(tag) ? [] : [tagTitle(tag) ?? name];
  });
}

function stringsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/**
 * Label `Differs from version 1`, a link to the operation in that version; `Not in version 1` for a new operation.
 * @param fragment fragment of the link, including `#`
 */
export function versionMark(
  { version, path }: DocumentDifference,
  kind: 'differs' | 'added',
  words: Words,
  fragment = '',
): Piece {
  return kind === 'added'
    ? { text: words.say('operation.new', { version: String(version) }), href: null }
    : { text: words.say('operation.differs', { version: String(version) }), href: path + fragment };
}
