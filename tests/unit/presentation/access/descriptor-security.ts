import type { Access } from '../../../../src/model/access.ts';
import { Api } from '../../../../src/model/api.ts';
import type { SecurityRequirementObject, SecuritySchemeObject } from '../../../../src/model/openapi-objects.ts';
import type { Operation } from '../../../../src/model/operation.ts';
import type { ApiRecord, OperationRecord, ServiceRecord } from '../../../../src/model/records.ts';
import { apiRecord, operation, service } from '../../../fixtures/model/rich-api.ts';

/** One scheme of each kind, and odd ones. */
export const SCHEMES: Readonly<Record<string, SecuritySchemeObject>> = {
  basic: { type: 'http', scheme: 'basic' },
  digest: { type: 'http', scheme: 'DIGEST' },
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  dpop: { type: 'http', scheme: 'dpop' },
  spaced: { type: 'http', scheme: "it's; rm" },
  header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  query: { type: 'apiKey', in: 'query', name: 'api key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  raw: { type: 'apiKey', in: 'header', name: 'authorization' },
  odd: { type: 'apiKey', in: 'header', name: 'no token: X' },
  oauth: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://l.example/t', scopes: { read: '' } } } },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://l.example/.well-known' },
  tls: { type: 'mutualTLS' },
};

export const ELSEWHERE = [{ url: 'https://api.example' }] as const;

interface Given {
  /** Requirements of the operation; null: those of the API. */
  readonly security?: readonly SecurityRequirementObject[] | null;
  readonly ofApi?: readonly SecurityRequirementObject[] | null;
  readonly servers?: ApiRecord['servers'];
  readonly access?: Access;
  readonly operation?: Partial<OperationRecord>;
  readonly service?: Partial<ServiceRecord>;
}

/** An operation of an API that is called elsewhere. */
export function operationWith(given: Given): Operation {
  const [found] = apiWith(given).getService('Thing')?.getOperations() ?? [];
  if (found === undefined) throw new Error('No operation.');
  return found;
}

export function apiWith({ security = null, ofApi = null, servers = ELSEWHERE, access, ...rest }: Given): Api {
  const operations = [operation('GET', '/thing', { security, ...rest.operation })];
  const record = apiRecord({
    servers,
    security: ofApi,
    services: [service('Thing', { operations, ...rest.service })],
    components: { ...apiRecord().components, securitySchemes: SCHEMES },
  });
  return new Api(record, access === undefined ? {} : { accessRule: () => access });
}
