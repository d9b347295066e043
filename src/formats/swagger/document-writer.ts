import type { ResponseObject } from '../../model/openapi-objects.ts';
import {
  infoWriter,
  NO_RESPONSE,
  responsesWriter,
  tagWriter,
  withDescription,
} from '../openapi-core/document-writer.ts';
import { externalDocs, schemaWriter } from '../openapi-core/schema-writer.ts';
import { scopes } from '../openapi-core/security.ts';
import { data, type JsonMap, list, map, object, pattern, referable, type Writer } from '../openapi-core/writing.ts';
import { SIMPLE_WORDS } from './parameters.ts';

export const SWAGGER_METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;

/** Creates the writer for the Swagger Object 2.0; its input already has the structure of Swagger 2.0. */
export function swaggerWriter(): Writer<JsonMap> {
  const docs = externalDocs('2.0');
  const schema = schemaWriter('2.0');
  const items: Writer<JsonMap> = (value, scope) => itemsObject(value, scope);
  const typed = { default: data, enum: list(data, 1), pattern, items };
  const words = ['type', ...SIMPLE_WORDS];
  const itemsObject = object<JsonMap>({ fields: typed, words: new Set(words) });
  const header = object<JsonMap>({ fields: typed, words: new Set([...words, 'description', 'collectionFormat']) });
  const simple = object<JsonMap>({
    fields: typed,
    words: new Set([...words, 'description', 'collectionFormat', 'name', 'in', 'required', 'allowEmptyValue']),
  });
  const body = object<JsonMap>({ fields: { schema } });
  const parameter: Writer<JsonMap> = (value, scope) => (value['in'] === 'body' ? body : simple)(value, scope);
  const response = object<ResponseObject & { readonly schema?: unknown; readonly examples?: unknown }>({
    prepare: withDescription,
    fields: { schema, headers: map(header), examples: map(data) },
  });
  const operation = object<JsonMap>({
    fields: {
      externalDocs: docs,
      parameters: list(referable(parameter, [])),
      responses: responsesWriter(referable(response, []), NO_RESPONSE, /^\d{3}$/),
    },
    required: { responses: NO_RESPONSE },
  });
  const pathItem = object<JsonMap>({
    fields: Object.fromEntries(SWAGGER_METHODS.map((method) => [method, operation])),
    words: new Set(),
  });
  return object<JsonMap>({
    fields: {
      info: infoWriter('2.0'),
      tags: list(tagWriter(false, docs)),
      externalDocs: docs,
      paths: map(pathItem),
      definitions: map(schema),
      parameters: map(referable(parameter, [])),
      responses: map(referable(response, [])),
      securityDefinitions: map(object<JsonMap>({ fields: { scopes } })),
    },
  });
}
