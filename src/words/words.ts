import { type Language, languageOfSite } from '../model/language.ts';
import { english } from './catalogues/en.ts';
import { type Grammar, type Message, type MessageValue, namesIn, parseMessage, writeMessage } from './message.ts';
import type { Phrase, PhrasePart } from './phrase.ts';

type Catalogue = typeof english;

export type Key = keyof Catalogue;

/** Text before a brace that opens a branch of a plural or select, as distinct from an argument. */
type Branch = `${string}${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'} `;
type NameIn<Text extends string> = Text extends `${infer Name}, ${string}` ? Name : Text;
/** Names of the arguments of a message, derived from its text. */
type NamesIn<Text extends string> = Text extends `${infer Before}{${infer After}`
  ?
      | (Before extends Branch ? never : After extends `${infer Inside}}${string}` ? NameIn<Inside> : never)
      | NamesIn<After>
  : never;
type PlainKey = { [K in Key]: NamesIn<Catalogue[K]> extends never ? K : never }[Key];
type Values<K extends Key> = Readonly<Record<NamesIn<Catalogue[K]>, MessageValue>>;
type ListKey = 'list.or' | 'list.and' | 'list.comma' | 'list.semicolon';
/** Arguments of a message; an empty tuple for a message without arguments. */
type Arguments<K extends Key> = K extends PlainKey ? readonly [] : readonly [values: Values<K>];

/** Texts of pages in one language. Immutable. */
export interface Words {
  readonly language: Language;
  /** Formats a message as plain text, in which code is not marked. */
  say<K extends Key>(key: K, ...values: Arguments<K>): string;
  /** Formats a message as a phrase; its code is the text in `<code>`, and the code of arguments. */
  sentence<K extends Key>(key: K, ...values: Arguments<K>): Phrase;
  /** Formats a message as pieces with their tags, for a view that converts tags to links. */
  pieces<K extends Key>(
    key: K,
    ...values: Arguments<K>
  ): readonly { readonly text: string; readonly tag: string | null }[];
  /** Formats a message without plurals and tags, keeping arguments such as `{name}` for a script to replace. */
  template(key: Key): string;
  /** Formats a number with the separators of the language. */
  number(value: number): string;
  /** Joins parts with the separators of `key` (`a, b or c`); “…” replaces parts beyond {@link MOST_LISTED}. */
  list(key: ListKey, parts: readonly (string | Phrase)[]): Phrase;
  /** Joins names, each of them code, with the separators of `key`. */
  codes(key: ListKey, names: readonly string[]): Phrase;
}

/** Maximum number of parts in one list, since descriptors may contain tens of thousands. */
const MOST_LISTED = 500;

/** English, the language of a site without configured languages. */
export const ENGLISH: Language = {
  tag: 'en',
  direction: 'ltr',
  isDefault: true,
  isAlone: true,
  name: 'English',
  messages: english,
};

const known = new WeakMap<Language, Words>();

/** Texts in the language of a site, an API or its components. Messages are parsed once for each language. */
export function wordsOf(spoken: Parameters<typeof languageOfSite>[0]): Words {
  const language = languageOfSite(spoken) ?? ENGLISH;
  const present = known.get(language);
  if (present !== undefined) return present;
  const words = new LanguageWords(language);
  known.set(language, words);
  return words;
}

/** Arguments of any message; see {@link Arguments}. */
type Given = readonly [] | readonly [values: Readonly<Record<string, MessageValue>>];

class LanguageWords implements Words {
  readonly language: Language;
  readonly #messages = new Map<string, Message>();
  readonly #grammar: Grammar;

  constructor(language: Language) {
    this.language = language;
    // Numbers appear beside code, so they have the digits 0 to 9 in every language.
    const numbers = new Intl.NumberFormat(language.tag, { numberingSystem: 'latn', maximumFractionDigits: 20 });
    const plurals = new Intl.PluralRules(language.tag);
    // Plural forms are cached: `select` is slow, and most counts are small.
    const forms: string[] = [];
    this.#grammar = {
      number: (value) =>
        Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numbers.format(value),
      plural(value) {
        if (!Number.isInteger(value) || value < 0 || value >= 1000) return plurals.select(value);
        forms[value] ??= plurals.select(value);
        return forms[value];
      },
    };
  }

  say<K extends Key>(key: K, ...[values = {}]: Given): string {
    const message = this.#message(key);
    if (typeof message === 'string') return message;
    let text = '';
    writeMessage(message, values, this.#grammar, (piece) => {
      text += piece;
    });
    return text;
  }

  sentence<K extends Key>(key: K, ...[values = {}]: Given): Phrase {
    const message = this.#message(key);
    if (typeof message === 'string') return [message];
    const parts: PhrasePart[] = [];
    writeMessage(message, values, this.#grammar, (text, tag) => {
      const last = parts.at(-1);
      if (tag === 'code') parts.push({ code: text });
      else if (typeof last === 'string') parts[parts.length - 1] = last + text;
      else if (text !== '') parts.push(text);
    });
    return parts;
  }

  pieces<K extends Key>(key: K, ...[values = {}]: Given): ReturnType<Words['pieces']> {
    const message = this.#message(key);
    if (typeof message === 'string') return [{ text: message, tag: null }];
    const pieces: { text: string; tag: string | null }[] = [];
    writeMessage(message, values, this.#grammar, (text, tag) => {
      const last = pieces.at(-1);
      if (last !== undefined && last.tag === tag) last.text += text;
      else pieces.push({ text, tag });
    });
    return pieces;
  }

  template(key: Key): string {
    return this.say(key, Object.fromEntries(namesIn(this.#message(key)).map((name) => [name, `{${name}}`])));
  }

  number(value: number): string {
    return this.#grammar.number(value);
  }

  list(key: ListKey, parts: readonly (string | Phrase)[]): Phrase {
    const cut = parts.length > MOST_LISTED ? [...parts.slice(0, MOST_LISTED), '…'] : parts;
    const lists = cut.map((part) => (typeof part === 'string' ? [part] : part));
    // Joining halves takes O(n log n); adding one part at a time would copy the joined text for each part.
    const joined = (from: number, to: number): Phrase => {
      if (to - from < 2) return lists[from] ?? [];
      const middle = (from + to) >> 1;
      return this.sentence(key, { first: joined(from, middle), second: joined(middle, to) });
    };
    return joined(0, lists.length);
  }

  codes(key: ListKey, names: readonly string[]): Phrase {
    return this.list(
      key,
      names.map((code) => [{ code }]),
    );
  }

  #message(key: Key): Message {
    const known = this.#messages.get(key);
    if (known !== undefined) return known;
    const message = parseMessage(this.language.messages[key] ?? english[key]);
    this.#messages.set(key, message);
    return message;
  }
}
