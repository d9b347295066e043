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

/** One Bootstrap `list-group-item` a text, a line each; nothing for none. */
function listGroupItems(texts: readonly string[]): Markup {
  return new Markup(texts.map((text) => `<div class="list-group-item">${escapeHtml(text)}</div>`).join('\n'));
}

/** The media types that requests to the service may accept, as Bootstrap list items (specification §4.3). */
export function docAcceptHeaders(service: Pick<Service, 'getRequestAcceptTypes'>): Markup {
  return listGroupItems(service.getRequestAcceptTypes());
}

/** The media types that requests to the service may have, as Bootstrap list items (specification §4.3). */
export function docContentTypeHeaders(service: Pick<Service, 'getRequestContentTypes'>): Markup {
  return listGroupItems(service.getRequestContentTypes());
}

/**
 * The URI of an operation, as the service's route writes it: of a collection `/book`, of its entities `/book/:book_id`,
 * where the route is `/book[/:book_id]` (specification §4.3). Text, which templates escape.
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
 * The status codes of an operation with their reasons, as a Bootstrap list (specification §4.3). Codes are escaped as
 * well: a view script may bring an operation of its own.
 */
export function docStatusCodes(operation: Pick<Operation, 'getResponseStatusCodes'>): Markup {
  const items = operation
    .getResponseStatusCodes()
    .map(({ code, message }) => [escapeHtml(String(code)), escapeHtml(message)])
    .map(([code, reason]) => `<li class="list-group-item"><strong>${code}:</strong> ${reason}</li>`);
  return new Markup(`<ul class="list-group">\n${items.join('\n')}\n</ul>\n`);
}

/**
 * Renders a description in Markdown as sanitised HTML; few HTML elements in it are kept. Links to parts of the
 * descriptor have the class `pd-to` until a page is rendered, which resolves them; other formats keep them as written.
 * @param level of the heading above; headings inside start one below it
 * @param spoken object with the language for titles of callouts, such as an API; left out: English
 */
export function docTransformDescription(
  markdown: string | null,
  level = 2,
  spoken: Parameters<typeof wordsOf>[0] = {},
): Markup {
  const html = markdown === null || markdown.trim() === '' ? '' : renderMarkdown(markdown, level, wordsOf(spoken));
  return new Markup(`${html.trimEnd()}\n`);
}
