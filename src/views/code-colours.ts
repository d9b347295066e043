import type { Element, ElementContent, Root } from 'hast';
import { LONGEST_COLOURED } from '../presentation/samples/examples.ts';
import { jsonPieces, stringPieces } from './code-pieces.ts';

/** Quotes are those of sentences there. */
const TEXTS = /^language-(?:te?xt|plain|plaintext|none|console|output|log|markdown|mdx?)$/i;

/**
 * Gives code in a text the colours of examples, by elements without text (`parts/code.ts`): a body in JSON, and strings
 * of code whose language is named. Classes that name languages are removed.
 */
export function colourCode(root: Root): void {
  for (const child of root.children) if (child.type === 'element') visit(child);
}

function visit(element: Element): void {
  for (const child of element.children) {
    if (child.type !== 'element') continue;
    visit(child);
    if (child.tagName !== 'code') continue;
    const [language] = [child.properties['className']].flat();
    delete child.properties['className'];
    const [text] = child.children;
    if (element.tagName !== 'pre' || text?.type !== 'text' || child.children.length > 1) continue;
    if (text.value.length > LONGEST_COLOURED) continue;
    if (/^\s*(?:HTTP\/.*\n\s*)?[[{]/.test(text.value)) child.children = jsonPieces(text.value).map(coloured);
    else if (typeof language === 'string' && !TEXTS.test(language)) {
      child.children = stringPieces(text.value).map(coloured);
      // Text outside strings is no key.
      element.properties['className'] = ['pd-plain'];
    }
  }
}

function coloured({ kind, text: value }: ReturnType<typeof jsonPieces>[number]): ElementContent {
  const text = { type: 'text' as const, value };
  if (kind === null || kind === 'key') return text;
  const properties = kind === 'string' ? {} : { className: [kind] };
  return { type: 'element', tagName: 'i', properties, children: [text] };
}
