/** Names that programs made, in words. */

/** What separates words in names: a sign, a change from small to capital letters, the end of capitals before a word. */
const BETWEEN_WORDS = /[\s_\-./:~+,;|]+|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** `ConfigMap` → `Config`, `Map`. */
export function partsOfName(name: string): readonly string[] {
  return name.split(BETWEEN_WORDS).filter((word) => word !== '');
}

/** `createDropletAction` → `Create droplet action`, `get_HTTPServer` → `Get HTTP server`; '' where there is no word. */
export function wordsOfName(name: string): string {
  const words = partsOfName(name).map(wordInText);
  return words.some((word) => /\p{L}{2}/u.test(word)) ? sentenceCase(words.join(' ')) : '';
}

/** The first letter in capitals, unless the word has capitals of its own, as `iPhone` has. */
export function sentenceCase(text: string): string {
  return /^\p{Ll}(?!\S*\p{Lu})/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Letters of a word that is no abbreviation, but for small words, which names hardly have. */
const SHORTEST_WORD = 3;

/** What is written in capitals in every text about APIs, however a name has it. */
const ABBREVIATIONS: ReadonlySet<string> = new Set(
  'api cdn cpu csv dns html http https id ip ipv4 ipv6 json jwt nfs oidc pdf ram sdk sms sql ssh ssl tcp tls udp ui url uuid vpc vpn xml'.split(
    ' ',
  ),
);

/** @param word in small letters */
export function isAbbreviation(word: string): boolean {
  return ABBREVIATIONS.has(word);
}

/** Whether a part of a name stands for itself: shorter ones are what capitals in names such as `iPhone` leave. */
export function isWord(part: string): boolean {
  return part.length >= SHORTEST_WORD || ABBREVIATIONS.has(part.toLowerCase());
}

/** As it stands within a sentence. Other abbreviations keep the capitals that they have. */
export function wordInText(word: string): string {
  const small = word.toLowerCase();
  const [, singular = ''] = /^(.+?)s?$/.exec(small) ?? [];
  if (ABBREVIATIONS.has(small)) return capitals(small);
  if (ABBREVIATIONS.has(singular)) return `${capitals(singular)}s`;
  return /^\p{Lu}\p{Ll}/u.test(word) ? small : word;
}

/** `IPv4` has a small letter. */
function capitals(word: string): string {
  return word.toUpperCase().replace(/^IPV/, 'IPv');
}
