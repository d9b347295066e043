import type { NameRow } from '../../model/page/names-page.ts';
import type { Markup } from '../helpers/markup.ts';
import { html } from '../html.ts';
import { method, name } from './texts.ts';

/** Names, each with what it is of, and how an operation is called. */
export function nameRows(rows: readonly NameRow[]): Markup {
  return html`<ul class="pd-list">${rows.map(nameRow)}</ul>`;
}

function nameRow({ title, href, kind, call }: NameRow): Markup {
  const path = call !== null && call.path !== '' && call.path !== title && html` <code dir="ltr">${call.path}</code>`;
  return html`<li><a href="${href}">${call !== null && method(call.method, 'after')}${name(title)}</a>${path} <span>${kind}</span></li>`;
}
