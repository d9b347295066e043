import type { Api } from '../../model/api.ts';
import type { OAuthFlowObject, SecuritySchemeObject } from '../../model/openapi-objects.ts';
import type { Constraint } from '../words.ts';

/** What stands before all of them. */
export const FOREIGN_SCHEMES = 'The descriptor names these; this site does not check them:';

/** A security scheme of the descriptor, which this site does not check. */
export interface SchemeView {
  readonly name: string;
  readonly words: Constraint;
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

export function schemeViews(api: Api): readonly SchemeView[] {
  return Object.entries(api.record.components.securitySchemes).map(([name, reference]) =>
    schemeView(name, api.components.resolve(reference).value),
  );
}

function schemeView(name: string, scheme: SecuritySchemeObject): SchemeView {
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

/** `HTTP bearer, JWT`, `API key in the header ` + `X-Key`, `OAuth 2`. */
function schemeWords(scheme: SecuritySchemeObject): Constraint {
  switch (scheme.type) {
    case 'http':
      return [`HTTP ${scheme.scheme ?? ''}${scheme.bearerFormat === undefined ? '' : `, ${scheme.bearerFormat}`}`];
    case 'apiKey':
      return withCode(`API key in the ${scheme.in ?? 'header'}`, ' ', scheme.name);
    case 'oauth2':
      return withCode('OAuth 2', ': ', scheme.oauth2MetadataUrl);
    case 'openIdConnect':
      return withCode('OpenID Connect', ': ', scheme.openIdConnectUrl);
    case 'mutualTLS':
      return ['Client certificate'];
    default:
      return [scheme.type satisfies never];
  }
}

function withCode(words: string, separator: string, code: string | undefined): Constraint {
  return code === undefined || code === '' ? [words] : [words + separator, code];
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
