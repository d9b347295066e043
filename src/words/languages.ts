import { closeNames } from '../model/close-names.ts';
import type { Language } from '../model/language.ts';
import arabic from './catalogues/ar.json' with { type: 'json' };
import german from './catalogues/de.json' with { type: 'json' };
import { english } from './catalogues/en.ts';
import { countedIn, MessageError, namesIn, parseMessage } from './message.ts';

/** Maximum number of similar keys that are suggested for an unknown key. */
const MOST_CLOSE = 2;

/** Map of key → message; English messages replace missing ones. */
type Messages = Readonly<Record<string, string>>;

/**
 * Map of language tag → built-in catalogue. A region without a catalogue uses that of its language.
 * The German texts are in the impersonal style of technical documentation: infinitives, no forms of address. In Arabic,
 * names of standards stay in Latin letters; a message whose first word is a number or a name begins with U+200F
 * (right-to-left mark), since it would otherwise be laid out from left to right.
 */
const catalogues: ReadonlyMap<string, Messages> = new Map<string, Messages>([
  ['en', english],
  ['de', german],
  ['ar', arabic],
]);

/** Right-to-left scripts (ISO 15924). */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa', 'Yezi']);

/** Tags of the built-in languages. */
export function knownLanguages(): readonly string[] {
  return [...catalogues.keys()];
}

/** Canonical form of a language tag (BCP 47): `de-AT`; undefined for an invalid tag. */
export function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/**
 * Creates a language with its messages: those of the project replace ours, and English messages replace missing ones.
 * @param tag tag in the form of {@link canonicalTag}
 * @param own messages of the project, checked by {@link messageFault}
 */
export function languageOf(tag: string, own: Messages, place: Pick<Language, 'isDefault' | 'isAlone'>): Language {
  const { script = 'Latn' } = new Intl.Locale(tag).maximize();
  const name = nameOf(tag);
  return {
    tag,
    ...place,
    direction: RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr',
    name: name.charAt(0).toLocaleUpperCase(tag) + name.slice(1),
    messages: { ...english, ...catalogueOf(tag), ...own },
  };
}

/** Name of a language in that language; the tag itself if `Intl` has no name for it, as for a tag with extensions. */
function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Keys without a message in a language. */
export function missingKeys(tag: string, own: Messages): readonly string[] {
  const messages = { ...catalogueOf(tag), ...own };
  return Object.keys(english).filter((key) => !Object.hasOwn(messages, key));
}

/** Arguments that are the count of a plural in some English message, and therefore numbers in all messages. */
let numbers: ReadonlySet<string> | undefined;

/** Explains why a message cannot replace the English one; undefined if it can. */
export function messageFault(
  key: string,
  text: string,
): { readonly message: string; readonly remedy: string } | undefined {
  const messages: Messages = english;
  const original = messages[key];
  if (!Object.hasOwn(english, key) || original === undefined)
    return { message: 'Unknown message key.', remedy: remedyOf(key) };
  try {
    const wanted = namesIn(parseMessage(original));
    const message = parseMessage(text);
    const names = namesIn(message);
    numbers ??= new Set(Object.values(english).flatMap((one) => countedIn(parseMessage(one))));
    const [uncounted] = countedIn(message).filter((name) => numbers?.has(name) === false);
    if (uncounted !== undefined)
      return {
        message: `It counts {${uncounted}}, which is not a number.`,
        remedy: `Write {${uncounted}} without “plural”, as the English one: “${original}”.`,
      };
    const unknown = names.filter((name) => !wanted.includes(name));
    const missing = wanted.filter((name) => !names.includes(name));
    if (unknown.length + missing.length === 0) return undefined;
    return {
      message: [
        ...(unknown.length === 0 ? [] : [`It has ${unknown.join(', ')}, which English has not.`]),
        ...(missing.length === 0 ? [] : [`It lacks ${missing.join(', ')}.`]),
      ].join(' '),
      remedy: `Write it with the names of the English one: “${original}”.`,
    };
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
    return {
      message: `It is no ICU message, at character ${error.column}: ${error.message}`,
      remedy: `Write it as the English one: “${original}”.`,
    };
  }
}

/** Text of the remedy for an unknown key. */
function remedyOf(key: string): string {
  const close = closeNames(key, Object.keys(english)).slice(0, MOST_CLOSE);
  return close.length > 0
    ? `Write ${close.join(' or ')}, or remove it.`
    : 'Remove it, or write a key of src/words/catalogues/en.ts, in a package lib/words/catalogues/en.js.';
}

function catalogueOf(tag: string): Messages {
  const base = new Intl.Locale(tag).language;
  return { ...catalogues.get(base), ...catalogues.get(tag) };
}
