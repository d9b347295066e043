import { isExtension } from '../../model/extensions.ts';
import type { OperationObject, Reference, ResponseObject } from '../../model/openapi-objects.ts';
import { setOwn } from '../../model/own-property.ts';
import type { Reading } from './reading.ts';
import { type Convert, isAbsent, mapOf, raw } from './shapes.ts';
import type { SourceNode } from './source-node.ts';

/** `responses` with usable keys; responses under other keys are kept as `x-platform-responses`. */
export function convertResponses(
  operation: SourceNode,
  reading: Reading,
  convert: Convert<Reference<ResponseObject>>,
): OperationObject {
  const node = reading.references.part(operation.child('responses'));
  if (isAbsent(node.value)) {
    // Optional since OpenAPI 3.1.
    if (reading.hasOldSchemas)
      reading.warn(operation, 'responses-missing', 'The operation has no responses.', 'Add “responses”.', 'key');
    return { responses: {} };
  }
  const converted = mapOf(raw)(node, reading);
  if (converted === undefined) return { responses: {} };
  const responses: Record<string, Reference<ResponseObject>> = {};
  const extensions: Record<string, unknown> = {};
  const unreadable: Record<string, unknown> = {};
  for (const [key, child] of node.entries()) {
    const status = statusOf(key);
    if (isExtension(key)) setOwn(extensions, key, child.value);
    else if (status === undefined) {
      reading.warn(
        child,
        'status-code',
        `“${key}” is not a status code.`,
        'Write a code from 100 to 599, a range such as 4XX, or default.',
        'key',
      );
      setOwn(unreadable, key, child.value);
    } else {
      if (key !== status || (reading.dialect === '2.0' && status.endsWith('XX'))) checkStatus(child, status, reading);
      setOwn(responses, status, convert(child, reading) ?? {});
    }
  }
  return {
    responses,
    ...extensions,
    ...(Object.keys(unreadable).length > 0 ? { 'x-platform-responses': unreadable } : {}),
  };
}

function checkStatus(node: SourceNode, status: string, reading: Reading): void {
  const isRange = reading.dialect === '2.0' && status !== 'default';
  const remedy = isRange ? 'Write single codes, or default: Swagger 2.0 has no ranges.' : `Write ${status}.`;
  reading.warn(node, 'status-code', `“${node.key}” was read as ${status}.`, remedy, 'key');
}

/** A sentence is required, and made of the status where there is none; OpenAPI 3.2 does without. */
export function checkDescription(node: SourceNode, reading: Reading): void {
  if (reading.dialect === '3.2' || !isAbsent(node.child('description').value)) return;
  const message = 'The response has no “description”.';
  reading.warn(node, 'response-description-missing', message, 'Say in a sentence when it comes.', 'key');
}

function statusOf(key: string): string | undefined {
  if (key === 'default' || /^[1-5]\d\d$/.test(key)) return key;
  if (/^[1-5]xx$/i.test(key)) return key.toUpperCase();
  return key.toLowerCase() === 'default' ? 'default' : undefined;
}
