import { type Components, isReference } from '../../model/components.ts';
import type { HeaderObject, ParameterObject, Reference } from '../../model/openapi-objects.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import type { JsonMap } from '../openapi-core/writing.ts';
import { simpleType } from './simple-type.ts';

const SHARED_PLACES = ['path', 'query', 'header'];

/** Whether Swagger 2.0 has parameters in that place. */
export function isSimpleParameter(parameter: ParameterObject): boolean {
  return SHARED_PLACES.includes(parameter.in);
}

interface SwaggerParameters {
  readonly parameters: readonly unknown[];
  /** Parameters in places that Swagger 2.0 lacks, as OpenAPI 3 has them. */
  readonly extensions: JsonMap;
}

/** Parameters of an operation; references to shared ones stay. */
export function swaggerParameters(
  given: readonly Reference<ParameterObject>[],
  components: Components,
): SwaggerParameters {
  const resolved = given.map((parameter) => ({ parameter, value: components.resolve(parameter).value }));
  const inPlace = (place: string): readonly ParameterObject[] | undefined => {
    const found = resolved.filter(({ value }) => value.in === place).map(({ value }) => value);
    return found.length > 0 ? found : undefined;
  };
  return {
    parameters: resolved
      .filter(({ value }) => isSimpleParameter(value))
      .map(({ parameter, value }) =>
        isReference(parameter) ? { $ref: parameter.$ref } : swaggerParameter(value, components),
      ),
    extensions: { 'x-cookie-parameters': inPlace('cookie'), 'x-querystring-parameters': inPlace('querystring') },
  };
}

export function swaggerParameter(parameter: ParameterObject, components: Components): JsonMap {
  const { name, in: place, required, allowEmptyValue, ...value } = parameter;
  const { description, ...type } = swaggerHeader(value, components, place);
  return {
    name,
    in: place,
    description,
    required: place === 'path' || required === true || undefined,
    allowEmptyValue: place === 'query' ? allowEmptyValue : undefined,
    ...type,
  };
}

/** @param place whose way of writing lists counts */
export function swaggerHeader(header: HeaderObject, components: Components, place = 'header'): JsonMap {
  const { description, schema, content, style, explode, ...others } = header;
  const type = simpleType(schema, components, description);
  const described = schema === undefined ? undefined : mergeSchema(schema, components).schema.description;
  return {
    description: description ?? described,
    ...type,
    ...collection(type, place, style, explode),
    'x-content': content,
    ...others,
  };
}

const DELIMITERS: Readonly<Record<string, string>> = { spaceDelimited: 'ssv', pipeDelimited: 'pipes' };

/** How a list is written: the styles of OpenAPI 3 that 2.0 has a word for; the others are kept as they are. */
export function collection(
  type: JsonMap,
  place: string,
  style: string | undefined,
  explode: boolean | undefined,
): JsonMap {
  const repeats = place === 'query' && (style === undefined || style === 'form') && explode !== false;
  if (type['type'] === 'array') {
    if (repeats) return { collectionFormat: 'multi' };
    if (style === undefined || style === 'form' || style === 'simple') return { collectionFormat: 'csv' };
    if (Object.hasOwn(DELIMITERS, style) && explode !== true) return { collectionFormat: DELIMITERS[style] };
  }
  return { 'x-style': style, 'x-explode': style === undefined ? undefined : explode };
}
