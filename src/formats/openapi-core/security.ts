import type { Components } from '../../model/components.ts';
import type { OAuthFlowObject, SecurityRequirementObject, SecuritySchemeObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import type { Service } from '../../model/service.ts';
import { distinct } from '../../schema/json-values.ts';
import { type SiteLogin, siteLogins, siteLoginsOf } from '../site-logins.ts';
import type { SpecificationVersion } from './schema-writer.ts';
import { asItIs, type JsonMap, list, map, object, setAside, UNSAID, uriReference, type Writer } from './writing.ts';

/** Key for the descriptor's requirements if {@link siteSecurity} replaces them. */
const DESCRIPTOR_SECURITY = 'x-platform-descriptor-security';

/** Security schemes, by name, for the log-ins of this site that the operations of these services require. */
export function siteSchemes(services: readonly Service[]): Readonly<Record<string, SecuritySchemeObject>> {
  const operations = services.flatMap((service) => service.getAllOperations());
  return Object.fromEntries(operations.flatMap(siteLoginsOf).map((login) => [login.name, schemeOf(login)]));
}

function schemeOf({ login, description }: SiteLogin): SecuritySchemeObject {
  if (login === null) return { type: 'http', scheme: 'closed', description };
  return { type: 'http', scheme: login.scheme.toLowerCase(), description, 'x-platform-realm': login.realm };
}

/**
 * Security of an operation in OpenAPI: the log-in that this site enforces, combined with those schemes of the
 * descriptor that a client can send in the same request. The log-in uses the Authorization field, so other schemes that
 * use this field are left out. If only part of an API requires a log-in, open operations get an empty list. Operations
 * that no user may call name the scheme `site-closed`, because an empty list would mean open.
 */
export function siteSecurity(operation: Operation): JsonMap {
  const { record, service } = operation;
  const { api } = service;
  const logins = siteLoginsOf(operation);
  if (logins.length === 0) {
    const isOpenHere = !operation.namesSecurity() && operation.isAnsweredHere() && service.getKind() !== 'webhook';
    return { security: isOpenHere && siteLogins(api).size > 0 ? [] : (record.security ?? undefined) };
  }
  const demanded = operation.getSecurity();
  const beside =
    demanded.length === 0 ? [{}] : demanded.map((requirement) => withoutAuthorization(requirement, api.components));
  const security = logins.flatMap(({ name }) =>
    beside.map((requirement): SecurityRequirementObject => ({ [name]: [], ...requirement })),
  );
  return {
    security: distinct(security),
    [DESCRIPTOR_SECURITY]: demanded.some((requirement) => Object.keys(requirement).length > 0) ? demanded : undefined,
  };
}

/** Removes schemes that use the Authorization field, which carries the log-in of this site. */
function withoutAuthorization(
  requirement: SecurityRequirementObject,
  components: Components,
): SecurityRequirementObject {
  const { securitySchemes } = components.record;
  const stays = (name: string): boolean => {
    const given = Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined;
    if (given === undefined) return false;
    const scheme = components.resolve(given).value;
    return (
      scheme.type === 'mutualTLS' ||
      (scheme.type === 'apiKey' && (scheme.in !== 'header' || scheme.name?.toLowerCase() !== 'authorization'))
    );
  };
  return Object.fromEntries(Object.entries(requirement).filter(([name]) => stays(name)));
}

type SchemeKey = Exclude<keyof SecuritySchemeObject, `x-${string}`>;

/** Required and optional keys of each type of security scheme, besides `type` and `description`. */
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

/** Writes requirements; {@link UNSAID} if none can be written, because an empty list would mean "no log-in". */
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
      // Scheme names are case-insensitive, but many tools accept only lower case: `bearer`, `basic`.
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
