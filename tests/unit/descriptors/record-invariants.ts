import { Api } from '../../../src/model/api.ts';
import type { ApiRecord } from '../../../src/model/records.ts';
import { type JsonSchema, subschemasOf } from '../../../src/schema/schema.ts';

/** Keys whose values are the descriptor's own: a `$ref` in them means nothing. */
const FREE = new Set(['example', 'examples', 'default', 'const', 'enum', 'value', 'dataValue', 'xml', 'security']);

/** Checks what readers promise about records (model/records.ts, schema/schema.ts); throws if it is broken. */
export function checkRecord(record: ApiRecord): void {
  if (JSON.stringify(JSON.parse(JSON.stringify(record))) !== JSON.stringify(record))
    throw new Error('does not survive JSON');
  if (!Number.isInteger(record.version) || record.version < 1) throw new Error(`version ${record.version}`);
  if (record.basePath !== '' && !/^\/.*[^/]$/.test(record.basePath)) throw new Error(`base path ${record.basePath}`);
  const names = record.services.map(({ name }) => name);
  if (new Set(names).size !== names.length) throw new Error('two services with one name');
  const tags = new Set(record.tags.map(({ name }) => name));
  for (const service of record.services)
    for (const tag of service.tags) if (!tags.has(tag)) throw new Error(`tag ${tag} is not declared`);
  const api = new Api(record);
  walk(record.services, api, '', false);
  for (const [section, parts] of Object.entries(record.components))
    if (section !== 'schemas') walk(parts, api, section, true);
  for (const schema of Object.values(record.components.schemas)) walkSchema(schema, api);
  useEverything(api);
}

/** Keys whose values are maps: their keys are names, also `$ref`. */
const MAPS = new Set([
  'mapping',
  'scopes',
  'headers',
  'content',
  'responses',
  'links',
  'callbacks',
  'encoding',
  'variables',
]);

function walk(value: unknown, api: Api, path: string, isMap: boolean): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value) && !isMap && '$ref' in value) {
    if (typeof value.$ref !== 'string') throw new Error(`${path}: $ref is no text`);
    api.components.resolve({ $ref: value.$ref });
  }
  for (const [key, child] of Object.entries(value)) {
    const isField = !isMap && !Array.isArray(value);
    if (isField && (FREE.has(key) || key.startsWith('x-') || key === 'extensions')) continue;
    // Parameters of a link are free values.
    if (isField && key === 'parameters' && !Array.isArray(child)) continue;
    if (isField && ['schema', 'itemSchema', 'fields'].includes(key)) {
      if (child !== null) walkSchema(child as JsonSchema, api);
    } else walk(child, api, `${path}/${key}`, isField && MAPS.has(key));
  }
}

function walkSchema(schema: JsonSchema, api: Api): void {
  api.components.resolveSchema(schema);
  if (typeof schema !== 'boolean') for (const inner of subschemasOf(schema)) walkSchema(inner.schema, api);
}

/** Calls what pages and formats call. */
function useEverything(api: Api): void {
  for (const service of api.getServices()) {
    service.getResponseStatusCodes();
    for (const field of service.getFields()) {
      field.getType();
      field.getFields();
    }
    for (const operation of service.getAllOperations()) {
      for (const parameter of operation.getParameters()) {
        if (typeof parameter.name !== 'string') throw new Error('a parameter without name');
      }
      for (const { response } of operation.getResponses()) operation.getContent(response);
      operation.getRequestSchema();
      operation.getRequestDescription();
      operation.getResponseDescription();
    }
  }
}
