import { COMPONENT_NOUNS, isReference, NO_COMPONENTS } from '../../model/components.ts';
import type { ComponentsRecord } from '../../model/openapi-objects.ts';
import { setOwn } from '../../model/own-property.ts';
import { isRecord } from '../../schema/json-values.ts';
import { COMPONENT_SECTIONS, componentName } from '../../schema/references.ts';
import { notesAround, withAudience } from './audience.ts';
import {
  convertExample,
  convertHeader,
  convertLink,
  convertMediaType,
  convertParameter,
  convertRequestBody,
  convertResponse,
} from './content.ts';
import { convertSecurityScheme } from './metadata.ts';
import type { Section } from './names.ts';
import { convertCallback } from './operations.ts';
import type { Reading } from './reading.ts';
import { convertSchema } from './schemas/schema.ts';
import { nameSubtypes } from './schemas/subtypes.ts';
import { type Convert, checkName, isAbsent, referenceOr, wrongType } from './shapes.ts';
import { declareSwaggerComponents, SWAGGER_CONVERTERS } from './swagger/document.ts';

const CONVERTERS: Readonly<Record<Section, Convert<unknown>>> = {
  schemas: convertSchema,
  responses: referenceOr('responses', convertResponse),
  parameters: referenceOr('parameters', convertParameter, 'left out'),
  examples: referenceOr('examples', convertExample),
  requestBodies: referenceOr('requestBodies', convertRequestBody),
  headers: referenceOr('headers', convertHeader),
  securitySchemes: referenceOr('securitySchemes', convertSecurityScheme, 'left out'),
  links: referenceOr('links', convertLink, 'left out'),
  callbacks: referenceOr('callbacks', convertCallback, 'left out'),
  mediaTypes: referenceOr('mediaTypes', convertMediaType),
};

/** Declares every named part of the descriptor as a component. Runs before any reference is converted. */
export function declareComponents(reading: Reading): void {
  if (reading.dialect === '2.0') {
    declareSwaggerComponents(reading);
    return;
  }
  const components = reading.top('components');
  if (!isAbsent(components.value) && !isRecord(components.value)) wrongType(components, reading, 'an object');
  for (const section of COMPONENT_SECTIONS) {
    const written = components.child(section);
    const node = notesAround(written).length > 0 ? written : reading.references.target(written);
    if (!isAbsent(node.value) && !isRecord(node.value)) wrongType(node, reading, 'an object');
    for (const [name, child] of node.entries()) {
      if (isUnusable(section, child.value)) continue;
      checkName(child, name, reading);
      reading.references.declare(section, name, child);
    }
  }
}

/** Converts all declared components, including those that references add, then adds placeholders for gaps. */
export function convertComponents(reading: Reading): ComponentsRecord {
  const sections: Record<Section, Record<string, unknown>> = structuredClone(NO_COMPONENTS);
  const converters = reading.dialect === '2.0' ? { ...CONVERTERS, ...SWAGGER_CONVERTERS } : CONVERTERS;
  for (let pending = reading.references.takePending(); pending.length > 0; pending = reading.references.takePending()) {
    for (const { section, name, node } of pending) {
      const converted = converters[section](node, reading) ?? placeholder(section, name);
      const notes = notesAround(node);
      setOwn(
        sections[section],
        name,
        notes.length > 0 && isRecord(converted) ? withAudience(converted, notes) : converted,
      );
    }
  }
  for (const { section, name, wanted } of reading.references.gaps.list())
    setOwn(sections[section], name, placeholder(section, wanted));
  reading.dynamic.bind(sections.schemas);
  if (!reading.dynamic.isComplete)
    reading.warn(
      reading.root,
      'ref-not-found',
      'The references by $dynamicRef lead to too many schemas, so some were not followed.',
      'Refer to some of the schemas by $ref.',
    );
  for (const section of COMPONENT_SECTIONS) cutCycles(section, sections[section], reading);
  nameSubtypes(sections.schemas);
  return sections as unknown as ComponentsRecord;
}

/** True for a value that cannot become a component, such as null; references to it are broken. */
function isUnusable(section: Section, value: unknown): boolean {
  return isAbsent(value) || (section !== 'schemas' && !isRecord(value));
}

/** Placeholder for a part that the descriptor lacks, in a shape that is valid in its section. */
function placeholder(section: Section, name: string): unknown {
  const missing = `${COMPONENT_NOUNS[section]} “${name}” is not in the descriptor`;
  const mark = { 'x-platform-missing': missing };
  switch (section) {
    case 'schemas':
    case 'mediaTypes':
      return mark;
    case 'responses':
    case 'links':
      return { description: missing, ...mark };
    case 'examples':
      return { summary: missing, ...mark };
    case 'requestBodies':
      return { description: missing, content: {}, ...mark };
    case 'headers':
      return { description: missing, schema: {}, ...mark };
    case 'parameters':
      return { name: `missing-${name}`, in: 'query', description: missing, schema: {}, ...mark };
    case 'securitySchemes':
      return { type: 'http', scheme: 'unknown', description: missing, ...mark };
    case 'callbacks':
      return {};
    default:
      return section satisfies never;
  }
}

/** Replaces components whose references form a cycle with placeholders. */
function cutCycles(section: Section, components: Record<string, unknown>, reading: Reading): void {
  const ending = new Set<string>();
  for (const name of Object.keys(components)) {
    const path = new Set<string>();
    let next: string | undefined = name;
    while (next !== undefined && !path.has(next) && !ending.has(next)) {
      path.add(next);
      next = aliasOf(components, next);
    }
    if (next !== undefined && path.has(next)) {
      const node = reading.references.declaredNode(section, next);
      const message = `The ${COMPONENT_NOUNS[section]} “${next}” is a reference that leads back to itself.`;
      if (node !== undefined) reading.warn(node, 'ref-cycle', message, 'Replace it by a definition.');
      const members = [...path];
      for (const member of members.slice(members.indexOf(next)))
        setOwn(components, member, placeholder(section, member));
    }
    for (const member of path) ending.add(member);
  }
}

/** Returns the name of the target if the component is only a reference to another component. */
function aliasOf(components: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = Object.hasOwn(components, name) ? components[name] : undefined;
  if (!isRecord(value) || !isReference(value)) return undefined;
  return componentName(value.$ref);
}
