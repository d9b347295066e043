import { decodedText } from '../../model/texts.ts';
import { isNumber } from '../../schema/exact-number.ts';
import { isRecord } from '../../schema/json-values.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Text in place of a secret. */
export const SECRET = '<secret>';

/** Entry of a list of parameters, header fields, form fields or variables. */
export interface Row {
  readonly key: string;
  readonly value: string;
  readonly description: string;
  readonly isDisabled: boolean;
  readonly isFile: boolean;
  /** Media type of a part of a form; empty if none. */
  readonly contentType: string;
  /** JSON Pointer of the entry in the file. */
  readonly place: string;
}

/** Reads a list of entries; `header` may be a text of lines, and `urlencoded` one of pairs. */
export function rowsOf(value: unknown, place: string): readonly Row[] {
  if (typeof value === 'string')
    return value.split(/\r?\n|&/).flatMap((line) => {
      const [, key, text = ''] = /^\s*([^\s:=]+)\s*[:=]\s*(.*)$/.exec(line) ?? [];
      return key === undefined ? [] : [rowOf({ key, value: text }, place)];
    });
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown, at) => (isRecord(item) ? [rowOf(item, `${place}/${at}`)] : []));
}

function rowOf(item: Json, place: string): Row {
  return {
    key: scalarText(item['key'] ?? item['id'] ?? item['name']).trim(),
    value: scalarText(item['value']),
    description: descriptionOf(item),
    isDisabled: item['disabled'] === true,
    isFile: item['type'] === 'file',
    contentType: scalarText(item['contentType']),
    place,
  };
}

export function scalarText(value: unknown): string {
  if (isNumber(value)) return typeof value === 'number' ? String(value) : value.source;
  return typeof value === 'string' ? value : typeof value === 'boolean' ? String(value) : '';
}

/** Reads a description: a text, or an object with `content`. */
export function descriptionOf({ description }: Json): string {
  return scalarText(isRecord(description) ? description['content'] : description).trim();
}

/**
 * Entries of the cookies in header fields; several in one field have no description of their own. A field without
 * pairs has none.
 */
export function cookiesIn(headers: readonly Row[]): readonly Row[] {
  return headers.filter(isCookies).flatMap((row) => {
    const pairs = row.value.split(';').map((pair) => pair.split(/=(.*)/s));
    const description = pairs.length === 1 ? row.description : '';
    return pairs.map(([key = '', value = '']) => ({ ...row, key: key.trim(), value: value.trim(), description }));
  });
}

/** Whether a header field consists of cookies. */
export function isCookies({ key, value }: Row): boolean {
  return key.toLowerCase() === 'cookie' && value.includes('=');
}

/** Maximum length of a variable's value that is substituted. */
const LONGEST_VALUE = 1000;
/** Maximum number of characters that the substitution of variables adds to a collection. */
const MOST_ADDED = 1_000_000;

/** Variables of a level, with those of the levels around it. */
export class Variables {
  readonly #rows: ReadonlyMap<string, Row>;
  readonly #outer: Variables | undefined;
  readonly #budget: { left: number };

  constructor(rows: readonly Row[], outer?: Variables) {
    this.#rows = new Map(rows.flatMap((row) => (row.isDisabled ? [] : [[row.key, row] as const])));
    this.#outer = outer;
    this.#budget = outer === undefined ? { left: MOST_ADDED } : outer.#budget;
  }

  /** Returns a variable that has a value; undefined for a secret. */
  get(name: string): Row | undefined {
    const row = this.#rows.get(name.trim());
    if (row === undefined) return this.#outer?.get(name);
    return row.value === '' || row.value.includes(SECRET) ? undefined : row;
  }

  /** Whether a text is a variable whose value only a client knows: empty, secret or undefined. */
  isOpen(text: string): boolean {
    const [, name] = /^\{\{([^{}]+)\}\}$/.exec(text) ?? [];
    return name !== undefined && this.get(name) === undefined;
  }

  /** Replaces `{{name}}` by values. @param isWanted decides which variables are replaced */
  resolve(text: string, isWanted: (row: Row) => boolean = () => true): string {
    let resolved = text;
    for (let round = 0; round < 5 && resolved.includes('{{'); round++) {
      const before = resolved;
      resolved = before.replaceAll(/\{\{([^{}]+)\}\}/g, (whole, name: string) => {
        const row = this.get(name);
        if (row === undefined || row.value.length > LONGEST_VALUE || !isWanted(row)) return whole;
        this.#budget.left -= row.value.length;
        return this.#budget.left < 0 ? whole : row.value;
      });
      if (resolved === before) break;
    }
    return resolved;
  }
}

/** URL of a request. */
export interface CallUrl {
  /** Scheme, host and port as written: `https://{{host}}`, `{{baseUrl}}`; empty if the URL has none. */
  readonly base: string;
  readonly segments: readonly string[];
  readonly query: readonly Row[];
  /** Parameters of the path. */
  readonly variables: readonly Row[];
}

/** Reads a URL from its parts, else from its text; undefined if there is none. */
export function urlOf(value: unknown, place: string): CallUrl | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : urlIn(value, place);
  if (!isRecord(value)) return undefined;
  const { raw, host, path, port } = value;
  const query = rowsOf(value['query'], `${place}/query`);
  const variables = rowsOf(value['variable'], `${place}/variable`);
  if (host === undefined && path === undefined) {
    const text = scalarText(raw);
    const read = text === '' ? undefined : urlIn(text, `${place}/raw`);
    return read && { ...read, query: query.length > 0 ? query : read.query, variables };
  }
  const name = Array.isArray(host) ? host.map(scalarText).join('.') : scalarText(host);
  const scheme = scalarText(value['protocol']).replace(/:?\/*$/, '');
  const base = withScheme(scheme === '' || name === '' ? name : `${scheme}://${name}`);
  const parts = [path].flat().map((part: unknown) => scalarText(isRecord(part) ? part['value'] : part));
  const [whole = '', search = ''] = parts.join('/').split(/\?(.*)/s);
  return {
    base: scalarText(port) === '' ? base : `${base}:${scalarText(port)}`,
    segments: segmentsOf(whole),
    query: [...queryOf(search, `${place}/path`), ...query],
    variables,
  };
}

function urlIn(text: string, place: string): CallUrl {
  const [address = ''] = text.trim().split('#', 1);
  const [whole = '', search = ''] = address.split(/\?(.*)/s);
  const [, base = '', path = ''] = /^((?:[a-z][\w+.-]*:\/\/)?[^/]*)\/?(.*)$/is.exec(whole) ?? [];
  return { base: withScheme(base), segments: segmentsOf(path), query: queryOf(search, place), variables: [] };
}

function segmentsOf(path: string): readonly string[] {
  return path === '' ? [] : path.replace(/^\//, '').split('/');
}

function queryOf(search: string, place: string): readonly Row[] {
  const pairs = search.split('&').filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const [key = '', value = ''] = pair.split(/=(.*)/s).map((part) => decodedText(part.replaceAll('+', ' ')));
    return rowOf({ key, value }, place);
  });
}

/** Adds the scheme that Postman assumes; a variable may contain one. */
function withScheme(base: string): string {
  return base === '' || base.startsWith('{{') || base.includes('://') ? base : `http://${base}`;
}
