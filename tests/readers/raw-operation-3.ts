import type { FactSet } from './facts.ts';
import { mapOf, type RawDocument, type RawNode } from './raw-document.ts';
import { schemaFacts } from './raw-schemas.ts';

/** Parameters, request body and responses as OpenAPI 3.x writes them. */
export function addOperationParts3(
  facts: FactSet,
  document: RawDocument,
  place: string,
  operation: RawNode,
  parameters: readonly RawNode[],
): void {
  for (const parameter of parameters) {
    const { in: location, name } = mapOf(parameter.value);
    const own = `${place} ${String(location)} ${String(name)}`;
    facts.add('parameter', place, `${String(location)} ${String(name)}`);
    addDescription(facts, own, parameter);
    addValue(facts, document, own, parameter);
    for (const [, media] of document.entries(parameter, 'content')) addValue(facts, document, own, media);
  }
  const body = document.follow(operation, 'requestBody');
  if (body !== undefined) addContent(facts, document, `${place} request`, 'body-type', body);
  for (const [status, response] of document.entries(operation, 'responses')) {
    if (status.startsWith('x-')) continue;
    const own = `${place} ${status}`;
    facts.add('status', place, status);
    addContent(facts, document, own, 'response-type', response);
    for (const [name, header] of document.entries(response, 'headers')) {
      facts.add('header', own, name);
      addDescription(facts, `${own} header ${name}`, header);
      addValue(facts, document, own, header);
    }
    for (const [name] of document.entries(response, 'links')) facts.add('link', own, name);
  }
}

function addContent(
  facts: FactSet,
  document: RawDocument,
  place: string,
  kind: 'body-type' | 'response-type',
  owner: RawNode,
): void {
  addDescription(facts, place, owner);
  for (const [type, media] of document.entries(owner, 'content')) {
    facts.add(kind, place, type);
    addValue(facts, document, place, media);
  }
}

/** Names and values below the schemas of a parameter, header or media type, and the names of its examples. */
function addValue(facts: FactSet, document: RawDocument, place: string, owner: RawNode): void {
  const value = mapOf(owner.value);
  for (const keyword of ['schema', 'itemSchema'])
    addSchema(facts, document, place, { value: value[keyword], file: owner.file });
  for (const [name] of document.entries(owner, 'examples')) facts.add('example', place, name);
}

export function addSchema(facts: FactSet, document: RawDocument, place: string, schema: RawNode): void {
  const { fields, enumValues, texts } = schemaFacts(document, schema, true);
  for (const field of fields) facts.add('field', place, field);
  for (const value of enumValues) facts.add('enum-value', place, value);
  for (const text of texts) facts.add('schema-text', place, text);
}

export function addDescription(facts: FactSet, place: string, owner: RawNode): void {
  const text = mapOf(owner.value)['description'];
  if (typeof text === 'string' && text.trim() !== '') facts.add('description', place, text);
}
