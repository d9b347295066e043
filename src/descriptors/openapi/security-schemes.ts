import { type OAuthFlowObject, SECURITY_SCHEME_TYPES, type SecuritySchemeObject } from '../../model/openapi-objects.ts';
import { type Convert, fieldsOf, flag, isAbsent, mapOf, oneOf, raw, text } from './shapes.ts';

const TYPES: ReadonlySet<unknown> = new Set(SECURITY_SCHEME_TYPES);

/** Scope → what it lets do; some descriptors leave that out. */
export const scopes: Convert<Readonly<Record<string, string>>> = mapOf((scope, inner) =>
  isAbsent(scope.value) ? '' : text(scope, inner),
);

const convertFlow: Convert<OAuthFlowObject> = (node, reading) => {
  const fields = fieldsOf(node, reading, 'an OAuth flow', {
    authorizationUrl: text,
    deviceAuthorizationUrl: text,
    tokenUrl: text,
    refreshUrl: text,
    scopes,
  });
  return fields === undefined ? undefined : ({ scopes: {}, ...fields } as OAuthFlowObject);
};

/** Location of an API key in a request. */
export const keyPlace = oneOf(['query', 'header', 'cookie']);

/** Converts a security scheme; undefined when OpenAPI does not know its kind. */
export const convertSecurityScheme: Convert<SecuritySchemeObject> = (node, reading) => {
  const fields = fieldsOf(node, reading, 'a security scheme', {
    type: raw,
    description: text,
    name: text,
    in: keyPlace,
    scheme: text,
    bearerFormat: text,
    flows: mapOf(convertFlow),
    openIdConnectUrl: text,
    oauth2MetadataUrl: text,
    deprecated: flag,
  });
  if (fields === undefined || TYPES.has(fields['type'])) return fields as SecuritySchemeObject | undefined;
  const message = `The security scheme “${node.key}” has no known “type”; it was left out.`;
  reading.warn(node, 'security-type', message, 'Write apiKey, http, mutualTLS, oauth2 or openIdConnect.');
  return undefined;
};
