import type { Components } from '../../model/components.ts';
import type { Direction } from '../../schema/hidden-names.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { wordsOf } from '../../words/words.ts';
import { Anchors } from '../anchors.ts';
import { FieldDrawing } from './field-drawing.ts';
import {
  type BodyLimits,
  type FieldContext,
  type FieldFacts,
  type FieldPlace,
  NO_FIELD_FACTS,
  type QueuedField,
} from './field-place.ts';
import { type FieldRow, NO_SHAPE, overridden, type RowOverrides, type Shape } from './field-shape.ts';
import { type Draft, setFolds, withoutDeepIndents } from './folds.ts';
import { queuedRow } from './queued-fields.ts';

/**
 * Limits of a body on the page of a service, chosen from six real APIs (DESIGN §12): readers write requests, and only
 * look up responses.
 */
const BODY_LIMITS: Readonly<Record<Direction, BodyLimits>> = {
  request: { depth: 4, rows: 200 },
  response: { depth: 3, rows: 100 },
  both: { depth: 4, rows: 200 },
};

interface TreeOptions {
  readonly components: Components;
  readonly anchors: Anchors;
  /** URL path of the page of a named schema. */
  readonly schemaPath: (name: string) => string;
  /** Left out: {@link BODY_LIMITS}. */
  readonly limits?: BodyLimits | undefined;
}

interface BodyOptions {
  /** Id of the element that contains the body. */
  readonly target?: string;
  /** Address of the body of the other direction. */
  readonly elsewhere?: string;
  /** Facts about fields from outside their schemas, by name. */
  readonly facts?: FieldFacts;
}

/** Limits of a text that describes each named schema once and uses its name alone elsewhere. */
const TEXT_LIMITS: BodyLimits = { depth: 0, rows: Number.POSITIVE_INFINITY };

/** Draws schemas within {@link TEXT_LIMITS}; the href of a named schema is its name. */
export function treesOfText(components: Components): FieldTrees {
  return new FieldTrees({ components, anchors: new Anchors(), schemaPath: (name) => name, limits: TEXT_LIMITS });
}

/**
 * Draws the schemas of one page (READING §2), each body breadth first. A named schema is drawn in full once in an
 * operation; beyond the limits of a body, a link leads to its own page.
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

  /** Begins an operation, which draws named schemas again even if earlier operations have drawn them. */
  startOperation(): void {
    this.#fields.startOperation();
  }

  /**
   * Shape of a body; its fields are the rows.
   * @param title of the body, in links that lead to it
   */
  body(schema: JsonSchema, anchor: string, direction: Direction, title: string, options: BodyOptions = {}): Shape {
    const shape: Draft<Shape> = { ...NO_SHAPE };
    const place = this.#outermost(anchor, direction, title, options);
    place.queue.push({ schema, place, fill: (found) => Object.assign(shape, found) });
    this.#draw(place.queue, shape);
    return shape;
  }

  /** Row of a parameter or a header. */
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
    const where = { body: anchor, anchor, target, elsewhere, depth: 0, path: [], isVariant: false };
    const limits = this.#limits ?? BODY_LIMITS[direction];
    return { ...where, direction, title, facts, limits, around: new Map(), inPlace: [], queue: [] };
  }

  /** @param queue grows while it is drawn */
  #draw(queue: readonly QueuedField[], root: Draft<Shape>): void {
    for (const { schema, place, fill } of queue) fill(this.#fields.shape(schema, place));
    root.content = withoutDeepIndents(root.content);
    setFolds(root.content);
  }
}
