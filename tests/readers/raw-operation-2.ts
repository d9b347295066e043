import type { FactSet } from './facts.ts';
import { listOf, mapOf, type RawDocument, type RawNode } from './raw-document.ts';
import { addDescription, addSchema } from './raw-operation-3.ts';

/** Parameters, request body and responses as Swagger 2.0 writes them. Form fields are fields of the request body. */
export function addOperationParts2(
  facts: FactSet,
  document: RawDocument,
  place: string,
  operation: RawNode,
  parameters: readonly RawNode[],
): void {
  const value = mapOf(operation.value);
  const consumes = listOf(value['consumes'] ?? document.root['consumes']);
  const produces = listOf(value['produces'] ?? document.root['produces']);
  for (const parameter of parameters) addParameter(facts, document, place, parameter, consumes);
  for (const [status, response] of document.entries(operation, 'responses')) {
    if (status.startsWith('x-')) continue;
    const own = `${place} ${status}`;
    const { schema, examples } = mapOf(response.value);
    facts.add('status', place, status);
    addDescription(facts, own, response);
    for (const type of [...(schema === undefined ? [] : produces), ...Object.keys(mapOf(examples))])
      facts.add('response-type', own, String(type));
    addSchema(facts, document, own, { value: schema, file: response.file });
    for (const [name, header] of document.entries(response, 'headers')) {
      facts.add('header', own, name);
      addDescription(facts, `${own} header ${name}`, header);
      addSchema(facts, document, own, withoutDescription(header));
    }
  }
}

function addParameter(
  facts: FactSet,
  document: RawDocument,
  place: string,
  parameter: RawNode,
  consumes: readonly unknown[],
): void {
  const { in: location, name, schema } = mapOf(parameter.value);
  if (location === 'body' || location === 'formData') {
    const own = `${place} request`;
    // A form cannot be sent as JSON, no matter what the document consumes elsewhere.
    const types = location === 'body' ? consumes : consumes.filter((type) => /form/.test(String(type)));
    for (const type of types) facts.add('body-type', own, String(type));
    if (location === 'body') {
      addDescription(facts, own, parameter);
      addSchema(facts, document, own, { value: schema, file: parameter.file });
    } else {
      facts.add('field', own, String(name));
      addSchema(facts, document, own, parameter);
    }
    return;
  }
  const own = `${place} ${String(location)} ${String(name)}`;
  facts.add('parameter', place, `${String(location)} ${String(name)}`);
  addDescription(facts, own, parameter);
  addSchema(facts, document, own, withoutDescription(parameter));
}

/** Removes the description, which is the parameter's, not its type's: Swagger has both in one object. */
function withoutDescription({ value, file }: RawNode): RawNode {
  return { value: { ...mapOf(value), description: undefined }, file };
}
