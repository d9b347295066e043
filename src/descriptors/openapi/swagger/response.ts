import type { MediaTypeObject, ResponseObject } from '../../../model/openapi-objects.ts';
import { ownNotes } from '../audience.ts';
import { checkDescription, checkMediaType } from '../content.ts';
import type { Reading } from '../reading.ts';
import { convertSchema } from '../schemas/schema.ts';
import { type Convert, fieldsOf, isAbsent, mapOf, raw, text, texts } from '../shapes.ts';
import { refOf, type SourceNode } from '../source-node.ts';
import { convertSwaggerHeader } from './parameter.ts';

/** A body whose media types the descriptor does not tell. Our choice: Swagger 2.0 leaves it open. */
export const UNTOLD_MEDIA_TYPES: readonly string[] = ['application/json'];

/** The media types that `consumes` or `produces` lists; of an operation its own, else those of the descriptor. */
export function mediaTypesOf(
  operation: SourceNode | null,
  key: 'consumes' | 'produces',
  reading: Reading,
): readonly string[] {
  const own = operation?.child(key);
  const node = own === undefined || isAbsent(own.value) ? reading.root.child(key) : own;
  const mediaTypes = texts(node, reading) ?? [];
  const items = Array.isArray(node.value) ? node.items() : [node];
  for (const item of items) if (typeof item.value === 'string') checkMediaType(item, item.value, 'value', reading);
  return [...new Set(mediaTypes)];
}

/** @param produces media types of the body; empty when the descriptor tells none */
export function convertSwaggerResponse(
  node: SourceNode,
  produces: readonly string[],
  reading: Reading,
): ResponseObject | undefined {
  const fields = fieldsOf(node, reading, 'a response', {
    description: text,
    headers: mapOf(convertSwaggerHeader),
    schema: () => undefined,
    examples: () => undefined,
  });
  if (fields === undefined) return undefined;
  checkDescription(node, reading);
  const content = contentOf(node, produces, reading);
  return { ...fields, ...(Object.keys(content).length > 0 ? { content } : {}) };
}

/** A named response: its media types are those of the whole descriptor. */
export const convertNamedResponse: Convert<object> = (node, reading) => {
  const ref = refOf(node);
  if (ref === undefined) return convertSwaggerResponse(node, mediaTypesOf(null, 'produces', reading), reading);
  return {
    $ref: reading.references.refer('responses', node, ref) ?? reading.references.gaps.referTo('responses', ref),
    ...ownNotes(node),
  };
};

function contentOf(
  node: SourceNode,
  produces: readonly string[],
  reading: Reading,
): Readonly<Record<string, MediaTypeObject>> {
  const examples = mapOf(raw)(node.child('examples'), reading) ?? {};
  const schemaNode = node.child('schema');
  if (isAbsent(schemaNode.value))
    return Object.fromEntries(Object.entries(examples).map(([mediaType, example]) => [mediaType, { example }]));
  const schema = convertSchema(schemaNode, reading);
  const isFile = schemaNode.child('type').value === 'file';
  const untold = isFile ? ['application/octet-stream'] : UNTOLD_MEDIA_TYPES;
  for (const [mediaType, example] of Object.entries(examples))
    reading.examples.ofValue(node.child('examples').child(mediaType), mediaType, example, schema);
  const mediaTypes = new Set([...(produces.length > 0 ? produces : untold), ...Object.keys(examples)]);
  return Object.fromEntries(
    [...mediaTypes].map((mediaType) => [
      mediaType,
      { schema, ...(Object.hasOwn(examples, mediaType) ? { example: examples[mediaType] } : {}) },
    ]),
  );
}
