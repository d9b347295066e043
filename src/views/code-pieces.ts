import type { Element, ElementContent, Root } from 'hast';

/** Maximum length of highlighted code in characters, on pages and in answers: each token becomes an element. */
export const LONGEST_COLOURED = { page: 10_000, answer: 100_000 } as const;

/** Piece of code with its kind; null for punctuation and white space. */
export interface CodePiece {
  readonly kind: 'key' | 'string' | 'number' | 'keyword' | null;
  readonly text: string;
}

/**
 * Tokens of JSON: keys, strings, numbers and keywords (RFC 8259 §3, §6, §7). A string before a colon is a key; an
 * unclosed string ends at the line end.
 */
const TOKEN = /"(?:[^"\\\n]|\\.)*(?:"(\s*:)?)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

/**
 * Splits JSON into pieces for syntax highlighting, which together are always the given text. In other text, the parts
 * that look like JSON are highlighted.
 */
export function jsonPieces(json: string): readonly CodePiece[] {
  const pieces: CodePiece[] = [];
  let end = 0;
  const add = (kind: CodePiece['kind'], text: string): void => {
    if (text !== '') pieces.push({ kind, text });
  };
  for (const { 0: text, 1: colon, index } of json.matchAll(TOKEN)) {
    add(null, json.slice(end, index));
    end = index + text.length;
    if (colon !== undefined) {
      add('key', text.slice(0, -colon.length));
      add(null, colon);
    } else add(kindOf(text), text);
  }
  add(null, json.slice(end));
  return pieces;
}

/**
 * Matches strings (first group); also comment lines and escaped characters, which contain no strings (no group). Only
 * the JSON body of a shell command may have several lines.
 */
const STRING = /^[ \t]*(?:#|\/\/).*|\\.|("(?:[^"\\\n]|\\.)*"|'(?:[{[](?:[^'\\]|\\.)*|(?:[^'\\\n]|\\.)*)')/gm;

/** Splits code of any language into strings and other text. The pieces together are the given text. */
export function stringPieces(code: string): readonly CodePiece[] {
  const pieces: CodePiece[] = [];
  let end = 0;
  for (const { index, 1: string } of code.matchAll(STRING)) {
    if (string === undefined) continue;
    pieces.push({ kind: null, text: code.slice(end, index) }, { kind: 'string', text: string });
    end = index + string.length;
  }
  pieces.push({ kind: null, text: code.slice(end) });
  return pieces;
}

/** Element of a piece, and its class; null for text in the colour of keys, which is that of the whole block. */
export function colourOf({ kind, text }: CodePiece): { readonly element: 'b' | 'i'; readonly value: string } | null {
  // A key needs an element only for its text direction.
  if (kind === null || kind === 'key') return kind !== null && /[^ -~]/.test(text) ? { element: 'b', value: '' } : null;
  return { element: 'i', value: kind === 'string' ? '' : kind };
}

function kindOf(token: string): CodePiece['kind'] {
  if (token.startsWith('"')) return 'string';
  return /^[tfn]/.test(token) ? 'keyword' : 'number';
}

/** Language classes of prose and output, in which quotes do not mark strings. */
const TEXTS = /^language-(?:te?xt|plain|plaintext|none|console|output|log|markdown|mdx?)$/i;

/**
 * Highlights code blocks of a description as `parts/code.ts` highlights examples: JSON bodies, and strings in code with
 * a declared language. Removes the classes that declare languages.
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
    if (text.value.length > LONGEST_COLOURED.page) continue;
    if (/^\s*(?:HTTP\/.*\n\s*)?[[{]/.test(text.value)) child.children = jsonPieces(text.value).map(coloured);
    else if (typeof language === 'string' && !TEXTS.test(language)) {
      child.children = stringPieces(text.value).map(coloured);
      // Without this class, text outside strings would have the colour of JSON keys.
      element.properties['className'] = ['pd-plain'];
    }
  }
}

function coloured(piece: CodePiece): ElementContent {
  const text = { type: 'text' as const, value: piece.text };
  const colour = colourOf(piece);
  if (colour === null) return text;
  const properties = colour.value === '' ? {} : { className: [colour.value] };
  return { type: 'element', tagName: colour.element, properties, children: [text] };
}
