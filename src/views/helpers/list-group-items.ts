import { escapeHtml, Markup } from './markup.ts';

/** One Bootstrap `list-group-item` a text, a line each; nothing for none. */
export function listGroupItems(texts: readonly string[]): Markup {
  return new Markup(texts.map((text) => `<div class="list-group-item">${escapeHtml(text)}</div>`).join('\n'));
}
