import { findLineStarts, placeOf, type TextPlace } from '../yaml/places.ts';
import { CODE_MARKS, replacedOutsideCode } from './description-texts.ts';

/*
 * Guides written for other tools contain more than Markdown: MDX components, `:::tip`, `{% hint %}`, quotes that begin
 * with an emoji. Callouts and collapsible sections are converted to our Markdown. Other components are replaced by
 * their title, followed by their content.
 */

/** Part of a guide whose syntax pages do not support. */
export interface ForeignPart extends TextPlace {
  readonly written: string;
  /** True if pages show the part as written, false if it is removed. */
  readonly isShown: boolean;
}

interface CommonGuide {
  readonly text: string;
  readonly foreign: readonly ForeignPart[];
  /** Converts a position in {@link text} to the position in the guide as written. */
  readonly placeOf: (place: TextPlace) => TextPlace;
}

const SUSPECT =
  /<\/?[A-Z]|<<\w|<!--|^[ \t]*:::|\{[%{/]|^(?:im|ex)port[ \t]|^>[ \t]*\p{Extended_Pictographic}|\[block:/mu;
const CALLOUTS = new Map([
  ...['note', 'info', 'callout', 'hint', '📘', 'ℹ'].map((name) => [name, 'NOTE'] as const),
  ...['tip', 'check', 'success', '👍', '✅'].map((name) => [name, 'TIP'] as const),
  ...['important'].map((name) => [name, 'IMPORTANT'] as const),
  ...['warning', 'warn', '🚧', '⚠'].map((name) => [name, 'WARNING'] as const),
  ...['danger', 'caution', 'error', '❗'].map((name) => [name, 'CAUTION'] as const),
]);
const FOLDED: ReadonlySet<string> = new Set(['accordion', 'expandable', 'details', 'collapse']);
const CODE_GROUP = 'codegroup';

/** Fence with any indentation: in a list item, the fence is indented like the text. */
const FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/;
const TAG = `<(?<slash>/?)(?<name>[A-Z][\\w.]*)(?<attributes>(?:\\s(?:[^<>"']|"[^"\\n]*"|'[^'\\n]*')*|/)?)>`;
const COMPONENT = new RegExp(`^${TAG}(?<rest>.*)$`);
const BEGUN = /^<[A-Z][\w.]*(?:\s[^<>]*)?$/;
const DIRECTIVE = /^:{3,}[ \t]*(?<name>[\w-]*)(?<attributes>.*)$/;
const LIQUID = /^\{%[ \t]*(?<end>end)?(?<name>[\w-]+)(?<attributes>(?:[^\w{}-][^{}]*)?)%\}$/;
const EMOJI = /^>[ \t]*(?<name>\p{Extended_Pictographic})\u{fe0f}?[ \t]*(?<title>.*)$/u;
const MODULE = /^import\s(?:.*\sfrom\s*)?['"]|^import\s*\{\s*$|^export\s+(?:const|let|function|default|async)\s.*[={(]/;
/** Component tag anywhere in a line, comment, variable or ReadMe block. */
const INLINE = new RegExp(
  `${CODE_MARKS}|${TAG}|` +
    '\\{/\\*(?! *#[\\w-]+ *\\*/)[^]*?(?:\\*/\\}|$)|<!--[^]*?(?:-->|$)|' +
    '\\{\\{[^{}\\n]{1,80}\\}\\}|<<[\\w.]{1,80}>>|\\{%[^{}\\n]{1,200}%\\}|\\[block:\\w+\\]',
  'g',
);
/** Maximum nesting depth of callouts; deeper callouts become plain text. */
const MOST_QUOTES = 20;
/** Maximum number of lines of a tag. */
const MOST_LINES = 20;

interface OpenPart {
  readonly name: string;
  readonly callout: string | undefined;
  /** Indentation of the part's content; null before the first line of content. */
  indent: number | null;
}

/** Converts a guide to plain Markdown. */
export function commonGuide(text: string): CommonGuide {
  if (!SUSPECT.test(text)) return { text, foreign: [], placeOf: (place) => place };
  const written = new LineWriter(text);
  const lines = written.lines.join('\n');
  const lineStarts = findLineStarts(lines);
  const placed = ({ line, column }: TextPlace): TextPlace => {
    const { from = line, shift = 0 } = written.places[line - 1] ?? {};
    return { line: from, column: Math.max(1, column + shift) };
  };
  const foreign: ForeignPart[] = [];
  const plain = replacedOutsideCode(lines, INLINE, ({ 0: tag, index, groups }) => {
    const { slash, name, attributes = '' } = groups ?? {};
    // An unclosed name in angle brackets, such as `<Token>`, is a placeholder.
    const isTag = name !== undefined && (slash !== '' || written.closed.has(name) || attributes.endsWith('/'));
    if (name !== undefined && !isTag) return tag;
    const isComment = /^(?:\{\/\*|<!--)/.test(tag);
    // An unclosed comment matches up to the end of the text, which avoids a search for each further comment.
    if (isComment && !/(?:\*\/\}|-->)$/.test(tag)) return tag;
    const isShown = name === undefined && !isComment;
    if (isShown || attributes.endsWith('/'))
      foreign.push({
        written: name === undefined ? tag : `<${name}>`,
        isShown,
        ...placed(placeOf(index, lineStarts)),
      });
    // Line breaks are kept so that line numbers do not change.
    return isShown ? tag : tag.replaceAll(/[^\n]+/g, '');
  });
  return { text: plain, foreign, placeOf: placed };
}

/** Converts components that occupy whole lines. */
class LineWriter {
  readonly lines: string[] = [];
  readonly places: { readonly from: number; readonly shift: number }[] = [];
  /** Names of components with a closing tag anywhere in the guide. */
  readonly closed: ReadonlySet<string>;
  readonly #open: OpenPart[] = [];
  /** Number of open callouts. */
  #quotes = 0;
  #from = 0;
  #fence: string | null = null;

  constructor(text: string) {
    this.closed = new Set(
      [...text.matchAll(/<\/([A-Z][\w.]*)>|\{%[ \t]*end([\w-]+)/g)].map(([, a, b]) => a ?? b ?? ''),
    );
    const lines = text.split(/\r?\n/);
    let isModule = false;
    for (let index = 0; index < lines.length; index += 1) {
      this.#from = index + 1;
      const written = lines[index] ?? '';
      const line = this.#dedented(written);
      if (this.#isCode(line)) continue;
      isModule = line.trim() !== '' && (isModule || MODULE.test(line));
      const tag = wholeTag(lines, index);
      if (isModule) this.#write('');
      else if (this.#isPart(tag.join(' '))) index += tag.length - 1;
      else this.#write(line, written.length - line.length);
    }
  }

  #isCode(line: string): boolean {
    const [, mark, info = ''] = FENCE.exec(line) ?? [];
    if (this.#fence === null && mark === undefined) return false;
    if (this.#fence === null) {
      this.#fence = mark ?? null;
      const [, quoted, named] = /\btitle=(?:"([^"]*)"|'([^']*)')/.exec(info) ?? [];
      const ofGroup =
        this.#open.at(-1)?.name === CODE_GROUP ? /^[ \t]*[\w+-]+[ \t]+([^ \t={}][^={}]*)$/.exec(info)?.[1] : '';
      this.#title(quoted ?? named ?? ofGroup ?? '');
    } else if (mark?.startsWith(this.#fence) && info.trim() === '') this.#fence = null;
    this.#write(line);
    return true;
  }

  /** Converts a line of unsupported syntax. @returns false for a line of Markdown */
  #isPart(line: string): boolean {
    const emoji = EMOJI.exec(line)?.groups;
    const callout = CALLOUTS.get(emoji?.['name'] ?? '');
    if (callout !== undefined) {
      this.#write(`> [!${callout}]`);
      if (emoji?.['title']) this.#write(`> **${emoji['title']}**`);
      return true;
    }
    const {
      slash,
      end,
      name,
      attributes = '',
      rest = '',
    } = (COMPONENT.exec(line) ?? DIRECTIVE.exec(line) ?? LIQUID.exec(line))?.groups ?? {};
    if (name === undefined) return this.#isEnd(line);
    const isDirective = line.startsWith(':');
    if (slash || end || name === '') return this.#close(rest);
    if (!isDirective && !this.closed.has(name)) {
      // A self-closing component has no content: only its title is kept.
      const title = attributes.endsWith('/') ? titleOf(attributes) : '';
      if (title !== '') this.#title(title);
      return title !== '';
    }
    const title = isDirective ? directiveTitle(attributes) : titleOf(attributes);
    this.#openPart(name.toLowerCase(), attributes, title);
    if (rest.trim() !== '' && !this.#isEnd(rest)) this.#write(rest.trim());
    return true;
  }

  /** Converts a line that ends with the closing tag of the open component: `… </Note>`. */
  #isEnd(line: string): boolean {
    const [, before = '', name = ''] = /^(.*)<\/([A-Z][\w.]*)>$/.exec(line) ?? [];
    if (name === '' || this.#open.at(-1)?.name !== name.toLowerCase()) return false;
    this.#write(before.trim());
    return this.#close('');
  }

  #openPart(name: string, attributes: string, title: string): void {
    const [, style] = /\b(?:style|type|theme)=["']?(\w+)/.exec(attributes) ?? [];
    const own = this.#quotes < MOST_QUOTES ? CALLOUTS.get(name) : undefined;
    const callout = own && (CALLOUTS.get(style ?? '') ?? own);
    if (FOLDED.has(name)) {
      this.#write(`<details><summary>${title.replaceAll('<', '&lt;')}</summary>`);
      this.#write('');
    }
    this.#open.push({ name, callout, indent: null });
    if (callout !== undefined) {
      this.#quotes += 1;
      this.#write(`[!${callout}]`);
    }
    if (!FOLDED.has(name)) this.#title(title);
  }

  #close(rest: string): boolean {
    const part = this.#open.pop();
    if (part?.callout !== undefined) this.#quotes -= 1;
    this.#write('');
    if (part !== undefined && FOLDED.has(part.name)) {
      this.#write('</details>');
      this.#write('');
    }
    if (rest.trim() !== '') this.#write(rest.trim());
    return true;
  }

  #title(title: string): void {
    if (title === '') return;
    if (!this.lines.at(-1)?.endsWith(']')) this.#write('');
    this.#write(`**${title}**`);
    this.#write('');
  }

  /** Removes the indentation of a component's content, which Markdown would read as code. */
  #dedented(line: string): string {
    if (line.trim() === '') return '';
    const indent = line.length - line.trimStart().length;
    const part = this.#open.at(-1);
    if (part === undefined) return line;
    part.indent ??= indent;
    return line.slice(Math.min(indent, part.indent));
  }

  #write(line: string, removed = 0): void {
    const quote = '> '.repeat(this.#quotes);
    this.lines.push((quote + line).trimEnd());
    this.places.push({ from: this.#from, shift: removed - quote.length });
  }
}

/** Returns the lines of the tag that begins at line `index`; only that line if it begins no multi-line tag. */
function wholeTag(lines: readonly string[], index: number): readonly string[] {
  const tag = [(lines[index] ?? '').trim()];
  if (!BEGUN.test(tag[0] ?? '')) return tag;
  const rest = lines.slice(index + 1, index + MOST_LINES).map((line) => line.trim());
  const end = rest.findIndex((line) => line === '' || line.includes('>'));
  return [...tag, ...rest.slice(0, end + 1)];
}

/** Reads the attribute `title` or `label`; returns a Markdown link if the tag has an `href`. */
function titleOf(attributes: string): string {
  const attribute = (key: RegExp): string => key.exec(attributes)?.[2] ?? '';
  const title = attribute(/\b(?:title|label)=(["'])(.*?)\1/);
  const address = attribute(/\bhref=(["'])(.*?)\1/);
  return title === '' || address === '' ? title : `[${title}](${address})`;
}

/** Reads the title of a directive: `:::tip[Title]` or `:::tip Title`. */
function directiveTitle(text: string): string {
  const title = text.replace(/\{[^{}]*\}[ \t]*$/, '').trim();
  return /^\[(.*)\]$/.exec(title)?.[1] ?? title;
}
