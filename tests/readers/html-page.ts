import { elements, type HtmlElement, parseHtml, textContent } from './html-tree.ts';
import { wordsOf } from './words.ts';

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

/** The `<main>` of a page, kept as flat lists: trees of a large site would not fit into memory. */
export class HtmlPage {
  readonly title: string;
  /** Of what has a short title: the name that stands beside it. */
  readonly wholeName: string;
  readonly operations: readonly OperationSection[];
  readonly #links: string[] = [];
  readonly #regions = new Map<string, Region>();
  readonly #texts = new Map<string, number[]>();
  readonly #words = new Map<string, number[]>();
  #count = 0;

  constructor(html: string) {
    const all = elements(parseHtml(html));
    const main = all.find(({ tag }) => tag === 'main') ?? all[0];
    const heading = main === undefined ? undefined : elements(main).find(({ tag }) => tag === 'h1');
    this.title = heading === undefined ? '' : textContent(heading).trim();
    const whole = heading === undefined ? undefined : elements(heading).find(({ tag }) => tag === 'small');
    this.wholeName = whole === undefined ? this.title : textContent(whole).trim();
    this.operations =
      main === undefined
        ? []
        : elements(main)
            .filter((element) => hasClass(element, 'pd-op') && element.tag === 'section')
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
    return isWithin(this.#texts.get(text), texts);
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
    if (href !== undefined) this.#links.push(href);
    for (const child of element.children) {
      if (typeof child !== 'string') this.#add(child);
      else this.#addText(child);
    }
    // Emphasis inside a word makes several texts of it.
    if (INLINE_OWNERS.has(element.tag) && element.children.length > 1)
      this.#addWords(textContent(element), this.#count - 1);
    for (const own of id === undefined ? statusIds(element) : [id])
      this.#regions.set(own, { page: this, id: own, texts: [texts, this.#count], links: [links, this.#links.length] });
  }

  #addText(text: string): void {
    if (text.trim() === '') return;
    push(this.#texts, text.trim(), this.#count);
    // A line of several values names each of them in quotes.
    for (const [value] of text.matchAll(/"(?:[^"\\]|\\.)*"/g)) push(this.#texts, value, this.#count);
    this.#addWords(text, this.#count);
    this.#count += 1;
  }

  #addWords(text: string, position: number): void {
    for (const word of wordsOf(text)) push(this.#words, word, position);
  }
}

/** Of the headings of an answer that several statuses have: each names all that it says. */
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
  return (element.attributes.get('class') ?? '').split(' ').includes(name);
}

function push(index: Map<string, number[]>, key: string, position: number): void {
  const positions = index.get(key);
  if (positions === undefined) index.set(key, [position]);
  else if (positions.at(-1) !== position) positions.push(position);
}

function isWithin(positions: readonly number[] | undefined, [start, end]: readonly [number, number]): boolean {
  return positions?.some((position) => position >= start && position < end) ?? false;
}
