import { anchorPart } from './anchors.ts';

/** A part of a URI template that is printed as one unbroken text; lines wrap after slashes alone. */
export type PathPiece =
  | { readonly kind: 'slash' }
  | { readonly kind: 'text'; readonly text: string }
  /** `{book_id}`, linked to its row where there is one. */
  | { readonly kind: 'parameter'; readonly text: string; readonly href: string | null };

/** Splits a template into pieces. Braces that never close are text. */
export function pathPieces(template: string, anchor: string, described: ReadonlySet<string>): readonly PathPiece[] {
  return [...template.matchAll(/\/|\{[^{}/]*\}|[^/{]+|\{/g)].map(([text]): PathPiece => {
    if (text === '/') return { kind: 'slash' };
    if (!/^\{[^}]+\}$/.test(text)) return { kind: 'text', text };
    const name = parameterName(text);
    return { kind: 'parameter', text, href: described.has(name) ? `#${anchor}.path.${anchorPart(name)}` : null };
  });
}

/** `{+path*}` → `path` (RFC 6570 operators and modifiers). */
export function parameterName(expression: string): string {
  return expression
    .slice(1, -1)
    .replace(/^[+#./;?&]/, '')
    .replace(/\*$|:\d+$/, '');
}
