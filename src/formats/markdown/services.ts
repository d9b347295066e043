import { callAddress, operationServers } from '../../model/call-address.ts';
import type { Components } from '../../model/components.ts';
import type { ResponseObject } from '../../model/openapi-objects.ts';
import { CALLED, CALLING, directionsOf, type Operation } from '../../model/operation.ts';
import type { Service } from '../../model/service.ts';
import { ownServerWords } from '../../presentation/addresses.ts';
import { sentBody } from '../../presentation/bodies.ts';
import { titleBeside } from '../../presentation/fields/schema-facts.ts';
import { markdownCode as code, markdownText as text } from '../../presentation/markdown-text.ts';
import { notSentWords } from '../../presentation/messages/call-view.ts';
import { callbacksOf } from '../../presentation/messages/callback-view.ts';
import { isBodyText } from '../../presentation/messages/message-view.ts';
import { leftOutWords, responseText, statusTitle } from '../../presentation/messages/responses.ts';
import { operationsInOrder } from '../../presentation/navigation/service-order.ts';
import { type OperationFacts, operationFacts } from '../../presentation/services/operation-view.ts';
import { namesakeOf, operationHeading, serviceTitle } from '../../presentation/titles.ts';
import type { Named } from '../../schema/references.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import type { Phrase } from '../../words/phrase.ts';
import { fenced, more, words } from './escaping.ts';
import { facts, shapeOf, writeInside } from './fields.ts';
import { writeContent, writeParameters, writeResponseInside, writeSharedHeader } from './messages.ts';
import type { Writer } from './writer.ts';

/** Writes a service and its operations. @param level level of the service's heading */
export function writeService(service: Service, writer: Writer, level: number): void {
  const { record } = service;
  writer.heading(level, text(serviceTitle(service)) || text(service.getName()));
  if (service.getKind() !== 'webhook')
    writer.paragraph(
      words(writer.words.sentence('markdown.route', { route: service.api.record.basePath + service.getRoute() })),
    );
  if (record.summary !== null && record.summary !== serviceTitle(service)) writer.paragraph(text(record.summary));
  if (record.description === null || record.description.trim() === '') {
    if (record.summary === null) writer.paragraph(writer.words.say('none.description'));
  } else writer.description(record.description);
  if (record.fields !== null) {
    const shape = shapeOf(record.fields, writer.components);
    writer.paragraph(`**${writer.words.say('title.fields')}**: ${facts(shape, writer)}`);
    writeInside(shape, writer);
  }
  if (service.getAllOperations().length === 0) writer.paragraph(writer.words.say('none.operations'));
  const namesake = namesakeOf(service);
  for (const operation of operationsInOrder(service))
    writeOperation(operation, writer, operation === namesake ? null : level + 1);
}

/** Writes each response, header and schema component that operations reference, once. */
export function writeShared(components: Components, writer: Writer): void {
  const { responses, headers, schemas } = components.record;
  if (Object.keys(responses).length > 0) {
    writer.part('shared responses', (part) => {
      part.heading(2, writer.words.say('title.sharedResponses'));
      for (const [name, reference] of Object.entries(responses)) {
        const response = components.resolve(reference).value;
        part.item(code(name));
        part.inside.itemDescription(responseText('', response, null));
        writeResponseInside(response, 'response', part.inside);
      }
    });
  }
  if (Object.keys(headers).length > 0) {
    writer.heading(2, writer.words.say('title.sharedHeaders'), 3);
    for (const [name, reference] of Object.entries(headers))
      writeSharedHeader(name, components.resolve(reference).value, writer);
  }
  const names = Object.keys(schemas);
  if (names.length === 0) return;
  writer.heading(2, writer.words.say('title.schemas'));
  // Looked up in its part, which thereby depends on the schema.
  for (const name of names)
    writer.part(`schema ${name}`, (part) => writeSchema(name, components.schema(name) ?? true, part, 3));
}

/** Writes a named schema with its nested content. Named schemas inside it, including itself, appear by name only. */
export function writeSchema(name: string, schema: JsonSchema, writer: Writer, level: number): void {
  writer.heading(level, text(name) || '""');
  const title = typeof schema === 'boolean' ? null : titleBeside([name, schema.description ?? ''], schema.title);
  const start = title === null ? '' : `${text(title)}: `;
  const shape = shapeOf(schema, writer.components);
  writer.paragraph(start + facts(shape, writer));
  for (const description of shape.descriptions) writer.description(description);
  writeInside(shape, writer);
}

/**
 * Writes one operation: access, request and responses.
 * @param level level of its heading; null omits the heading, because the heading above has the same text
 */
function writeOperation(operation: Operation, writer: Writer, level: number | null): void {
  const { record, service } = operation;
  const method = operation.getHttpMethod();
  const facts = operationFacts(operation);
  if (level !== null) writer.heading(level, words(operationHeading(operation)));
  writer.paragraph(
    service.getKind() === 'webhook'
      ? calledWords('kind.webhook', `${method} ${service.getTitle()}`, writer)
      : words(
          writer.words.codes(
            'list.or',
            callPaths(operation).map((path) => `${method} ${path}`),
          ),
        ),
  );
  if (facts.access.words !== null) writer.item(words(facts.access.words));
  if (facts.access.examples !== null) writer.item(words(facts.access.examples));
  writeFacts({ ...facts, caller: facts.access.beside }, writer);
  for (const server of operationServers(operation, '')) {
    writer.item(words(writer.words.sentence('operation.server', { url: server.url })));
    for (const sentence of ownServerWords(server, writer.words)) writer.inside.item(words(sentence));
  }
  for (const missing of facts.missing) writer.item(text(writer.words.say('none.known', { what: missing })));
  writer.description(facts.description);
  if (record.summary === null && (record.description ?? '').trim() === '')
    writer.paragraph(writer.words.say('none.description'));
  writeRequest(operation, writer);
  writeResponses(operation, facts, writer);
  writeCallbacks(operation, writer);
}

/** Describes a call that the API makes to the client: a webhook or a callback. */
function calledWords(kind: 'kind.webhook' | 'markdown.callback', call: string, writer: Writer): string {
  const sentence = writer.words.sentence('operation.onYourSide', { call: [{ code: call }] });
  return `**${writer.words.say(kind)}** ${words(sentence)}`;
}

/** Paths of an operation; those that this site serves have their version prefix. */
function callPaths(operation: Operation): readonly string[] {
  const { origin, paths, server } = callAddress(operation, '');
  return server === null ? paths.map((path) => origin + path) : paths;
}

/** Writes facts that operations and callbacks share. */
function writeFacts(
  facts: Pick<OperationFacts, 'marks' | 'operationId' | 'documentation'> & { readonly caller: Phrase | null },
  writer: Writer,
): void {
  const { caller, marks, operationId, documentation } = facts;
  if (caller !== null) writer.item(words(caller));
  for (const mark of marks) writer.item(text(mark));
  if (operationId !== null) writer.item(`operationId ${code(operationId)}`);
  if (documentation !== null) writer.item(more(documentation, writer.words));
}

function writeRequest(operation: Operation, writer: Writer): void {
  const parameters = operation.getParameters();
  const body = sentBody(operation);
  const description = operation.getRequestDescription();
  const request = body ?? description;
  const missing = notSentWords({ parameters, request }, operation.record.method, writer.words);
  if (missing.parameters !== null) writer.paragraph(missing.parameters);
  else {
    writer.paragraph(`**${writer.words.say('operation.parameters')}**`);
    writeParameters(parameters, writer);
    writer.blank();
  }
  if (missing.body !== null) writer.paragraph(missing.body);
  if (request === null) return;
  const required = body?.required === true ? `, ${writer.words.say('field.required')}` : '';
  writer.paragraph(`**${writer.words.say('operation.requestBody')}**${required}`);
  writeText(description, writer);
  if (description === null && Object.keys(body?.content ?? {}).length === 0)
    writer.paragraph(writer.words.say('none.description'));
  writeContent(body?.content, directionsOf(operation).request, writer);
  writer.blank();
}

/** Writes a description; a description that is really an example body becomes a code block. */
function writeText(description: string | null, writer: Writer): void {
  if (description !== null && isBodyText(description)) writer.block(fenced(description.trim()));
  else writer.description(description);
}

function writeResponses(
  operation: Operation,
  { responseText: textOfAll, leftOut }: OperationFacts,
  writer: Writer,
): void {
  const responses = operation.getAllResponses();
  if (responses.length === 0 && leftOut.length === 0) {
    writer.paragraph(writer.words.say('none.responses'));
    return;
  }
  writer.paragraph(`**${writer.words.say('operation.responses')}**`);
  writeText(textOfAll, writer);
  for (const { status, name, response } of responses)
    writeResponse(status, { name, value: response }, operation, writer);
  for (const one of leftOut)
    writer.item(
      `${words(leftOutWords(one, writer.words))}${one.description === null ? '' : ` ${text(one.description)}`}`,
    );
  writer.blank();
}

/** Writes a response; a component response is described once, at the end of the document. */
function writeResponse(status: string, response: Named<ResponseObject>, operation: Operation, writer: Writer): void {
  const title = text(statusTitle(status, response.value, writer.words, operation));
  const directions = directionsOf(operation);
  if (response.name !== null && directions === CALLED) {
    const mediaTypes = Object.keys(response.value.content ?? {}).map((mediaType) => `, ${code(mediaType)}`);
    const where = words(writer.words.sentence('markdown.sharedResponse', { name: [{ code: response.name }] }));
    writer.item(`${title}: ${where}${mediaTypes.join('')}`);
    return;
  }
  writer.item(title);
  writer.inside.itemDescription(responseText(status, response.value, operation));
  writeResponseInside(response.value, directions.response, writer.inside);
}

function writeCallbacks(operation: Operation, writer: Writer): void {
  const callbacks = callbacksOf(operation.record.callbacks, writer.components);
  for (const [index, { facts, parameters, body, responses }] of callbacks.entries()) {
    const { name, method, expression, summary, description } = facts;
    if (callbacks[index - 1]?.facts.name !== name) {
      writer.paragraph(calledWords('markdown.callback', name, writer));
    }
    writer.item(`${code(`${method} ${expression}`)}${summary === null ? '' : `: ${text(summary)}`}`);
    const { inside } = writer;
    writeFacts(facts, inside);
    inside.itemDescription(description);
    writeParameters(parameters, inside);
    inside.itemDescription(body?.description);
    writeContent(body?.content, CALLING.request, inside);
    for (const [status, response] of responses) {
      inside.item(text(statusTitle(status, response, writer.words)));
      inside.inside.itemDescription(responseText(status, response, null));
      writeResponseInside(response, CALLING.response, inside.inside);
    }
  }
  writer.blank();
}
