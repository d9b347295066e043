import { callAddress, operationServers } from '../../model/call-address.ts';
import type { Named } from '../../model/components.ts';
import { leftOutResponses } from '../../model/left-out-responses.ts';
import type { ResponseObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { callbacksOf } from '../../presentation/messages/callback-view.ts';
import { isBodyText } from '../../presentation/messages/message-view.ts';
import { leftOutWords, responseText, statusTitle } from '../../presentation/messages/responses.ts';
import type { OperationFacts } from '../../presentation/services/operation-view.ts';
import { operationFacts } from '../../presentation/services/operation-view.ts';
import { operationHeading } from '../../presentation/titles.ts';
import type { Constraint } from '../../presentation/words.ts';
import { NO_PARAMETERS, NO_REQUEST_BODY, NO_RESPONSES, NOT_DESCRIBED, UNKNOWN } from '../../presentation/words.ts';
import { code, fenced, piece, text, words } from './escaping.ts';
import { writeDescription } from './fields.ts';
import { writeContent, writeParameters, writeResponseInside } from './messages.ts';
import type { Writer } from './writer.ts';

/** One operation: who may call, what to send, what comes back. */
export function writeOperation(operation: Operation, writer: Writer, level: number): void {
  const { record } = operation;
  const facts = operationFacts(operation);
  writer.heading(level, words(operationHeading(operation)));
  writer.paragraph(
    operation.service.getKind() === 'webhook'
      ? `${code(operation.getHttpMethod())}, ${ON_YOUR_SIDE}`
      : callPaths(operation)
          .map((path) => code(`${operation.getHttpMethod()} ${path}`))
          .join(' or '),
  );
  if (facts.access.words !== null) writer.line(`- ${words(facts.access.words)}`);
  writeFacts({ ...facts, caller: facts.access.beside }, writer, '');
  for (const server of operationServers(operation, '')) writer.line(`- Server: ${code(server.url)}`);
  for (const missing of facts.missing) writer.line(`- ${UNKNOWN}${text(missing)}`);
  writer.description(facts.description, level);
  if (record.summary === null && (record.description ?? '').trim() === '') writer.paragraph(NOT_DESCRIBED);
  writeRequest(operation, writer, level);
  writeResponses(operation, facts, writer, level);
  writeCallbacks(operation, writer, level);
}

/** Of what the server of a descriptor calls. */
const ON_YOUR_SIDE = 'called on your side';

/** With the version in front where this site answers and wants one. */
function callPaths(operation: Operation): readonly string[] {
  const { origin, paths, server } = callAddress(operation, '');
  return server === null ? paths.map((path) => origin + path) : paths;
}

/** What is written alike of operations and callbacks. */
function writeFacts(
  {
    caller,
    marks,
    operationId,
    documentation,
  }: Pick<OperationFacts, 'marks' | 'operationId' | 'documentation'> & { readonly caller: Constraint | null },
  writer: Writer,
  indent: string,
): void {
  if (caller !== null) writer.line(`${indent}- ${words(caller)}`);
  for (const mark of marks) writer.line(`${indent}- ${text(mark)}`);
  if (operationId !== null) writer.line(`${indent}- operationId ${code(operationId)}`);
  if (documentation !== null) writer.line(`${indent}- More: ${piece(documentation)}`);
}

function writeRequest(operation: Operation, writer: Writer, level: number): void {
  const parameters = operation.getParameters();
  const body = operation.getRequestBody()?.value ?? null;
  const description = operation.getRequestDescription();
  if (parameters.length === 0) writer.paragraph(NO_PARAMETERS);
  else {
    writer.paragraph('**Parameters**');
    writeParameters(parameters, writer, '', level);
    writer.blank();
  }
  if (body === null && description === null) {
    writer.paragraph(NO_REQUEST_BODY);
    return;
  }
  writer.paragraph(`**Request body**${body?.required === true ? ', required' : ''}`);
  writeText(description, writer, level);
  if (description === null && Object.keys(body?.content ?? {}).length === 0) writer.paragraph(NOT_DESCRIBED);
  writeContent(body?.content, 'request', writer, '', level);
  writer.blank();
}

/** A description that is an example body is code. */
function writeText(description: string | null, writer: Writer, level: number): void {
  if (description !== null && isBodyText(description)) writer.block(fenced(description.trim()));
  else writer.description(description, level);
}

function writeResponses(
  operation: Operation,
  { responseText: textOfAll }: OperationFacts,
  writer: Writer,
  level: number,
): void {
  const responses = operation.getAllResponses();
  const leftOut = leftOutResponses(operation);
  if (responses.length === 0 && leftOut.length === 0) {
    writer.paragraph(NO_RESPONSES);
    return;
  }
  writer.paragraph('**Responses**');
  writeText(textOfAll, writer, level);
  for (const { status, name, response } of responses)
    writeResponse(status, { name, value: response }, operation, writer, level);
  for (const one of leftOut)
    writer.line(`- ${words(leftOutWords(one))}${one.description === null ? '' : ` ${text(one.description)}`}`);
  writer.blank();
}

/** A response of the components is described once, at the end of the document. */
function writeResponse(
  status: string,
  response: Named<ResponseObject>,
  operation: Operation,
  writer: Writer,
  level: number,
): void {
  const title = text(statusTitle(status, response.value));
  if (response.name !== null) {
    const mediaTypes = Object.keys(response.value.content ?? {}).map((mediaType) => `, ${code(mediaType)}`);
    writer.line(`- ${title}: ${code(response.name)} under “Shared responses”${mediaTypes.join('')}`);
    return;
  }
  writer.line(`- ${title}`);
  writeDescription(responseText(status, response.value, operation), writer, '  ', level);
  writeResponseInside(response.value, writer, '  ', level);
}

function writeCallbacks(operation: Operation, writer: Writer, level: number): void {
  const callbacks = callbacksOf(operation.record.callbacks, writer.components);
  for (const [index, { facts, parameters, body, responses }] of callbacks.entries()) {
    const { name, method, expression, summary, description } = facts;
    if (callbacks[index - 1]?.facts.name !== name) writer.paragraph(`**Callback** ${code(name)}, ${ON_YOUR_SIDE}`);
    writer.line(`- ${code(`${method} ${expression}`)}${summary === null ? '' : `: ${text(summary)}`}`);
    writeFacts(facts, writer, '  ');
    writeDescription(description, writer, '  ', level);
    writeParameters(parameters, writer, '  ', level);
    writeDescription(body?.description, writer, '  ', level);
    writeContent(body?.content, 'request', writer, '  ', level);
    for (const [status, response] of responses) {
      writer.line(`  - ${text(statusTitle(status, response))}`);
      writeDescription(responseText(status, response, null), writer, '    ', level);
      writeResponseInside(response, writer, '    ', level);
    }
  }
  writer.blank();
}
