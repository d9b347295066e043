import type { Element, ElementContent, Root } from 'hast';
import { LONGEST_COLOURED } from '../presentation/samples/examples.ts';
import { jsonPieces } from './json-pieces.ts';

/** Gives JSON in a text the colours that it has in examples: elements without text (`parts/code.ts`). */
export function colourBodies(root: Root): void {
  for (const child of root.children) if (child.type === 'element') visit(child);
}

function visit(element: Element): void {
  for (const child of element.children) {
    if (child.type !== 'element') continue;
    visit(child);
    const [text] = child.children;
    if (element.tagName !== 'pre' || text?.type !== 'text' || child.children.length > 1) continue;
    if (text.value.length <= LONGEST_COLOURED && /^\s*(?:HTTP\/.*\n\s*)?[[{]/.test(text.value))
      child.children = jsonPieces(text.value).map(coloured);
  }
}

function coloured({ kind, text: value }: ReturnType<typeof jsonPieces>[number]): ElementContent {
  const text = { type: 'text' as const, value };
  if (kind === null || kind === 'key') return text;
  const properties = kind === 'string' ? {} : { className: [kind] };
  return { type: 'element', tagName: 'i', properties, children: [text] };
}
