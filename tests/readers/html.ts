import type { Call } from './calls.ts';
import { type Extract, type Fact, kindsWithout } from './facts.ts';
import type { HtmlPage, OperationSection, Region } from './html-page.ts';
import { elements, type HtmlElement, parseHtml, textContent } from './html-tree.ts';
import { markdownWords, remembering, summaryForms } from './words.ts';

export interface HtmlPages {
  readonly overview: HtmlPage;
  readonly services: readonly HtmlPage[];
  /** Keys are names of schemas. */
  readonly schemas: ReadonlyMap<string, HtmlPage>;
  /** Served paths start with it, those of the descriptor do not. */
  readonly basePath: string;
}

/**
 * Not shown for people: `x-` keys and the groups beyond the first; names of examples are replaced by their summaries.
 */
const KINDS = kindsWithout('example', 'operation-tag', 'tag', 'extension');

/**
 * Reads the pages of an API back, as a reader would: in the section of the operation, and behind the links to schemas
 * there.
 */
export class HtmlExtract implements Extract {
  readonly kinds = KINDS;
  readonly #pages: HtmlPages;
  readonly #operations = new Map<string, { readonly page: HtmlPage; readonly anchor: string }>();
  readonly #closures = new Map<Region, readonly Region[]>();

  constructor(pages: HtmlPages) {
    this.#pages = pages;
    for (const page of pages.services) {
      for (const section of page.operations)
        for (const place of placesOf(section, pages.basePath))
          this.#operations.set(place, { page, anchor: section.anchor });
    }
  }

  /** `GET /pets` → the address of its section, unique on the site. */
  addresses(): ReadonlyMap<string, string> {
    return new Map(
      [...this.#operations].map(([place, { page, anchor }]) => [
        place,
        `${this.#pages.services.indexOf(page)}#${anchor}`,
      ]),
    );
  }

  holds({ kind, place, value, words = value }: Fact): boolean {
    switch (kind) {
      case 'operation':
        return this.#region(value) !== undefined;
      case 'parameter':
        return this.#region(`${place} ${value}`) !== undefined;
      case 'status':
        return this.#region(`${place} ${value}`) !== undefined;
      case 'schema':
        return this.#pages.schemas.get(value)?.wholeName === value;
      case 'summary':
        return summaryForms(value).some((form) => this.#hasWords(place, form, false));
      case 'description':
        return this.#hasWords(place, value, false);
      case 'schema-text':
        return this.#hasWords(place, value, true);
      case 'callback':
        return this.#hasWords(place, value, false);
      case 'link':
        return this.#hasWords(place, value, true);
      case 'enum-value':
        return this.#hasText(place, value, true) || this.#hasText(place, bare(value), true);
      case 'server':
      case 'security-scheme':
        return this.#hasWords(place, value, false);
      case 'security':
        return this.#hasWords(place, words, false);
      case 'operation-id':
        return this.#hasText(place, value, false);
      case 'tag':
      case 'operation-tag':
      case 'example':
      case 'extension':
        return false;
      case 'body-type':
      case 'response-type':
      case 'header':
      case 'field':
      case 'property':
        return this.#hasText(place, value, true);
      default:
        return kind satisfies never;
    }
  }

  #hasText(place: string, text: string, follow: boolean): boolean {
    return this.#regions(place, follow).some(
      (region) => region.page.hasText(text.trim(), region) || region.page.hasText(JSON.stringify(text), region),
    );
  }

  #hasWords(place: string, text: string, follow: boolean): boolean {
    const regions = this.#regions(place, follow);
    return (
      regions.length > 0 &&
      wordsOfText(text).every((word) => regions.some((region) => region.page.hasWord(word, region)))
    );
  }

  #regions(place: string, follow: boolean): readonly Region[] {
    const region = this.#region(place);
    if (region === undefined) return [];
    // A response that is the same everywhere is drawn once for the whole API.
    return follow || / (\d\d\d|[1-5]XX|default)( header .*)?$/.test(place) ? this.#closure(region) : [region];
  }

  /**
   * Everything that stands in a region or behind its links to schemas, to what is drawn above, and to shared responses.
   */
  #closure(start: Region): readonly Region[] {
    const known = this.#closures.get(start);
    if (known !== undefined) return known;
    const found = new Set([start]);
    for (const region of found)
      for (const link of region.page.links(region)) {
        const target = this.#target(link, region.page);
        if (target !== undefined) found.add(target);
      }
    const closure = [...found];
    this.#closures.set(start, closure);
    return closure;
  }

  #target(link: string, from: HtmlPage): Region | undefined {
    const { isOnPage, fragment, id, schema, isOfOverview } = linkOf(link);
    if (isOnPage) return from.region(fragment) ?? from.region(id);
    if (schema !== undefined) return this.#pages.schemas.get(schema)?.region('schema');
    return isOfOverview ? this.#pages.overview.region(fragment) : undefined;
  }

  #region(place: string): Region | undefined {
    if (place === '') return this.#pages.overview.region('');
    if (place.startsWith('schema ')) return this.#pages.schemas.get(place.slice('schema '.length))?.region('schema');
    const operation = this.#operations.get(place);
    if (operation !== undefined) return operation.page.region(operation.anchor);
    const callback = / > (\S+) (\S+) ([A-Z]+)(?: (.*))?$/.exec(place);
    const owner = callback === null ? this.#owner(place) : this.#operations.get(place.slice(0, callback.index));
    if (owner === undefined) return undefined;
    const { page } = owner;
    if (callback === null)
      return page.region(`${owner.anchor}.${idOf(place.slice(this.#ownerPlace(place).length + 1))}`);
    const [, name = '', , method = '', rest] = callback;
    const anchor = `${owner.anchor}.callback.${part(name)}.${method.toLowerCase()}`;
    return page.region(rest === undefined ? anchor : `${anchor}.${idOf(rest)}`);
  }

  #owner(place: string) {
    return this.#operations.get(this.#ownerPlace(place));
  }

  /** The longest beginning of a place that is an operation. */
  #ownerPlace(place: string): string {
    for (let end = place.lastIndexOf(' '); end > 0; end = place.lastIndexOf(' ', end - 1)) {
      if (this.#operations.has(place.slice(0, end))) return place.slice(0, end);
    }
    return '';
  }
}

const wordsOfText = remembering(markdownWords);

/** Target of a link, remembered since most links stand on many pages. */
const linkOf = remembering((link) => {
  const [path = '', fragment = ''] = link.split('#', 2);
  const schema = /\/schemas\/([^/]+)$/.exec(path)?.[1];
  return {
    isOnPage: path === '',
    fragment,
    id: decodeURI(fragment),
    schema: schema && decodeURIComponent(schema),
    isOfOverview: fragment !== '' && !/\/documentation\/[^/]+\/./.test(path),
  };
});

/** A constant that is a word is written without quotes. */
function bare(json: string): string {
  return /^"[^"\\]+"$/.test(json) ? json.slice(1, -1) : json;
}

/** `request` → `body`, `query page[size]` → `query.page%5Bsize%5D`, `200 header X-Rate` → `200`. */
function idOf(rest: string): string {
  if (rest === 'request') return 'body';
  const [first = '', ...name] = rest.split(' ');
  if (/^(path|query|header|cookie|querystring)$/.test(first) && name.length > 0)
    return `${first}.${part(name.join(' '))}`;
  return part(first);
}

function part(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /[!'()*.~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function placesOf({ method, paths, hook }: OperationSection, basePath: string): readonly string[] {
  if (paths.length === 0) return [`${method} webhook ${hook}`];
  return paths.map((path) => `${method} ${path.startsWith(basePath) ? path.slice(basePath.length) : path}`);
}

const hasClass = (name: string) => (element: HtmlElement) =>
  element.attributes.get('class')?.split(' ').includes(name) === true;

/** How operations are called, of the lines that give their addresses. */
export function callsInHtml(html: string): readonly Call[] {
  return [...elements(parseHtml(html))]
    .filter(hasClass('pd-paths'))
    .flatMap((block) => [...elements(block)].filter(({ tag }) => tag === 'p'))
    .flatMap((line) => {
      const [, method, url] = /([A-Z]+)\s+(\S+)/.exec(textContent(line)) ?? [];
      return method === undefined || url === undefined ? [] : [{ method, url }];
    });
}

/** How the samples of a page call operations; those that ask for documentation are left out. */
export function callsOfSamples(html: string): readonly Call[] {
  return [...elements(parseHtml(html))]
    .filter((element) => element.tag === 'pre' && hasClass('pd-shell')(element))
    .map(textContent)
    .filter((command) => command.startsWith('curl'))
    .map((command) => callOfCurl(command))
    .filter(({ url }) => !url.includes('/platform/documentation'));
}

/** Request that a curl command line sends; its address stands first or on a line of its own, in quotes. */
export function callOfCurl(command: string): Call {
  return {
    method: /-X (\w+)/.exec(command)?.[1] ?? (/--data|-F /.test(command) ? 'POST' : 'GET'),
    url: /^(?:curl| ) *'(http[^']*)'/m.exec(command)?.[1] ?? '',
  };
}
