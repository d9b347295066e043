import type { Alternative, Demand, SchemeKind } from '../../model/security.ts';
import type { Constraint } from '../words.ts';
import { joined, listOf } from '../words.ts';

/** As their specifications write them; others stay as the descriptor has them. */
const HTTP_SCHEMES: ReadonlyMap<string, string> = new Map(
  ['Basic', 'Digest', 'Bearer', 'DPoP', 'GNAP', 'HOBA', 'Mutual', 'Negotiate', 'NTLM', 'PrivateToken', 'vapid'].map(
    (name) => [name.toLowerCase(), name],
  ),
);

/** `bearer` → `Bearer`. */
export function httpSchemeName(scheme = ''): string {
  return HTTP_SCHEMES.get(scheme.toLowerCase()) ?? scheme;
}

/** `HTTP Bearer`, `API key in header ` + `X-API-Key`, `OAuth 2`. */
export function schemeWords(scheme: SchemeKind): Constraint {
  switch (scheme.type) {
    case 'http':
      return [`HTTP ${httpSchemeName(scheme.scheme)}`.trim()];
    case 'apiKey':
      return [`API key in ${PLACES[scheme.in ?? 'header']}`, ...(scheme.name === undefined ? [] : [scheme.name])].map(
        (part, index, all) => (index === 0 && all.length > 1 ? `${part} ` : part),
      );
    case 'oauth2':
      return ['OAuth 2'];
    case 'openIdConnect':
      return ['OpenID Connect'];
    case 'mutualTLS':
      return ['client certificate'];
    default:
      return [scheme.type satisfies never];
  }
}

const PLACES = { header: 'header', query: 'query parameter', cookie: 'cookie' } as const;

/**
 * Alternatives joined by "or", what belongs together by "and", scopes behind their schemes: `HTTP Bearer
 * (orders:write) or API key in header X-Key`. Those that demand nothing are left out.
 */
export function alternativesWords(alternatives: readonly Alternative[]): Constraint {
  const words = alternatives
    .filter((alternative) => alternative.length > 0)
    .map((alternative) => separated(alternative.map(demandWords), ' and '));
  return separated([...new Map(words.map((one) => [one.join('\n'), one])).values()], ' or ');
}

/** Scopes behind their scheme; one that the descriptor does not define by its name. */
function demandWords({ name, scheme, scopes }: Demand): Constraint {
  const words = scheme === null ? ['', name, ', which the description does not define'] : schemeWords(scheme);
  return scopes.length === 0 ? words : joined([words, [' ('], listOf(scopes, ', '), [')']]);
}

function separated(parts: readonly Constraint[], separator: string): Constraint {
  return joined(parts.flatMap((part, index) => (index === 0 ? [part] : [[separator], part])));
}
