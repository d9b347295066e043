import type { Operation } from '../model/operation.ts';
import type { Service } from '../model/service.ts';
import { wordsOf } from '../words/words.ts';
import { escapeHtml, Markup } from './html.ts';
import { renderMarkdown } from './markdown.ts';

/** Exports of `platform-documentation/helpers`, which view scripts import. */
export type { Api } from '../model/api.ts';
export type { Operation } from '../model/operation.ts';
export type { ApiListEntry } from '../model/records.ts';
export type { Service } from '../model/service.ts';
export type { DocumentPage, Page, ViewVariables } from '../presentation/page-data/document.ts';
export { escapeHtml, Markup } from './html.ts';

/** Renders texts as Bootstrap `list-group-item` elements, one on each line. */
function listGroupItems(texts: readonly string[]): Markup {
  return new Markup(texts.map((text) => `<div class="list-group-item">${escapeHtml(text)}</div>`).join('\n'));
}

/** Renders the media types that the service can respond with as Bootstrap list items (specification §4.3). */
export function docAcceptHeaders(service: Pick<Service, 'getRequestAcceptTypes'>): Markup {
  return listGroupItems(service.getRequestAcceptTypes());
}

/** Renders the media types that the service accepts in requests as Bootstrap list items (specification §4.3). */
export function docContentTypeHeaders(service: Pick<Service, 'getRequestContentTypes'>): Markup {
  return listGroupItems(service.getRequestContentTypes());
}

/**
 * Returns the URI of an operation in the syntax of the service's route: for the route `/book[/:book_id]`, `/book` for
 * the collection and `/book/:book_id` for an entity (specification §4.3). The result is text, which templates escape.
 */
export function docServicePath(
  service: Pick<Service, 'getRoute' | 'getRouteIdentifierName' | 'getEntityOperations'>,
  operation: Pick<Operation, 'resource'>,
): string {
  const route = service.getRoute();
  const identifier = service.getRouteIdentifierName();
  if (identifier === null || service.getEntityOperations().length === 0) return route;
  const isEntity = operation.resource === 'entity';
  return [`[/:${identifier}]`, `[:${identifier}]`, `[/:${identifier}/]`, `[:${identifier}/]`].reduce(
    (path, optional) => path.replaceAll(optional, () => (isEntity ? optional.slice(1, -1) : '')),
    route,
  );
}

/**
 * Renders the status codes of an operation with their reason phrases as a Bootstrap list (specification §4.3). Codes
 * are escaped as well, because a view script may pass its own operation.
 */
export function docStatusCodes(operation: Pick<Operation, 'getResponseStatusCodes'>): Markup {
  const items = operation
    .getResponseStatusCodes()
    .map(({ code, message }) => [escapeHtml(String(code)), escapeHtml(message)])
    .map(([code, reason]) => `<li class="list-group-item"><strong>${code}:</strong> ${reason}</li>`);
  return new Markup(`<ul class="list-group">\n${items.join('\n')}\n</ul>\n`);
}

/**
 * Renders a Markdown description as sanitised HTML, which keeps only a few HTML elements. Links to parts of the
 * descriptor have the class `pd-to`; pages resolve them when they are rendered, other formats keep them unresolved.
 * @param level level of the heading above; headings in the description start one level below it
 * @param spoken object that states the language for callout titles, for example an API; defaults to English
 */
export function docTransformDescription(
  markdown: string | null,
  level = 2,
  spoken: Parameters<typeof wordsOf>[0] = {},
): Markup {
  const html = markdown === null || markdown.trim() === '' ? '' : renderMarkdown(markdown, level, wordsOf(spoken));
  return new Markup(`${html.trimEnd()}\n`);
}
