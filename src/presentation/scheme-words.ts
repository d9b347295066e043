import type { Alternative, Demand, SchemeKind } from '../model/security.ts';
import { joined, type Phrase } from '../words/phrase.ts';
import type { Words } from '../words/words.ts';

/** Names of schemes as their specifications write them; other names stay as in the descriptor. */
const HTTP_SCHEMES: readonly string[] = [
  'Basic',
  'Digest',
  'Bearer',
  'DPoP',
  'GNAP',
  'HOBA',
  'Mutual',
  'Negotiate',
  'NTLM',
  'PrivateToken',
  'vapid',
];

/** `bearer` → `Bearer`. */
export function httpSchemeName(scheme = ''): string {
  return HTTP_SCHEMES.find((name) => name.toLowerCase() === scheme.toLowerCase()) ?? scheme;
}

/** `HTTP Bearer`, `API key in header ` + `X-API-Key`, `OAuth 2`. */
export function schemeWords(scheme: SchemeKind, words: Words): Phrase {
  switch (scheme.type) {
    case 'http':
      return [`HTTP ${httpSchemeName(scheme.scheme)}`.trim()];
    case 'apiKey':
      return scheme.name === undefined
        ? [words.say(`scheme.keyIn${PLACES[scheme.in ?? 'header']}`)]
        : words.sentence(`scheme.namedKeyIn${PLACES[scheme.in ?? 'header']}`, { name: scheme.name });
    case 'oauth2':
      return ['OAuth 2'];
    case 'openIdConnect':
      return ['OpenID Connect'];
    case 'mutualTLS':
      return [words.say('scheme.certificate')];
    default:
      return [scheme.type satisfies never];
  }
}

const PLACES = { header: 'Header', query: 'Query', cookie: 'Cookie' } as const;

/**
 * Alternatives joined by "or", their parts by "and", with scopes after the schemes: `HTTP Bearer (orders:write) or API
 * key in header X-Key`. Alternatives without requirements are left out.
 */
export function alternativesWords(alternatives: readonly Alternative[], words: Words): Phrase {
  const ways = alternatives
    .filter((alternative) => alternative.length > 0)
    .map((alternative) =>
      words.list(
        'list.and',
        alternative.map((demand) => demandWords(demand, words)),
      ),
    );
  return words.list('list.or', [...new Map(ways.map((one) => [JSON.stringify(one), one])).values()]);
}

/** Words for a scheme with its scopes; a scheme that the descriptor does not define has its name only. */
function demandWords({ name, scheme, scopes }: Demand, words: Words): Phrase {
  const way = scheme === null ? words.sentence('scheme.undefined', { name }) : schemeWords(scheme, words);
  return scopes.length === 0 ? way : joined([way, [' ('], words.codes('list.comma', scopes), [')']]);
}
