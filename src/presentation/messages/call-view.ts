import type { ResponseObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { anchorPart } from '../anchors.ts';
import type { FieldRow } from '../fields/field-shape.ts';
import type { DocumentDifference } from '../page-data/document.ts';
import type { SiteTrying } from '../page-data/site.ts';
import {
  type BodyView,
  bodyViews,
  type ExampleView,
  exampleViews,
  headerRows,
  type PageDrawing,
  type ParameterGroup,
} from './message-view.ts';
import { type LinkView, linkView, responseText, sharedResponseId, statusTitle } from './responses.ts';

/** Request and responses of an operation or a callback. */
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
  /** Description as Markdown, or an example body. */
  readonly text: string | null;
  readonly bodies: readonly BodyView[];
  readonly examples: readonly ExampleView[];
}

export interface ResponseView {
  readonly id: string;
  /** Status: `200 OK`, `any other status`. */
  readonly title: string;
  readonly description: string | null;
  /** Whether the page notes that the response has no content. */
  readonly isBare: boolean;
  /** Link to a response that the overview shows for the whole API, and its media types; null when it is shown here. */
  readonly shared: { readonly href: string; readonly words: string } | null;
  readonly headers: readonly FieldRow[];
  readonly bodies: readonly BodyView[];
  readonly examples: readonly ExampleView[];
  readonly links: readonly LinkView[];
}

/** Methods whose request body has no meaning in HTTP: RFC 9110 §9.3.1, §9.3.2, §9.3.5, §9.3.7, §9.3.8. */
const METHODS_WITHOUT_BODY = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/** Data of the page that its operations use. */
export interface OperationContext {
  readonly drawing: PageDrawing;
  readonly baseUrl: string;
  /** Names of the sample languages; defaults to the built-in selection. */
  readonly samples?: readonly string[] | undefined;
  /** Path of the API's overview, which shows shared responses. */
  readonly overviewPath: string;
  /** Difference from the previous version. */
  readonly difference?: DocumentDifference | undefined;
  /** Set if operations may be called from pages. */
  readonly trying?: SiteTrying | undefined;
}

/**
 * Text on parts that the operation does not declare: parameters, and a body if the method gives it a meaning.
 * @returns null for a part that is declared, or has no meaning for the method
 */
export function notSentWords(
  { parameters, request }: { readonly parameters: readonly unknown[]; readonly request: unknown },
  method: string,
  words: Words,
): { readonly parameters: string | null; readonly body: string | null } {
  return {
    parameters: parameters.length === 0 ? words.say('none.parameters') : null,
    body: request === null && !METHODS_WITHOUT_BODY.has(method) ? words.say('none.requestBody') : null,
  };
}

export function requestView(
  body: ({ required?: boolean } & Parameters<typeof bodyViews>[0]) | null,
  text: string | null,
  anchor: string,
  drawing: PageDrawing,
): RequestView {
  const id = drawing.anchors.claim(`${anchor}.body`);
  const part = wordsOf(drawing.components).say('message.bodyPart');
  if (body === null) return { id, required: false, text, bodies: [], examples: [] };
  return {
    id,
    required: body.required === true,
    text,
    bodies: bodyViews(body, id, drawing.directions.request, drawing, part, `#${anchor}.responses`),
    examples: exampleViews(body, id, drawing.directions.request, drawing, part),
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
  const shared = operation === null ? undefined : sharedResponseId(operation, status, response);
  const description = responseText(status, response, operation);
  const title = statusTitle(status, response, wordsOf(drawing.components), operation ?? undefined);
  const plain = { id, title, description };
  if (shared !== undefined) {
    const words = wordsOf(drawing.components)
      .list('list.comma', Object.keys(response.content ?? {}).map(shortMediaType))
      .join('');
    return {
      ...plain,
      isBare: false,
      shared: { href: `${overviewPath}#${shared}`, words },
      headers: [],
      bodies: [],
      examples: [],
      links: [],
    };
  }
  const parts = responseParts(response, id, drawing, status, `#${anchor}`);
  const { headers, bodies, links } = parts;
  const isExplained = description !== null || headers.length + bodies.length + links.length > 0;
  return { ...plain, ...parts, isBare: !isExplained && needsText(status, response), shared: null };
}

/** Whether a page notes the missing content of a response; false if the status or a reason phrase explains it. */
function needsText(status: string, response: ResponseObject): boolean {
  return !/^(1|204|205|304)/.test(status) && response['x-platform-reason'] === undefined;
}

/**
 * Draws the parts of a response in the order of the page.
 * @param elsewhere address of the write-only fields
 */
export function responseParts(
  response: ResponseObject,
  id: string,
  drawing: PageDrawing,
  status: string,
  elsewhere = `#${id}`,
): Pick<ResponseView, 'headers' | 'bodies' | 'examples' | 'links'> {
  const links = Object.entries(response.links ?? {}).map(([name, reference]) =>
    linkView(name, drawing.components.resolve(reference).value, wordsOf(drawing.components)),
  );
  return {
    bodies: bodyViews(response, id, drawing.directions.response, drawing, status, elsewhere),
    headers: headerRows(response, id, drawing),
    examples: exampleViews(response, id, drawing.directions.response, drawing, status),
    links,
  };
}

/** Shortens a media type: `application/problem+json` → `problem`, `application/json` → `JSON`. */
function shortMediaType(mediaType: string): string {
  const name = mediaType
    .replace(/;.*$/, '')
    .replace(/^application\//, '')
    .replace(/\+json$/, '');
  return name === 'json' ? 'JSON' : name;
}
