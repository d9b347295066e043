import type { OAuthFlowObject, SecuritySchemeObject } from '../../model/openapi-objects.ts';
import type { Constraint } from '../words.ts';

/** A security scheme of the descriptor, which this site does not check. */
export interface SchemeView {
  readonly name: string;
  readonly words: string;
  readonly description: string | null;
  readonly flows: readonly FlowView[];
}

/** A way to a token of OAuth 2. */
interface FlowView {
  readonly name: string;
  /** `token from ` + its address. */
  readonly addresses: readonly Constraint[];
  readonly scopes: readonly (readonly [name: string, meaning: string])[];
}

export function schemeView(name: string, scheme: SecuritySchemeObject): SchemeView {
  return {
    name,
    words: schemeWords(scheme),
    description: scheme.description ?? null,
    flows: Object.entries(scheme.flows ?? {}).map(([flow, { scopes, ...urls }]) => ({
      name: flow,
      addresses: addressesOf(urls),
      scopes: Object.entries(scopes ?? {}).map(([scope, meaning]) => [scope, String(meaning)]),
    })),
  };
}

/** `HTTP bearer, JWT`, `API key in the header X-Key`, `OAuth 2`. */
function schemeWords(scheme: SecuritySchemeObject): string {
  switch (scheme.type) {
    case 'http':
      return `HTTP ${scheme.scheme ?? ''}${scheme.bearerFormat === undefined ? '' : `, ${scheme.bearerFormat}`}`;
    case 'apiKey':
      return `API key in the ${scheme.in ?? 'header'} ${scheme.name ?? ''}`.trim();
    case 'oauth2':
      return scheme.oauth2MetadataUrl === undefined ? 'OAuth 2' : `OAuth 2: ${scheme.oauth2MetadataUrl}`;
    case 'openIdConnect':
      return `OpenID Connect: ${scheme.openIdConnectUrl ?? ''}`;
    case 'mutualTLS':
      return 'Client certificate';
    default:
      return scheme.type satisfies never;
  }
}

function addressesOf({
  authorizationUrl,
  deviceAuthorizationUrl,
  tokenUrl,
  refreshUrl,
}: Omit<OAuthFlowObject, 'scopes'>): readonly Constraint[] {
  const addresses = [
    ['log-in at ', authorizationUrl],
    ['device log-in at ', deviceAuthorizationUrl],
    ['token from ', tokenUrl],
    ['refreshed at ', refreshUrl],
  ] as const;
  return addresses.flatMap(([words, url]) => (url === undefined ? [] : [[words, url]]));
}
