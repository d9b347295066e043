import { elements, type HtmlElement, parseHtml, textContent } from './html-tree.ts';
import { remembering, wordsOf } from './words.ts';

/** An element with an id: what stands between its tags, as ranges of the page's texts and links. */
export interface Region {
  readonly page: HtmlPage;
  readonly id: string;
  readonly texts: readonly [start: number, end: number];
  readonly links: readonly [start: number, end: number];
}

export interface OperationSection {
  readonly anchor: string;
  readonly method: string;
  /** Without the origin; empty for a webhook. */
  readonly paths: readonly string[];
  /** Its name, where it is a webhook. */
  readonly hook: string;
}

/** Places of a text on a page, as numbers of texts there. */
type Positions = number[];

/** A text in an element, with the properties that readers ask for. */
interface PageText {
  /** Itself, and each value that it names in quotes: a line of several values does. */
  readonly values: readonly string[];
  readonly words: readonly string[];
}

const textOf = remembering(
  (text): PageText => ({
    values: [text.trim(), ...[...text.matchAll(/"(?:[^"\\]|\\.)*"/g)].map(([value]) => value)],
    words: wordsOf(text),
  }),
);

/** The `<main>` of a page, kept as flat lists: trees of a large site would not fit into memory. */
export class HtmlPage {
  readonly title: string;
  /** Full name beside a short title. */
  readonly wholeName: string;
  readonly operations: readonly OperationSection[];
  readonly #path: string;
  readonly #links: string[] = [];
  readonly #regions = new Map<string, Region>();
  readonly #texts = new Map<PageText, Positions>();
  /** Places of elements with others inside, whose texts make words together. */
  readonly #joined = new Map<PageText, Positions>();
  readonly #values = new Map<string, Positions[]>();
  readonly #words = new Map<string, Positions[]>();
  #count = 0;

  /** @param path of the page, to which addresses of links may be relative */
  constructor(html: string, path: string) {
    this.#path = path;
    const document = parseHtml(mainOf(html));
    const isMain = (child: HtmlElement | string): child is HtmlElement =>
      typeof child === 'object' && child.tag === 'main';
    const main = document.children.find(isMain) ?? document;
    const inMain = elements(main);
    const heading = inMain.find(({ tag }) => tag === 'h1');
    this.title = heading === undefined ? '' : textContent(heading).trim();
    const whole = heading === undefined ? undefined : elements(heading).find(({ tag }) => tag === 'small');
    this.wholeName = whole === undefined ? this.title : textContent(whole).trim();
    this.operations = inMain
      .filter((element) => element.tag === 'section' && hasClass(element, 'pd-op'))
      .map(operationOf);
    if (main !== undefined) {
      this.#add(main);
      this.#regions.set('', { page: this, id: '', texts: [0, this.#count], links: [0, this.#links.length] });
    }
  }

  /** @param id '' for the whole page */
  region(id: string): Region | undefined {
    return this.#regions.get(id);
  }

  ids(): Iterable<string> {
    return this.#regions.keys();
  }

  /** Whether a text stands alone in an element: a name, a value. */
  hasText(text: string, { texts }: Region): boolean {
    return isWithin(this.#values.get(text), texts);
  }

  hasWord(word: string, { texts }: Region): boolean {
    return isWithin(this.#words.get(word), texts);
  }

  links({ links: [start, end] }: Region): readonly string[] {
    return this.#links.slice(start, end);
  }

  #add(element: HtmlElement): void {
    if (element.tag === 'script' || element.tag === 'style') return;
    const id = element.attributes.get('id');
    const texts = this.#count;
    const links = this.#links.length;
    const href = element.attributes.get('href');
    if (href !== undefined) this.#links.push(wholeAddress(href, this.#path));
    for (const child of element.children) {
      if (typeof child !== 'string') this.#add(child);
      else this.#addText(child);
    }
    // Emphasis inside a word makes several texts of it.
    if (INLINE_OWNERS.has(element.tag) && element.children.length > 1)
      this.#addJoined(textContent(element), this.#count - 1);
    const ids = id === undefined ? statusIds(element) : [id];
    for (const own of ids)
      this.#regions.set(own, { page: this, id: own, texts: [texts, this.#count], links: [links, this.#links.length] });
  }

  #addText(text: string): void {
    const known = textOf(text);
    if (known.values[0] === '') return;
    const positions = this.#positions(this.#texts, known, this.#count++);
    if (positions !== undefined) for (const value of known.values) push(this.#values, value, positions);
  }

  #addJoined(text: string, position: number): void {
    this.#positions(this.#joined, textOf(text), position);
  }

  /** @returns where it stands, when that is its first place */
  #positions(places: Map<PageText, Positions>, text: PageText, position: number): Positions | undefined {
    const known = places.get(text);
    if (known !== undefined) {
      known.push(position);
      return undefined;
    }
    const first = [position];
    places.set(text, first);
    for (const word of text.words) push(this.#words, word, first);
    return first;
  }
}

/** A page from its `<main>` on; all of it where it has none. */
function mainOf(html: string): string {
  const start = html.search(/<main[\s>]/);
  return start === -1 ? html : html.slice(start, html.lastIndexOf('</main>'));
}

/** Ids of the headings of an answer that several statuses share. */
function statusIds(element: HtmlElement): readonly string[] {
  if (!hasClass(element, 'pd-r')) return [];
  return element.children.flatMap((child) => (typeof child === 'string' ? [] : (child.attributes.get('id') ?? [])));
}

const INLINE_OWNERS = new Set(['p', 'li', 'td', 'th', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'summary', 'code']);

function operationOf(section: HtmlElement): OperationSection {
  const inside = elements(section);
  const lines = inside.find((element) => hasClass(element, 'pd-paths'));
  const paths =
    lines === undefined
      ? []
      : elements(lines)
          .filter((element) => hasClass(element, 'pd-path'))
          .map(pathText);
  const all = lines === undefined ? '' : textContent(lines).trim();
  const name = lines && elements(lines).find(({ tag }) => tag === 'code');
  const hook = paths.length > 0 || name === undefined ? '' : textContent(name);
  return { hook, anchor: section.attributes.get('id') ?? '', method: /^\S*/.exec(all)?.[0] ?? '', paths };
}

/** The origin stands in a `<span>` of its own before the path. */
function pathText(code: HtmlElement): string {
  const [first, ...rest] = code.children;
  const own = typeof first === 'object' && first.tag === 'span' ? rest : code.children;
  return own.map((child) => (typeof child === 'string' ? child : textContent(child))).join('');
}

function hasClass(element: HtmlElement, name: string): boolean {
  const classes = element.attributes.get('class');
  return classes?.includes(name) === true && classes.split(' ').includes(name);
}

function push(index: Map<string, Positions[]>, key: string, positions: Positions): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, [positions]);
  else if (known.at(-1) !== positions) known.push(positions);
}

function isWithin(all: readonly Positions[] | undefined, [start, end]: readonly [number, number]): boolean {
  return all?.some((positions) => positions.some((position) => position >= start && position < end)) ?? false;
}

/** Relative addresses as a browser resolves them, without the origin; others as they are. */
function wholeAddress(href: string, path: string): string {
  if (/^(?:[a-z][a-z0-9+.-]*:|\/|#|$)/i.test(href)) return href;
  const { pathname, search, hash } = new URL(href, `http://site.example${path}`);
  return pathname + search + hash;
}
