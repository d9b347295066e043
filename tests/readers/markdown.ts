import type { Call } from './calls.ts';
import { type Extract, type Fact, kindsWithout } from './facts.ts';
import { markdownWords, summaryForms, wordsOf } from './words.ts';

/** Contents of some lines: names and values as code, names of types, and words. */
interface Region {
  readonly codes: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
}

/** Not said for people: `x-` keys; tags are written as groups. */
const KINDS = kindsWithout('operation-tag', 'tag', 'extension');

/**
 * Reads the Markdown document of an API back: sections by their headings, names in code, schemas where they are named.
 */
export class MarkdownExtract implements Extract {
  readonly kinds = KINDS;
  readonly #regions = new Map<string, Region>();
  /** Schemas and shared parts by their names. */
  readonly #shared = new Map<string, Region[]>();
  readonly #closures = new Map<Region, readonly Region[]>();

  constructor(text: string, basePath: string) {
    let service = '';
    // What is said of the API follows its description, whose own headings are of the third level.
    let isOverview = false;
    for (const { level, title, lines } of sectionsOf(text)) {
      if (level <= 2) {
        service = title;
        isOverview = level === 1;
        if (title.startsWith('Shared ')) for (const item of itemsOf(lines)) this.#share(firstCode(item[0] ?? ''), item);
        if (level === 1 || title === 'How to log in')
          this.#regions.set('', merged(this.#regions.get(''), regionOf(lines)));
        // Of a service that is called as its one operation is, the heading stands for both.
        if (level === 2) this.#addOperation(title, lines, basePath);
      } else if (service === 'Schemas') {
        this.#share(title, lines);
        this.#regions.set(`schema ${title}`, regionOf(lines));
      } else if (isOverview) {
        this.#regions.set('', merged(this.#regions.get(''), regionOf(lines)));
      } else if (level === 3) {
        this.#addOperation(title, lines, basePath);
      }
    }
  }

  holds({ kind, place, value: name, words }: Fact): boolean {
    const value = kind === 'security' ? (words ?? name) : name;
    const region =
      this.#regions.get(place.replace(/ header \S+$/, (header) => (this.#regions.has(place) ? header : ''))) ??
      this.#callback(place);
    switch (kind) {
      case 'operation':
        return this.#regions.has(value) || this.#callback(value) !== undefined;
      case 'schema':
        return this.#regions.has(`schema ${value}`);
      case 'parameter':
        return this.#regions.has(`${place} ${value}`) || hasWords(this.#callback(place), value);
      case 'status':
        return (
          this.#regions.has(`${place} ${value}`) ||
          hasWords(this.#callback(place), value === 'default' ? 'any other status' : value)
        );
      case 'summary':
        return summaryForms(value).some(
          (form) =>
            this.#reached(region).some((found) => hasWords(found, form)) || allWordsIn(form, this.#reached(region)),
        );
      case 'description':
      case 'schema-text':
      case 'security':
      case 'security-scheme':
      case 'callback':
        return (
          this.#reached(region).some((found) => hasWords(found, value)) || allWordsIn(value, this.#reached(region))
        );
      default:
        return this.#reached(region).some(
          ({ codes }) =>
            codes.has(value) || codes.has(JSON.stringify(value)) || codes.has(value.replace(/^"(.*)"$/, '$1')),
        );
    }
  }

  #share(name: string, lines: readonly string[]): void {
    this.#shared.set(name, [...(this.#shared.get(name) ?? []), regionOf(lines)]);
  }

  #addOperation(title: string, lines: readonly string[], basePath: string): void {
    const whole = merged(regionOf(lines), regionOf([title]));
    const calls = lines.flatMap((line) => {
      const [, method, path] = /^`([A-Z]+) (\/[^`]*)`$/.exec(line) ?? [];
      return method === undefined || path === undefined
        ? []
        : [`${method} ${path.startsWith(basePath) ? path.slice(basePath.length) || '/' : path}`];
    });
    const hooks = lines.flatMap((line) => {
      const [, method, name] = /^\*\*Webhook\*\* `([A-Z]+) ([^`/][^`]*)`:/.exec(line) ?? [];
      return method === undefined ? [] : [`${method} webhook ${name}`];
    });
    const places = calls.length > 0 ? calls : hooks.slice(0, 1);
    for (const place of places) {
      this.#regions.set(place, whole);
      for (const [rest, region] of partsOf(lines)) this.#regions.set(`${place} ${rest}`, region);
    }
  }

  /** A callback is told below the operation whose client is called: its parts are not told apart. */
  #callback(place: string): Region | undefined {
    const at = place.indexOf(' > ');
    return at === -1 ? undefined : this.#regions.get(place.slice(0, at));
  }

  /** The region and all schemas and shared parts that are named in it, and in those. */
  #reached(start: Region | undefined): readonly Region[] {
    if (start === undefined) return [];
    const known = this.#closures.get(start);
    if (known !== undefined) return known;
    const found = new Set([start]);
    for (const region of found)
      for (const name of [...region.codes, ...region.types])
        for (const target of this.#shared.get(name) ?? []) found.add(target);
    const closure = [...found];
    this.#closures.set(start, closure);
    return closure;
  }
}

interface Section {
  readonly level: number;
  readonly title: string;
  readonly lines: string[];
}

/** Headings inside fenced code are code. */
function sectionsOf(text: string): readonly Section[] {
  const sections: Section[] = [{ level: 1, title: '', lines: [] }];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || line.trim() === fence))
      fence = fence === undefined ? mark : undefined;
    const heading = fence === undefined ? /^(#{1,3}) (.*)$/.exec(line) : null;
    if (heading === null) sections.at(-1)?.lines.push(line);
    else sections.push({ level: heading[1]?.length ?? 1, title: withoutEscapes(heading[2] ?? ''), lines: [] });
  }
  return sections;
}

/** Parameters as `query limit`, the body as `request`, responses by their status. */
function partsOf(lines: readonly string[]): readonly (readonly [place: string, region: Region])[] {
  const starts = lines.flatMap((line, index) => (/^\*\*[A-Z][A-Za-z ]+\*\*/.test(line) ? [index] : []));
  return starts.flatMap((start, index) => {
    const own = lines.slice(start + 1, starts[index + 1]);
    const title = lines[start] ?? '';
    if (title.startsWith('**Request body**')) return [['request', regionOf(own)] as const];
    if (title.startsWith('**Parameters**'))
      return itemsOf(own).map((item) => [parameterOf(item[0] ?? ''), regionOf(item)] as const);
    return title.startsWith('**Responses**')
      ? itemsOf(own).map((item) => [statusOf(item[0] ?? ''), regionOf(item)] as const)
      : [];
  });
}

function parameterOf(line: string): string {
  return `${/\((path|query|header|cookie|querystring)\)/.exec(line)?.[1] ?? ''} ${firstCode(line)}`;
}

function statusOf(line: string): string {
  const status = /^- (\d\d\d|[1-5]XX)\b/.exec(line)?.[1];
  return status ?? 'default';
}

/** List items of the outermost level with what is indented below them. */
function itemsOf(lines: readonly string[]): readonly (readonly string[])[] {
  const items: string[][] = [];
  for (const line of lines) {
    if (/^- /.test(line)) items.push([line]);
    else items.at(-1)?.push(line);
  }
  return items;
}

function regionOf(lines: readonly string[]): Region {
  const text = lines.join('\n');
  const codes = [...text.matchAll(/(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g)].map(([, mark = '', code = '']) =>
    mark.length > 1 ? code.trim() : code,
  );
  // `status`: array of Order; what follows a name, and the first line of a schema, may tell types in words.
  const first = lines.findIndex((line) => line.trim() !== '');
  const types = lines.flatMap((line, index) =>
    index === first || /^\s*- /.test(line) ? withoutEscapes(line).split(/[\s,;:()]+/) : [],
  );
  return {
    codes: new Set(codes),
    types: new Set(types),
    words: new Set([...wordsOf(withoutEscapes(text)), ...markdownWords(withoutEscapes(text))]),
  };
}

function merged(first: Region | undefined, second: Region): Region {
  return {
    codes: new Set([...(first?.codes ?? []), ...second.codes]),
    types: new Set([...(first?.types ?? []), ...second.types]),
    words: new Set([...(first?.words ?? []), ...second.words]),
  };
}

function firstCode(line: string): string {
  return /(`+)\s?(.*?)\s?\1/.exec(line)?.[2] ?? '';
}

function withoutEscapes(text: string): string {
  return text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}

function hasWords(region: Region | undefined, text: string): boolean {
  return region !== undefined && allWordsIn(text, [region]);
}

function allWordsIn(text: string, regions: readonly Region[]): boolean {
  return regions.length > 0 && markdownWords(text).every((word) => regions.some(({ words }) => words.has(word)));
}

/** How operations are called, of the lines that give their addresses. */
export function callsInMarkdown(text: string): readonly Call[] {
  return text
    .split('\n')
    .flatMap((line) => (/^`[A-Z]+ \/\S*`( or |$)/.test(line) ? [...line.matchAll(/`([A-Z]+) (\S+)`/g)] : []))
    .map(([, method = '', url = '']) => ({ method, url }));
}
