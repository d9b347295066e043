import type { Sourced } from '../../options/merge.ts';
import { findSourced, isNamed } from '../../options/merge.ts';
import type { Place } from '../../options/place.ts';
import { filePath, oneOf, UNPRINTABLE, whole } from '../../options/scalars.ts';
import type { KeySchema, Schema } from '../../options/schema.ts';
import { about, list, map, record, scalar } from '../../options/schema.ts';
import type { AdapterRecord } from '../configuration.ts';
import { type AcceptedScheme, acceptedSchemes, schemeOptions } from '../schemes.ts';

/** The class identifier of both kinds (specification §2.2). */
const HTTP_ADAPTER = 'Platform\\MvcAuth\\Authentication\\HttpAdapter';
const DEFAULT_NONCE_TIMEOUT_SECONDS = 3600;
/** Thirty years: beyond it dates would overflow sooner or later. */
const MOST_SECONDS = 999_999_999;
const MOST_CHARACTERS = 100;
/** More is no name, and every challenge repeats it. */
const MOST_REALM_CHARACTERS = 255;

const realm: Schema<string> = scalar(
  'a text that clients show, such as api',
  { type: 'string', minLength: 1, maxLength: MOST_REALM_CHARACTERS },
  (value, wrong) => {
    if (typeof value !== 'string') return wrong('It must be text.');
    if (value === '') return wrong('It is empty.');
    if (value.length > MOST_REALM_CHARACTERS) return wrong(`It has more than ${MOST_REALM_CHARACTERS} characters.`);
    return UNPRINTABLE.test(value) ? wrong('It contains a control character.') : value;
  },
);

const digestDomains: Schema<readonly string[]> = scalar(
  'URIs separated by spaces, such as "/library /billing", or \'\'',
  { type: 'string' },
  (value, wrong, quoted) => {
    if (typeof value !== 'string') return wrong('It must be text.');
    if (/[\p{Cc}"\\]|[^\x20-\x7e]/u.test(value)) return wrong('It contains a character that is not allowed in a URI.');
    const uris = value.split(' ').filter((uri) => uri !== '');
    const odd = uris.find((uri) => !(/^\/(?!\/)/.test(uri) || (/^https?:\/\//i.test(uri) && URL.canParse(uri))));
    return odd === undefined ? uris : wrong(`${quoted(odd)} is neither a path nor an http or https URL.`);
  },
);

const optionKeys = {
  accept_schemes: about(
    'How users log in.',
    list('a list such as [basic] or [digest]', oneOf(acceptedSchemes, { foldCase: true })),
  ),
  realm: about(
    'What clients show when they ask for the password. Each line of a digest file is made for one realm.',
    realm,
  ),
  htpasswd: about('The users of HTTP Basic.', filePath('the path of a password file, such as data/htpasswd')),
  htdigest: about('The users of HTTP Digest with MD5.', filePath('the path of a digest file, such as data/htdigest')),
  htdigest_sha256: about(
    'The users of HTTP Digest with SHA-256.',
    filePath('the path of a digest file with SHA-256 entries, such as data/htdigest-sha256'),
  ),
  digest_domains: about(
    'The URIs that share the log-in, for clients of HTTP Digest; empty: the whole origin.',
    digestDomains,
    '',
  ),
  nonce_timeout: about(
    'How long a nonce of HTTP Digest is valid. Clients then get a new one without asking for the password again.',
    whole("a number of seconds, such as '3600'", 1, MOST_SECONDS),
    String(DEFAULT_NONCE_TIMEOUT_SECONDS),
  ),
};

const adapterMap = map({
  adapter: about('The kind of the adapter, the same for Basic and Digest.', oneOf([HTTP_ADAPTER])),
  options: map(optionKeys),
});

/** One adapter. Whatever is wrong with it, there is a record: what was to be protected by it stays closed. */
const adapter: Schema<AdapterRecord> = {
  expected: 'the keys adapter and options',
  mayBeEmpty: true,
  json: adapterMap.json,
  read(sourced, outer) {
    const name = outer.keys.at(-1) ?? '';
    const place = outer.closing({ kind: 'adapter', name });
    const read = adapterMap.read(sourced, place);
    if (read === undefined) return closedAdapter(name);
    const isGiven = (...keys: readonly string[]): boolean => isNamed(sourced, keys);
    if (!isGiven('adapter')) place.at('adapter').complain('It is missing.', `Write ${HTTP_ADAPTER}.`);
    if (!isGiven('options'))
      place.at('options').complain('It is missing.', 'Write accept_schemes, realm and htpasswd or htdigest below it.');
    const options = read.options;
    const schemes = [...new Set(options?.accept_schemes)];
    if (options !== undefined) {
      const at = place.at('options');
      completeOptions(
        schemes,
        isEmptyList(findSourced(sourced, ['options', 'accept_schemes'])),
        (key) => isGiven('options', key),
        at,
      );
      // A digest file separates its columns by colons.
      if (schemes.includes('digest') && options.realm?.includes(':'))
        at.at('realm').complain('A digest file cannot contain a realm with a colon.', `Write ${realm.expected}.`);
    }
    return {
      ...closedAdapter(name),
      schemes,
      realm: options?.realm ?? '',
      htpasswdFile: options?.htpasswd ?? null,
      htdigestFile: options?.htdigest ?? null,
      htdigestSha256File: options?.htdigest_sha256 ?? null,
      digestDomains: options?.digest_domains ?? [],
      nonceTimeoutSeconds: options?.nonce_timeout ?? DEFAULT_NONCE_TIMEOUT_SECONDS,
    };
  },
};

/** Complains about what is left out. */
function completeOptions(
  schemes: readonly AcceptedScheme[],
  noScheme: boolean,
  isGiven: (key: keyof typeof optionKeys) => boolean,
  place: Place,
): void {
  const missing = (key: keyof typeof optionKeys, message: string): void => {
    place.at(key).complain(message, `Write ${optionKeys[key].expected}.`);
  };
  if (!isGiven('accept_schemes')) missing('accept_schemes', 'It is missing.');
  else if (noScheme) missing('accept_schemes', 'It names no scheme.');
  if (!isGiven('realm')) missing('realm', 'It is missing.');
  for (const scheme of acceptedSchemes) {
    const { files } = schemeOptions[scheme];
    if (schemes.includes(scheme) && !files.some(isGiven))
      missing(files[0], `The scheme ${scheme} needs it, and it is missing.`);
  }
}

function isEmptyList(sourced: Sourced | undefined): boolean {
  return sourced?.kind === 'value' && Array.isArray(sourced.value) && sourced.value.length === 0;
}

/** Stands for an adapter that cannot be made: its problems are added when all are known. */
export function closedAdapter(name: string): AdapterRecord {
  return {
    name,
    schemes: [],
    realm: '',
    htpasswdFile: null,
    htdigestFile: null,
    htdigestSha256File: null,
    digestDomains: [],
    nonceTimeoutSeconds: DEFAULT_NONCE_TIMEOUT_SECONDS,
    problems: [],
  };
}

const adapterName: KeySchema = {
  expected: 'a name such as staff, of letters, digits, spaces, dots, hyphens and underscores',
  problem: nameProblem,
  json: { not: { const: 'public' }, maxLength: MOST_CHARACTERS, pattern: '^[^/@:]+$' },
};

function nameProblem(name: string): string | undefined {
  if (name === 'public') return 'This name stands for documentation without a log-in.';
  return name.length <= MOST_CHARACTERS && /^[\p{L}\p{N}_](?:[\p{L}\p{N}_. -]*[\p{L}\p{N}_.-])?$/u.test(name)
    ? undefined
    : 'This cannot be a name.';
}

/** `platform-mvc-auth.authentication.adapters`. */
export const adaptersSection = record(adapterName, adapter);
