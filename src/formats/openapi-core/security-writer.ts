import type { OAuthFlowObject, SecurityRequirementObject, SecuritySchemeObject } from '../../model/openapi-objects.ts';
import { uriReference } from './scalars.ts';
import type { SpecificationVersion } from './schema-writer.ts';
import { asItIs, list, map, object, setAside, UNSAID, type Writer } from './writing.ts';

type SchemeKey = Exclude<keyof SecuritySchemeObject, `x-${string}`>;

/** Keys of each type of Security Scheme Object beside `type` and `description`: required and allowed ones. */
const KEYS: Readonly<
  Record<
    SecuritySchemeObject['type'],
    { readonly required: readonly SchemeKey[]; readonly allowed: readonly SchemeKey[] }
  >
> = {
  apiKey: { required: ['name', 'in'], allowed: [] },
  http: { required: ['scheme'], allowed: ['bearerFormat'] },
  mutualTLS: { required: [], allowed: [] },
  oauth2: { required: ['flows'], allowed: ['oauth2MetadataUrl'] },
  openIdConnect: { required: ['openIdConnectUrl'], allowed: [] },
};
const ALL_KEYS: readonly SchemeKey[] = [
  ...new Set(Object.values(KEYS).flatMap(({ required, allowed }) => [...required, ...allowed])),
];

const requirement: Writer<SecurityRequirementObject> = (value, scope) => {
  const isEnforced = Object.keys(value).some((name) => scope.enforced.has(name));
  const entries: [string, readonly string[]][] = [];
  for (const [name, scopes] of Object.entries(value)) {
    const known = scope.schemes.get(name);
    if (known === undefined && !isEnforced) return UNSAID;
    if (known !== undefined) entries.push([known, scopes]);
  }
  return Object.fromEntries(entries);
};

/** A list that loses all its requirements must not read as "no log-in needed": it is set aside as a whole. */
export const securityRequirements: Writer<readonly SecurityRequirementObject[]> = (value, scope) =>
  list(requirement, Math.min(value.length, 1))(value, scope);

export const scopes = map(asItIs);

export function securityScheme(version: Exclude<SpecificationVersion, '2.0'>): Writer<SecuritySchemeObject> {
  const newest = version === '3.2';
  const flow = (...urls: readonly ('authorizationUrl' | 'deviceAuthorizationUrl' | 'tokenUrl')[]): Writer<unknown> =>
    object<OAuthFlowObject>({
      prepare: ({ scopes: first, ...others }) => ({ scopes: first, ...others }),
      fields: { ...Object.fromEntries(urls.map((url) => [url, uriReference])), refreshUrl: uriReference, scopes },
      words: new Set(),
      required: Object.fromEntries(urls.map((url) => [url, UNSAID])),
    });
  const device = flow('deviceAuthorizationUrl', 'tokenUrl');
  const flows = object({
    fields: {
      implicit: flow('authorizationUrl'),
      password: flow('tokenUrl'),
      clientCredentials: flow('tokenUrl'),
      authorizationCode: flow('authorizationUrl', 'tokenUrl'),
      deviceAuthorization: newest ? device : { write: device, as: 'x-deviceAuthorization' },
    },
    words: new Set(),
  });
  const scheme = object<SecuritySchemeObject>({
    prepare: prepareScheme,
    fields: {
      flows,
      // Its case means nothing, but many tools know `bearer` and `basic` alone.
      scheme: (value) => String(value).toLowerCase(),
      openIdConnectUrl: uriReference,
      oauth2MetadataUrl: newest ? uriReference : { write: uriReference, as: 'x-oauth2MetadataUrl' },
      ...(newest ? {} : { deprecated: { write: asItIs, as: 'x-deprecated' } }),
    },
  });
  return (value, scope) => {
    if (version === '3.0' && value.type === 'mutualTLS') return UNSAID;
    const written = scheme(value, scope);
    const isThere = (key: string): boolean => Object.hasOwn(Object(written), key);
    return KEYS[value.type].required.every(isThere) ? written : UNSAID;
  };
}

function prepareScheme(value: SecuritySchemeObject): object {
  const { required, allowed } = KEYS[value.type];
  const foreign = ALL_KEYS.filter((key) => !required.includes(key) && !allowed.includes(key));
  const bearer = value.type === 'http' && value.scheme?.toLowerCase() !== 'bearer' ? ['bearerFormat'] : [];
  return setAside(value, [...foreign, ...bearer]);
}
