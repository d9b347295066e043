import type { Components } from '../../model/components.ts';
import type { FieldAllowance, PageSize } from '../../model/page/field-allowance.ts';
import type { Direction } from '../../model/schema/hidden-names.ts';
import type { JsonSchema } from '../../model/schema/schema.ts';
import { wordsOf } from '../../words/words.ts';
import type { Anchors } from '../anchors.ts';
import { FieldDrawing } from './field-drawing.ts';
import { type FieldFacts, NO_FIELD_FACTS, outermost, type Task } from './field-place.ts';
import { type FieldRow, NO_CONTENT, NO_FACTS, type Shape } from './field-shape.ts';
import { type Draft, setFolds, withoutDeepIndents } from './folds.ts';
import type { FurtherSchema } from './further-schemas.ts';
import { NOTHING_BESIDES, PageBudget } from './page-budget.ts';
import { overridden, type RowOverrides } from './row-overrides.ts';
import { WaitingFields } from './waiting-fields.ts';

interface TreeOptions {
  readonly components: Components;
  readonly anchors: Anchors;
  /** Where the page of a named schema is. */
  readonly schemaPath: (name: string) => string;
  /** Named schemas below this depth are links to their pages. */
  readonly deepest: number;
  /** Whether names of fields that have no room are listed. */
  readonly namesFurther?: boolean;
  /** Left out: as much is drawn as an estimate has room for. */
  readonly allowance?: FieldAllowance | undefined;
}

interface BodyOptions {
  /** Id of the element that holds it. */
  readonly target?: string;
  /** Address of what travels the other way. */
  readonly elsewhere?: string;
  /** What fields demand beside their schemas, by name. */
  readonly facts?: FieldFacts;
}

/**
 * Draws the schemas of one page (READING §2). Each body is drawn breadth first. What is deep in one waits, and so does
 * what is drawn already: {@link FieldTrees.complete} draws it where the page has room, else a line leads to it.
 */
export class FieldTrees {
  readonly #fields: FieldDrawing;
  /** Bodies that come back: of what is drawn once, that is where it is sent. */
  readonly #received: Task[][] = [];
  readonly #waiting = new WaitingFields();
  readonly #roots: Draft<Shape>[] = [];
  readonly #budget: PageBudget;
  readonly #namesFurther: boolean;

  constructor({ allowance, namesFurther = false, ...options }: TreeOptions) {
    this.#budget = new PageBudget(allowance);
    this.#namesFurther = namesFurther;
    const enqueue = (task: Task): void => {
      this.#budget.takeRow(task.place);
      task.place.queue.push(task);
    };
    const drawing = { ...options, words: wordsOf(options.components), enqueue };
    this.#fields = new FieldDrawing(drawing, options.deepest, this.#budget);
  }

  /**
   * A body: its fields are the rows. All of it is there after {@link FieldTrees.complete}.
   * @param title what links to it say
   */
  body(schema: JsonSchema, anchor: string, direction: Direction, title: string, options: BodyOptions = {}): Shape {
    const { target = anchor, elsewhere = `#${target}`, facts = NO_FIELD_FACTS } = options;
    const shape: Draft<Shape> = { type: [], counts: null, ...NO_FACTS, content: NO_CONTENT };
    const queue: Task[] = [];
    const place = outermost({ anchor, target, direction, elsewhere, title, queue, facts });
    queue.push({ schema, place, fill: (found) => Object.assign(shape, found) });
    this.#roots.push(shape);
    if (direction === 'response') this.#received.push(queue);
    else this.#draw(queue);
    return shape;
  }

  /** A parameter or a header. */
  row(
    name: string,
    schema: JsonSchema,
    required: boolean,
    anchor: string,
    direction: Direction,
    title: string,
    overrides: RowOverrides,
  ): FieldRow {
    const queue: Task[] = [];
    const facts = NO_FIELD_FACTS;
    const place = outermost({ anchor, target: anchor, direction, elsewhere: `#${anchor}`, title, queue, facts });
    const row = this.#fields.row(name, schema, required, anchor, place, {
      adjust: (shape) => overridden(shape, overrides),
    });
    this.#roots.push(row);
    this.#draw(queue);
    return row;
  }

  /**
   * Draws what waits, and says which rows are open: when everything else of the page is drawn.
   * @param besides what of the page is not fields
   * @returns schemas that it leads to and does not draw, where their names are asked for
   */
  complete(besides: PageSize = NOTHING_BESIDES): readonly FurtherSchema[] {
    this.#budget.takeBesides(besides);
    this.#drawDeep();
    for (const queue of this.#received) this.#draw(queue);
    this.#budget.planReceived(this.#fields.below(this.#waiting.deep));
    this.#drawDeep();
    for (const task of this.#waiting.takeCopies()) this.#drawNow(task, true);
    for (const root of this.#roots) {
      root.content = withoutDeepIndents(root.content);
      setFolds(root.content, this.#fields.copied);
    }
    this.#received.length = 0;
    this.#roots.length = 0;
    const further = this.#namesFurther ? this.#fields.further() : [];
    this.#budget.takeFurther(further);
    this.#budget.close();
    return further;
  }

  #drawDeep(): void {
    for (const task of this.#waiting.takeDeep()) {
      // Others of this depth may have drawn it since.
      if (this.#fields.waits(task) === 'copy') this.#waiting.addCopy(task);
      else this.#drawNow(task, false);
    }
  }

  /** @param isLast what waits otherwise cannot wait any longer */
  #drawNow(task: Task, isLast: boolean): void {
    const queue: Task[] = [];
    this.#fill({ ...task, place: { ...task.place, queue } });
    this.#draw(queue, isLast);
  }

  /**
   * The queue grows while it is worked off.
   * @param isLast what waits otherwise cannot wait any longer
   */
  #draw(queue: Task[], isLast = false): void {
    for (const task of queue) {
      const waits = isLast ? null : this.#fields.waits(task);
      if (waits === 'copy') this.#waiting.addCopy(task);
      else if (waits === 'deep') this.#waiting.addDeep(task);
      else this.#fill(task);
    }
  }

  #fill({ schema, place, fill }: Task): void {
    const shape = this.#fields.shape(schema, place);
    this.#budget.takeTexts(shape, place.anchor);
    fill(shape);
  }
}
