import type { Components } from '../../model/components.ts';
import { exampleValue } from '../../model/example-values.ts';
import type {
  ExampleObject,
  HeaderObject,
  MediaTypeObject,
  ParameterObject,
  Reference,
  RequestBodyObject,
  ResponseObject,
} from '../../model/openapi-objects.ts';
import type { JsonSchema } from '../../model/schema/schema.ts';
import type { Direction } from '../../model/schema/validation.ts';
import type { Anchors } from '../anchors.ts';
import { anchorPart } from '../anchors.ts';
import type { FieldRow, NamedExample, Shape } from '../fields/field-shape.ts';
import type { FieldTrees } from '../fields/field-tree.ts';
import { webLink } from '../pieces.ts';
import type { ExampleText } from '../samples/examples.ts';
import { examplesOf } from '../samples/examples.ts';
import type { Constraint } from '../words.ts';

/** What drawing the parts of a page needs. */
export interface Drawing {
  readonly components: Components;
  readonly anchors: Anchors;
  readonly trees: FieldTrees;
}

export interface ParameterGroup {
  /** `Path`, `Query`, `Header`, `Cookie`. */
  readonly title: string;
  readonly rows: readonly FieldRow[];
}

/** Media types that share a schema, and the schema drawn. */
export interface BodyView {
  readonly mediaTypes: readonly string[];
  /** Null: the descriptor names the types alone. */
  readonly shape: Shape | null;
  /** The schema is that of each item of a stream. */
  readonly isStream: boolean;
  /** How the parts of a form are encoded. */
  readonly encoding: readonly Constraint[];
}

export interface ExampleView extends ExampleText {
  readonly id: string;
}

const LOCATIONS = [
  ['Path', 'path'],
  ['Query', 'query'],
  ['Whole query', 'querystring'],
  ['Header', 'header'],
  ['Cookie', 'cookie'],
] as const;

/** Groups without members are left out. Anchors: `get.query.page`. */
export function parameterGroups(
  parameters: readonly ParameterObject[],
  anchor: string,
  drawing: Drawing,
): readonly ParameterGroup[] {
  return LOCATIONS.flatMap(([title, location]) => {
    const members = parameters.filter((parameter) => parameter.in === location);
    const rows = members.map((parameter) =>
      valueRow(parameter.name, parameter, `${anchor}.${location}.${anchorPart(parameter.name)}`, 'request', drawing),
    );
    return rows.length === 0 ? [] : [{ title, rows }];
  });
}

/** Anchors: `get.200.header.X-Rate`. */
export function headerRows(response: ResponseObject, anchor: string, drawing: Drawing): readonly FieldRow[] {
  return Object.entries(response.headers ?? {}).map(([name, reference]) => {
    return valueRow(
      name,
      drawing.components.resolve(reference).value,
      `${anchor}.header.${anchorPart(name)}`,
      'response',
      drawing,
    );
  });
}

function valueRow(
  name: string,
  value: HeaderObject,
  anchor: string,
  direction: Direction,
  { components, trees }: Drawing,
): FieldRow {
  const [content] = Object.entries(value.content ?? {});
  const schema = value.schema ?? (content === undefined ? undefined : components.resolve(content[1]).value.schema);
  const { isRequired, ...overrides } = overridesOf(value, content?.[0] ?? null, components);
  return trees.row(name, schema ?? true, isRequired, anchor, direction, overrides);
}

function overridesOf(value: HeaderObject, mediaType: string | null, components: Components) {
  const all = Object.entries(value.examples ?? {}).map(
    ([key, example]) => [key, components.resolve(example).value] as const,
  );
  const plain = all.flatMap(([, example]) =>
    hasWords(example) || exampleValue(example) === undefined ? [] : [exampleValue(example)],
  );
  const named = all.flatMap(([key, example]) => (hasWords(example) ? [namedExample(key, example)] : []));
  const given = [...(value.example === undefined ? [] : [value.example]), ...plain];
  return {
    isRequired: value.required === true,
    descriptions: value.description === undefined || value.description.trim() === '' ? [] : [value.description],
    marks: value.deprecated === true ? ['deprecated'] : [],
    examples: given.map((example) => JSON.stringify(example)),
    ...(named.length === 0 ? {} : { namedExamples: named }),
    facts: [...styleFacts(value), ...(mediaType === null ? [] : [['written as ', mediaType]])],
  };
}

/** Whether an example says more than its value, or has it somewhere else. */
function hasWords({ summary, description, externalValue }: ExampleObject): boolean {
  return summary !== undefined || description !== undefined || externalValue !== undefined;
}

function namedExample(key: string, example: ExampleObject): NamedExample {
  const value = exampleValue(example);
  const { externalValue = '' } = example;
  return {
    title: example.summary ?? key,
    value:
      value === undefined
        ? { text: externalValue, href: webLink(externalValue) }
        : { text: JSON.stringify(value), href: null },
    description: example.description ?? null,
  };
}

function styleFacts({ style, explode, schema, allowEmptyValue }: HeaderObject): readonly Constraint[] {
  const isList = typeof schema === 'object' && schema.type === 'array';
  const separators: Readonly<Record<string, string>> = {
    pipeDelimited: 'separated by |',
    spaceDelimited: 'separated by blanks',
  };
  const words = [
    ...(style !== undefined && Object.hasOwn(separators, style) ? [separators[style] ?? ''] : []),
    ...(style === 'deepObject' ? ['written as name[key]=value'] : []),
    ...(style === 'form' && explode === false && isList ? ['separated by commas'] : []),
    ...(allowEmptyValue === true ? ['may be empty'] : []),
  ];
  return words.map((word) => [word]);
}

/**
 * The bodies of a message, one for all media types that share a schema.
 * @param elsewhere address of the fields that travel the other way
 */
export function bodyViews(
  message: RequestBodyObject | ResponseObject,
  anchor: string,
  direction: Direction,
  { components, trees }: Drawing,
  elsewhere = `#${anchor}`,
): readonly BodyView[] {
  const groups = new Map<string, { mediaTypes: string[]; media: MediaTypeObject }>();
  for (const [mediaType, reference] of mediaTypesOf(message, components)) {
    const key = JSON.stringify([reference.schema, reference.itemSchema]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { mediaTypes: [mediaType], media: reference });
    else group.mediaTypes.push(mediaType);
  }
  return [...groups.values()].map(({ mediaTypes, media }) => {
    const schema: JsonSchema | undefined = media.schema ?? media.itemSchema;
    const isStream = media.schema === undefined && media.itemSchema !== undefined;
    const encoding = Object.entries(media.encoding ?? {}).flatMap(([name, { contentType }]) =>
      contentType === undefined ? [] : [[`${name} as `, contentType]],
    );
    return {
      mediaTypes,
      isStream,
      encoding,
      shape:
        schema === undefined
          ? null
          : trees.body(schema, isStream ? `${anchor}.*` : anchor, direction, anchor, elsewhere),
    };
  });
}

function mediaTypesOf(
  message: RequestBodyObject | ResponseObject,
  components: Components,
): readonly (readonly [string, MediaTypeObject])[] {
  return Object.entries(message.content ?? {}).map(([mediaType, reference]: [string, Reference<MediaTypeObject>]) => [
    mediaType,
    components.resolve(reference).value,
  ]);
}

/**
 * All examples of a message; those made from the schema only for its first media type. Anchors: `get.200.example.one`.
 */
export function exampleViews(
  message: RequestBodyObject | ResponseObject,
  anchor: string,
  direction: 'request' | 'response',
  drawing: Drawing,
): readonly ExampleView[] {
  const found = mediaTypesOf(message, drawing.components).flatMap(([mediaType, media]) =>
    examplesOf(mediaType, media, direction, drawing.components),
  );
  const shown = found.filter(
    (example, index) =>
      !(example.isMade && index > 0) && !found.slice(0, index).some((other) => other.text === example.text),
  );
  return shown.map((example) => {
    const suffix = example.key === null ? '' : `.${example.key}`;
    return { ...example, id: drawing.anchors.claim(`${anchor}.example${suffix}`) };
  });
}

/** A description that is an example body is shown as code. */
export function isBodyText(text: string): boolean {
  return /^\s*[{[<]/.test(text);
}
