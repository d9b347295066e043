import { findLineStarts, placeOf, type TextPlace } from '../yaml/places.ts';
import { CODE_MARKS, replacedOutsideCode } from './description-texts.ts';

/*
 * Guides of other tools have more than Markdown: components of MDX, `:::tip`, `{% hint %}`, emoji that begin a quote.
 * Callouts and folded parts become those of our Markdown; of other components the title and the content are kept, one
 * below the other.
 */

/** A part whose syntax pages do not support. */
export interface ForeignPart extends TextPlace {
  readonly written: string;
  /** True if it stays as written, false if it was left out. */
  readonly isShown: boolean;
}

interface CommonGuide {
  readonly text: string;
  readonly foreign: readonly ForeignPart[];
  /** Place in the guide as written. @param place in {@link text} */
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

/** A fence at any indentation: in an item of a list it is indented like the text. */
const FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/;
const TAG = `<(?<slash>/?)(?<name>[A-Z][\\w.]*)(?<attributes>(?:\\s(?:[^<>"']|"[^"\\n]*"|'[^'\\n]*')*|/)?)>`;
const COMPONENT = new RegExp(`^${TAG}(?<rest>.*)$`);
const BEGUN = /^<[A-Z][\w.]*(?:\s[^<>]*)?$/;
const DIRECTIVE = /^:{3,}[ \t]*(?<name>[\w-]*)(?<attributes>.*)$/;
const LIQUID = /^\{%[ \t]*(?<end>end)?(?<name>[\w-]+)(?<attributes>(?:[^\w{}-][^{}]*)?)%\}$/;
const EMOJI = /^>[ \t]*(?<name>\p{Extended_Pictographic})\u{fe0f}?[ \t]*(?<title>.*)$/u;
const MODULE = /^import\s(?:.*\sfrom\s*)?['"]|^import\s*\{\s*$|^export\s+(?:const|let|function|default|async)\s.*[={(]/;
/** A tag of a component anywhere, a comment, a variable, a block of ReadMe. */
const INLINE = new RegExp(
  `${CODE_MARKS}|${TAG}|` +
    '\\{/\\*(?! *#[\\w-]+ *\\*/)[^]*?(?:\\*/\\}|$)|<!--[^]*?(?:-->|$)|' +
    '\\{\\{[^{}\\n]{1,80}\\}\\}|<<[\\w.]{1,80}>>|\\{%[^{}\\n]{1,200}%\\}|\\[block:\\w+\\]',
  'g',
);
/** Limit of nested callouts; deeper ones keep only their content. */
const MOST_QUOTES = 20;
/** Limit of the lines of a tag. */
const MOST_LINES = 20;

interface OpenPart {
  readonly name: string;
  readonly callout: string | undefined;
  /** Indentation of its content; null until there is some. */
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
    // An unclosed name in angle brackets is a placeholder, `<Token>`.
    const isTag = name !== undefined && (slash !== '' || written.closed.has(name) || attributes.endsWith('/'));
    if (name !== undefined && !isTag) return tag;
    const isComment = /^(?:\{\/\*|<!--)/.test(tag);
    // An unclosed comment matches to the end of the text, so that the search for the next one does not start again.
    if (isComment && !/(?:\*\/\}|-->)$/.test(tag)) return tag;
    const isShown = name === undefined && !isComment;
    if (isShown || attributes.endsWith('/'))
      foreign.push({
        written: name === undefined ? tag : `<${name}>`,
        isShown,
        ...placed(placeOf(index, lineStarts)),
      });
    // Line breaks stay, so that lines keep their numbers.
    return isShown ? tag : tag.replaceAll(/[^\n]+/g, '');
  });
  return { text: plain, foreign, placeOf: placed };
}

/** Converts components that occupy whole lines. */
class LineWriter {
  readonly lines: string[] = [];
  readonly places: { readonly from: number; readonly shift: number }[] = [];
  /** Names of components that are closed somewhere. */
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

  /** Converts a line that is no Markdown. @returns false if it is Markdown */
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
      // A component that closes itself has only a title.
      const title = attributes.endsWith('/') ? titleOf(attributes) : '';
      if (title !== '') this.#title(title);
      return title !== '';
    }
    const title = isDirective ? directiveTitle(attributes) : titleOf(attributes);
    this.#openPart(name.toLowerCase(), attributes, title);
    if (rest.trim() !== '' && !this.#isEnd(rest)) this.#write(rest.trim());
    return true;
  }

  /** `… </Note>` */
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

  /** Removes the indentation of a component, which Markdown would take for code. */
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

/** The lines of the tag that begins in the line at `index`; without a tag that line alone. */
function wholeTag(lines: readonly string[], index: number): readonly string[] {
  const tag = [(lines[index] ?? '').trim()];
  if (!BEGUN.test(tag[0] ?? '')) return tag;
  const rest = lines.slice(index + 1, index + MOST_LINES).map((line) => line.trim());
  const end = rest.findIndex((line) => line === '' || line.includes('>'));
  return [...tag, ...rest.slice(0, end + 1)];
}

/** `title="…"` or `label="…"`, a link where it has an address. */
function titleOf(attributes: string): string {
  const attribute = (key: RegExp): string => key.exec(attributes)?.[2] ?? '';
  const title = attribute(/\b(?:title|label)=(["'])(.*?)\1/);
  const address = attribute(/\bhref=(["'])(.*?)\1/);
  return title === '' || address === '' ? title : `[${title}](${address})`;
}

/** `:::tip[Title]`, `:::tip Title` */
function directiveTitle(text: string): string {
  const title = text.replace(/\{[^{}]*\}[ \t]*$/, '').trim();
  return /^\[(.*)\]$/.exec(title)?.[1] ?? title;
}
