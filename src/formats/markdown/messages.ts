import type { Named } from '../../model/components.ts';
import { componentName, isReference } from '../../model/components.ts';
import { exampleValue } from '../../model/example-values.ts';
import type {
  ExampleObject,
  HeaderObject,
  MediaTypeObject,
  ParameterObject,
  Reference,
  ResponseObject,
} from '../../model/openapi-objects.ts';
import { expressionText } from '../../model/runtime-expression.ts';
import { sample } from '../../model/schema/sample.ts';
import type { JsonSchema } from '../../model/schema/schema.ts';
import type { Direction } from '../../model/schema/validation.ts';
import { code, fenced, text } from './escaping.ts';
import { facts, longExamplesOf, writeDescription, writeInside } from './fields.ts';
import type { Writer } from './writer.ts';

type Content = Readonly<Record<string, Reference<MediaTypeObject>>>;
type Headers = Readonly<Record<string, Reference<HeaderObject>>>;

const PLACES = ['path', 'query', 'querystring', 'header', 'cookie'] as const;

/** Parameters as a list: path, query, header, cookie. */
export function writeParameters(parameters: readonly ParameterObject[], writer: Writer, level: number): void {
  writer.blank();
  for (const place of PLACES) {
    for (const parameter of parameters.filter((candidate) => candidate.in === place)) {
      const required = parameter.required === true || place === 'path' ? ', required' : '';
      writeValue(`${code(parameter.name)} (${place})`, parameter, required, writer, '', level);
    }
  }
  writer.blank();
}

/** A parameter or header: its line, its description, what is inside it, its examples. */
function writeValue(
  title: string,
  value: HeaderObject,
  required: string,
  writer: Writer,
  indent: string,
  level: number,
): void {
  const [mediaType, media] = Object.entries(value.content ?? {})[0] ?? [];
  const schema = value.schema ?? (media === undefined ? true : (writer.components.resolve(media).value.schema ?? true));
  const form = mediaType === undefined ? '' : `, written as ${code(mediaType)}`;
  const style =
    value.style === undefined
      ? ''
      : `, style ${text(String(value.style))}${value.explode === undefined ? '' : value.explode ? ' exploded' : ' not exploded'}`;
  writer.line(
    `${indent}- ${title}: ${facts(schema, writer.components)}${form}${style}${required}${value.deprecated === true ? ', deprecated' : ''}`,
  );
  writeDescription(value, writer, `${indent}  `, level);
  if (typeof schema !== 'boolean' && schema.description !== value.description)
    writeDescription(schema, writer, `${indent}  `, level);
  writeInside(schema, writer, `${indent}  `, 1, level);
  for (const example of exampleValues(value, writer)) {
    writer.line(`${indent}  - Example${titleOf(example)}: ${code(JSON.stringify(example.value) ?? '')}`);
    writeDescription(example, writer, `${indent}    `, level);
  }
}

/** Headers; those of the components are described once, at the end of the document. */
function writeHeaders(headers: Headers | undefined, writer: Writer, indent: string, level: number): void {
  const entries = Object.entries(headers ?? {});
  const shared = entries.filter(([name, header]) => isReference(header) && componentName(header.$ref) === name);
  if (shared.length > 0)
    writer.line(
      `${indent}- Headers, described under “Shared headers”: ${shared.map(([name]) => code(name)).join(', ')}`,
    );
  for (const [name, header] of entries) {
    if (shared.some(([other]) => other === name)) continue;
    const { value } = writer.components.resolve(header);
    writeValue(`Header ${code(name)}`, value, value.required === true ? ', required' : '', writer, indent, level);
  }
}

export function writeSharedHeader(name: string, header: HeaderObject, writer: Writer): void {
  writeValue(code(name), header, header.required === true ? ', required' : '', writer, '', 3);
}

/** Bodies by media type: those of one schema together. */
export function writeContent(
  content: Content | undefined,
  direction: Direction,
  writer: Writer,
  indent: string,
  level: number,
): void {
  const groups = new Map<string, { readonly mediaTypes: string[]; readonly media: MediaTypeObject[] }>();
  for (const [mediaType, reference] of Object.entries(content ?? {})) {
    const media = writer.components.resolve(reference).value;
    const key = JSON.stringify([media.schema, media.itemSchema]);
    const group = groups.get(key) ?? { mediaTypes: [], media: [] };
    groups.set(key, group);
    group.mediaTypes.push(mediaType);
    group.media.push(media);
  }
  for (const { mediaTypes, media } of groups.values()) {
    const schema = media[0]?.schema;
    const items = media[0]?.itemSchema;
    const kind =
      schema === undefined
        ? items === undefined
          ? 'not described'
          : `a sequence of ${facts(items, writer.components)}`
        : facts(schema, writer.components);
    writer.line(`${indent}- ${mediaTypes.map(code).join(', ')}: ${kind}`);
    for (const part of [schema, items]) {
      if (part === undefined) continue;
      writeDescription(part, writer, `${indent}  `, level);
      writeInside(part, writer, `${indent}  `, 0, level);
    }
    for (const one of media) writeEncoding(one, writer, `${indent}  `, level);
    writeExamples(media, schema, direction, writer, `${indent}  `, level);
  }
}

function writeEncoding(media: MediaTypeObject, writer: Writer, indent: string, level: number): void {
  for (const [name, encoding] of Object.entries(media.encoding ?? {})) {
    const said = [encoding.contentType, encoding.style === undefined ? undefined : `style ${encoding.style}`].filter(
      (word) => word !== undefined,
    );
    writer.line(
      `${indent}- Part ${code(name)} is sent as ${said.length === 0 ? 'described' : said.map((word) => code(String(word))).join(', ')}`,
    );
    writeHeaders(encoding.headers, writer, `${indent}  `, level);
  }
}

interface Example {
  readonly name: string | null;
  readonly summary?: string;
  readonly description?: string;
  readonly value: unknown;
}

function exampleValues(
  source: { readonly example?: unknown; readonly examples?: Readonly<Record<string, Reference<ExampleObject>>> },
  writer: Writer,
): readonly Example[] {
  const own = source.example === undefined ? [] : [{ name: null, value: source.example }];
  const named = Object.entries(source.examples ?? {}).map(([name, reference]) => {
    const { summary, description, ...example } = writer.components.resolve(reference).value;
    const words = {
      ...(summary === undefined ? {} : { summary }),
      ...(description === undefined ? {} : { description }),
    };
    return { name, ...words, value: exampleValue(example) ?? example.externalValue ?? null };
  });
  return [...own, ...named];
}

/** The descriptor's examples; else, where samples are wanted, one that is made from the schema. */
function writeExamples(
  media: readonly MediaTypeObject[],
  schema: JsonSchema | undefined,
  direction: Direction,
  writer: Writer,
  indent: string,
  level: number,
): void {
  const examples = media.flatMap((one) => exampleValues(one, writer));
  const long = schema === undefined ? [] : longExamplesOf(schema).map((value): Example => ({ name: null, value }));
  for (const example of [...examples, ...long]) {
    writeBlock(`Example${titleOf(example)}:`, example.value, writer, indent);
    writeDescription(example, writer, `${indent}  `, level);
  }
  if (examples.length > 0 || long.length > 0 || !writer.withSamples || schema === undefined) return;
  const { value, complete } = sample(schema, writer.components, { direction });
  if (complete && typeof value === 'object' && value !== null)
    writeBlock('Example, made from the schema:', value, writer, indent);
}

export function writeBlock(title: string, value: unknown, writer: Writer, indent: string): void {
  writer.line(`${indent}- ${title}`);
  const content = typeof value === 'string' ? value : JSON.stringify(value, null, writer.withSamples ? 2 : 0);
  writer.block(fenced(content ?? '', typeof value === 'string' ? '' : 'json'), `${indent}  `);
}

function titleOf({ name, summary }: Example): string {
  const title = [name === null ? undefined : code(name), summary === undefined ? undefined : text(summary)].filter(
    (part) => part !== undefined,
  );
  return title.length === 0 ? '' : ` ${title.join(', ')}`;
}

/** What a response holds below its status line. */
export function writeResponseInside(
  { value: response }: Named<ResponseObject>,
  writer: Writer,
  indent: string,
  level: number,
): void {
  writeHeaders(response.headers, writer, indent, level);
  writeContent(response.content, 'response', writer, indent, level);
  for (const [name, reference] of Object.entries(response.links ?? {})) {
    const target = writer.components.resolve(reference).value;
    const words = target.operationId ?? target.operationRef;
    writer.line(`${indent}- Link ${code(name)}${words === undefined ? '' : ` to ${code(words)}`}`);
    writeDescription(target, writer, `${indent}  `, level);
    for (const [parameter, value] of Object.entries(target.parameters ?? {}))
      writer.line(`${indent}  - ${code(parameter)}: ${code(expressionText(value))}`);
    if (target.requestBody !== undefined)
      writer.line(`${indent}  - Request body: ${code(expressionText(target.requestBody))}`);
    if (target.server !== undefined) writer.line(`${indent}  - Server: ${code(target.server.url)}`);
  }
}
