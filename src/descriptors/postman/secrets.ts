import { isRecord } from '../../schema/json-values.ts';
import { escapePointerSegment } from '../positions.ts';

type Json = Readonly<Record<string, unknown>>;

/** Text in place of a secret. */
export const SECRET = '<secret>';

/** Names of variables, header fields and parameters that hold secrets. */
const SECRET_NAME =
  /(?:passw(?:or)?d|passphrase|\bpwd|secret|token|(?:api|private|access|auth|shared)[-_. ]?key|credentials?|jwt|session[-_. ]?id|authorization|cookie)$/i;
/** Tokens of paging, which are no secrets. */
const PAGE_TOKEN = /(?:page|next|continuation|cursor|sync)[-_. ]?token$/i;
/** Parameters of log-ins that hold secrets: `password`, `clientSecret`, `accessToken`, `secretKey`. */
const AUTH_SECRET = /(?:password|secret|token|Key|assertion|credential)$/;
/** Values that only stand for secrets: variables, `<token>`, `****`, `your-token`. */
const PLACEHOLDER = /^(?:\{\{[^{}]*\}\}|<[^<>]*>|\[[^[\]]*\]|[x*.•-]*|(?:your|insert|enter)[-_ ].*)$/i;
/** Secrets in a URL, a form as text, or a header as text: their names and values. */
const NAMED = /(?<=^|[?&\n])([\w.-]+)(?:=([^&#\s]*)|:(?!\/\/) *([^\r\n]*))/g;
/** Lists whose rows may be secrets by their names. */
const LISTS: ReadonlySet<string> = new Set(['variable', 'header', 'query', 'urlencoded', 'formdata', 'cookie']);
/** Minimum length of a secret that is also removed from other texts. */
const LEAST = 6;
/** Maximum number of secrets with the same beginning that are told apart; beyond it, the whole word is removed. */
const MOST_ALIKE = 50;

/**
 * Copies a collection without its secrets: values of log-ins, of secret variables and of header fields and parameters
 * with such names. A secret is also removed from all other texts that contain it.
 */
export function withoutSecrets(collection: Json, report: (pointer: string, name: string) => void): Json {
  const search = new SecretSearch(report);
  search.visit(collection, '', '');
  search.finish();
  return search.isEmpty ? collection : (search.copy(collection, '') as Json);
}

class SecretSearch {
  readonly #report: (pointer: string, name: string) => void;
  /** Object → its keys whose values are replaced. */
  readonly #replaced = new Map<object, Map<string, string>>();
  readonly #variables: { readonly row: Json; readonly pointer: string }[] = [];
  /** Names of variables in the secrets of log-ins. */
  readonly #names = new Set<string>();
  /** Secrets by their first characters. */
  readonly #starts = new Map<string, Set<string>>();
  /** Secrets that are plain words, and removed only where they are the whole value. */
  readonly #words = new Set<string>();

  constructor(report: (pointer: string, name: string) => void) {
    this.#report = report;
  }

  get isEmpty(): boolean {
    return this.#replaced.size === 0;
  }

  visit(value: unknown, pointer: string, list: string): void {
    if (Array.isArray(value)) for (const [at, item] of value.entries()) this.visit(item, `${pointer}/${at}`, list);
    if (!isRecord(value)) return;
    this.#visitRow(value, pointer, list);
    for (const [key, child] of Object.entries(value)) {
      const below = `${pointer}/${escapePointerSegment(key)}`;
      if (key === 'auth' && isRecord(child)) this.#visitAuth(child, below);
      else if (typeof child !== 'string') this.visit(child, below, key);
      else if (key === 'url' || key === 'raw' || key === 'header') this.#visitText(value, key, child, below);
    }
  }

  /** Decides about variables once all log-ins are known: a variable that one of them names is a secret. */
  finish(): void {
    for (const { row, pointer } of this.#variables) {
      const key = String(row['key'] ?? row['id']);
      if (row['type'] === 'secret' || isSecretName(key) || this.#names.has(key))
        this.#note(row, 'value', String(row['value']), pointer, key);
    }
  }

  #visitRow(row: Json, pointer: string, list: string): void {
    const { value } = row;
    const key = row['key'] ?? row['id'] ?? row['name'];
    if (!LISTS.has(list) || typeof key !== 'string' || typeof value !== 'string') return;
    // Variables of a URL are the parameters of its path.
    if (list === 'variable' && !pointer.includes('/url/')) this.#variables.push({ row, pointer: `${pointer}/value` });
    else if (list === 'cookie' || isSecretName(key)) this.#note(row, 'value', value, `${pointer}/value`, key);
  }

  #visitAuth(auth: Json, pointer: string): void {
    for (const [type, given] of Object.entries(auth)) {
      const rows: readonly (readonly [holder: Json, key: string, name: string, place: string])[] = Array.isArray(given)
        ? given.flatMap((row: unknown, at) =>
            isRecord(row) ? [[row, 'value', String(row['key']), `${pointer}/${type}/${at}/value`] as const] : [],
          )
        : isRecord(given)
          ? Object.keys(given).map((key) => [given, key, key, `${pointer}/${type}/${key}`] as const)
          : [];
      const texts = new Map(rows.map(([holder, key, name]) => [name, holder[key]]));
      for (const [holder, key, name, place] of rows) {
        const value = holder[key];
        if (typeof value !== 'string' || !(AUTH_SECRET.test(name) || (type === 'apikey' && name === 'value'))) continue;
        for (const [, variable = ''] of value.matchAll(/\{\{([^{}]+)\}\}/g)) this.#names.add(variable.trim());
        this.#note(holder, key, value, place, name);
      }
      const [user, password] = [texts.get('username'), texts.get('password')];
      if (typeof user === 'string' && typeof password === 'string' && !PLACEHOLDER.test(password))
        this.#add(Buffer.from(`${user}:${password}`).toString('base64'));
    }
  }

  #visitText(holder: Json, key: string, text: string, pointer: string): void {
    const masked = text.replaceAll(NAMED, (whole, name: string, inUrl: string = '', inHeader: string = '') => {
      const value = inUrl || inHeader;
      if (!isSecretName(name) || !this.#isSecret(value)) return whole;
      this.#add(withoutScheme(value));
      return whole.replace(value, () => SECRET);
    });
    if (masked === text) return;
    this.#replace(holder, key, masked);
    this.#report(pointer, key);
  }

  #isSecret(value: string): boolean {
    return value !== '' && !PLACEHOLDER.test(withoutScheme(value));
  }

  #note(holder: Json, key: string, value: string, pointer: string, name: string): void {
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

  #replace(holder: Json, key: string, text: string): void {
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
    if (Array.isArray(value)) return value.map((item) => this.copy(item, key));
    if (!isRecord(value)) return value;
    const own = this.#replaced.get(value);
    return Object.fromEntries(
      Object.entries(value).map(([name, child]) => [name, this.copy(own?.get(name) ?? child, name)]),
    );
  }

  #masked(text: string, key: string): string {
    if (key === 'value' && this.#words.has(text)) return SECRET;
    const inBody = key === 'raw' || key === 'body' ? this.#withoutWords(text) : text;
    let masked = '';
    let from = 0;
    for (let at = 0; this.#starts.size > 0 && at + LEAST <= inBody.length; at++) {
      const alike = this.#starts.get(inBody.slice(at, at + LEAST));
      if (alike === undefined) continue;
      const found =
        alike.size > MOST_ALIKE
          ? /^[^\s"'<>&,;]*/.exec(inBody.slice(at, at + 10_000))?.[0]
          : [...alike].filter((secret) => inBody.startsWith(secret, at)).sort((a, b) => b.length - a.length)[0];
      if (found === undefined || found === '') continue;
      masked += inBody.slice(from, at) + SECRET;
      from = at + found.length;
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

function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name) && !PAGE_TOKEN.test(name);
}

/** Removes the scheme of credentials: `Bearer abc` → `abc`. */
function withoutScheme(value: string): string {
  return value.replace(/^(?:Basic|Bearer|Digest|Token|ApiKey) +/i, '');
}
