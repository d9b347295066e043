import type { PathPiece } from '../../presentation/addresses.ts';
import { LONGEST_UNFOLDED } from '../../presentation/fields/folds.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import type { Piece } from '../../presentation/pieces.ts';
import type { Phrase } from '../../words/phrase.ts';
import type { Words } from '../../words/words.ts';
import { attribute, type Content, html, Markup } from '../html.ts';
import { renderMarkdown } from '../markdown.ts';
import { type FoldedText, foldedText, isParagraph } from './folded-text.ts';

/** Name such as `_links`, `tags[]`, `1-Click`, whose first or last character right-to-left text would move. */
const SIGN_AT_END = /^[^a-z]|[^a-z\d]$/i;

/**
 * Renders a name with its own text direction; in a path, each segment has its own. ASCII names that begin and end with
 * a letter need no element.
 */
export function name(text: string): Content {
  if (isPlainName(text)) return SIGN_AT_END.test(text) ? html`<bdi>${text}</bdi>` : text;
  return isPath(text) ? text.split(/(\/)/).map(isolated) : isolated(text);
}

/** Identifier with underscores that is too long for a line of the navigation. */
const LONG_NAME = /^(?=\w*_)\w{25,}$/;

/** Renders a {@link name} that may wrap after the slashes of a path, and after the underscores of a long name. */
export function wrappingName(text: string): Content {
  if (LONG_NAME.test(text)) return text.split(/(?<=_)(?=[^_])/).map((part, index) => [index > 0 && html`<wbr>`, part]);
  if (!isPath(text)) return name(text);
  return text.split(/(\/)/).map((part, index) => [isolated(part), part === '/' && index > 1 && html`<wbr>`]);
}

/** Number of characters of a title that fit on two lines at normal font size. */
const LONG_TITLE = 60;

/** Whether lists and the navigation show a title in a smaller font, below its method. */
export function isLongTitle(text: string): boolean {
  return text.length > LONG_TITLE;
}

export function sentence(phrase: Phrase): Content {
  return phrase.map((part) => (typeof part === 'string' ? part : html`<code>${part.code}</code>`));
}

/** Renders pieces: our own texts, and links with names from a descriptor. */
export function pieces(list: readonly Piece[]): Content {
  return list.map(({ text, href }) => (href === null ? text : html`<a href="${href}">${name(text)}</a>`));
}

/** Renders a sentence about a place of the page, with a link to it. */
export function linked(
  key: 'example.sameAs' | 'field.sameValues',
  { place, ...values }: { readonly place: Piece; readonly count?: number },
  words: Words,
): Content {
  return words
    .pieces(key, { ...values, place: place.text })
    .map(({ text, tag }) => (tag === null ? text : pieces([{ text, href: place.href }])));
}

/** Sign beside the title of an operation, as a link to the operation. */
export function operationLink(anchor: string, title: string, words: Words): Markup {
  return html`<a class="pd-hash" href="#${anchor}" aria-label="${words.say('operation.linkTo', { title })}">#</a>`;
}

/** Link to external documentation: `More: …`. */
export function more(documentation: Piece, words: Words): Content {
  return [words.say('about.more'), ': ', pieces([documentation])];
}

/** Note on a reference to a part that the descriptor does not contain. */
export function unknown(what: string, words: Words): Content {
  return named(words.sentence('none.known', { what: [{ code: what }] }));
}

/** Renders a sentence; each code part is a name with its own text direction. */
export function named(parts: Phrase): Content {
  return parts.map((part) => (typeof part === 'string' ? part : name(part.code)));
}

/** Renders labels in boxes; labels with an address are links. */
export function marks(list: readonly Piece[], words: Words): Content {
  return list.map(({ text, href }) => [
    href === null ? mark(text, words) : box(html`<a href="${href}">${text}</a>`, false),
    ' ',
  ]);
}

/** Renders a label in a box, muted or in the colour of warnings. */
export function mark(word: string, words: Words): Markup {
  const ours = WARNINGS.some((key) => word.startsWith(words.say(key)));
  return box(word, ours || /^(deprecated|internal)\b/i.test(word));
}

/** Keys of the labels that are warnings; their text may be followed by a date. */
const WARNINGS = ['field.deprecated', 'operation.deprecated', 'operation.internal'] as const;

/** Box around a label. @param warns whether the box has the colour of warnings */
export function box(content: Content, warns: boolean): Markup {
  return html`<strong${attribute('class', warns && 'pd-warns')}>${content}</strong>`;
}

/** Logo of a site; its title, if the theme has none. */
export function siteLogo({ title, theme }: Site): Content {
  const logo = theme?.logo ?? null;
  if (logo === null) return name(title);
  return html`
    <picture>
      ${logo.dark !== null && html`<source media="(prefers-color-scheme: dark)" srcset="${logo.dark}">`}
      <img src="${logo.light}" alt="${title}">
    </picture>`;
}

/** Attributes of a page's script: the texts of the buttons that copy code. */
export function copyTexts(words: Words): Readonly<Record<string, string>> {
  return {
    'data-copy': words.say('script.copy'),
    'data-copied': words.say('script.copied'),
    'data-failed': words.say('script.copyFailed'),
  };
}

/** Number at the end of a line. @param said text for screen readers instead of the number: `15 services` */
export function counted(number: string, said?: string): Markup {
  if (said === undefined) return html`<span>${number}</span>`;
  // If the text begins with the number, as in most languages, the number is not repeated.
  if (said.startsWith(number)) return html`<span>${number}<i>${said.slice(number.length)}</i></span>`;
  return html`<span><span aria-hidden="true">${number}</span> <i>${said}</i></span>`;
}

/**
 * Renders a Markdown description. Its sanitised HTML is the only HTML on a page that does not come from a template.
 * @param level level of the heading above
 */
export function description(text: string | null, level: number, words: Words): Content {
  return text !== null && text.trim() !== '' && new Markup(renderMarkdown(text, level, words));
}

/** Renders a Markdown description; one of more than `longest` characters is folded after its first sentences. */
export function foldedDescription(text: string, level: number, words: Words, longest = LONGEST_UNFOLDED): Content {
  const rendered = renderMarkdown(text, level, words);
  const parts = foldedText(rendered, longest);
  return parts === null ? new Markup(rendered) : folded(parts, words);
}

/**
 * Renders the descriptions of a row: its own, then that of its type. If both together are long, the description of the
 * type is folded, since the type's own page shows it as well.
 */
export function foldedDescriptions(texts: readonly string[], level: number, words: Words): Content {
  if (texts.length < 2 || texts.join('').length <= LONGEST_UNFOLDED)
    return texts.map((text) => foldedDescription(text, level, words));
  const [own = '', ...others] = texts;
  const rendered = renderMarkdown(own, level, words);
  const rest = others.map((text) => renderMarkdown(text, level, words)).join('');
  const parts = foldedText(rendered, LONGEST_UNFOLDED);
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

/** Renders a URL that wraps after slashes and dots, and not within the parts of its host. */
export function wrappingUrl(url: string): Content {
  return url.split(/(?<=\.|[^/]\/(?!\/)|\/\/)(?=.)/).map((part, index) => [index > 0 && html`<wbr>`, part]);
}

/** Renders a URI template that wraps after slashes. Parameters link to rows; each segment has its own direction. */
export function path(parts: readonly PathPiece[], origin = ''): Markup {
  const before = origin !== '' && html`<span>${wrappingUrl(origin)}</span>`;
  return html`<code class="pd-path">${before}${parts.map(pathPiece)}</code>`;
}

function pathPiece(piece: PathPiece): Content {
  if (piece.kind === 'slash') return ['/', html`<wbr>`];
  const text = isolated(piece.text);
  if (piece.kind === 'text') return text;
  return piece.href === null ? html`<b>${text}</b>` : html`<a href="${piece.href}">${text}</a>`;
}

/** Letter index above a long list. */
export function letterIndex(letters: readonly { readonly letter: string; readonly href: string }[]): Markup {
  return html`
    <ul class="pd-letters">
      ${letters.map(({ letter, href }) => html`<li><a href="${href}">${letter}</a></li>`)}
    </ul>`;
}

const COLOURED: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Badge with a method: outlined for safe methods, filled for others.
 * @param gap side on which the link continues: the blank there is inside the badge, so that it is not underlined
 */
export function method(word: string, gap?: 'before' | 'after'): Markup {
  const kind = COLOURED.has(word) ? word.toLowerCase() : SAFE.has(word) ? 'safe' : 'other';
  return html`<span class="pd-m pd-${kind}">${gap === 'before' && ' '}${word}${gap === 'after' && ' '}</span>`;
}

/**
 * Renders a status: a dot in the colour of its class, then the number and the reason phrase.
 * @param title `200 OK`, `4XX`, `any other status`
 * @param isShort whether to omit the reason phrase
 */
export function status(title: string, isShort = false): Markup {
  const [number = title] = /^\d\S*/.exec(title) ?? [];
  return html`<span class="pd-status pd-status-${title.charAt(0)}">${isShort ? number : title}</span>`;
}

/** Whether a name consists only of printable ASCII, which needs no element for its text direction. */
function isPlainName(text: string): boolean {
  return /^[\u0020-\u007e]*$/.test(text);
}

function isPath(text: string): boolean {
  return /^([A-Z]+ )?\//.test(text);
}

function isolated(part: string): Content {
  return isPlainName(part) ? part : html`<bdi>${part}</bdi>`;
}
