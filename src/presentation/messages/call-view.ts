import type { LinkObject, ResponseObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import type { DocumentDifference } from '../../model/page/document.ts';
import { expressionText } from '../../model/runtime-expression.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import { anchorPart } from '../anchors.ts';
import type { FieldRow } from '../fields/field-shape.ts';
import type { Constraint } from '../words.ts';
import type { BodyView, Drawing, ExampleView, ParameterGroup } from './message-view.ts';
import { bodyViews, exampleViews, headerRows } from './message-view.ts';
import { sharedKey, sharedResponses } from './shared-responses.ts';

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

interface RequestView {
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
  readonly links: readonly LinkView[];
}

/** Another operation that can be called with what came back. */
interface LinkView {
  readonly name: string;
  /** Where it leads: an operationId or an address. */
  readonly target: string;
  /** What it is called with: `order_id = ` + `$response.body#/id`. */
  readonly facts: readonly Constraint[];
  /** Markdown. */
  readonly description: string | null;
}

/** What an operation needs of the page around it. */
export interface OperationContext {
  readonly drawing: Drawing;
  readonly baseUrl: string;
  /** Path of the API's overview, where shared answers are drawn. */
  readonly overviewPath: string;
  /** From the version before. */
  readonly difference?: DocumentDifference | undefined;
}

export function requestView(
  body: ({ required?: boolean } & Parameters<typeof bodyViews>[0]) | null,
  text: string | null,
  anchor: string,
  drawing: Drawing,
): RequestView {
  const id = drawing.anchors.claim(`${anchor}.body`);
  if (body === null) return { id, required: false, text, bodies: [], examples: [] };
  return {
    id,
    required: body.required === true,
    text,
    bodies: bodyViews(body, id, 'request', drawing, `#${anchor}.responses`),
    examples: exampleViews(body, id, 'request', drawing),
  };
}

export function responseView(
  status: string,
  response: ResponseObject,
  anchor: string,
  context: OperationContext,
  operation: Operation | null,
): ResponseView {
  const { drawing, overviewPath } = context;
  const id = drawing.anchors.claim(`${anchor}.${anchorPart(status)}`);
  const key = sharedKey(status, response);
  const shared = key === null || operation === null ? undefined : sharedResponses(operation.service.api).get(key);
  const added = operation === null ? undefined : refusalWords(status, operation);
  const plain = { id, title: statusTitle(status, response), description: added ?? descriptionOf(response, status) };
  if (shared !== undefined) {
    const words = Object.keys(response.content ?? {})
      .map(shortMediaType)
      .join(', ');
    return {
      ...plain,
      shared: { href: `${overviewPath}#${shared.id}`, words },
      headers: [],
      bodies: [],
      examples: [],
      links: [],
    };
  }
  return { ...plain, ...responseParts(response, id, drawing, `#${anchor}`), shared: null };
}

/**
 * Everything inside an answer, drawn in the order of the page.
 * @param elsewhere address of the fields that are sent only
 */
export function responseParts(
  response: ResponseObject,
  id: string,
  drawing: Drawing,
  elsewhere = `#${id}`,
): Pick<ResponseView, 'headers' | 'bodies' | 'examples' | 'links'> {
  const links = Object.entries(response.links ?? {}).map(([name, reference]) =>
    linkView(name, drawing.components.resolve(reference).value),
  );
  return {
    headers: headerRows(response, id, drawing),
    bodies: bodyViews(response, id, 'response', drawing, elsewhere),
    examples: exampleViews(response, id, 'response', drawing),
    links,
  };
}

function linkView(
  name: string,
  { operationId, operationRef, parameters, requestBody, server, description }: LinkObject,
): LinkView {
  const facts = [
    ...Object.entries(parameters ?? {}).map(([parameter, value]) => [`${parameter} = `, expressionText(value)]),
    ...(requestBody === undefined ? [] : [['request body = ', expressionText(requestBody)]]),
    ...(server === undefined ? [] : [['at ', server.url]]),
  ];
  return { name, target: operationId ?? operationRef ?? '', facts, description: description ?? null };
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

/** What the answers mean that this site gives and the descriptor does not tell of. */
function refusalWords(status: string, operation: Operation): string | undefined {
  const canBeAdded = status === '401' || status === '403';
  if (!canBeAdded || !operation.getAddedStatusCodes().some(({ code }) => code === Number(status))) return undefined;
  return status === '401' ? 'No log-in, or a wrong one.' : 'Logged in, and not among those who may call this.';
}

/** `application/problem+json` → `problem`, `application/json` → `JSON`. */
function shortMediaType(mediaType: string): string {
  const name = mediaType
    .replace(/;.*$/, '')
    .replace(/^application\//, '')
    .replace(/\+json$/, '');
  return name === 'json' ? 'JSON' : name;
}
