import type { Alternative, Demand, SchemeKind } from '../model/security.ts';
import { joined, type Phrase } from '../words/phrase.ts';
import type { Words } from '../words/words.ts';

/** Names of HTTP authentication schemes in the spelling of their specifications. */
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

/** Corrects the case of a known scheme: `bearer` → `Bearer`; other names stay unchanged. */
export function httpSchemeName(scheme = ''): string {
  return HTTP_SCHEMES.find((name) => name.toLowerCase() === scheme.toLowerCase()) ?? scheme;
}

/** Text for a security scheme: `HTTP Bearer`, `API key in header ` + `X-API-Key`, `OAuth 2`. */
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
 * Text for security requirements: alternatives are joined by "or", schemes of one alternative by "and", with scopes in
 * parentheses: `HTTP Bearer (orders:write) or API key in header X-Key`. Empty alternatives are omitted.
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

/** Text for a scheme with its scopes; a scheme that the descriptor does not define is shown by its name. */
function demandWords({ name, scheme, scopes }: Demand, words: Words): Phrase {
  const way = scheme === null ? words.sentence('scheme.undefined', { name }) : schemeWords(scheme, words);
  return scopes.length === 0 ? way : joined([way, [' ('], words.codes('list.comma', scopes), [')']]);
}
