import type { Components } from '../../model/components.ts';
import { computedOnce } from '../../model/computed-once.ts';
import type { Direction } from '../../schema/hidden-names.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { wordsOf } from '../../words/words.ts';
import { variantPart } from '../anchors.ts';
import { FieldDrawing } from './field-drawing.ts';
import {
  type BodyLimits,
  type FieldContext,
  type FieldFacts,
  type FieldPlace,
  NO_FIELD_FACTS,
  type QueuedField,
  queuedRow,
} from './field-place.ts';
import { type FieldRow, NO_SHAPE, overridden, type RowOverrides, type Shape } from './field-shape.ts';
import { DEEPEST_INDENT, type Draft, isLong, setFolds, withoutDeepIndents } from './folds.ts';

/**
 * Limits of a body on the page of a service, measured on six real APIs (DESIGN §12). Requests have higher limits, since
 * readers write requests but only look up responses.
 */
const BODY_LIMITS: Readonly<Record<Direction, BodyLimits>> = {
  request: { depth: 4, rows: 200 },
  response: { depth: 3, rows: 100 },
  both: { depth: 4, rows: 200 },
};

interface TreeOptions extends Omit<FieldContext, 'words'> {
  /** Defaults to {@link BODY_LIMITS}. */
  readonly limits?: BodyLimits | undefined;
}

interface BodyOptions {
  /** Id of the element that contains the body. */
  readonly target?: string;
  /** Address of the body for the opposite direction. */
  readonly elsewhere?: string;
  /** Facts about fields that do not come from their schemas. */
  readonly facts?: FieldFacts;
}

/** Text documents have no anchors; they describe each named schema once and refer to it by name elsewhere. */
const TEXT = { anchors: { claim: () => '' }, schemaPath: (name: string) => name, limits: { depth: 0, rows: Infinity } };

/** Trees for text documents; the href of a named schema is its name. */
export const treesOfText = computedOnce((components: Components) => new FieldTrees({ components, ...TEXT }));

/**
 * Draws the schemas of one page (READING §2), each body breadth-first. Each operation draws a named schema in full
 * once; beyond the limits of a body, it is replaced by a link to the schema's own page.
 */
export class FieldTrees {
  readonly #context: FieldContext;
  readonly #fields: FieldDrawing;
  readonly #limits: BodyLimits | undefined;

  constructor({ limits, ...options }: TreeOptions) {
    this.#limits = limits;
    this.#context = { ...options, words: wordsOf(options.components) };
    this.#fields = new FieldDrawing(this.#context);
  }

  /** Starts a new operation: named schemas that earlier operations have drawn are drawn again. */
  startOperation(): void {
    this.#fields.startOperation();
  }

  /**
   * Draws a body as a shape whose rows are its fields.
   * @param title text of links that lead to the body
   */
  body(schema: JsonSchema, anchor: string, direction: Direction, title: string, options: BodyOptions = {}): Shape {
    const shape: Draft<Shape> = { ...NO_SHAPE };
    const place = this.#outermost(anchor, direction, title, options);
    place.queue.push({ schema, place, fill: (found) => Object.assign(shape, found) });
    this.#draw(place.queue, shape);
    if (!isLong(shape.content)) return shape;
    const id = this.#context.anchors.claim(`${anchor}.${variantPart('names')}`);
    return { ...shape, index: { id, whole: `#${place.target}` } };
  }

  /** Draws a parameter or header as a row. */
  row(
    name: string,
    schema: JsonSchema,
    required: boolean,
    anchor: string,
    direction: Direction,
    title: string,
    overrides: RowOverrides,
  ): FieldRow {
    const place = this.#outermost(anchor, direction, title);
    const row = queuedRow(name, schema, required, anchor, place, this.#context);
    this.#draw(place.queue, row);
    return overridden(row, overrides);
  }

  #outermost(
    anchor: string,
    direction: Direction,
    title: string,
    { target = anchor, elsewhere = `#${target}`, facts = NO_FIELD_FACTS }: BodyOptions = {},
  ): FieldPlace {
    const where = { body: anchor, anchor, target, elsewhere, depth: 0, path: [], variantOf: null };
    const { common } = this.#context;
    const limits = this.#limits ?? { ...BODY_LIMITS[direction], ...(common && { common }) };
    return { ...where, direction, title, facts, limits, around: new Map(), inPlace: [], queue: [] };
  }

  /** Draws the queued fields; a value without rows has nothing to indent or fold. @param queue grows during the loop */
  #draw(queue: readonly QueuedField[], root: Draft<Shape>): void {
    for (const { schema, place, fill } of queue) fill(this.#fields.shape(schema, place));
    if (queue.length === 1) return;
    if (queue.some(({ place }) => place.depth > DEEPEST_INDENT)) root.content = withoutDeepIndents(root.content);
    setFolds(root.content);
  }
}
