import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ASSET_TYPES } from '../http/document-fields.ts';
import { basePathOf, documentPath, hostOf } from '../model/locations.ts';
import { referenceTo, type WholeFile } from '../presentation/page-data/document.ts';
import { contentsOf, idPrefix } from '../presentation/pages/whole-file.ts';
import type { ThemeAsset } from '../project/theme/read-theme.ts';
import { escapeHtml } from '../views/html.ts';
import { withPolicies } from './plain-host.ts';

interface FileSource {
  readonly whole: WholeFile;
  /** `platform-documentation.base_url`; '' if not configured. */
  readonly baseUrl: string;
  /** Returns a published file by its URL path within the site; undefined if there is none. */
  readonly fileAt: (path: string) => ThemeAsset | undefined;
}

/** Finds published files among those of a theme and of guides, and in the folder of compiled styles and scripts. */
export function publishedFiles(
  assets: ReadonlyMap<string, ThemeAsset>,
  clientFolder: string | null,
): FileSource['fileAt'] {
  return (path) => {
    const known = assets.get(path);
    const mediaType = ASSET_TYPES.find(([extension]) => extension === extname(path))?.[1];
    if (known !== undefined || mediaType === undefined || clientFolder === null) return known;
    const file = join(clientFolder, path);
    if (!/^\/_astro\/[\w.-]+$/.test(path) || !existsSync(file)) return undefined;
    return { mediaType, bytes: new Uint8Array(readFileSync(file)) };
  };
}

/** A tag with its attributes; in text, `<` is escaped. */
const TAG = /<(\/?[a-z][a-z\d]*)((?:[^<>"]|"[^"]*")*)>/g;
/** Attributes that contain ids. */
const IDS = /(\s(?:id|for|aria-(?:labelledby|describedby|controls)))="([^"]+)"/g;
const LINK = /\shref="([^"]*)"/;
const PICTURE = /\s(src|srcset)="([^"]*)"/g;
const NO_REQUEST = "img-src data:; font-src data:; base-uri 'none'; form-action 'none'";
/** Links between pages, and lists of contents of one page: the file has a list of everything. */
const BETWEEN_PAGES = /<nav class="pd-(?:next|contents)"[\s\S]*?<\/nav>/g;
/** Beginnings of documents and operations, which have numbers in a book. */
const SECTION =
  /<section class="(pd-part|pd-op\b[^"]*)" id="([^"]*)"(?: data-depth="(\d)")?[^>]*>(\s*<div[^>]*>\s*<h3 class="pd-said">)?/g;

/**
 * Makes one file of a page with several documents: it contains all styles, scripts and pictures, ids are unique, and
 * links to its documents are links within it. Other links of the site are absolute, or text without a base URL.
 */
export function singleFile(page: string, source: FileSource): string {
  const shown = page.replaceAll(BETWEEN_PAGES, '');
  const writer = new FileWriter(shown, source);
  const html = shown.replaceAll(TAG, (tag, name: string, attributes: string, at: number) =>
    writer.tag(tag, name, attributes, at),
  );
  return withPolicies(html, [writer.policy()]);
}

class FileWriter {
  readonly #page: string;
  readonly #source: FileSource;
  readonly #base: string;
  /** Map of URL path → prefix of its ids, for the documents of the file. */
  readonly #prefixes: ReadonlyMap<string, string>;
  /** Map of id → section number; empty unless the file is a book. */
  readonly #numbers: ReadonlyMap<string, string>;
  /** Prefix of the document that is being written, or '' outside documents; its depth below the first one. */
  #prefix = '';
  #depth = 0;
  /** Number for the next heading. */
  #number: string | undefined;
  readonly #styles: string[] = [];
  /** Hash of our script, if the file has it. */
  #allowed = "'none'";

  constructor(page: string, source: FileSource) {
    const { documents, isBook } = source.whole;
    this.#page = page;
    this.#source = source;
    this.#base = basePathOf(source.baseUrl);
    this.#prefixes = new Map(documents.map((one) => [this.#base + documentPath(referenceTo(one)), idPrefix(one)]));
    this.#numbers = isBook ? numbersIn(page) : new Map();
  }

  /** Security policy of the file: it allows these styles and our script alone, and no request. */
  policy(): string {
    const styles = this.#styles.map(hashOf).join(' ');
    return `default-src 'none'; script-src ${this.#allowed}; style-src ${styles}; ${NO_REQUEST}`;
  }

  /** @param at position of the tag in the page */
  tag(tag: string, name: string, attributes: string, at: number): string {
    if (name === 'style')
      this.#styles.push(this.#page.slice(at + tag.length, this.#page.indexOf('</style', at + tag.length)));
    if (name === '/main') this.#prefix = '';
    if (name === '/head') return this.#runningHeads() + tag;
    if (name === 'link') return this.#linked(attributes);
    if (name === 'script') return this.#script(attributes);
    if (name === 'section' && attributes.startsWith(' class="pd-part"')) return this.#part(tag, attributes);
    if (!attributes.includes('="') && !/^h\d$|^details$/.test(name)) return tag;
    const own = attributes
      .replaceAll(
        IDS,
        (_, key: string, ids: string) => `${key}="${ids.replaceAll(/[^ ]+/g, (id) => this.#prefix + id)}"`,
      )
      .replaceAll(PICTURE, (_, key: string, path: string) => ` ${key}="${this.#embedded(path)}"`);
    if (name === 'section' && attributes.startsWith(' class="pd-op'))
      this.#number = this.#numbers.get(idIn(own) ?? '') ?? this.#number;
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined) return `<${name}${own}${this.#heading(Number(level))}`;
    if (name === 'a') return `<a${own.replace(LINK, (_, address: string) => this.#link(address))}>`;
    const isOpened = name === 'details' && this.#source.whole.isBook;
    return `<${name}${isOpened ? `${own.replace(/ open$/, '')} open` : own}>`;
  }

  #part(tag: string, attributes: string): string {
    this.#prefix = idIn(attributes) ?? '';
    this.#depth = Number(/\sdata-depth="(\d)"/.exec(attributes)?.[1]);
    this.#number = this.#numbers.get(this.#prefix);
    const chapter = this.#number?.split('.')[0];
    return chapter === undefined ? tag : `<section${attributes} data-chapter="${chapter}">`;
  }

  /** Style that prints the title of a chapter above its pages, so that numbers of sections are found by leafing. */
  #runningHeads(): string {
    const { document, documents, isBook } = this.#source.whole;
    if (!isBook || document.level !== 'api') return '';
    const { pages, groups } = contentsOf(documents, document);
    const rules = [...pages.slice(1), ...groups].map(({ text }, index) => {
      const [name, title] = [`chapter${index + 1}`, cssText(`${index + 1} ${text}`)];
      const head = `@top-right { content: "${title}"; font: 8pt / 1.3 sans-serif }`;
      return `[data-chapter="${index + 1}"] { page: ${name} } @page ${name} { ${head} }`;
    });
    return this.#style(rules.join('\n'));
  }

  /** End of the tag of a heading: its level in the file, which is lower than on its own page, and its number. */
  #heading(level: number): string {
    const number = this.#number;
    this.#number = undefined;
    return (
      (this.#depth === 0 ? '>' : ` aria-level="${level + this.#depth}">`) +
      (number === undefined ? '' : `<b>${number}</b>\u2002`)
    );
  }

  /** Attributes of a link; none for a link that leads nowhere without the site. */
  #link(given: string): string {
    // Templates write this character in several ways; all others that need escapes are percent-encoded in paths.
    const address = given.replaceAll(/&(?:#0*39|#x27|apos);/gi, "'");
    if (address.startsWith('#')) return this.#within(this.#prefix, address.slice(1));
    if (/^[a-z][a-z\d+.-]*:/i.test(address)) return ` href="${address}"`;
    const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(?:#(.*))?$/s.exec(address) ?? [];
    // Pages of files end with a slash, which our server redirects.
    const document = path.replace(/(?<=.)\/$/, '');
    const prefix = query === '' ? this.#prefixes.get(document) : undefined;
    if (prefix !== undefined) return this.#within(prefix, fragment);
    if (this.#source.baseUrl === '' || !path.startsWith('/')) return '';
    const target = document + query + (fragment === '' ? '' : `#${fragment}`);
    return ` href="${escapeHtml(hostOf(this.#source.baseUrl))}${target}"`;
  }

  #within(prefix: string, fragment: string): string {
    const id = prefix + fragment;
    const number = this.#numbers.get(id) ?? (prefix === this.#prefix ? undefined : this.#numbers.get(prefix));
    return ` href="#${id}"${number === undefined ? '' : ` data-number="${number}"`}`;
  }

  #fileAt(path: string): ThemeAsset | undefined {
    return this.#source.fileAt(path.startsWith(`${this.#base}/`) ? path.slice(this.#base.length) : path);
  }

  #embedded(path: string): string {
    const file = this.#fileAt(path);
    return file === undefined ? 'data:,' : dataUrl(file);
  }

  #linked(attributes: string): string {
    const [, path = ''] = LINK.exec(attributes) ?? [];
    if (attributes.includes('rel="icon"')) return `<link rel="icon" href="${this.#embedded(path)}">`;
    if (!attributes.includes('rel="stylesheet"')) return '';
    // Text waits for a font that is in the file.
    const sheet = textOf(this.#fileAt(path)).replaceAll(/(font-display:\s*)optional/g, '$1block');
    const css = sheet.replaceAll(/url\(\s*(["']?)([^"')]+)\1\s*\)/g, (whole, _, url: string) =>
      /^(?:data:|#)/.test(url) ? whole : `url("${this.#embedded(new URL(url, `http://localhost${path}`).pathname)}")`,
    );
    return this.#style(css.replaceAll(/<(?=\/style)/gi, '\\3C '));
  }

  #style(css: string): string {
    this.#styles.push(css);
    return `<style>${css}</style>`;
  }

  /** Our script with its text; scripts of a project's templates are left out, since they may need other files. */
  #script(attributes: string): string {
    const [src = '', path = ''] = /\ssrc="([^"]*)"/.exec(attributes) ?? [];
    if (!attributes.includes('data-copy=')) return '<script>';
    const text = textOf(this.#fileAt(path)).replaceAll(/<(?=\/script|!--)/gi, '\\x3C');
    this.#allowed = hashOf(text);
    return `<script${attributes.replace(src, '')}>${text}`;
  }
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Numbers sections: `2` for a chapter, `2.1` for a service, `2.1.3` for its third operation. */
function numbersIn(page: string): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  let counts: number[] = [];
  let depth = 0;
  let prefix = '';
  for (const [, kind, id = '', deep, isSaid] of page.matchAll(SECTION)) {
    const isPart = kind === 'pd-part';
    if (isPart) [depth, prefix] = [Number(deep), id];
    const place = isPart ? depth - 1 : depth;
    if (place < 0) continue;
    // The only operation of a service has the title of the service.
    if (isSaid === undefined) counts = [...counts.slice(0, place), (counts[place] ?? 0) + 1];
    numbers.set(isPart ? id : prefix + id, counts.join('.'));
  }
  return numbers;
}

/** Content of a CSS string. */
function cssText(text: string): string {
  return text.replaceAll(/[^\w .-]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `);
}

function idIn(attributes: string): string | undefined {
  return /\sid="([^"]*)"/.exec(attributes)?.[1];
}

/** Text with line breaks as HTML parsers read them, since the policy has its hash. */
function textOf(file: ThemeAsset | undefined): string {
  return new TextDecoder().decode(file?.bytes).replaceAll(/\r\n?/g, '\n');
}

function dataUrl({ mediaType, bytes }: ThemeAsset): string {
  return `data:${mediaType.replace(/;.*/, '')};base64,${Buffer.from(bytes).toString('base64')}`;
}
