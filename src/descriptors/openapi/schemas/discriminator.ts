import { componentReference } from '../../../model/components.ts';
import { setOwn } from '../../../model/own-property.ts';
import { isRecord } from '../../../model/schema/json-values.ts';
import type { Reading } from '../reading.ts';
import { extensionsOf, isAbsent, text, wrongType } from '../shapes.ts';
import type { SourceNode } from '../source-node.ts';

/** A name of a property in Swagger 2.0, an object since 3.0; the schemas of its mapping become references. */
export function convertDiscriminator(result: Record<string, unknown>, node: SourceNode, reading: Reading): void {
  if (typeof node.value === 'string') {
    if (reading.dialect !== '2.0')
      reading.warn(
        node,
        'wrong-type',
        '“discriminator” must be an object.',
        'Write the name as “propertyName” in an object.',
      );
    result['discriminator'] = { propertyName: node.value };
    return;
  }
  if (isAbsent(node.value)) return;
  const propertyName = text(node.child('propertyName'), reading);
  if (!isRecord(node.value) || propertyName === undefined) {
    wrongType(node, reading, 'an object with the name of a property as “propertyName”');
    return;
  }
  const mapping = convertMapping(node.child('mapping'), reading);
  const fallback = node.child('defaultMapping');
  result['discriminator'] = {
    propertyName,
    ...(mapping === undefined ? {} : { mapping }),
    ...(typeof fallback.value === 'string'
      ? { defaultMapping: schemaReference(fallback, fallback.value, reading) }
      : {}),
    ...extensionsOf(node),
  };
}

function convertMapping(node: SourceNode, reading: Reading): Readonly<Record<string, string>> | undefined {
  if (isAbsent(node.value)) return undefined;
  if (!isRecord(node.value)) return wrongType(node, reading, 'an object of references');
  const mapping: Record<string, string> = {};
  for (const [value, child] of node.entries()) {
    const ref = text(child, reading);
    if (ref !== undefined) setOwn(mapping, value, schemaReference(child, ref, reading));
  }
  return mapping;
}

/** A mapping names a schema by its name or by a reference; a name wins (OpenAPI 3.1 §4.8.25). */
function schemaReference(node: SourceNode, ref: string, reading: Reading): string {
  if (reading.references.declaredNode('schemas', ref) !== undefined) return componentReference('schemas', ref);
  return reading.references.refer('schemas', node, ref) ?? reading.references.gaps.referTo('schemas', ref);
}
