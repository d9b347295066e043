import { decodedText } from '../../model/texts.ts';
import { isNumber } from '../../schema/exact-number.ts';
import { isRecord, mapValues } from '../../schema/json-values.ts';
import { escapePointerSegment } from '../positions.ts';
import { type Json, SECRET, scalarText } from './collection.ts';

/** Names of secrets, as words in lower case: `db pass prod` of `dbPassProd`. */
const SECRET_NAME =
  /(?:passw(?:or)?d|passphrase|passcode|secrets?|token|credentials?|jwt|sess(?:ion)? ?id|signature|authorization|cookie)\b|\b(?:pass|pwd|bearer)\b|(?:api|private|access|auth|shared|secret|account|consumer|master|signing|encryption|subscription) ?key\b|\b(?:auth|sig)$/;
/** Ends of names that say something about a secret: `tokenUrl`, `token_type`, `signatureMethod`. */
const ABOUT =
  / (?:ur[il]|endpoint|type|expir\w*|in|to|ttl|lifetime|count|limit|length|name|policy|method|algorithm|version)$/;
/** Tokens of paging, which are no secrets. */
const PAGE_TOKEN = /\b(?:page|paging|next|continuation|cursor|sync) ?token\b/;
/** Values that look as if a machine had chosen them. */
const RANDOM = /^(?=[^\d]*\d)(?=[^a-z]*[a-z])[\w-]{16,}$/i;
/** Values that only stand for secrets: variables, `<token>`, `****`, `your-token`. */
const PLACEHOLDER =
  /^(?:\{\{[^{}]*\}\}|<[^<>]*>|\[[^[\]]*\]|[x*.•-]*|true|false|null|none|string|(?:your|insert|enter)[-_ ].*)$/i;
/** Pairs of a name and a value in a URL, a form as text, or a header as text. */
const NAMED = /(?<=^|[?&\n])([\w.[\]-]+)(?:=([^&#\s]*)|:(?!\/\/) *([^\r\n]*))/g;
/** Members of JSON with their values; longer ones are no secrets, and would overflow the stack of the expression. */
const MEMBER = /(?<=")([\w.-]{1,100})(?:"\s*:\s*)("(?:[^"\\]|\\.){0,100000}"|-?\d[\d.]*)/g;
/** User and password in a URL, and in one without a scheme. */
const USER_INFO = /(?<=:\/\/)([^\s/?#@:]*)(?::([^\s/?#@]*))?@/g;
const BARE_USER_INFO = /(?<=^|:\/\/)([^\s/?#@:]*):([^\s/?#@]*)@/g;
/** Keys of texts that contain names and values of parameters, of header fields, or of members of JSON. */
const WITH_NAMES: ReadonlySet<string> = new Set(['url', 'raw', 'header', 'value', 'host', 'urlencoded']);
const WITH_MEMBERS: ReadonlySet<string> = new Set(['raw', 'body', 'variables']);
/** Minimum length of a secret that is also removed from other texts. */
const LEAST = 6;
/** Maximum number of secrets with the same beginning that are compared; for more, the whole word is masked. */
const MOST_ALIKE = 20;
/** Number of characters that suffice to recognise a long secret. */
const MOST_COMPARED = 64;

/**
 * Copies a collection without its secrets: values of log-ins and of secret variables, passwords in URLs, and values of
 * header fields, parameters and members of JSON whose names are those of secrets. A secret is also removed from all
 * other texts that contain it.
 */
export function withoutSecrets(collection: Json, report: (pointer: string, name: string) => void): Json {
  const search = new SecretSearch(report);
  search.visit(collection, '', '');
  return search.finish() ? (search.copy(collection, '') as Json) : collection;
}

class SecretSearch {
  readonly #report: (pointer: string, name: string) => void;
  /** Object → its keys whose values are replaced. */
  readonly #replaced = new Map<object, Map<string, string>>();
  readonly #variables: { readonly row: Json; readonly pointer: string; readonly key: string }[] = [];
  /** Variables that secrets refer to. */
  readonly #names = new Set<string>();
  /** Secrets by their first characters. */
  readonly #starts = new Map<string, Set<string>>();
  /** Secrets that are plain words, and removed only where they are the whole value. */
  readonly #words = new Set<string>();

  constructor(report: (pointer: string, name: string) => void) {
    this.#report = report;
  }

  visit(value: unknown, pointer: string, list: string): void {
    const isList = Array.isArray(value);
    if (!isList && !isRecord(value)) return;
    if (!isList) this.#visitRow(value, pointer, list);
    for (const [at, child] of Object.entries(value)) {
      const key = isList ? list : at;
      const below = `${pointer}/${escapePointerSegment(at)}`;
      if (key === 'auth' && isRecord(child)) this.#visitAuth(child, below);
      else if (typeof child === 'string') this.#visitText(value, at, child, below, key);
      else this.visit(child, below, key);
    }
  }

  /** Masks variables that are secret by type or name, or because a secret refers to them. True if one is found. */
  finish(): boolean {
    let rows = this.#variables;
    for (let round = 0, before = -1; round < 5 && before !== rows.length; round++) {
      before = rows.length;
      rows = rows.filter(({ row, pointer, key }) => {
        const isSecret = row['type'] === 'secret' || holdsSecret(key, scalarText(row['value'])) || this.#names.has(key);
        if (isSecret) this.#note(row, 'value', pointer, key);
        return !isSecret;
      });
    }
    return this.#replaced.size > 0;
  }

  #visitRow(row: Json, pointer: string, list: string): void {
    const key = row['key'] ?? row['id'] ?? row['name'];
    if (typeof key !== 'string') return;
    const place = `${pointer}/value`;
    // Variables of a URL are the parameters of its path.
    if (list === 'variable' && !pointer.includes('/url/'))
      this.#variables.push({ row, pointer: place, key: key.trim() });
    else if (list === 'header' && /^cookie$/i.test(key)) this.#visitCookies(row, place);
    else if (list === 'cookie' || holdsSecret(key, scalarText(row['value']))) this.#note(row, 'value', place, key);
  }

  /** Masks the values of cookies; variables in their place are secret only by their own names. */
  #visitCookies(row: Json, pointer: string): void {
    const text = scalarText(row['value']);
    const masked = text.split(';').map((pair) => {
      const [name = '', value = name] = pair.split(/=(.*)/s).map((part) => part.trim());
      if (isSecretName(name)) this.#noteNames(value);
      if (!this.#isSecret(value)) return pair;
      this.#add(value);
      const from = pair.lastIndexOf(value);
      return pair.slice(0, from) + SECRET + pair.slice(from + value.length);
    });
    if (masked.join(';') === text) return;
    this.#replace(row, 'value', masked.join(';'));
    this.#report(pointer, 'Cookie');
  }

  #visitAuth(auth: Json, pointer: string): void {
    for (const [type, given] of Object.entries(auth)) {
      const rows: readonly (readonly [holder: Json, key: string, name: string, place: string])[] = Array.isArray(given)
        ? given.flatMap((row: unknown, at) =>
            isRecord(row) ? [[row, 'value', scalarText(row['key']), `${pointer}/${type}/${at}/value`] as const] : [],
          )
        : isRecord(given)
          ? Object.keys(given).map((key) => [given, key, key, `${pointer}/${type}/${key}`] as const)
          : [];
      const texts = new Map(rows.map(([holder, key, name]) => [name, scalarText(holder[key])]));
      for (const [holder, key, name, place] of rows) {
        const value = holder[key];
        if (isSecretName(name) || name === 'assertion' || (type === 'apikey' && name === 'value'))
          this.#note(holder, key, place, name);
        else if (typeof value === 'string') this.#visitText(holder, key, value, place, 'value');
        else this.visit(value, place, '');
      }
      const [user = '', password = ''] = [texts.get('username'), texts.get('password')];
      if (user !== '' && this.#isSecret(password)) this.#add(Buffer.from(`${user}:${password}`).toString('base64'));
    }
  }

  /** @param kind key of the text, or of the list that contains it */
  #visitText(holder: object, key: string, text: string, pointer: string, kind: string): void {
    if (this.#replaced.get(holder)?.has(key)) return;
    let found = '';
    const mask = (whole: string, name: string, value: string): string => {
      if (!holdsSecret(name, value)) return whole;
      this.#noteNames(value);
      if (!this.#isSecret(value) || value === name) return whole;
      found ||= name;
      const secret = withoutScheme(value);
      this.#add(secret);
      this.#add(decodedText(secret));
      const from = whole.lastIndexOf(secret);
      return whole.slice(0, from) + SECRET + whole.slice(from + secret.length);
    };
    const isAddress = kind === 'host' || kind === 'url' || pointer.endsWith('/url/raw');
    let masked = text.replaceAll(isAddress ? BARE_USER_INFO : USER_INFO, (_, user: string, password?: string) => {
      mask(`:${password}`, 'password', password ?? (RANDOM.test(user) ? user : ''));
      return '';
    });
    if (WITH_NAMES.has(kind))
      masked = masked.replaceAll(NAMED, (whole, name: string, inUrl: string = '', inHeader: string = '') =>
        mask(whole, name, inUrl || inHeader),
      );
    if (WITH_MEMBERS.has(kind))
      masked = masked.replaceAll(MEMBER, (whole, name: string, value: string) => {
        const inner = value.startsWith('"') ? value.slice(1, -1) : value;
        const hidden = mask(`"${inner}"`, name, inner);
        return hidden === `"${inner}"` ? whole : whole.slice(0, -value.length) + hidden;
      });
    if (masked === text) return;
    this.#replace(holder, key, masked);
    if (found !== '') this.#report(pointer, found);
  }

  #isSecret(value: string): boolean {
    return value !== '' && !PLACEHOLDER.test(withoutScheme(value));
  }

  #noteNames(value: string): void {
    for (const [, variable = ''] of value.matchAll(/\{\{([^{}]+)\}\}/g)) this.#names.add(variable.trim());
  }

  #note(holder: Json, key: string, pointer: string, name: string): void {
    const value = scalarText(holder[key]);
    this.#noteNames(value);
    if (!this.#isSecret(value) || value === name) return;
    const secret = withoutScheme(value);
    this.#replace(
      holder,
      key,
      value.replace(secret, () => SECRET),
    );
    this.#add(secret);
    this.#report(pointer, name);
  }

  #replace(holder: object, key: string, text: string): void {
    this.#replaced.set(holder, (this.#replaced.get(holder) ?? new Map<string, string>()).set(key, text));
  }

  #add(secret: string): void {
    if (secret.length < LEAST || /^[A-Z]?[a-z]+$/.test(secret)) {
      if (secret.length > 3) this.#words.add(secret);
      return;
    }
    for (const written of [secret, encodeURIComponent(secret.toWellFormed()), JSON.stringify(secret).slice(1, -1)]) {
      const start = written.slice(0, LEAST);
      this.#starts.set(start, (this.#starts.get(start) ?? new Set()).add(written));
    }
  }

  copy(value: unknown, key: string): unknown {
    if (typeof value === 'string') return this.#masked(value, key);
    if (isNumber(value)) return this.#masked(scalarText(value), key) === scalarText(value) ? value : SECRET;
    const own = typeof value === 'object' && value !== null ? this.#replaced.get(value) : undefined;
    if (Array.isArray(value)) return value.map((item, at) => this.copy(own?.get(String(at)) ?? item, key));
    if (!isRecord(value)) return value;
    return mapValues(value, (child, name) => this.copy(own?.get(name) ?? child, name));
  }

  #masked(text: string, key: string): string {
    if (key === 'value' && this.#words.has(text)) return SECRET;
    const inBody = key === 'raw' || key === 'body' ? this.#withoutWords(text) : text;
    let masked = '';
    let from = 0;
    for (let at = 0; this.#starts.size > 0 && at + LEAST <= inBody.length; at++) {
      const alike = this.#starts.get(inBody.slice(at, at + LEAST));
      if (alike === undefined) continue;
      const length =
        alike.size > MOST_ALIKE
          ? (/^[^\s"'<>&,;]*/.exec(inBody.slice(at, at + 10_000))?.[0].length ?? 0)
          : Math.max(...[...alike].map((secret) => sharedLength(secret, inBody, at)));
      if (length === 0) continue;
      masked += inBody.slice(from, at) + SECRET;
      from = at + length;
      at = from - 1;
    }
    return from === 0 ? inBody : masked + inBody.slice(from);
  }

  /** Replaces plain words where they are values of JSON. */
  #withoutWords(text: string): string {
    return this.#words.size === 0
      ? text
      : text.replaceAll(/"([^"\\]{4,100})"(?!\s*:)/g, (whole, word: string) =>
          this.#words.has(word) ? `"${SECRET}"` : whole,
        );
  }
}

/** Returns the length of a secret at a place of a text, or of the beginning of a long one; 0 if it is not there. */
function sharedLength(secret: string, text: string, at: number): number {
  if (!text.startsWith(secret.slice(0, MOST_COMPARED), at)) return 0;
  let length = Math.min(secret.length, MOST_COMPARED);
  while (length < secret.length && text[at + length] === secret[length]) length++;
  return length;
}

function holdsSecret(name: string, value: string): boolean {
  return isSecretName(name) || (/^key$/i.test(name) && RANDOM.test(value));
}

function isSecretName(name: string): boolean {
  const words = name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .replaceAll(/[^A-Za-z]+/g, ' ')
    .trim()
    .toLowerCase();
  return SECRET_NAME.test(words) && !ABOUT.test(words) && !PAGE_TOKEN.test(words);
}

/** Removes the scheme of credentials: `Bearer abc` → `abc`. */
function withoutScheme(value: string): string {
  return value.replace(/^(?:Basic|Bearer|Digest|Token|ApiKey) +/i, '');
}
