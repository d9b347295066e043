import type { Components } from '../../model/components.ts';
import type { FieldAllowance, PageSize } from '../../model/page/field-allowance.ts';
import type { Direction } from '../../model/schema/hidden-names.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import { schemaTitle } from '../../model/schema/schema-title.ts';
import { wordsOf } from '../../words/words.ts';
import { ANY_NAME, type Anchors, anchorPart } from '../anchors.ts';
import { markdownText } from '../markdown-text.ts';
import type { Constraint } from '../words.ts';
import { notAllowed } from './conditional-part.ts';
import { markWords } from './constraint-words.ts';
import {
  type Drawing,
  type FieldFacts,
  NO_FIELD_FACTS,
  openAgain,
  outermost,
  type Place,
  type Task,
} from './field-place.ts';
import {
  type Content,
  countWords,
  type FieldRow,
  isReferenceOnly,
  joined,
  NO_CONTENT,
  NO_FACTS,
  type Note,
  type Shape,
} from './field-shape.ts';
import { DEEPEST_INDENT, type Draft, setFolds, withoutDeepIndents } from './folds.ts';
import { hiddenOf, noteOn, travelsOtherWay, withNote } from './notes.ts';
import { NOTHING_BESIDES, PageBudget } from './page-budget.ts';
import { overridden, type RowOverrides } from './row-overrides.ts';
import { factsOf, isStructured, objectsOf, see } from './schema-facts.ts';
import { titleText } from './title-text.ts';
import { typePieces } from './type-pieces.ts';
import { type UnnamedRow, unnamedRows } from './unnamed-rows.ts';
import { variantSections } from './variant-sections.ts';

/** This deep every body is drawn; deeper while it is small. */
const ALWAYS_DRAWN = 2;
/** Lists inside lists are looked through this deep for schemas that are drawn already. */
const DEEPEST_LIST = 6;
interface TreeOptions {
  readonly components: Components;
  readonly anchors: Anchors;
  /** Where the page of a named schema is. */
  readonly schemaPath: (name: string) => string;
  /** Named schemas below this depth are links to their pages. */
  readonly deepest: number;
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

interface RowOptions {
  readonly title?: Constraint | null;
  readonly adjust?: (shape: Shape) => Shape;
}

/**
 * Draws the schemas of one page (READING §2). Each body is drawn breadth first, and as deep as it stays small. What was
 * drawn before waits: {@link FieldTrees.complete} draws it once more while the page is small, else a line leads to it.
 */
export class FieldTrees {
  readonly #drawing: Drawing;
  readonly #deepest: number;
  /** Direction and name → where it is drawn in full. */
  readonly #drawn = new Map<string, { readonly href: string; readonly title: string }>();
  /** What waits to be a copy. */
  readonly #copies: Task[] = [];
  readonly #copied = new Set<Shape>();
  readonly #roots: Draft<Shape>[] = [];
  readonly #budget: PageBudget;

  constructor({ deepest, allowance, ...options }: TreeOptions) {
    this.#deepest = deepest;
    this.#budget = new PageBudget(allowance);
    const queue = (task: Task): void => {
      this.#budget.takeRow(task.place);
      task.place.queue.push(task);
    };
    this.#drawing = { ...options, words: wordsOf(options.components), queue };
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
    this.#draw(queue);
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
    const row = this.#row(name, schema, required, anchor, place, { adjust: (shape) => overridden(shape, overrides) });
    this.#roots.push(row);
    this.#draw(queue);
    return row;
  }

  /**
   * Draws what waits, and says which rows are open: when everything else of the page is drawn.
   * @param besides what of the page is not fields
   */
  complete(besides: PageSize = NOTHING_BESIDES): void {
    this.#budget.takeBesides(besides);
    // The page has the bodies of all operations before what is deep in one of them.
    for (const task of this.#copies.toSorted((a, b) => a.place.depth - b.place.depth)) {
      const queue: Task[] = [];
      queue.push({ ...task, place: { ...task.place, queue } });
      this.#draw(queue, true);
    }
    for (const root of this.#roots) {
      root.content = withoutDeepIndents(root.content);
      setFolds(root.content, this.#copied);
    }
    this.#budget.close();
    this.#copies.length = 0;
    this.#roots.length = 0;
  }

  /**
   * The queue grows while it is worked off.
   * @param isLast what is drawn already cannot wait any longer
   */
  #draw(queue: Task[], isLast = false): void {
    for (const task of queue) {
      const { schema, place, fill } = task;
      if (!isLast && this.#isDrawn(schema, place)) {
        this.#copies.push(task);
        continue;
      }
      const shape = this.#shape(schema, place);
      this.#budget.takeTexts(shape, place);
      fill(shape);
    }
  }

  /** Whether something is drawn already that belongs to the value, or to what the list holds. */
  #isDrawn(schema: JsonSchema, { around, direction }: Place): boolean {
    const { components } = this.#drawing;
    let { name, merged } = see(schema, components);
    for (let depth = 0; depth < DEEPEST_LIST; depth += 1) {
      if (name !== null && this.#drawn.has(`${direction} ${name}`) && !around.has(name)) return true;
      if (typeof merged.items !== 'object') return false;
      ({ name, merged } = see(merged.items, components));
    }
    return false;
  }

  #shape(schema: JsonSchema, place: Place): Shape {
    const { components, schemaPath } = this.#drawing;
    const seen = see(schema, components);
    const content = this.#content(schema, place);
    const counts = content.fieldCount === 0 ? null : countWords(content, wordsOf(components));
    const facts =
      content.note === null || !isReferenceOnly(schema)
        ? this.#titled(factsOf(seen.merged, components), schema, place)
        : { ...NO_FACTS, marks: markWords(seen.merged, wordsOf(components)) };
    return { type: typePieces(schema, components, schemaPath), counts, ...facts, content };
  }

  /** Variants have their titles above them, bodies their places. */
  #titled<T extends Pick<Shape, 'descriptions'>>(facts: T, schema: JsonSchema, { path, isVariant }: Place): T {
    const name = path.at(-1);
    const title = name === undefined || isVariant ? null : titleText(name, schema, this.#drawing.components);
    return title === null ? facts : { ...facts, descriptions: [markdownText(title), ...facts.descriptions] };
  }

  #content(schema: JsonSchema, place: Place): Content {
    const { components, schemaPath, words } = this.#drawing;
    const { merged, name, parts } = see(schema, components);
    if (!isStructured(merged, components)) return NO_CONTENT;
    const begun = name === null ? openAgain(schema, parts, place) : place.around.get(name);
    if (begun !== undefined)
      return withNote({ names: [], isCut: false, link: words.say('field.recursive'), href: `#${begun}` });
    if (name === null)
      return this.#inside(merged, parts, null, {
        ...place,
        inPlace: [...place.inPlace, { schema, parts, target: place.target }],
      });
    const key = `${place.direction} ${name}`;
    const drawn = this.#drawn.get(key);
    const isSecond = drawn !== undefined;
    if (isSecond && !this.#budget.takeCopy(merged))
      return withNote(this.#noteOn(merged, place, words.say('field.see', { title: drawn.title }), drawn.href));
    if (place.depth >= this.#deepest || this.#isTooMuch(place))
      return withNote(
        this.#noteOn(merged, place, words.say('field.seeSchema', { name: schemaTitle(name) }), schemaPath(name)),
      );
    if (!isSecond) this.#drawn.set(key, { href: `#${place.target}`, title: place.title });
    const around = new Map([...place.around, [name, place.target]]);
    return this.#inside(merged, parts, name, { ...place, around, isCopy: place.isCopy || isSecond });
  }

  /** Whether a named schema is a link to its page, though it is drawn nowhere else. */
  #isTooMuch(place: Place): boolean {
    return place.depth >= ALWAYS_DRAWN ? this.#budget.isLarge(place) : place.isVariant && this.#budget.isFull;
  }

  #inside(merged: JsonSchemaObject, parts: readonly string[], name: string | null, place: Place): Content {
    const { components, schemaPath, words } = this.#drawing;
    const all = [merged, ...objectsOf(merged.allOf)];
    const required = new Set(Array.isArray(merged.required) ? merged.required : []);
    const properties = Object.entries(merged.properties ?? {});
    const shown = properties.filter(([, schema]) => !travelsOtherWay(schema, place.direction, components));
    const rows = shown.map(([field, schema]) =>
      this.#row(field, schema, required.has(field), `${place.anchor}.${anchorPart(field)}`, place),
    );
    const unnamed = all.flatMap((part) => unnamedRows(part, merged, components, words));
    const hidden = properties.filter((property) => !shown.includes(property)).map(([field]) => field);
    const owner = name ?? [...place.around.keys()].at(-1);
    const own: Content = {
      rows: [...rows, ...unnamed.map((row) => this.#unnamedRow(row, place))],
      variants: all.flatMap((part) => variantSections(part, place, this.#drawing)),
      parts: parts.map((part) => ({ text: part, href: schemaPath(part) })),
      note: null,
      hidden:
        hidden.length === 0
          ? null
          : hiddenOf(hidden, place.direction, words, owner === undefined ? place.elsewhere : schemaPath(owner)),
      fieldCount: shown.length,
      requiredCount: shown.filter(([field]) => required.has(field)).length,
    };
    return typeof merged.items === 'object'
      ? joined(own, this.#content(merged.items, { ...place, anchor: `${place.anchor}.${ANY_NAME}` }))
      : own;
  }

  /** Fields that are drawn elsewhere: each has its anchor here too, while there is room for all of them. */
  #noteOn(merged: JsonSchemaObject, place: Place, link: string, href: string): Note {
    const isDeep = place.depth > ALWAYS_DRAWN && this.#budget.isLarge(place);
    const isShort = place.isCopy || isDeep || this.#budget.isFull;
    return noteOn(merged, place, { link, href }, isShort, this.#drawing);
  }

  #unnamedRow({ title, schema, anchor, adjust }: UnnamedRow, place: Place): FieldRow {
    return this.#row(title.join(''), schema, false, `${place.anchor}.${anchor}`, place, { title, adjust });
  }

  /** A field; what is inside it waits in the queue. */
  #row(
    name: string,
    schema: JsonSchema,
    required: boolean,
    anchor: string,
    place: Place,
    { title = null, adjust = (shape) => shape }: RowOptions = {},
  ): Draft<FieldRow> {
    const id = this.#drawing.anchors.claim(anchor);
    const row: Draft<FieldRow> = {
      type: [],
      counts: null,
      ...NO_FACTS,
      content: NO_CONTENT,
      id,
      name,
      path: place.depth < DEEPEST_INDENT ? '' : place.path.map((part) => `${part}.`).join(''),
      place: title === null ? [...place.path, name].join('.') : name,
      title,
      required,
      open: false,
    };
    const path = [...place.path, name];
    const depth = place.depth + 1;
    const inside = { ...place, anchor: id, target: id, depth, path, isVariant: false, facts: NO_FIELD_FACTS };
    const facts = title === null ? place.facts.get(name) : undefined;
    const fill = (shape: Shape): void => {
      const type = schema === false && title === null ? notAllowed(this.#drawing.words) : shape.type;
      const adjusted = adjust({ ...shape, type });
      Object.assign(row, facts === undefined ? adjusted : overridden(adjusted, { facts }));
    };
    this.#drawing.queue({ schema, place: inside, fill });
    if (place.isCopy) this.#copied.add(row);
    return row;
  }
}
