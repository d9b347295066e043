import type { Operation } from '../../model/operation.ts';
import { escapeHtml, Markup } from './markup.ts';

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
