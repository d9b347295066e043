import { isRecord } from '../../model/schema/json-values.ts';
import type { Shape } from './conform.ts';
import { INVALID, list, map, object, setAside } from './conform.ts';
import type { JsonMap } from './json-map.ts';
import { flag, oneOf, text, uriReference } from './scalars.ts';
import type { SpecificationVersion } from './schema-grammar.ts';

/** What each type of Security Scheme Object may have beside `type` and `description`; the first ones it must have. */
const KEYS: Readonly<Record<string, { readonly required: readonly string[]; readonly allowed: readonly string[] }>> = {
  apiKey: { required: ['name', 'in'], allowed: [] },
  http: { required: ['scheme'], allowed: ['bearerFormat'] },
  mutualTLS: { required: [], allowed: [] },
  oauth2: { required: ['flows'], allowed: ['oauth2MetadataUrl'] },
  openIdConnect: { required: ['openIdConnectUrl'], allowed: [] },
};
const ALL_KEYS = ['name', 'in', 'scheme', 'bearerFormat', 'flows', 'openIdConnectUrl', 'oauth2MetadataUrl'];

const requirement: Shape = (value, scope) => {
  if (!isRecord(value)) return INVALID;
  const isEnforced = Object.keys(value).some((name) => scope.enforced?.has(name));
  const entries: [string, unknown][] = [];
  for (const [name, scopes] of Object.entries(value)) {
    const known = scope.schemes.get(name);
    if (known === undefined && !isEnforced) return INVALID;
    if (known === undefined) continue;
    entries.push([known, Array.isArray(scopes) ? scopes.filter((item) => typeof item === 'string') : []]);
  }
  return Object.fromEntries(entries);
};
const requirements = list(requirement);
const atLeastOne = list(requirement, 1);

/** A list that loses all its requirements must not read as "no log-in needed": it is set aside as a whole. */
export const securityRequirements: Shape = (value, scope) =>
  (Array.isArray(value) && value.length > 0 ? atLeastOne : requirements)(value, scope);

export function securityScheme(version: Exclude<SpecificationVersion, '2.0'>): Shape {
  const newest = version === '3.2';
  const flow = (...urls: readonly string[]): Shape =>
    object({
      prepare: (value) => ({ scopes: {}, ...value }),
      fields: {
        ...Object.fromEntries(urls.map((url) => [url, uriReference])),
        refreshUrl: uriReference,
        scopes: map(text),
      },
      required: { ...Object.fromEntries(urls.map((url) => [url, INVALID])), scopes: {} },
    });
  const device = flow('deviceAuthorizationUrl', 'tokenUrl');
  const flows = object({
    fields: {
      implicit: flow('authorizationUrl'),
      password: flow('tokenUrl'),
      clientCredentials: flow('tokenUrl'),
      authorizationCode: flow('authorizationUrl', 'tokenUrl'),
      deviceAuthorization: newest ? device : { shape: device, as: 'x-deviceAuthorization' },
    },
  });
  const scheme = object({
    prepare: prepareScheme,
    fields: {
      type: oneOf(version === '3.0' ? ['apiKey', 'http', 'oauth2', 'openIdConnect'] : Object.keys(KEYS)),
      description: text,
      name: text,
      in: oneOf(['query', 'header', 'cookie']),
      scheme: text,
      bearerFormat: text,
      flows,
      openIdConnectUrl: uriReference,
      oauth2MetadataUrl: newest ? uriReference : { shape: uriReference, as: 'x-oauth2MetadataUrl' },
      deprecated: newest ? flag : { shape: flag, as: 'x-deprecated' },
    },
    required: { type: INVALID },
  });
  return (value, scope) => {
    const fitted = scheme(value, scope);
    if (!isRecord(fitted)) return INVALID;
    const { required } = KEYS[String(fitted['type'])] ?? { required: [] };
    return required.every((key) => Object.hasOwn(fitted, key)) ? fitted : INVALID;
  };
}

function prepareScheme(value: JsonMap): JsonMap {
  const type = String(value['type']);
  const { required, allowed } =
    Object.hasOwn(KEYS, type) && KEYS[type] !== undefined ? KEYS[type] : { required: [], allowed: [] };
  const foreign = ALL_KEYS.filter((key) => !required.includes(key) && !allowed.includes(key));
  const bearer = type === 'http' && String(value['scheme']).toLowerCase() !== 'bearer' ? ['bearerFormat'] : [];
  return setAside(value, [...foreign, ...bearer]);
}
