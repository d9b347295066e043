import type { SecuritySchemeObject } from '../../../model/openapi-objects.ts';
import { keyPlace, scopes as scopeMap } from '../metadata.ts';
import { type Convert, fieldsOf, text } from '../shapes.ts';

/** Swagger 2.0's words for the flows of OAuth 2 → those of OpenAPI 3. */
const FLOWS: Readonly<Record<string, string>> = {
  implicit: 'implicit',
  password: 'password',
  application: 'clientCredentials',
  accessCode: 'authorizationCode',
};

/** `basic`, `apiKey` and `oauth2`; undefined for anything else. */
export const convertSwaggerSecurityScheme: Convert<SecuritySchemeObject> = (node, reading) => {
  const fields = fieldsOf(node, reading, 'a security definition', {
    type: text,
    description: text,
    name: text,
    in: keyPlace,
    flow: text,
    authorizationUrl: text,
    tokenUrl: text,
    scopes: scopeMap,
  });
  if (fields === undefined) return undefined;
  const { type, flow, authorizationUrl, tokenUrl, scopes, ...rest } = fields;
  const flowName = typeof flow === 'string' && Object.hasOwn(FLOWS, flow) ? FLOWS[flow] : undefined;
  if (type === 'basic') return { ...rest, type: 'http', scheme: 'basic' };
  if (type === 'apiKey') return { ...rest, type } as SecuritySchemeObject;
  if (type === 'oauth2' && flowName !== undefined) {
    const urls = {
      ...(authorizationUrl === undefined ? {} : { authorizationUrl }),
      ...(tokenUrl === undefined ? {} : { tokenUrl }),
    };
    return { ...rest, type, flows: { [flowName]: { ...urls, scopes: scopes ?? {} } } } as SecuritySchemeObject;
  }
  const message = `The security definition “${node.key}” has no known “type” and “flow”; it was left out.`;
  reading.warn(
    node,
    'security-type',
    message,
    'Write basic, apiKey, or oauth2 with a flow: implicit, password, application or accessCode.',
  );
  return undefined;
};
