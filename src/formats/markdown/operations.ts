import { type Access, sendsPassword } from '../../model/access.ts';
import { callAddress, operationServers } from '../../model/call-address.ts';
import type { Named } from '../../model/components.ts';
import { leftOutResponses } from '../../model/left-out-responses.ts';
import type { OperationObject, ResponseObject, SecurityRequirementObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { operationsOf, pathItemsOf } from '../../model/path-items.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import { code, link, text } from './escaping.ts';
import { writeDescription } from './fields.ts';
import { writeContent, writeParameters, writeResponseInside } from './messages.ts';
import type { Writer } from './writer.ts';

/** One operation: who may call, what to send, what comes back. */
export function writeOperation(operation: Operation, writer: Writer, level: number): void {
  const { record } = operation;
  const method = operation.getHttpMethod();
  const isWebhook = operation.service.getKind() === 'webhook';
  writer.heading(
    level,
    text(record.summary ?? '') ||
      `${text(method)} ${isWebhook ? text(operation.service.getTitle()) : code(operation.getPath())}`,
  );
  writer.paragraph(
    isWebhook
      ? `${code(method)}, called on your side`
      : callPaths(operation)
          .map((path) => code(`${method} ${path}`))
          .join(' or '),
  );
  if (!isWebhook) writer.line(`- ${accessWords(operation.getAccess())}`);
  const demanded = securityWords(operation.getSecurity());
  if (demanded !== '')
    writer.line(
      `- The descriptor ${operation.requiresAuthorization() ? 'also ' : ''}names ${demanded}; this site does not check it.`,
    );
  if (record.deprecated) writer.line('- Deprecated');
  if (record.operationId !== null) writer.line(`- Operation ID: ${code(record.operationId)}`);
  for (const server of operationServers(operation, '')) writer.line(`- Server: ${code(server.url)}`);
  if (record.externalDocs !== null)
    writer.line(`- More: ${link(record.externalDocs.description ?? record.externalDocs.url, record.externalDocs.url)}`);
  if (record.description === null || record.description.trim() === '') {
    if (record.summary === null) writer.paragraph('Not described.');
  } else writer.description(record.description, level);
  writeRequest(operation, writer, level);
  writeResponses(operation, writer, level);
  writeCallbacks(operation, writer, level);
}

/** With the version in front where this site answers and wants one. */
function callPaths(operation: Operation): readonly string[] {
  const { origin, paths, server } = callAddress(operation, '');
  return server === null ? paths.map((path) => origin + path) : paths;
}

/** What this site asks of a caller, in words. */
export function accessWords(access: Access): string {
  if (access.kind === 'open') return 'Open to everyone';
  if (access.schemes.length === 0) return 'Closed: a log-in is needed and none is set up';
  return access.schemes
    .map(
      ({ scheme, realm }) =>
        `Log-in needed: HTTP ${scheme}, realm “${text(realm)}”${sendsPassword[scheme] ? ', send over HTTPS only' : ''}`,
    )
    .join('; or ');
}

function securityWords(requirements: readonly SecurityRequirementObject[]): string {
  const alternatives = requirements.map((requirement) => {
    const schemes = Object.entries(requirement).map(
      ([name, scopes]) => `${code(name)}${scopes.length === 0 ? '' : ` (${scopes.map(code).join(', ')})`}`,
    );
    return schemes.length === 0 ? 'no log-in' : schemes.join(' and ');
  });
  return requirements.some((requirement) => Object.keys(requirement).length > 0) ? alternatives.join(', or ') : '';
}

function writeRequest(operation: Operation, writer: Writer, level: number): void {
  const parameters = operation.getParameters();
  const body = operation.getRequestBody();
  if (parameters.length === 0) writer.paragraph('No parameters.');
  else {
    writer.paragraph('**Parameters**');
    writeParameters(parameters, writer, level);
  }
  if (body !== null) {
    writer.paragraph(`**Request body**${body.value.required === true ? ', required' : ''}`);
    writer.description(operation.getRequestDescription(), level);
    writeContent(body.value.content, 'request', writer, '', level);
    writer.blank();
  } else if (operation.record.requestDescription !== null) {
    writer.paragraph('**Request body**');
    writer.description(operation.record.requestDescription, level);
  }
}

function writeResponses(operation: Operation, writer: Writer, level: number): void {
  const described = operation.getResponses();
  const added = operation
    .getResponseStatusCodes()
    .filter(({ code: status }) => !described.some((one) => one.status === String(status)));
  const leftOut = leftOutResponses(operation);
  if (described.length === 0 && added.length === 0 && leftOut.length === 0) {
    writer.paragraph('No responses described.');
    return;
  }
  writer.paragraph('**Responses**');
  if (operation.record.responseDescription !== null) writer.description(operation.record.responseDescription, level);
  for (const { status, name, response } of described) writeResponse(status, { name, value: response }, writer, level);
  for (const { code: status, message } of added) writer.line(`- ${status} ${message}`);
  for (const { key, description } of leftOut)
    writer.line(`- left out, no status code: ${code(key)}${description === null ? '' : ` ${text(description)}`}`);
  writer.blank();
}

/** A response of the components is described once, at the end of the document. */
function writeResponse(status: string, response: Named<ResponseObject>, writer: Writer, level: number): void {
  const title = statusWords(status, response.value);
  if (response.name !== null) {
    const mediaTypes = Object.keys(response.value.content ?? {}).map((mediaType) => `, ${code(mediaType)}`);
    writer.line(`- ${title}: ${code(response.name)} under “Shared responses”${mediaTypes.join('')}`);
    return;
  }
  writer.line(`- ${title}`);
  writeResponseText(title, response.value, writer, '  ', level);
  writeResponseInside(response, writer, '  ', level);
}

/** Its description, unless the status line says the same. */
export function writeResponseText(
  title: string,
  response: ResponseObject,
  writer: Writer,
  indent: string,
  level: number,
): void {
  if (response.summary !== undefined) writer.line(`${indent}${text(response.summary)}`);
  if (response.description !== undefined && !title.endsWith(` ${response.description}`))
    writeDescription({ description: response.description }, writer, indent, level);
}

function statusWords(status: string, response: ResponseObject): string {
  if (status === 'default') return 'Any other status';
  const own = response['x-platform-reason'];
  const reason = typeof own === 'string' ? own : reasonPhrase(Number(status));
  return reason === '' ? text(status) : `${text(status)} ${text(reason)}`;
}

function writeCallbacks(operation: Operation, writer: Writer, level: number): void {
  for (const [name, reference] of Object.entries(operation.record.callbacks)) {
    writer.paragraph(`**Callback** ${code(name)}, called on your side`);
    for (const [expression, pathItem] of pathItemsOf(writer.components.resolve(reference).value)) {
      for (const [method, callback] of operationsOf(pathItem))
        writeCallback(`${method.toUpperCase()} ${expression}`, callback, writer, level);
    }
    writer.blank();
  }
}

function writeCallback(title: string, callback: OperationObject, writer: Writer, level: number): void {
  writer.line(`- ${code(title)}${callback.summary === undefined ? '' : `: ${text(callback.summary)}`}`);
  writeDescription(
    callback.description === undefined ? {} : { description: callback.description },
    writer,
    '  ',
    level,
  );
  if (callback.operationId !== undefined) writer.line(`  - Operation ID: ${code(callback.operationId)}`);
  if (callback.requestBody !== undefined) {
    const { description, content } = writer.components.resolve(callback.requestBody).value;
    writeDescription(description === undefined ? {} : { description }, writer, '  ', level);
    writeContent(content, 'request', writer, '  ', level);
  }
  for (const [status, reference] of Object.entries(callback.responses ?? {})) {
    const response = writer.components.resolve(reference);
    writer.line(`  - ${statusWords(status, response.value)}`);
    writeResponseText(status, response.value, writer, '    ', level);
    writeResponseInside(response, writer, '    ', level);
  }
}
