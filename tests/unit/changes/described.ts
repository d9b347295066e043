import { compareApis } from '../../../src/changes/compare-apis.ts';
import { Api } from '../../../src/model/api.ts';
import type { ApiRecord, OperationRecord } from '../../../src/model/records.ts';
import type { JsonSchema } from '../../../src/schema/schema.ts';
import { apiRecord, operation, service } from '../../fixtures/model/rich-api.ts';

/** `breaking field-removed`, of every change from one description to another, in order. */
export function found(before: ApiRecord, after: ApiRecord, options = {}): readonly string[] {
  return compareApis(new Api(before), new Api(after), options).map((change) => `${change.class} ${change.rule}`);
}

export function withOperations(operations: readonly OperationRecord[], rest: Partial<ApiRecord> = {}): ApiRecord {
  return apiRecord({ services: [service('Thing', { operations })], ...rest });
}

type Way = 'request' | 'response';
type Schemas = Readonly<Record<string, JsonSchema>>;

/** One operation in which the schema travels that way. */
export function withSchema(schema: JsonSchema, way: Way, schemas: Schemas = {}): ApiRecord {
  const content = { 'application/json': { schema } };
  const thing =
    way === 'request'
      ? operation('POST', '/things', { requestBody: { content } })
      : operation('GET', '/things', { responses: { 200: { content } } });
  return withOperations([thing], { components: { ...apiRecord().components, schemas } });
}
