/** By this property Astro knows text that is markup already; it escapes all other text. */
const ASTRO_MARKUP = Symbol.for('astro:html-string');

/**
 * HTML that templates print as it is, `{docStatusCodes(operation)}`, with no directive. For everything else it is text.
 */
export class Markup extends String {
  readonly [ASTRO_MARKUP] = true;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
};

/** For element content and quoted attributes; all other characters stay. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
