import { isRecord } from '../../../model/schema/json-values.ts';
import { type Notes, withAudience } from '../audience.ts';
import type { Section } from '../component-names.ts';
import type { Reading } from '../reading.ts';
import { type Convert, checkName, isAbsent, referenceOr, wrongType } from '../shapes.ts';
import type { SourceNode } from '../source-node.ts';
import { convertBodyParameter } from './body.ts';
import { convertSwaggerHeader, convertSwaggerParameter } from './parameter.ts';
import { convertNamedResponse, mediaTypesOf } from './response.ts';
import { convertSwaggerSecurityScheme } from './security-scheme.ts';

const SECTIONS: readonly (readonly [key: string, section: Section])[] = [
  ['definitions', 'schemas'],
  ['responses', 'responses'],
  ['parameters', 'parameters'],
  ['securityDefinitions', 'securitySchemes'],
];

/** Makes the named parts of a Swagger 2.0 document components. */
export function declareSwaggerComponents(reading: Reading): void {
  for (const [key, section] of SECTIONS) {
    const node = reading.top(key);
    if (!isAbsent(node.value) && !isRecord(node.value)) wrongType(node, reading, 'an object');
    for (const [name, child] of node.entries()) declareOne(section, name, child, reading);
  }
}

/** How they are read where that differs from OpenAPI 3. */
export const SWAGGER_CONVERTERS = {
  responses: convertNamedResponse,
  parameters: referenceOr('parameters', convertSwaggerParameter, 'left out'),
  requestBodies: convertSharedBody,
  headers: convertSwaggerHeader,
  securitySchemes: convertSwaggerSecurityScheme,
} as const satisfies Partial<Readonly<Record<Section, Convert<unknown>>>>;

/** One that every reference keeps for others is theirs alone: no operation that others see has it. */
function convertSharedBody(node: SourceNode, reading: Reading): unknown {
  const body = convertBodyParameter(node, mediaTypesOf(null, 'consumes', reading), reading);
  const references = reading.bodyReferences.get(node.value) ?? [];
  const isMarked = (notes: Notes): boolean => Object.keys(notes).length > 0 && notes['x-internal'] !== false;
  return references.length > 0 && references.every(isMarked) ? withAudience(body, references) : body;
}

/** Body parameters become request bodies; form fields belong to the operations that use them. */
function declareOne(section: Section, name: string, node: SourceNode, reading: Reading): void {
  if (section !== 'schemas' && !isRecord(node.value)) return;
  const place = section === 'parameters' ? node.child('in').value : undefined;
  if (place === 'formData') return;
  checkName(node, name, reading);
  reading.references.declare(place === 'body' ? 'requestBodies' : section, name, node);
}
