import { isReference } from '../../model/components.ts';
import { isJsonMediaType } from '../../model/media-types.ts';
import type {
  HeaderObject,
  MediaTypeObject,
  ParameterObject,
  Reference,
  ResponseObject,
} from '../../model/openapi-objects.ts';
import { type Body, bodiesOf } from '../../presentation/bodies.ts';
import { treesOfText } from '../../presentation/fields/field-tree.ts';
import { markdownCode as code } from '../../presentation/markdown-text.ts';
import { valueRow } from '../../presentation/messages/message-view.ts';
import { linkView } from '../../presentation/messages/responses.ts';
import { PLACED_NAMES, placedParameters } from '../../presentation/messages/values.ts';
import { givenExamples, madeExamples } from '../../presentation/samples/examples.ts';
import type { Direction } from '../../schema/hidden-names.ts';
import { componentName } from '../../schema/references.ts';
import { link, words } from './escaping.ts';
import { exampleTitle, facts, shapeOf, writeBlock, writeInside, writeRow } from './fields.ts';
import type { Writer } from './writer.ts';

type Content = Readonly<Record<string, Reference<MediaTypeObject>>>;
type Headers = Readonly<Record<string, Reference<HeaderObject>>>;

/** Writes parameters as a list in the order path, query, header, cookie. */
export function writeParameters(parameters: readonly ParameterObject[], writer: Writer): void {
  for (const { place, members } of placedParameters(parameters))
    for (const parameter of members) {
      const { name } = parameter;
      writeValue(
        name,
        words(writer.words.sentence(PLACED_NAMES[place], { name: [{ code: name }] })),
        parameter,
        writer,
      );
    }
}

function writeValue(name: string, title: string, value: HeaderObject | ParameterObject, writer: Writer): void {
  const { components } = writer;
  const drawing = { components, trees: treesOfText(components), title, namesExamples: true } as const;
  writeRow(valueRow(name, value, '', 'both', drawing), writer, title);
}

/** Writes headers; component headers are described once, at the end of the document. */
function writeHeaders(headers: Headers | undefined, writer: Writer): void {
  const entries = Object.entries(headers ?? {});
  const shared = entries.filter(([name, header]) => isReference(header) && componentName(header.$ref) === name);
  if (shared.length > 0)
    writer.item(`${writer.words.say('markdown.sharedHeaders')}: ${shared.map(([name]) => code(name)).join(', ')}`);
  for (const [name, header] of entries) {
    if (shared.some(([other]) => other === name)) continue;
    const title = words(writer.words.sentence('markdown.header', { name: [{ code: name }] }));
    writeValue(name, title, writer.components.resolve(header).value, writer);
  }
}

export function writeSharedHeader(name: string, header: HeaderObject, writer: Writer): void {
  writeValue(name, code(name), header, writer);
}

/** Writes the body of each media type; media types with the same schema share one list item. */
export function writeContent(content: Content | undefined, direction: Direction, writer: Writer): void {
  const { inside } = writer;
  for (const body of bodiesOf(content === undefined ? {} : { content }, writer.components)) {
    const { mediaTypes, media, schema, isStream, encoding } = body;
    const shape = schema === undefined ? null : shapeOf(schema, writer.components);
    const kind = shape === null ? writer.words.say('none.description') : facts(shape, writer);
    const whole = isStream ? writer.words.say('message.sequenceOf', { type: kind }) : kind;
    writer.item(`${mediaTypes.map(code).join(', ')}: ${whole}`);
    if (shape !== null) {
      for (const description of shape.descriptions) inside.itemDescription(description);
      writeInside(shape, inside);
    }
    for (const { sentence } of encoding) inside.item(words(writer.words.sentence('markdown.part', { name: sentence })));
    for (const [name, { headers }] of media.flatMap((one) => Object.entries(one.encoding ?? {}))) {
      if (headers === undefined) continue;
      inside.item(`${words(writer.words.sentence('markdown.part', { name: [{ code: name }] }))}:`);
      writeHeaders(headers, inside.inside);
    }
    writeExamples(body, shape?.examples.length === 0, direction, inside);
  }
}

/**
 * Writes the descriptor's examples. If there are none and samples are requested, a generated example is written.
 * @param mayBeMade whether an example may be generated: true if the schema has no example
 */
function writeExamples(
  { media, mediaTypes, schema, isStream }: Body,
  mayBeMade: boolean,
  direction: Direction,
  writer: Writer,
): void {
  const { components, withSamples } = writer;
  const of = mediaTypes.flatMap((mediaType, index) => {
    const one = media[index];
    return one === undefined ? [] : [{ mediaType, one }];
  });
  const given = of.flatMap(({ mediaType, one }) => givenExamples(mediaType, one, components, withSamples ? 2 : 0));
  // An example is omitted if an earlier example has the same text and name.
  const examples = given.filter(
    ({ name, text: body }, index) => !given.slice(0, index).some((other) => other.name === name && other.text === body),
  );
  for (const example of examples) {
    const title = `${exampleTitle(example, writer)}:`;
    if (example.externalUrl === null)
      writeBlock(title, example.text, isJsonMediaType(example.mediaType) ? 'json' : '', writer);
    else writer.item(`${title} ${link(example.externalUrl, example.externalUrl)}`);
    writer.inside.itemDescription(example.description);
  }
  if (schema === undefined || isStream || !mayBeMade || examples.length > 0 || !withSamples) return;
  const [made] = mediaTypes.flatMap((mediaType) => madeExamples(mediaType, schema, direction, components));
  if (made !== undefined && /^[{[]/.test(made.text))
    writeBlock(`${writer.words.say('markdown.madeExample')}:`, made.text, 'json', writer);
}

/** Writes headers, bodies and links of a response below its status line. */
export function writeResponseInside(response: ResponseObject, direction: Direction, writer: Writer): void {
  writeContent(response.content, direction, writer);
  writeHeaders(response.headers, writer);
  for (const [key, reference] of Object.entries(response.links ?? {})) {
    const view = linkView(key, writer.components.resolve(reference).value, writer.words);
    const name = [{ code: view.name }];
    const shown =
      view.target === ''
        ? writer.words.sentence('markdown.link', { name })
        : writer.words.sentence('markdown.linkTo', { name, target: [{ code: view.target }] });
    writer.item(words(shown));
    writer.inside.itemDescription(view.description);
    for (const fact of view.facts) writer.inside.item(words(fact));
  }
}
