import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROTECTED } from './upstream.ts';

/** An API with one service; its collection is at `/<name in lower case>/thing`. */
export interface ProtocolApi {
  readonly name: string;
  readonly version?: number;
  readonly route?: string;
  /** `unmapped`: no adapter of its own. */
  readonly adapter: string | null;
  readonly backend: 'proxy' | 'examples' | 'site' | 'absent';
}

/** APIs that configuration protects, one for each way of doing so. */
export const protocolApis: readonly ProtocolApi[] = [
  { name: 'Basic', adapter: 'basic', backend: 'proxy' },
  { name: 'Library', route: '/book', adapter: 'digest', backend: 'proxy' },
  { name: 'Both', adapter: 'both', backend: 'proxy' },
  { name: 'Strong', adapter: 'strong', backend: 'proxy' },
  { name: 'Brief', adapter: 'brief', backend: 'proxy' },
  { name: 'Odd', adapter: 'odd', backend: 'proxy' },
  { name: 'Mufasa', adapter: 'mufasa', backend: 'proxy' },
  { name: 'Closed', adapter: 'closed', backend: 'proxy' },
  { name: 'Half', adapter: 'half', backend: 'proxy' },
  { name: 'Misspelt', adapter: 'misspelt', backend: 'proxy' },
  { name: 'Ruled', adapter: 'basic', backend: 'proxy' },
  { name: 'Open', adapter: null, backend: 'proxy' },
  { name: 'Shared', adapter: null, backend: 'proxy' },
  { name: 'Head', adapter: null, backend: 'proxy' },
  { name: 'Below', adapter: null, backend: 'proxy' },
  { name: 'Sample', adapter: 'basic', backend: 'examples' },
  { name: 'Sample', version: 2, adapter: 'digest', backend: 'examples' },
  { name: 'Page', adapter: 'basic', backend: 'site' },
  { name: 'Down', adapter: 'basic', backend: 'absent' },
];

export function writeDescriptors(folder: string): void {
  const target = join(folder, 'api-descriptors');
  mkdirSync(target, { recursive: true });
  for (const api of protocolApis)
    writeFileSync(
      join(target, `${api.name.toLowerCase()}-v${api.version ?? 1}.json`),
      JSON.stringify(descriptorOf(api), null, 2),
    );
}

function descriptorOf({ name, version = 1, route = '/thing' }: ProtocolApi): object {
  const fields = [
    { name: 'title', type: 'string', required: true, maxLength: 40 },
    { name: 'count', type: 'integer', minimum: 0 },
  ];
  const answer = { description: 'Members only.', content_type: 'application/json', example: { title: PROTECTED } };
  const operation = (method: string): object => ({
    method,
    response_description: 'Members only.',
    responses: { '200': answer },
  });
  return {
    api: name,
    version,
    default: version === 1,
    base_path: `/${name.toLowerCase()}`,
    services: [
      {
        name: 'Thing',
        kind: 'rest',
        route: `${route}[/:thing_id]`,
        route_identifier_name: 'thing_id',
        request_accept_types: ['application/json'],
        request_content_types: ['application/json'],
        parameters: [{ name: 'thing_id', in: 'path', type: 'string' }],
        fields,
        operations: ['GET', 'POST'].map(operation),
        entity_operations: ['GET', 'PUT', 'DELETE'].map(operation),
      },
    ],
  };
}
