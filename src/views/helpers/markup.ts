/** Astro recognises markup by this property; it escapes all other text. */
const ASTRO_MARKUP = Symbol.for('astro:html-string');

/**
 * HTML that templates print as it is, `{docStatusCodes(operation)}`, with no directive. For everything else it is text.
 */
export class Markup extends String {
  readonly [ASTRO_MARKUP] = true;
}

const SPECIAL = /[&<>"']/;

/**
 * For element content and quoted attributes; all other characters stay. Pages consist of such texts: a callback of
 * `replaceAll` for each character takes four times as long.
 */
export function escapeHtml(text: string): string {
  const first = text.search(SPECIAL);
  if (first < 0) return text;
  let escaped = '';
  let from = 0;
  for (let index = first; index < text.length; index += 1) {
    const entity = entityOf(text.charCodeAt(index));
    if (entity === undefined) continue;
    escaped += text.slice(from, index) + entity;
    from = index + 1;
  }
  return escaped + text.slice(from);
}

/** @param code of a character in UTF-16 */
function entityOf(code: number): string | undefined {
  switch (code) {
    case 0x26:
      return '&amp;';
    case 0x3c:
      return '&lt;';
    case 0x3e:
      return '&gt;';
    case 0x22:
      return '&quot;';
    case 0x27:
      return '&#039;';
    default:
      return undefined;
  }
}
