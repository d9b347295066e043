import type { Api } from '../../model/api.ts';
import type { Components } from '../../model/components.ts';
import { pagePath } from '../../model/language.ts';
import type { HeaderObject, ParameterObject, RequestBodyObject, ResponseObject } from '../../model/openapi-objects.ts';
import { CALLED, type Directions } from '../../model/operation.ts';
import type { Direction } from '../../schema/hidden-names.ts';
import { mergeSchema } from '../../schema/merged-schema.ts';
import type { Phrase } from '../../words/phrase.ts';
import { wordsOf } from '../../words/words.ts';
import { Anchors, anchorPart } from '../anchors.ts';
import { type Body, bodiesOf, mediaTypesOf, partHeaders } from '../bodies.ts';
import type { BodyLimits, CommonParts } from '../fields/field-place.ts';
import type { FieldRow, NamedExample, Shape } from '../fields/field-shape.ts';
import { FieldTrees } from '../fields/field-tree.ts';
import { forbidsOtherFields } from '../fields/shape-words.ts';
import type { Piece } from '../pieces.ts';
import { type ExampleText, examplesOf } from '../samples/examples.ts';
import { isRequired, placedParameters, type ValueExample, valueView } from './values.ts';

/** State for drawing the parts of a page. */
export interface PageDrawing {
  readonly components: Components;
  readonly anchors: Anchors;
  readonly trees: FieldTrees;
  readonly directions: Directions;
  /** Name of the current part, for links that lead to it: `Fetch an order`. */
  readonly title: string;
  /** Map of long example text → link to the place where the page shows it. */
  readonly shown: Map<string, Piece>;
}

/** Creates the state for a page of an API. @param limits of bodies; defaults to those of a service page */
export function pageDrawing(api: Api, limits?: BodyLimits, common?: CommonParts): PageDrawing {
  const { components, place } = api;
  const anchors = new Anchors();
  const schemaPath = (name: string): string => pagePath({ level: 'schema', ...place, name }, api);
  const forbids = forbidsOtherFields(api);
  const trees = new FieldTrees({ components, anchors, schemaPath, limits, common, forbidsOtherFields: forbids });
  return { components, anchors, trees, directions: CALLED, title: '', shown: new Map() };
}

export interface ParameterGroup {
  /** Heading: `Path parameters`, `Query parameters`. */
  readonly title: string;
  readonly rows: readonly FieldRow[];
}

/** View model of the media types that share a schema. */
export interface BodyView extends Pick<Body, 'mediaTypes' | 'isStream'> {
  /** Encodings of form parts without a row: `avatar` + ` as ` + `image/png`. */
  readonly encoding: readonly Phrase[];
  /** Drawn schema; null when the descriptor names only media types. */
  readonly shape: Shape | null;
}

export interface ExampleView extends ExampleText {
  readonly id: string;
  /** Link to the same text elsewhere on the page; null if the text is shown here. */
  readonly sameAs: Piece | null;
}

/** Length above which a repeated text is replaced by a link to its first occurrence. */
const LONGEST_REPEATED = 1_500;

/** Groups of parameters, without empty groups. Anchors: `get.query.page`. */
export function parameterGroups(
  parameters: readonly ParameterObject[],
  anchor: string,
  drawing: PageDrawing,
): readonly ParameterGroup[] {
  const { request } = drawing.directions;
  return placedParameters(parameters).map(({ place, members }) => ({
    title: wordsOf(drawing.components).say(`operation.parametersOf.${place}`),
    rows: members.map((parameter) =>
      valueRow(parameter.name, parameter, `${anchor}.${place}.${anchorPart(parameter.name)}`, request, drawing),
    ),
  }));
}

/** Rows of headers. Anchors: `get.200.header.X-Rate`. */
export function headerRows(response: ResponseObject, anchor: string, drawing: PageDrawing): readonly FieldRow[] {
  return Object.entries(response.headers ?? {}).map(([name, reference]) => {
    return valueRow(
      name,
      drawing.components.resolve(reference).value,
      `${anchor}.header.${anchorPart(name)}`,
      drawing.directions.response,
      drawing,
    );
  });
}

/** Row of a parameter or header. @param drawing with `namesExamples`, a named example is shown with its name */
export function valueRow(
  name: string,
  value: HeaderObject | ParameterObject,
  anchor: string,
  direction: Direction,
  drawing: Pick<PageDrawing, 'components' | 'trees' | 'title'> & { readonly namesExamples?: true },
): FieldRow {
  const { components, trees, namesExamples = false } = drawing;
  const { schema, facts, examples } = valueView(value, components);
  const named = examples.flatMap((example) => namedExample(example, namesExamples));
  return trees.row(name, schema, isRequired(value), anchor, direction, partTitle(drawing, name), {
    descriptions: value.description === undefined || value.description.trim() === '' ? [] : [value.description],
    marks: value.deprecated === true ? [wordsOf(drawing.components).say('field.deprecated')] : [],
    examples: examples.flatMap((example) =>
      namedExample(example, namesExamples).length === 0 ? [example.value.text] : [],
    ),
    ...(named.length === 0 ? {} : { namedExamples: named }),
    facts,
  });
}

/** Example with a title, description or address for a row; with `namesExamples`, any example that has a name. */
function namedExample(
  { name, title, description, value }: ValueExample,
  namesExamples: boolean,
): readonly NamedExample[] {
  if (name === null || (title === null && !namesExamples)) return [];
  return [{ name, title: title ?? name, value, description }];
}

/**
 * View models of the bodies of a message, one for all media types that share a schema.
 * @param part part of the operation, for the text of links to the bodies: `200`
 * @param elsewhere address of the fields for the opposite direction
 */
export function bodyViews(
  message: RequestBodyObject | ResponseObject,
  anchor: string,
  direction: Direction,
  drawing: PageDrawing,
  part: string,
  elsewhere = `#${anchor}`,
): readonly BodyView[] {
  const { components, trees } = drawing;
  return bodiesOf(message, components).map(({ mediaTypes, media, schema, isStream, encoding: written }) => {
    const encoding = [...written, ...partHeaders(media, components)];
    const { properties = {} } = schema === undefined ? {} : mergeSchema(schema, components).schema;
    const isField = ({ name }: { readonly name: string }): boolean => Object.hasOwn(properties, name);
    const facts = Map.groupBy(encoding.filter(isField), ({ name }) => name);
    const start = isStream ? `${anchor}.*` : anchor;
    const title = partTitle(drawing, part);
    return {
      mediaTypes,
      isStream,
      encoding: encoding.filter((encoded) => !isField(encoded)).map(({ sentence }) => sentence),
      shape:
        schema === undefined
          ? null
          : trees.body(schema, start, direction, title, {
              target: anchor,
              elsewhere,
              facts: new Map([...facts].map(([name, parts]) => [name, parts.map(({ how }) => how)])),
            }),
    };
  });
}

/** Distinct examples of a message; a generated one is kept only if it is the first. Anchors: `get.200.example.one`. */
export function exampleViews(
  message: RequestBodyObject | ResponseObject,
  anchor: string,
  direction: Direction,
  drawing: PageDrawing,
  part: string,
): readonly ExampleView[] {
  const found = mediaTypesOf(message, drawing.components).flatMap(([mediaType, media]) =>
    examplesOf(mediaType, media, direction, drawing.components),
  );
  const shown = found.filter(
    ({ text, isMade }, index) => !(isMade && index > 0) && !found.slice(0, index).some((other) => other.text === text),
  );
  return shown.map((example) => {
    const suffix = example.name === null ? '' : `.${anchorPart(example.name)}`;
    const id = drawing.anchors.claim(`${anchor}.example${suffix}`);
    const sameAs = drawing.shown.get(example.text) ?? null;
    if (sameAs === null && example.text.length > LONGEST_REPEATED)
      drawing.shown.set(example.text, { text: partTitle(drawing, part), href: `#${id}` });
    return sameAs === null ? { ...example, id, sameAs } : { ...example, text: '', id, sameAs };
  });
}

/** Text of links to a part of an operation: `Fetch an order, 200`. */
function partTitle({ title, components }: Pick<PageDrawing, 'title' | 'components'>, part: string): string {
  return title === '' ? part : wordsOf(components).say('message.part', { title, part });
}

/** Whether a description is an example body, which pages show as code. */
export function isBodyText(text: string): boolean {
  return /^\s*[{[<]/.test(text);
}
