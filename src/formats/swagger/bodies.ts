import type { Components } from '../../model/components.ts';
import { isJsonMediaType } from '../../model/media-types.ts';
import type { MediaTypeObject, Reference, RequestBodyObject } from '../../model/openapi-objects.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import type { JsonMap } from '../openapi-core/writing.ts';
import { collection } from './parameters.ts';
import { simpleType } from './simple-type.ts';

const MULTIPART = 'multipart/form-data';
const FORMS = [MULTIPART, 'application/x-www-form-urlencoded'];

interface SwaggerBody {
  readonly consumes: readonly string[];
  readonly parameters: readonly JsonMap[];
  /** Extensions of the operation. */
  readonly extensions: JsonMap;
}

/** A request body as a body parameter, or as form fields where no JSON is taken. */
export function swaggerBody(given: Reference<RequestBodyObject>, components: Components): SwaggerBody {
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

export function resolvedContent(
  content: RequestBodyObject['content'] | undefined,
  components: Components,
): readonly [string, MediaTypeObject][] {
  return Object.entries(content ?? {}).map(([type, media]) => [type, components.resolve(media).value]);
}

/** The media type whose schema speaks for the body: the first JSON one. */
export function mainMediaType(content: readonly [string, MediaTypeObject][]): [string, MediaTypeObject] | undefined {
  return content.find(([type]) => isJsonMediaType(type));
}

/** Per media type all but what `schema` says already. */
export function restOfContent(
  content: readonly [string, MediaTypeObject][],
  said: string | undefined,
): JsonMap | undefined {
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

/** Null where the schema has no properties: there is nothing to name fields by. */
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
    const { style, explode } = media.encoding?.[name] ?? {};
    // Form fields are written as those of a query.
    return { ...shared, ...simple, ...collection(simple, 'query', style, explode) };
  });
}

/** Bytes as they are, which Swagger 2.0 calls a file. */
export function isBinary({ type, format, contentMediaType, contentEncoding }: JsonSchemaObject): boolean {
  if (format !== 'binary' && (contentMediaType === undefined || contentEncoding !== undefined)) return false;
  return type === undefined || type === 'string' || (Array.isArray(type) && type.includes('string'));
}
