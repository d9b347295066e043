import type { Element, ElementContent, Root } from 'hast';

/** Letters of a word that a column of a table has room for. */
const LONGEST_WHOLE = 24;
const LONG_WORD = new RegExp(`(\\S{${LONGEST_WHOLE + 1},})`, 'u');
/** Signs that names and addresses are made of. */
const SIGNS = '-/._:,;=&?@#+|';
/** Up to the next sign, or as long as a column is wide. */
const PART = new RegExp(`[^${SIGNS}]{0,${LONGEST_WHOLE - 1}}(?:[${SIGNS}]{1,${LONGEST_WHOLE}}|.)`, 'gsu');

/**
 * Lets long names and addresses in tables go on in the next line, after their signs. A table is at least as wide as the
 * longest word of each column, and what is beside the text would cover the rest of it.
 */
export function breakTableWords(root: Root): void {
  for (const child of root.children) if (child.type === 'element') visit(child, false);
}

function visit(element: Element, isInside: boolean): void {
  const isInCell = isInside || element.tagName === 'td' || element.tagName === 'th';
  if (isInCell) element.children = element.children.flatMap(broken);
  for (const child of element.children) if (child.type === 'element') visit(child, isInCell);
}

function broken(node: ElementContent): ElementContent[] {
  if (node.type !== 'text' || !LONG_WORD.test(node.value)) return [node];
  // Every second piece is a long word.
  return node.value
    .split(LONG_WORD)
    .flatMap((piece, index) => (index % 2 === 0 ? [textNode(piece)] : brokenWord(piece)));
}

function brokenWord(word: string): ElementContent[] {
  const parts = word.match(PART) ?? [];
  return parts.flatMap((part, index): ElementContent[] => [
    ...(index === 0 ? [] : [{ type: 'element' as const, tagName: 'wbr', properties: {}, children: [] }]),
    textNode(part),
  ]);
}

function textNode(value: string): ElementContent {
  return { type: 'text', value };
}
