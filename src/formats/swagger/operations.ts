import type { Api } from '../../model/api.ts';
import { type Components, isReference } from '../../model/components.ts';
import { isJsonMediaType } from '../../model/media-types.ts';
import {
  exampleValue,
  type MediaTypeObject,
  type OperationObject,
  type Reference,
  type RequestBodyObject,
  type ResponseObject,
} from '../../model/openapi-objects.ts';
import { isRecord, mapValues } from '../../schema/json-values.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import type { JsonMap } from '../openapi-core/writing.ts';
import { SWAGGER_METHODS } from './document-writer.ts';
import { collection, simpleType, swaggerHeader, swaggerParameters } from './parameters.ts';
import type { SwaggerSecurity } from './security.ts';

const METHODS: readonly string[] = SWAGGER_METHODS;

/** Converts Path Items of OpenAPI 3.2 to Swagger 2.0; methods that 2.0 lacks go to `x-additionalOperations`. */
export function swaggerPaths(paths: Readonly<Record<string, JsonMap>>, api: Api, security: SwaggerSecurity): JsonMap {
  return mapValues(paths, (item) => pathItem(item, api, security));
}

function pathItem(item: JsonMap, api: Api, security: SwaggerSecurity): JsonMap {
  const { trace, query, additionalOperations, ...others } = item;
  const name = item['x-platform-service'];
  const untold = {
    ...(trace === undefined ? {} : { TRACE: trace }),
    ...(query === undefined ? {} : { QUERY: query }),
    ...(isRecord(additionalOperations) ? additionalOperations : {}),
  };
  const fitted = mapValues(others, (value, key) =>
    METHODS.includes(key) && isOperation(value)
      ? operation(value, api.components, security, typesOfService(value['x-platform-service'] ?? name, api))
      : value,
  );
  return {
    ...fitted,
    'x-additionalOperations': Object.keys(untold).length > 0 ? untold : undefined,
  };
}

function isOperation(value: unknown): value is OperationObject {
  return isRecord(value);
}

/** Media types that a native descriptor lists for a service; elsewhere they are those of single responses. */
function typesOfService(name: unknown, api: Api): readonly string[] {
  const isListed = api.record.source.format === 'native' && typeof name === 'string';
  return isListed ? (api.getService(name)?.getResponseContentTypes() ?? []) : [];
}

/** @param usual media types of an operation whose responses have none */
function operation(
  given: OperationObject,
  components: Components,
  security: SwaggerSecurity,
  usual: readonly string[],
): JsonMap {
  const { parameters = [], requestBody, responses = {}, callbacks, servers, security: needed, ...others } = given;
  const simple = swaggerParameters(parameters, components);
  const body = requestBody === undefined ? null : swaggerBody(requestBody, components);
  const all = [...simple.parameters, ...(body?.parameters ?? [])];
  const own = producesOf(responses, components);
  const produces = own.length > 0 ? own : usual;
  const said = needed === undefined ? undefined : security.requirements(needed);
  return {
    ...others,
    consumes: body !== null && body.consumes.length > 0 ? body.consumes : undefined,
    produces: produces.length > 0 ? produces : undefined,
    parameters: all.length > 0 ? all : undefined,
    responses: swaggerResponses(responses, components),
    security: said,
    'x-security': needed !== undefined && said === undefined ? needed : undefined,
    'x-callbacks': callbacks,
    'x-servers': servers,
    ...simple.extensions,
    ...body?.extensions,
  };
}

const MULTIPART = 'multipart/form-data';
const FORMS = [MULTIPART, 'application/x-www-form-urlencoded'];

interface SwaggerBody {
  readonly consumes: readonly string[];
  readonly parameters: readonly JsonMap[];
  readonly extensions: JsonMap;
}

/** Converts a request body to a body parameter, or to form fields if the body is a form and JSON is not accepted. */
function swaggerBody(given: Reference<RequestBodyObject>, components: Components): SwaggerBody {
  const { value: body } = components.resolve(given);
  const content = resolvedContent(body.content, components);
  const types = content.map(([type]) => type);
  const main = mainMediaType(content) ?? content.find(([type]) => isForm(type)) ?? content[0];
  const { description, required, content: _, 'x-name': name, ...extensions } = body;
  const fields = main !== undefined && isForm(main[0]) ? formFields(main, components) : null;
  const rest = restOfContent(content, fields === null ? main?.[0] : undefined);
  if (fields !== null) {
    const forms = types
      .filter(isForm)
      .filter((type) => bare(type) === MULTIPART || !fields.some((field) => field['type'] === 'file'));
    const others = types.filter((type) => !forms.includes(type));
    return {
      consumes: forms,
      parameters: fields,
      extensions: {
        'x-consumes': others.length > 0 ? others : undefined,
        'x-request-body': { description, required, ...extensions, content: rest },
      },
    };
  }
  return {
    consumes: types,
    parameters: [
      {
        name: typeof name === 'string' ? name : 'body',
        in: 'body',
        description,
        required: required || undefined,
        schema: main?.[1].schema ?? {},
        ...extensions,
        'x-content': rest,
      },
    ],
    extensions: {},
  };
}

function resolvedContent(
  content: RequestBodyObject['content'] | undefined,
  components: Components,
): readonly [string, MediaTypeObject][] {
  return Object.entries(content ?? {}).map(([type, media]) => [type, components.resolve(media).value]);
}

/** Finds the first JSON media type, whose schema becomes the schema of the body. */
function mainMediaType(content: readonly [string, MediaTypeObject][]): [string, MediaTypeObject] | undefined {
  return content.find(([type]) => isJsonMediaType(type));
}

/** Content that the key `schema` does not express, by media type. */
function restOfContent(content: readonly [string, MediaTypeObject][], said: string | undefined): JsonMap | undefined {
  const main = content.find(([type]) => type === said)?.[1].schema;
  const rest = content.flatMap(([type, { schema, ...others }]): [string, JsonMap][] => {
    const own = type === said || schema === undefined || same(schema, main) ? {} : { schema };
    return Object.keys(own).length + Object.keys(others).length > 0 ? [[type, { ...own, ...others }]] : [];
  });
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

function same(schema: JsonSchema, main: JsonSchema | undefined): boolean {
  return schema === main || JSON.stringify(schema) === JSON.stringify(main);
}

function bare(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function isForm(type: string): boolean {
  return FORMS.includes(bare(type));
}

/** Creates one form field for each property; null if the schema has no properties. */
function formFields([type, media]: [string, MediaTypeObject], components: Components): readonly JsonMap[] | null {
  if (media.schema === undefined) return null;
  const { properties, required } = mergeSchema(media.schema, components).schema;
  if (properties === undefined || Object.keys(properties).length === 0) return null;
  const needed = new Set(required);
  return Object.entries(properties).map(([name, schema]) => {
    const { schema: merged } = mergeSchema(schema, components);
    const shared = { name, in: 'formData', description: merged.description, required: needed.has(name) || undefined };
    if (isBinary(merged) && bare(type) === MULTIPART)
      return { ...shared, type: 'file', 'x-contentMediaType': merged.contentMediaType };
    const simple = simpleType(schema, components);
    // Lists in form fields are serialised like lists in queries.
    return { ...shared, ...simple, ...collection(simple, 'query', media.encoding?.[name] ?? {}) };
  });
}

/** Whether a schema describes unencoded bytes: the type `file` of Swagger 2.0. */
function isBinary({ type, format, contentMediaType, contentEncoding }: JsonSchemaObject): boolean {
  if (format !== 'binary' && (contentMediaType === undefined || contentEncoding !== undefined)) return false;
  return type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'));
}

/** Converts a response: one example per media type, and the schema of the first JSON media type, else of the first. */
export function swaggerResponse(response: ResponseObject, components: Components): JsonMap {
  const { summary, description, headers, content: given, links, ...extensions } = response;
  const content = resolvedContent(given, components);
  const main = mainMediaType(content) ?? content[0];
  const examples = content.flatMap(([type, media]): [string, unknown][] => {
    const example = exampleOf(media, components);
    return example === undefined ? [] : [[type, example]];
  });
  return {
    description: description ?? summary,
    schema: schemaOf(main),
    headers: headers && mapValues(headers, (header) => swaggerHeader(components.resolve(header).value, components)),
    examples: examples.length > 0 ? Object.fromEntries(examples) : undefined,
    'x-summary': summary,
    'x-links': links,
    'x-content': restOfContent(content.map(withoutOnlyExample), main?.[0]),
    ...extensions,
  };
}

/** Keywords of a schema that can be written as type `file`: these are kept, or implied by type and media type. */
const FILE_WORDS: readonly string[] = ['type', 'format', 'contentMediaType', 'title', 'description'];

function schemaOf(main: readonly [string, MediaTypeObject] | undefined): JsonSchema | JsonMap | undefined {
  const schema = main?.[1].schema;
  if (main === undefined || typeof schema !== 'object' || isJsonMediaType(main[0]) || !isBinary(schema)) return schema;
  const { title, description } = schema;
  return Object.keys(schema).every((key) => FILE_WORDS.includes(key)) ? { type: 'file', title, description } : schema;
}

/** Media types of all responses of an operation. */
function producesOf(
  responses: Readonly<Record<string, Reference<ResponseObject>>>,
  components: Components,
): readonly string[] {
  return [
    ...new Set(
      Object.values(responses).flatMap((response) => Object.keys(components.resolve(response).value.content ?? {})),
    ),
  ];
}

function swaggerResponses(
  responses: Readonly<Record<string, Reference<ResponseObject>>>,
  components: Components,
): JsonMap {
  // Swagger allows no siblings of `$ref`; OpenAPI documents keep them.
  return mapValues(responses, (response) =>
    isReference(response) ? { $ref: response.$ref } : swaggerResponse(response, components),
  );
}

function exampleOf(media: MediaTypeObject, components: Components): unknown {
  if (media.example !== undefined) return media.example;
  const [first] = Object.values(media.examples ?? {});
  return first === undefined ? undefined : exampleValue(components.resolve(first).value);
}

/** Removes the single `example`, which the Swagger key `examples` contains; named examples are kept. */
function withoutOnlyExample([type, media]: [string, MediaTypeObject]): [string, MediaTypeObject] {
  const { example: _, ...others } = media;
  return [type, others];
}
