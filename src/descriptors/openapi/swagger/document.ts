import type { OperationObject, RequestBodyObject, ServerObject } from '../../../model/openapi-objects.ts';
import { isRecord } from '../../../schema/json-values.ts';
import { markedAs, type Notes, ownNotes, withAudience } from '../audience.ts';
import { convertResponses } from '../content.ts';
import type { Section } from '../names.ts';
import { convertParameters, type OperationPlace, parameterFields } from '../parameters.ts';
import type { Reading } from '../reading.ts';
import { type Convert, checkName, isAbsent, referenceOr, text, texts, wrongType } from '../shapes.ts';
import { refOf, SourceNode } from '../source-node.ts';
import {
  convertBodyParameter,
  convertFormParameters,
  convertNamedResponse,
  convertSwaggerHeader,
  convertSwaggerParameter,
  convertSwaggerResponse,
  convertSwaggerSecurityScheme,
  mediaTypesOf,
} from './parts.ts';

const toReference = referenceOr('parameters', convertSwaggerParameter, 'left out');

/**
 * Converts the parts of a Swagger 2.0 operation that differ from OpenAPI 3: the body is a parameter, and the media
 * types are lists of the operation (`consumes`, `produces`).
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
    // A shared response has the descriptor's media types, so an operation with its own `produces` gets a copy.
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

/** Separates body and form parameters from the other parameters, which keep their list indexes in `plain`. */
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
    // A broken reference is reported here and again with the plain parameters: duplicate messages are dropped.
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
    // The null item preserves the indexes of the other items.
    plain.push(null);
  }
  return { plain: new SourceNode(list.file, plain, list.parent, list.key), body, form };
}

function failSecondBody(node: SourceNode, target: SourceNode, reading: Reading): void {
  const message = `An operation has one body, and “${String(target.child('name').value)}” is a second one.`;
  const remedy = 'Unite their schemas in one, or write both as form fields with “in: formData”.';
  reading.fail(node, 'parameter-body', message, remedy);
}

/** Records the audience keys beside a reference to a shared body, for {@link convertSharedBody}. */
function noteReference(node: SourceNode, { value }: SourceNode, { bodyReferences }: Reading): void {
  if (refOf(node) === undefined) return;
  const notes = bodyReferences.get(value) ?? [];
  bodyReferences.set(value, notes);
  notes.push(ownNotes(node));
}

const SECTIONS: readonly (readonly [key: string, section: Section])[] = [
  ['definitions', 'schemas'],
  ['responses', 'responses'],
  ['parameters', 'parameters'],
  ['securityDefinitions', 'securitySchemes'],
];

/** Declares the named parts of a Swagger 2.0 document as components. */
export function declareSwaggerComponents(reading: Reading): void {
  for (const [key, section] of SECTIONS) {
    const node = reading.top(key);
    if (!isAbsent(node.value) && !isRecord(node.value)) wrongType(node, reading, 'an object');
    for (const [name, child] of node.entries()) declareOne(section, name, child, reading);
  }
}

/** Converters of components that differ from those of OpenAPI 3. */
export const SWAGGER_CONVERTERS = {
  responses: convertNamedResponse,
  parameters: referenceOr('parameters', convertSwaggerParameter, 'left out'),
  requestBodies: convertSharedBody,
  headers: convertSwaggerHeader,
  securitySchemes: convertSwaggerSecurityScheme,
} as const satisfies Partial<Readonly<Record<Section, Convert<unknown>>>>;

/** Converts a shared body. If all references to it have audience keys, also restricts it to their audiences. */
function convertSharedBody(node: SourceNode, reading: Reading): unknown {
  const body = convertBodyParameter(node, mediaTypesOf(null, 'consumes', reading), reading);
  const references = reading.bodyReferences.get(node.value) ?? [];
  const isMarked = (notes: Notes): boolean => Object.keys(notes).length > 0 && notes['x-internal'] !== false;
  return references.length > 0 && references.every(isMarked) ? withAudience(body, references) : body;
}

/** Declares a component. Body parameters become request bodies; form fields are converted with operations. */
function declareOne(section: Section, name: string, node: SourceNode, reading: Reading): void {
  if (section !== 'schemas' && !isRecord(node.value)) return;
  const place = section === 'parameters' ? node.child('in').value : undefined;
  if (place === 'formData') return;
  checkName(node, name, reading);
  reading.references.declare(place === 'body' ? 'requestBodies' : section, name, node);
}

/** URL scheme in `host`, where authors often write it instead of in `schemes`. */
const SCHEME = /^(?:(?<scheme>\w+):)?\/\//;

const SCHEMES: readonly string[] = ['http', 'https', 'ws', 'wss'];

/** Converts `host`, `basePath` and `schemes` of the descriptor to server URLs. */
export function swaggerServers(root: SourceNode, reading: Reading): readonly ServerObject[] {
  const host = root.child('host');
  if (SCHEME.test(String(host.value)))
    reading.warn(host, 'wrong-value', '“host” has a scheme.', 'Write it into “schemes”.');
  return serversOf(root, root.child('schemes'), reading);
}

/** @param schemesNode `schemes` of the descriptor or an operation; without schemes, the URL begins with `//` */
function serversOf(root: SourceNode, schemesNode: SourceNode, reading: Reading): readonly ServerObject[] {
  const named = schemesOf(schemesNode, reading);
  const written = text(root.child('host'), reading) ?? '';
  const host = written.replace(SCHEME, '').replace(/\/+$/, '');
  const basePath = slashed(text(root.child('basePath'), reading) ?? '');
  if (host === '') return basePath === '' ? [] : [{ url: basePath }];
  const { scheme: own } = SCHEME.exec(written)?.groups ?? {};
  const schemes = named.length > 0 || own === undefined ? named : [own];
  if (schemes.length === 0) return [{ url: `//${host}${basePath}` }];
  return [...new Set(schemes)].map((scheme) => ({ url: `${scheme}://${host}${basePath}` }));
}

function schemesOf(node: SourceNode, reading: Reading): readonly string[] {
  return (texts(node, reading) ?? []).filter((scheme, index) => {
    if (SCHEMES.includes(scheme)) return true;
    const place = node.items()[index] ?? node;
    const message = `“${scheme}” is not a value for “schemes”; it was left out.`;
    reading.warn(place, 'wrong-value', message, 'Write http, https, ws or wss.');
    return false;
  });
}

function slashed(path: string): string {
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}
