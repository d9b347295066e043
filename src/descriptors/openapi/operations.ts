import { extensionsOf, isExtension } from '../../model/extensions.ts';
import type { OperationObject, PathItemObject, ServerObject } from '../../model/openapi-objects.ts';
import { setOwn } from '../../model/own-property.ts';
import { hasOwnKey, PATH_ITEM_METHODS } from '../../model/path-items.ts';
import type { OperationRecord } from '../../model/records.ts';
import { notesAdded, ownNotes, withAudience } from './audience.ts';
import { convertRequestBody, convertResponse, convertResponses } from './content.ts';
import { convertExternalDocs, convertSecurity, convertServers, convertTagNames } from './metadata.ts';
import { convertParameters, type OperationPlace, parameterFields } from './parameters.ts';
import type { Reading } from './reading.ts';
import { type Convert, fieldsOf, flag, isAbsent, mapOf, referenceOr, text, wrongType } from './shapes.ts';
import { refOf, type SourceNode } from './source-node.ts';
import { convertSwaggerOperation } from './swagger/document.ts';

/** Converts an operation of any dialect to OpenAPI 3.2; returns undefined if it is not an object. */
export function convertOperation(
  node: SourceNode,
  place: OperationPlace,
  reading: Reading,
): OperationObject | undefined {
  const fields = fieldsOf(node, reading, 'an operation', {
    tags: convertTagNames,
    summary: text,
    description: text,
    externalDocs: convertExternalDocs,
    operationId: text,
    deprecated: flag,
    security: convertSecurity,
    ...(reading.dialect === '2.0'
      ? { consumes: ignored, produces: ignored, schemes: ignored, parameters: ignored, responses: ignored }
      : {
          parameters: ignored,
          requestBody: referenceOr('requestBodies', convertRequestBody),
          responses: ignored,
          callbacks: mapOf(referenceOr('callbacks', convertCallback, 'left out')),
          servers: convertServers,
        }),
  });
  if (fields === undefined) return undefined;
  checkOperationId(fields, node, reading);
  if (reading.dialect === '2.0') return convertSwaggerOperation(node, place, fields, reading);
  const list = convertParameters(place.pathItem.child('parameters'), node.child('parameters'), place.template, reading);
  const responses = convertResponses(node, reading, referenceOr('responses', convertResponse));
  return { ...fields, ...parameterFields(list), ...responses };
}

/**
 * @param method method in upper case
 * @param path path template; `''` for a webhook
 * @param servers servers of the path, used if the operation has none
 */
export function toOperationRecord(
  operation: OperationObject,
  method: string,
  path: string,
  servers: readonly ServerObject[],
): OperationRecord {
  return {
    method,
    paths: [path],
    operationId: operation.operationId ?? null,
    summary: operation.summary ?? null,
    description: operation.description ?? null,
    requestDescription: null,
    responseDescription: null,
    tags: operation.tags ?? [],
    deprecated: operation.deprecated ?? false,
    externalDocs: operation.externalDocs ?? null,
    parameters: operation.parameters ?? [],
    requestBody: operation.requestBody ?? null,
    responses: operation.responses ?? {},
    callbacks: operation.callbacks ?? {},
    security: operation.security ?? null,
    servers: operation.servers ?? servers,
    extensions: extensionsOf(operation),
  };
}

/** Skips a key that is converted elsewhere. */
const ignored: Convert<undefined> = () => undefined;

/** Checks that an operationId is unique, as OpenAPI requires; keeps a duplicate as `x-platform-operation-id`. */
function checkOperationId(fields: Record<string, unknown>, node: SourceNode, reading: Reading): void {
  const { operationId } = fields;
  if (operationId === '') delete fields['operationId'];
  if (typeof operationId !== 'string' || operationId === '') return;
  const here = node.child('operationId');
  const first = reading.operationIds.get(operationId);
  if (first === undefined) {
    reading.operationIds.set(operationId, here);
    return;
  }
  const place = first.sourceFile.locate(first.pointer());
  // Several paths may refer to the same path item.
  const isSame = first.sourceFile === here.sourceFile && first.pointer() === here.pointer();
  reading.warn(
    here,
    'operation-id-duplicate',
    isSame
      ? `The operationId “${operationId}” is that of the operation at several paths.`
      : `The operationId “${operationId}” is used at ${place.file}:${place.line}:${place.column} too.`,
    'Give each operation an operationId of its own.',
    'value',
    isSame ? undefined : [place],
  );
  delete fields['operationId'];
  fields['x-platform-operation-id'] = operationId;
}

/** Lists the operations of a path item; methods in `additionalOperations` keep their letter case. */
export function operationsOf(pathItem: SourceNode): readonly (readonly [method: string, node: SourceNode])[] {
  const own = pathItem
    .entries()
    .flatMap(([key, node]) => (hasOwnKey(key) && !isAbsent(node.value) ? [[key.toUpperCase(), node] as const] : []));
  const additional = pathItem.child('additionalOperations').entries();
  return [...own, ...additional.filter(([method]) => !own.some(([present]) => present === method))];
}

/** Warns about operations without content, such as `get:` with an empty value. */
export function warnOfEmptyOperations(pathItem: SourceNode, reading: Reading): void {
  for (const [key, node] of pathItem.entries()) {
    if (node.value !== null || !hasOwnKey(key)) continue;
    reading.warn(
      node,
      'operation-empty',
      `The operation “${key}” is empty; it was left out.`,
      'Describe it, or remove the key.',
      'key',
    );
  }
}

/** Returns the path items of a chain of references, from the node itself to the final target. */
export function resolvePathItem(node: SourceNode, reading: Reading): readonly SourceNode[] {
  if (refOf(node) === undefined) return [node];
  const way: SourceNode[] = [];
  const target = reading.references.resolve(node, way);
  if (target === undefined) return [node];
  for (const item of [...way, target]) reading.usedPathItems.add(item.value);
  return [...way, target];
}

/** Converts a callback: path items by runtime expression. */
export const convertCallback: Convert<Readonly<Record<string, PathItemObject>>> = mapOf((node, reading) =>
  isExtension(node.key) ? (node.value as PathItemObject) : convertCallbackItem(node, reading),
);

function convertCallbackItem(node: SourceNode, reading: Reading): PathItemObject | undefined {
  const items = resolvePathItem(node, reading);
  const item = items.at(-1) ?? node;
  if (reading.openPathItems.has(item.value)) {
    reading.warn(
      node,
      'ref-cycle',
      'The callback contains itself; it was left out.',
      'Describe the inner callback once.',
    );
    return undefined;
  }
  if (typeof item.value !== 'object' || item.value === null) return wrongType(node, reading, 'a path item');
  reading.openPathItems.add(item.value);
  const operations: Record<string, unknown> = {};
  const additional: Record<string, unknown> = {};
  // As at a path, what stands beside a `$ref` comes before what it leads to.
  for (const pathItem of items)
    for (const [method, operation] of operationsOf(pathItem)) {
      const isFixed = hasOwnKey(method) && method === method.toUpperCase();
      const [target, key] = isFixed ? [operations, method.toLowerCase()] : [additional, method];
      const converted = Object.hasOwn(target, key)
        ? undefined
        : convertOperation(operation, { pathItem, template: null }, reading);
      if (converted !== undefined) setOwn(target, key, converted);
    }
  reading.openPathItems.delete(item.value);
  const callback = {
    ...Object.assign({}, ...items.map((one) => pathItemNotes(one, reading)).toReversed()),
    ...operations,
    ...(Object.keys(additional).length > 0 ? { additionalOperations: additional } : {}),
  };
  const notes = items.flatMap((one) => [ownNotes(one), ...notesAdded(one, node)]);
  return withAudience(callback, notes) as PathItemObject;
}

const PATH_ITEM_FIELDS = {
  ...Object.fromEntries(PATH_ITEM_METHODS.map((key) => [key, ignored])),
  $ref: ignored,
  additionalOperations: ignored,
  parameters: ignored,
  summary: text,
  description: text,
  servers: convertServers,
};

/** Converts the fields of a path item other than its operations and parameters. */
export function pathItemNotes(item: SourceNode, reading: Reading): Record<string, unknown> {
  const own = item.entries().filter(([key]) => !Object.hasOwn(PATH_ITEM_FIELDS, key) && hasOwnKey(key));
  const more = Object.fromEntries(own.map(([key]) => [key, ignored]));
  const fields = own.length === 0 ? PATH_ITEM_FIELDS : { ...PATH_ITEM_FIELDS, ...more };
  return fieldsOf(item, reading, 'a path item', fields) ?? {};
}
