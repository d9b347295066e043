import type { Components } from '../../model/components.ts';
import type { Service } from '../../model/service.ts';
import { titleBeside } from '../../presentation/fields/schema-facts.ts';
import { markdownCode as code, markdownText as text } from '../../presentation/markdown-text.ts';
import { responseText } from '../../presentation/messages/responses.ts';
import { operationsInOrder } from '../../presentation/navigation/service-order.ts';
import { namesakeOf, serviceTitle } from '../../presentation/titles.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { words } from './escaping.ts';
import { facts, shapeOf, writeInside } from './fields.ts';
import { writeResponseInside, writeSharedHeader } from './messages.ts';
import { writeOperation } from './operations.ts';
import type { Writer } from './writer.ts';

/** A service and its operations. @param level of its heading */
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

/** Writes the components that operations refer to, each once: responses, headers and schemas. */
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
  if (Object.keys(schemas).length === 0) return;
  writer.heading(2, writer.words.say('title.schemas'));
  for (const [name, schema] of Object.entries(schemas))
    writer.part(`schema ${name}`, (part) => writeSchema(name, schema, part, 3));
}

/** A named schema with everything in it. Other named schemas in it, and itself, are referred to by name. */
export function writeSchema(name: string, schema: JsonSchema, writer: Writer, level: number): void {
  writer.heading(level, text(name) || '""');
  const title = typeof schema === 'boolean' ? null : titleBeside([name, schema.description ?? ''], schema.title);
  const start = title === null ? '' : `${text(title)}: `;
  const shape = shapeOf(schema, writer.components);
  writer.paragraph(start + facts(shape, writer));
  for (const description of shape.descriptions) writer.description(description);
  writeInside(shape, writer);
}
