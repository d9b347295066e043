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
    } else setOwn(responses, status, convert(child, reading) ?? {});
  }
  return {
    responses,
    ...extensions,
    ...(Object.keys(unreadable).length > 0 ? { 'x-platform-responses': unreadable } : {}),
  };
}

function statusOf(key: string): string | undefined {
  if (key === 'default' || /^[1-5]\d\d$/.test(key)) return key;
  if (/^[1-5]xx$/i.test(key)) return key.toUpperCase();
  return key.toLowerCase() === 'default' ? 'default' : undefined;
}
