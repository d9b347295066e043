import { ownMember } from '../../model/own-property.ts';
import { isRecord } from '../../schema/json-values.ts';
import { placeOf, written } from '../openapi/source-node.ts';
import type { Json } from './files.ts';
import { annotationKey } from './types.ts';

const GRANTS: Readonly<Record<string, string>> = {
  authorization_code: 'authorizationCode',
  code: 'authorizationCode',
  implicit: 'implicit',
  token: 'implicit',
  password: 'password',
  owner: 'password',
  client_credentials: 'clientCredentials',
  credentials: 'clientCredentials',
};

/** Converts a security scheme; one that OpenAPI lacks is an HTTP scheme or a key with its type as `x-raml-type`. */
export function toSecurityScheme(scheme: Json): Json {
  const { type, description, describedBy, settings, '(x-security-scheme)': own, displayName, ...rest } = scheme;
  const texts = { ...(description !== undefined && { description }) };
  const annotations = Object.entries(rest).filter(([key]) => /^\(.+\)$/.test(key));
  const more = { ...texts, ...Object.fromEntries(annotations.map(([key, value]) => [annotationKey(key), value])) };
  const at = placeOf(scheme);
  if (isRecord(own)) return written({ ...own, ...more }, at);
  const name = String(type);
  const grants = isRecord(settings) ? [settings['authorizationGrants'] ?? []].flat().map(String) : [];
  const others = grants.filter((grant) => ownMember(GRANTS, grant) === undefined);
  if (name === 'OAuth 2.0')
    return written(
      {
        type: 'oauth2',
        ...more,
        ...(others.length > 0 && { 'x-grants': others }),
        flows: flowsOf(isRecord(settings) ? settings : {}),
      },
      at,
    );
  if (name === 'Basic Authentication') return written({ type: 'http', scheme: 'basic', ...more }, at);
  if (name === 'Digest Authentication') return written({ type: 'http', scheme: 'digest', ...more }, at);
  if (name === 'OAuth 1.0')
    return written({ type: 'http', scheme: 'OAuth', ...more, 'x-settings': settings ?? {} }, at);
  const described = isRecord(describedBy) ? describedBy : {};
  const [header] = Object.keys(isRecord(described['headers']) ? described['headers'] : {});
  const [query] = Object.keys(isRecord(described['queryParameters']) ? described['queryParameters'] : {});
  const kept = {
    ...more,
    ...(name !== 'Pass Through' && { 'x-raml-type': name }),
    ...(settings !== undefined && { 'x-settings': settings }),
  };
  if (query !== undefined && header === undefined)
    return written({ type: 'apiKey', in: 'query', name: query, ...kept }, at);
  return written({ type: 'apiKey', in: 'header', name: header ?? 'Authorization', ...kept }, at);
}

function flowsOf(settings: Json): Json {
  const { authorizationUri, accessTokenUri, authorizationGrants, scopes } = settings;
  const list = [scopes ?? []].flat().map((scope) => [String(scope), ''] as const);
  const grants = [authorizationGrants ?? []].flat().map(String);
  const flows = grants.flatMap((grant) => {
    const flow = ownMember(GRANTS, grant);
    if (flow === undefined) return [];
    const hasLogin = flow === 'authorizationCode' || flow === 'implicit';
    return [
      [
        flow,
        {
          ...(hasLogin && authorizationUri !== undefined && { authorizationUrl: authorizationUri }),
          ...(flow !== 'implicit' && accessTokenUri !== undefined && { tokenUrl: accessTokenUri }),
          scopes: Object.fromEntries(list),
        },
      ] as const,
    ];
  });
  return Object.fromEntries(flows);
}

/** Converts `securedBy`: a name, null for no log-in, or a name with scopes. */
export function toSecurity(securedBy: unknown): readonly Json[] | undefined {
  if (securedBy === undefined) return undefined;
  return [securedBy].flat().map((one: unknown): Json => {
    if (one === null) return {};
    const [name, options] = isRecord(one) ? (Object.entries(one)[0] ?? ['', null]) : [String(one), null];
    const scopes = isRecord(options) ? [options['scopes'] ?? []].flat().map(String) : [];
    return { [name]: scopes };
  });
}
