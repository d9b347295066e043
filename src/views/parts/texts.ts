import type { PathPiece } from '../../presentation/addresses.ts';
import { LONGEST_UNFOLDED } from '../../presentation/fields/folds.ts';
import type { Piece } from '../../presentation/pieces.ts';
import type { Phrase } from '../../words/phrase.ts';
import type { Words } from '../../words/words.ts';
import { attribute, type Content, html, Markup } from '../html.ts';
import { renderMarkdown } from '../markdown.ts';
import { type FoldedText, foldedText, isParagraph } from './folded-text.ts';

/** Names such as `_links`, `tags[]`, `1-Click`: in right-to-left text the sign would move to the other end. */
const SIGN_AT_END = /^[^a-z]|[^a-z\d]$/i;

/**
 * A name in its own text direction, or a path with that of each segment. ASCII that begins and ends with a letter needs
 * no element for that.
 */
export function name(text: string): Content {
  if (isPlainName(text)) return SIGN_AT_END.test(text) ? html`<bdi>${text}</bdi>` : text;
  return isPath(text) ? text.split(/(\/)/).map(isolated) : isolated(text);
}

/** A long identifier with underscores, too long for a line of the navigation. */
const LONG_NAME = /^(?=\w*_)\w{25,}$/;

/** {@link name}, where lines may break after the slashes of a path, and after the underscores of a long name. */
export function wrappingName(text: string): Content {
  if (LONG_NAME.test(text)) return text.split(/(?<=_)(?=[^_])/).map((part, index) => [index > 0 && html`<wbr>`, part]);
  if (!isPath(text)) return name(text);
  return text.split(/(\/)/).map((part, index) => [isolated(part), part === '/' && index > 1 && html`<wbr>`]);
}

/** Most letters of a title that fits on two lines in letters of normal size. */
const LONG_TITLE = 60;

/** Whether lists and the navigation draw a title in smaller letters, below its method. */
export function isLongTitle(text: string): boolean {
  return text.length > LONG_TITLE;
}

export function sentence(phrase: Phrase): Content {
  return phrase.map((part) => (typeof part === 'string' ? part : html`<code>${part.code}</code>`));
}

/** Writes our own texts, and links with names from a descriptor. */
export function pieces(list: readonly Piece[]): Content {
  return list.map(({ text, href }) => (href === null ? text : html`<a href="${href}">${name(text)}</a>`));
}

/** The sign beside the title of an operation, which links to the operation. */
export function operationLink(anchor: string, title: string, words: Words): Markup {
  return html`<a class="pd-hash" href="#${anchor}" aria-label="${words.say('operation.linkTo', { title })}">#</a>`;
}

/** `More: …`, a link to further documentation. */
export function more(documentation: Piece, words: Words): Content {
  return [words.say('about.more'), ': ', pieces([documentation])];
}

/** Reports a reference to a part that the descriptor does not contain. */
export function unknown(what: string, words: Words): Content {
  return named(words.sentence('none.known', { what: [{ code: what }] }));
}

/** Writes a sentence whose pieces of code are names, each in its own direction. */
export function named(parts: Phrase): Content {
  return parts.map((part) => (typeof part === 'string' ? part : name(part.code)));
}

/** Words in boxes; those with an address are links. */
export function marks(list: readonly Piece[], words: Words): Content {
  return list.map(({ text, href }) => [
    href === null ? mark(text, words) : box(html`<a href="${href}">${text}</a>`, true),
    ' ',
  ]);
}

/** A word in a box, muted or in the colour of a warning. */
export function mark(word: string, words: Words): Markup {
  const ours = WARNINGS.some((key) => word.startsWith(words.say(key)));
  return box(word, ours || /^(deprecated|internal|differs|new)\b/i.test(word));
}

/** Messages that are warnings, also with a date after them. */
const WARNINGS = ['field.deprecated', 'operation.deprecated', 'operation.internal'] as const;

/** A box around a word. @param warns whether it has the colour of a warning */
export function box(content: Content, warns: boolean): Markup {
  return html`<strong${attribute('class', warns && 'pd-warns')}>${content}</strong>`;
}

/** A number at the end of a line. @param said text for screen readers in its place: `15 services` */
export function counted(number: string, said?: string): Markup {
  if (said === undefined) return html`<span>${number}</span>`;
  // In most languages the number comes first, and need not be there twice.
  if (said.startsWith(number)) return html`<span>${number}<i class="pd-said">${said.slice(number.length)}</i></span>`;
  return html`<span><span aria-hidden="true">${number}</span> <i class="pd-said">${said}</i></span>`;
}

/**
 * Renders a description in Markdown. Its sanitised HTML is the only HTML on a page that does not come from a template.
 * @param level of the heading above
 */
export function description(text: string | null, level: number, words: Words): Content {
  return text !== null && text.trim() !== '' && new Markup(renderMarkdown(text, level, words));
}

/** Renders a description; a long one is folded after its first sentences. */
export function foldedDescription(text: string, level: number, words: Words): Content {
  const rendered = renderMarkdown(text, level, words);
  const parts = foldedText(rendered);
  return parts === null ? new Markup(rendered) : folded(parts, words);
}

/**
 * The descriptions of a row: its own, then that of its type. If both together are long, the type's is folded, since the
 * type links to its own page, which has the description, too.
 */
export function foldedDescriptions(texts: readonly string[], level: number, words: Words): Content {
  const [own, ...others] = texts;
  if (own === undefined || others.length === 0 || texts.join('').length <= LONGEST_UNFOLDED) {
    return texts.map((text) => foldedDescription(text, level, words));
  }
  const rendered = renderMarkdown(own, level, words);
  const rest = others.map((text) => renderMarkdown(text, level, words)).join('');
  const parts = foldedText(rendered);
  if (parts !== null) return folded({ lead: parts.lead, rest: parts.rest + rest }, words);
  return isParagraph(rendered)
    ? folded({ lead: rendered, rest }, words)
    : [new Markup(rendered), folded({ lead: '', rest }, words)];
}

function folded({ lead, rest }: FoldedText, words: Words): Markup {
  return html`
    <div class="pd-d">
      ${new Markup(lead)}${' '}
      <details>
        <summary>${words.say('field.moreText')}</summary>
        ${new Markup(rest)}
      </details>
    </div>`;
}

/** A URI template, which wraps after slashes. Parameters link to their rows; each segment has its own direction. */
export function path(parts: readonly PathPiece[], origin = ''): Markup {
  return html`<code class="pd-path">${origin !== '' && html`<span>${origin}</span>`}${parts.map(pathPiece)}</code>`;
}

function pathPiece(piece: PathPiece): Content {
  if (piece.kind === 'slash') return ['/', html`<wbr>`];
  const text = isolated(piece.text);
  if (piece.kind === 'text') return text;
  return piece.href === null ? html`<b>${text}</b>` : html`<a href="${piece.href}">${text}</a>`;
}

/** Index of letters above a long list. */
export function letterIndex(letters: readonly { readonly letter: string; readonly href: string }[]): Markup {
  return html`
    <ul class="pd-letters">
      ${letters.map(({ letter, href }) => html`<li><a href="${href}">${letter}</a></li>`)}
    </ul>`;
}

const COLOURED: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A method as a badge: outlined for safe methods, filled for others.
 * @param gap side with more text of the same link: the blank there is inside the badge, so that it is not underlined
 */
export function method(word: string, gap?: 'before' | 'after'): Markup {
  const kind = COLOURED.has(word) ? word.toLowerCase() : SAFE.has(word) ? 'safe' : 'other';
  return html`<span class="pd-m pd-${kind}">${gap === 'before' && ' '}${word}${gap === 'after' && ' '}</span>`;
}

/**
 * A status: a dot in the colour of its class, then the number and the reason.
 * @param title `200 OK`, `4XX`, `any other status`
 * @param isShort whether the number stands alone
 */
export function status(title: string, isShort = false): Markup {
  const [number = title] = /^\d\S*/.exec(title) ?? [];
  return html`<span class="pd-status pd-status-${title.charAt(0)}">${isShort ? number : title}</span>`;
}

/** Whether a name is printable ASCII alone, which needs no element for its text direction. */
export function isPlainName(text: string): boolean {
  return /^[\u0020-\u007e]*$/.test(text);
}

function isPath(text: string): boolean {
  return /^([A-Z]+ )?\//.test(text);
}

function isolated(part: string): Content {
  return isPlainName(part) ? part : html`<bdi>${part}</bdi>`;
}
