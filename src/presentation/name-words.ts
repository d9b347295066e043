import type { Components } from '../model/components.ts';
import { computedOnce } from '../model/computed-once.ts';
import { decodedText } from '../model/texts.ts';

/** Boundaries of words in names: punctuation, and changes of case (`bookTitle`, `HTTPServer`). */
const BETWEEN_WORDS = /[\s_\-./:~+,;|#]+|(?<=[\p{Ll}\d])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Splits a name: `ConfigMap` → `Config`, `Map`; `userIDs`, `OpenIDKeys` → `user`, `IDs` and `OpenID`, `Keys`. */
export function partsOfName(name: string): readonly string[] {
  const parts: string[] = [];
  for (const part of name
    .replaceAll(SYLLABLE, (syllables) => sentenceCase(syllables.toLowerCase()))
    .split(BETWEEN_WORDS)) {
    const joined = `${parts.at(-1) ?? ''}${part}`;
    if (parts.length > 0 && SPELLINGS.has(joined)) parts[parts.length - 1] = joined;
    else if (part !== '') parts.push(part);
  }
  return parts;
}

/** Beginning of a word that names part with a capital: `unSuspend`, `ReSend`. */
const SYLLABLE = /(?<!\p{L})(?:[Uu]n|[Rr]e|[Dd]is)\p{Lu}(?=\p{Ll})/gu;

/** Removes punctuation and case for comparisons: `OAuth 2` → `oauth2`. */
export function lettersIn(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Converts a name to text: `createDropletAction` → `Create droplet action`; '' for a name without words. */
export function wordsOfName(name: string): string {
  return wordsIn(partsOfName(name).map(wordInText));
}

function wordsIn(words: readonly string[]): string {
  return words.some((word) => /\p{L}{2}/u.test(word)) ? sentenceCase(words.join(' ')) : '';
}

/** Capitalizes the first letter, unless the first word contains a capital, such as `iPhone`. */
export function sentenceCase(text: string): string {
  return /^\p{Ll}(?!\S*\p{Lu})/u.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

/** Words with a fixed spelling; their case in names is ignored. */
const SPELLED = (
  '2D 3D ACL AI API BGP CA CDN CI CIDR CLI CORS CPU CSI CSR CSS CSV CVE DB DHCP DKIM DNS FTP GPG GPU HMAC HTML HTTP ' +
  'HTTPS IAM IBAN ID IP IPv4 IPv6 IoT JSON JWK JWKS JWT KMS LDAP LFS LLM MFA NAT NFS OIDC OTP PDF PGP QR RAM RBAC ' +
  'RPC RSA RSS SAML SARIF SBOM SCIM SDK SFTP SHA SKU SLA SMS SMTP SQL SSD SSH SSL SSO SVG SaaS TCP TLS TTL UDP UI ' +
  'URI URL USB UTC UUID VAT VLAN VM VPC VPN VPS XML YAML ' +
  'CodeQL GitHub GraphQL MongoDB MySQL OAuth OAuth2 OpenAPI OpenID PostgreSQL iOS macOS'
).split(' ');
const SPELLINGS: ReadonlySet<string> = new Set(SPELLED.flatMap((word) => [word, `${word}s`]));
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map(SPELLED.map((word) => [word.toLowerCase(), word]));

/** Converts a word of a name to its spelling within a sentence. Unknown abbreviations keep their capitals. */
function wordInText(word: string): string {
  const small = word.toLowerCase();
  const whole = ABBREVIATIONS.get(small);
  if (whole !== undefined) return whole;
  const singular = small.endsWith('s') ? ABBREVIATIONS.get(small.slice(0, -1)) : undefined;
  if (singular !== undefined) return `${singular}s`;
  return /^\p{Lu}\p{Ll}/u.test(word) ? small : word;
}

interface Segment {
  readonly text: string;
  /** Text of the segment in a title. */
  readonly words: string;
  readonly isParameter: boolean;
}

/** Version segment: `v1`, `v2beta1`, `1.0`, `2024`, `2010-04-01`, `v{version}`. */
const VERSION = /^v\d[\w.]*$|^\d+(?:[.-]\d+)*$|^v\{[^{}]*\}$/i;
const HOST = /^[\w-]+(?:\.[\w-]+)+$/;
const FORMAT = /\.(?:json|xml)$/i;

/** Map of words joined without a separator → the same words with blanks. */
type Spellings = ReadonlyMap<string, string>;

/** Spellings derived from schema names and their plurals: `ConfigMap` yields `configmaps` → `config maps`. */
export const spellingsOf = computedOnce((components: Components): Spellings => {
  const names = Object.keys(components.record.schemas).map((name) =>
    partsOfName(name.slice(name.lastIndexOf('.') + 1).toWellFormed()),
  );
  const words = names.filter((parts) => parts.length > 1 && parts.every(({ length }) => length > 1));
  const singulars = words.map((parts) => parts.join(' ').toLowerCase());
  const forms = singulars.flatMap((name) => [`${name}s`, `${name}es`, name.replace(/y$/, 'ies'), name]);
  return new Map(forms.map((form) => [form.replaceAll(' ', ''), form]));
});

/** Sources of a title. */
export interface Naming {
  /** Title that an author gave; null: none. */
  readonly given: string | null;
  /** Titles that texts suggest, best first, if no other item has the same. */
  readonly said: readonly string[];
  readonly path: string;
}

/**
 * Titles of items, different except for given ones: given or said ones, else the text of a path's static segments after
 * the prefix that most paths share, such as `Backups` for `/v2/droplets/{id}/backups`. Equal titles of paths are
 * distinguished by the earlier segments, then by the parameters, and finally by the whole path.
 */
export function namesOf<Item>(
  items: readonly Item[],
  namingOf: (item: Item) => Naming,
  spellings: Spellings = new Map(),
): ReadonlyMap<Item, string> {
  const named = items.map((item) => ({ item, ...namingOf(item) }));
  const paths = named.map(({ path }) => segmentsOf(path, spellings));
  const start = mostCommonStart(paths);
  const titles = new Map(named.map(({ item, given, path }) => [item, given ?? path]));
  const used = new Set(['', ...named.flatMap(({ given }) => (given === null ? [] : [keyOf(given)]))]);
  let waiting = named.flatMap(({ item, given, said }, index) =>
    given === null
      ? [
          {
            item,
            path: paths[index] ?? [],
            candidates: [said[0] ?? '', said[1] ?? '', ...candidatesFor(paths[index] ?? [], start)],
          },
        ]
      : [],
  );
  for (let level = 0; level < LEVELS; level += 1) {
    if (level === SAID)
      for (const alike of Map.groupBy(waiting, ({ candidates: [said] }) => said).values()) tellApart(alike);
    const byTitle = Map.groupBy(waiting, ({ candidates }) => keyOf(candidates[level] ?? ''));
    waiting = [...byTitle].flatMap(([key, members]) => {
      // Of items that are said to be the same, the one with the shortest path is meant.
      const shortest = members.reduce((least, { path }) => Math.min(least, path.length), Number.POSITIVE_INFINITY);
      const [only, ...others] = level < SAID ? members.filter(({ path }) => path.length === shortest) : members;
      if (only === undefined || others.length > 0 || used.has(key)) return members;
      titles.set(only.item, only.candidates[level] ?? '');
      used.add(key);
      return members.filter((member) => member !== only);
    });
  }
  return titles;
}

/** Number of candidates for a title that are said, and of all, with those of the functions below. */
const SAID = 2;
const LEVELS = 6;
/** Number of segments that are compared to tell items with the same title apart. */
const MOST_COMPARED = 20;

/** Adds candidates to items of the same title: with the segment by which all their paths differ, `Rooms / Lock`. */
function tellApart(members: readonly { readonly path: readonly Segment[]; readonly candidates: string[] }[]): void {
  const names = members.map(({ path }) =>
    withoutParameters(path)
      .slice(0, MOST_COMPARED)
      .map(({ words }) => words),
  );
  const shortest = names.reduce((least, { length }) => Math.min(least, length), MOST_COMPARED);
  const place = Array.from({ length: shortest - 1 }, (_, at) => at).find(
    (at) => new Set(names.map((words) => words[at])).size === members.length,
  );
  for (const [index, { candidates }] of members.entries()) {
    const said = members.length > 1 && place !== undefined && candidates[0] !== '' ? candidates[0] : undefined;
    candidates.splice(SAID, 0, said === undefined ? '' : `${names[index]?.[place ?? 0]} / ${said}`);
  }
}

/** Candidate titles of a path in the order of preference; '' for a path without words. */
function candidatesFor(path: readonly Segment[], start: readonly string[]): readonly [string, string, string] {
  const common = sharedLength(path, start);
  const first = path.findIndex((segment, place) => place >= common && !segment.isParameter);
  const found = first === -1 ? lastName(path) : first;
  if (found === -1) return ['', '', ''];
  // A fragment says what is done to the resource before it.
  const isFragment = path[found]?.text.includes('#') === true;
  const from = isFragment
    ? Math.max(
        0,
        path.slice(0, found).findLastIndex(({ isParameter }) => !isParameter),
      )
    : found;
  const unversioned = path.slice(path.findIndex(({ text }) => !VERSION.test(text)));
  return [
    joined(withoutParameters(path.slice(from))),
    joined(withoutParameters(unversioned)),
    joined(path.slice(Math.min(common, from))),
  ];
}

function withoutParameters(segments: readonly Segment[]): readonly Segment[] {
  return segments.filter(({ isParameter }) => !isParameter);
}

/** Index of the last static segment that is not a final version; -1 without static segments. */
function lastName(path: readonly Segment[]): number {
  const last = path.findLastIndex(({ isParameter }) => !isParameter);
  const before = path.slice(0, Math.max(last, 0)).findLastIndex(({ isParameter }) => !isParameter);
  return before !== -1 && VERSION.test(path[last]?.text ?? '') ? before : last;
}

function joined(segments: readonly Segment[]): string {
  return segments.map(({ words }) => words).join(' / ');
}

function keyOf(title: string): string {
  return title.toLowerCase();
}

function segmentsOf(path: string, spellings: Spellings): readonly Segment[] {
  return path
    .split('/')
    .filter((segment) => segment !== '')
    .map((text) => {
      const read = decodedText(text).replace(FORMAT, '');
      const name = wordsBesideParameters(read);
      return /[\p{L}\p{N}]/u.test(name)
        ? { text, isParameter: false, words: wordsOfSegment(spellings.get(name) ?? name) }
        : { text, isParameter: true, words: read };
    });
}

/** Parameter with its name and quotes, as in `;id={id}`. */
const PARAMETER_TEXT = /(?:[\w.-]{1,60}=)?['"]?\{[^{}]*\}['"]?/g;

/**
 * Text of a segment without its parameters, such as `cancel` of `{name}:cancel`, and without the keys and arguments of
 * OData, such as `('{user}')`. Functions have no namespace: `Shop.Default.Rate()` → `Rate`.
 */
function wordsBesideParameters(segment: string): string {
  const called = segment
    .replaceAll(/\([^()]*\)/g, (group) => (group === '()' || group.includes('{') ? ' ' : group))
    .trim();
  const name = called !== segment && HOST.test(called) ? called.slice(called.lastIndexOf('.') + 1) : called;
  return name.replaceAll(PARAMETER_TEXT, ' ').trim();
}

/** Converts a segment to text; hosts, versions and codes of letters and digits stay unchanged. */
function wordsOfSegment(text: string): string {
  if (VERSION.test(text) || HOST.test(text)) return text;
  return wordsIn(text.split(/[\s_\-./:~+,;|#]+/).flatMap(wordsOrCode)) || sentenceCase(text.trim());
}

function wordsOrCode(text: string): readonly string[] {
  const parts = partsOfName(text);
  const isCode = parts.length > 1 && parts.some((part) => /\d/.test(part) && !ABBREVIATIONS.has(part.toLowerCase()));
  return isCode ? [text] : parts.map(wordInText);
}

/** Text of a path's static segments for the middle of a sentence. */
export function resourceNames(
  path: string,
  spellings: Spellings = new Map(),
): { readonly names: readonly string[]; readonly isEntity: boolean } {
  const segments = segmentsOf(path, spellings);
  const names = segments.flatMap(({ words, isParameter }) => (isParameter ? [] : [withSmallStart(words)]));
  return { names, isEntity: segments.at(-1)?.isParameter === true };
}

function withSmallStart(words: string): string {
  return /^\p{Lu}\p{Ll}+(?=\s|$)/u.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}

/** Minimum number of names of which a common beginning is left out. */
const FEWEST_WITH_START = 4;

/** Removes the words that nearly all titles begin with, `Chat V2` of `ChatV2Member`, from the titles by name. */
export function withoutSharedStart(titles: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const most = Math.max(FEWEST_WITH_START, titles.size * 0.9);
  const start: string[] = [];
  for (let members = [...titles.values()].map(partsOfName); ; ) {
    const byNext = Map.groupBy(members, (parts) => parts.at(start.length + 1) && parts[start.length]);
    const [next, followers] = [...byNext].find(([, { length }]) => length >= most) ?? [];
    if (next === undefined || followers === undefined) break;
    start.push(next);
    members = followers;
  }
  if (start.length === 0) return titles;
  const shown = new Map([...titles].map(([name, title]) => [name, withoutStart(title, start)]));
  // Numbers alone are no titles.
  return [...shown.values()].every((title) => /\p{L}{2}/u.test(title)) ? shown : titles;
}

function withoutStart(title: string, start: readonly string[]): string {
  const parts = partsOfName(title);
  if (parts.length <= start.length || start.some((part, at) => parts[at] !== part || !title.includes(part)))
    return title;
  const rest = start.reduce((text, part) => text.slice(text.indexOf(part) + part.length), title);
  const text = rest.replace(/^[^\p{L}\p{N}]+/u, '');
  return title.includes(' ') ? sentenceCase(text) : wordsOfName(text) || text;
}

/**
 * Longest prefix that more than half of the paths share, ignoring the names of parameters. A few unrelated paths in a
 * group do not matter.
 */
function mostCommonStart(paths: readonly (readonly Segment[])[]): readonly string[] {
  const start: string[] = [];
  for (let members = paths; ; ) {
    const byNext = Map.groupBy(members, (path) => keyIn(path[start.length]));
    const [next, followers = []] = [...byNext].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
    if (next === undefined || next === END || followers.length * 2 <= paths.length) return start;
    start.push(next);
    members = followers;
  }
}

const END = '';
const PARAMETER = '{}';

function keyIn(segment: Segment | undefined): string {
  if (segment === undefined) return END;
  return segment.isParameter ? PARAMETER : segment.text;
}

function sharedLength(path: readonly Segment[], start: readonly string[]): number {
  const differing = start.findIndex((key, place) => keyIn(path[place]) !== key);
  return differing === -1 ? start.length : differing;
}
