import { isRecord } from '../../model/schema/json-values.ts';
import type { Shape } from '../openapi-core/conform.ts';
import { data, extensibleMap, INVALID, list, map, object, referable, setAside } from '../openapi-core/conform.ts';
import {
  infoGrammar,
  NOT_DESCRIBED,
  responsesGrammar,
  tagGrammar,
  withDescription,
} from '../openapi-core/document-grammar.ts';
import type { JsonMap } from '../openapi-core/json-map.ts';
import { count, flag, number, oneOf, pattern, positive, text, uri } from '../openapi-core/scalars.ts';
import { externalDocs, schemaGrammar } from '../openapi-core/schema-grammar.ts';
import { securityRequirements } from '../openapi-core/security-grammar.ts';

const NO_RESPONSE = { default: { description: NOT_DESCRIBED } };
export const SWAGGER_METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;

export interface SwaggerGrammar {
  readonly document: Shape;
  readonly parameter: Shape;
  readonly response: Shape;
  readonly securityDefinition: Shape;
}

/** The Swagger Object of version 2.0. */
export function swaggerGrammar(): SwaggerGrammar {
  const docs = externalDocs('2.0');
  const schema = schemaGrammar('2.0');
  const limits = {
    format: text,
    default: data,
    enum: list(data, 1),
    pattern,
    multipleOf: positive,
    minimum: number,
    maximum: number,
    exclusiveMinimum: flag,
    exclusiveMaximum: flag,
    minLength: count,
    maxLength: count,
    minItems: count,
    maxItems: count,
    uniqueItems: flag,
  };
  const scalarTypes = ['string', 'number', 'integer', 'boolean', 'array'];
  const items: Shape = (value, scope) => itemsObject(value, scope);
  const typed = { ...limits, type: oneOf(scalarTypes), items, collectionFormat: oneOf(['csv', 'ssv', 'tsv', 'pipes']) };
  const itemsObject = object({ fields: typed, required: { type: 'string' }, prepare: completeList });
  const header = object({
    fields: { ...typed, description: text },
    required: { type: 'string' },
    prepare: completeList,
  });
  const simple = object({
    fields: {
      ...typed,
      type: oneOf([...scalarTypes, 'file']),
      collectionFormat: oneOf(['csv', 'ssv', 'tsv', 'pipes', 'multi']),
      name: text,
      in: oneOf(['path', 'query', 'header', 'formData']),
      description: text,
      required: flag,
      allowEmptyValue: flag,
    },
    required: { name: INVALID, in: INVALID, type: 'string' },
    prepare: completeList,
  });
  const body = object({
    fields: { name: text, in: oneOf(['body']), description: text, required: flag, schema },
    required: { name: 'body', schema: {} },
  });
  const parameter: Shape = (value, scope) => (isRecord(value) && value['in'] === 'body' ? body : simple)(value, scope);
  const response = object({
    prepare: withDescription,
    fields: { description: text, schema, headers: map(header), examples: map(data) },
  });
  const mediaTypes = list(text);
  const schemes = list(oneOf(['http', 'https', 'ws', 'wss']));
  const operation = object({
    fields: {
      tags: list(text),
      summary: text,
      description: text,
      externalDocs: docs,
      operationId: text,
      consumes: mediaTypes,
      produces: mediaTypes,
      parameters: list(referable(parameter, [])),
      responses: responsesGrammar(referable(response, []), NO_RESPONSE, /^\d{3}$/),
      schemes,
      deprecated: flag,
      security: securityRequirements,
    },
    required: { responses: NO_RESPONSE },
  });
  const pathItem = object({ fields: Object.fromEntries(SWAGGER_METHODS.map((method) => [method, operation])) });
  const securityDefinition = object({
    fields: {
      type: oneOf(['basic', 'apiKey', 'oauth2']),
      description: text,
      name: text,
      in: oneOf(['header', 'query']),
      flow: text,
      authorizationUrl: uri,
      tokenUrl: uri,
      scopes: map(text),
    },
    required: { type: INVALID },
  });
  const document = object({
    fields: {
      swagger: text,
      info: infoGrammar('2.0'),
      host: text,
      basePath: text,
      schemes,
      tags: list(tagGrammar(false, docs)),
      externalDocs: docs,
      paths: extensibleMap(pathItem, (key) => key.startsWith('/')),
      definitions: map(schema),
      parameters: map(referable(parameter, [])),
      responses: map(referable(response, [])),
      securityDefinitions: map(securityDefinition),
      security: securityRequirements,
    },
    required: { info: { title: '', version: '' }, paths: {} },
  });
  return { document, parameter, response, securityDefinition };
}

/** A list names its items; nothing else has any. */
function completeList(value: JsonMap): JsonMap {
  if (value['type'] === 'array') return value['items'] === undefined ? { ...value, items: { type: 'string' } } : value;
  return setAside(value, ['items', 'collectionFormat']);
}
