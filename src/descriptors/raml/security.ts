import { ownMember } from '../../model/own-property.ts';
import { isRecord, type JsonRecord, recordOf } from '../../schema/json-values.ts';
import { placedAs } from '../openapi/source-node.ts';
import { namedReference } from './templates.ts';
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

/** Converts a security scheme; a type without a counterpart becomes an API key with `x-raml-type`. */
export function toSecurityScheme(scheme: JsonRecord): JsonRecord {
  const { type, description, describedBy, settings, '(x-security-scheme)': own, displayName, ...rest } = scheme;
  const annotations = Object.entries(rest).filter(([key]) => /^\(.+\)$/.test(key));
  const { headers, queryParameters } = recordOf(describedBy);
  const [header] = Object.keys(recordOf(headers));
  const [query] = Object.keys(recordOf(queryParameters));
  const more = {
    ...(description !== undefined && { description }),
    ...Object.fromEntries(annotations.map(([key, value]) => [annotationKey(key), value])),
  };
  const described = {
    ...(displayName !== undefined && { 'x-display-name': displayName }),
    ...(header !== undefined && { 'x-headers': headers }),
    ...(query !== undefined && { 'x-query-parameters': queryParameters }),
  };
  const name = String(type);
  const placed = (facts: JsonRecord): JsonRecord => placedAs({ ...facts, ...more, ...described }, scheme);
  if (isRecord(own)) return placedAs({ ...own, ...more }, scheme);
  if (name === 'Basic Authentication') return placed({ type: 'http', scheme: 'basic' });
  if (name === 'Digest Authentication') return placed({ type: 'http', scheme: 'digest' });
  if (name === 'OAuth 1.0') return placed({ type: 'http', scheme: 'OAuth', 'x-settings': settings ?? {} });
  if (name === 'OAuth 2.0') {
    const grants = [recordOf(settings)['authorizationGrants'] ?? []].flat().map(String);
    const others = grants.filter((grant) => ownMember(GRANTS, grant) === undefined);
    const flows = flowsOf(recordOf(settings));
    return placed({ type: 'oauth2', ...(others.length > 0 && { 'x-grants': others }), flows });
  }
  const isInQuery = query !== undefined && header === undefined;
  return placed({
    type: 'apiKey',
    ...(isInQuery ? { in: 'query', name: query } : { in: 'header', name: header ?? 'Authorization' }),
    ...(name !== 'Pass Through' && { 'x-raml-type': name }),
    ...(settings !== undefined && { 'x-settings': settings }),
  });
}

function flowsOf(settings: JsonRecord): JsonRecord {
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
export function toSecurity(securedBy: unknown): readonly JsonRecord[] | undefined {
  if (securedBy === undefined) return undefined;
  return [securedBy].flat().map((one: unknown): JsonRecord => {
    if (one === null) return {};
    const [name, options] = namedReference(one);
    return { [name]: [recordOf(options)['scopes'] ?? []].flat().map(String) };
  });
}
