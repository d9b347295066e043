import type { Markup } from '../helpers/markup.ts';
import { html } from '../html.ts';
import { jsonPieces } from '../json-pieces.ts';

/** Colours cost more than they give beyond this many characters. */
const LONGEST_COLOURED = 20_000;

/** A body as it is sent. Elements colour it and add no text: what is copied is what is shown. */
export function codeBlock(text: string, isJson: boolean): Markup {
  const pieces = isJson && text.length <= LONGEST_COLOURED ? jsonPieces(text).map(coloured) : text;
  return html`<pre dir="ltr"><code>${pieces}</code></pre>`;
}

function coloured({ kind, text }: ReturnType<typeof jsonPieces>[number]): Markup | string {
  switch (kind) {
    case null:
      return text;
    case 'key':
      return html`<b>${text}</b>`;
    case 'string':
      return html`<i>${text}</i>`;
    default:
      return html`<i class="${kind}">${text}</i>`;
  }
}
