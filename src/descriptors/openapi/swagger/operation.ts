import type { OperationObject, RequestBodyObject } from '../../../model/openapi-objects.ts';
import { markedAs, ownNotes } from '../audience.ts';
import { convertResponses } from '../content.ts';
import { convertParameters, type OperationPlace, parameterFields } from '../parameters.ts';
import type { Reading } from '../reading.ts';
import { isAbsent, referenceOr } from '../shapes.ts';
import { refOf, SourceNode } from '../source-node.ts';
import { convertBodyParameter, convertFormParameters } from './body.ts';
import { convertSwaggerParameter } from './parameter.ts';
import { convertSwaggerResponse, mediaTypesOf } from './response.ts';
import { serversOf } from './servers.ts';

const toReference = referenceOr('parameters', convertSwaggerParameter, 'left out');

/**
 * Converts the parts of a Swagger 2.0 operation that differ from OpenAPI 3: bodies are parameters, media types stand
 * beside them.
 */
export function convertSwaggerOperation(
  node: SourceNode,
  place: OperationPlace,
  fields: Record<string, unknown>,
  reading: Reading,
): OperationObject {
  const consumes = mediaTypesOf(node, 'consumes', reading);
  const produces = mediaTypesOf(node, 'produces', reading);
  const pathLevel = split(place.pathItem.child('parameters'), reading);
  const own = split(node.child('parameters'), reading);
  const list = convertParameters(pathLevel.plain, own.plain, place.template, reading, toReference);
  const ownNames = new Set(own.form.map((field) => field.child('name').value));
  const form = [...pathLevel.form.filter((field) => !ownNames.has(field.child('name').value)), ...own.form];
  const requestBody = bodyOf(own.body ?? pathLevel.body, form, consumes, reading);
  const isShared = isAbsent(node.child('produces').value);
  const responses = convertResponses(node, reading, (response, inner) => {
    const ref = refOf(response);
    if (ref === undefined) return convertSwaggerResponse(response, produces, inner);
    // A named response has the media types of the descriptor; with others it is written out.
    const target = isShared ? undefined : inner.references.resolve(response);
    if (target !== undefined) return convertSwaggerResponse(markedAs(response, target), produces, inner);
    return {
      $ref: inner.references.refer('responses', response, ref) ?? inner.references.gaps.referTo('responses', ref),
      ...ownNotes(response),
    };
  });
  const schemes = node.child('schemes');
  const servers = isAbsent(schemes.value) ? [] : serversOf(reading.root, schemes, reading);
  return {
    ...fields,
    ...parameterFields(list),
    ...(requestBody === undefined ? {} : { requestBody }),
    ...responses,
    ...(servers.length > 0 ? { servers } : {}),
  };
}

function bodyOf(
  body: SourceNode | undefined,
  form: readonly SourceNode[],
  consumes: readonly string[],
  reading: Reading,
): RequestBodyObject | undefined {
  if (body !== undefined) {
    if (form.length > 0)
      reading.warn(
        body,
        'parameter-body',
        'An operation has a body or form fields, not both; the form fields were left out.',
        'Keep one of them.',
      );
    return convertBodyParameter(body, consumes, reading);
  }
  return form.length > 0 ? convertFormParameters(form, consumes, reading) : undefined;
}

/** Parameters by what OpenAPI 3 makes of them; `plain` keeps its places in the list. */
function split(
  written: SourceNode,
  reading: Reading,
): { readonly plain: SourceNode; readonly body: SourceNode | undefined; readonly form: readonly SourceNode[] } {
  const list = reading.references.part(written);
  if (!Array.isArray(list.value)) return { plain: list, body: undefined, form: [] };
  let body: SourceNode | undefined;
  const form: SourceNode[] = [];
  const plain: unknown[] = [];
  for (const node of list.items()) {
    // A broken one is reported here and again with the plain ones: same place, same message, shown once.
    const target = reading.references.resolve(node);
    const kind = target?.child('in').value;
    if (kind === 'body' && target !== undefined) {
      if (body !== undefined) failSecondBody(node, target, reading);
      body ??= markedAs(node, target);
      noteReference(node, target, reading);
    } else if (kind === 'formData' && target !== undefined) form.push(markedAs(node, target));
    else {
      plain.push(node.value);
      continue;
    }
    // An empty item keeps the indices of the others.
    plain.push(null);
  }
  return { plain: new SourceNode(list.file, plain, list.parent, list.key), body, form };
}

function failSecondBody(node: SourceNode, target: SourceNode, reading: Reading): void {
  const message = `An operation has one body, and “${String(target.child('name').value)}” is a second one.`;
  const remedy = 'Unite their schemas in one, or write both as form fields with “in: formData”.';
  reading.fail(node, 'parameter-body', message, remedy);
}

/** Bodies are written out in each operation: nothing else says which readers a shared one is for. */
function noteReference(node: SourceNode, { value }: SourceNode, { bodyReferences }: Reading): void {
  if (refOf(node) === undefined) return;
  const notes = bodyReferences.get(value) ?? [];
  bodyReferences.set(value, notes);
  notes.push(ownNotes(node));
}
