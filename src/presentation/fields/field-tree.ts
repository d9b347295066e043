import type { Components } from '../../model/components.ts';
import type { Direction } from '../../model/schema/hidden-names.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import type { Words } from '../../words/words.ts';
import { wordsOf } from '../../words/words.ts';
import type { Anchors } from '../anchors.ts';
import { ANY_NAME, anchorPart, variantPart } from '../anchors.ts';
import type { Constraint } from '../words.ts';
import { notAllowed, typeOnCondition, withTypesAround } from './conditional-part.ts';
import { markWords } from './constraint-words.ts';
import type { Place, Task } from './field-place.ts';
import { openAgain, outermost } from './field-place.ts';
import type { Content, FieldRow, HiddenFields, Note, Shape, VariantGroup, VariantSection } from './field-shape.ts';
import { countWords, isReferenceOnly, joined, NO_CONTENT, NO_FACTS } from './field-shape.ts';
import type { Draft } from './folds.ts';
import { DEEPEST_INDENT, setFolds, withoutDeepIndents } from './folds.ts';
import type { Member } from './member-schemas.ts';
import { membersOf, positionTitle } from './member-schemas.ts';
import { PageBudget } from './page-budget.ts';
import { factsOf, isStructured, needsRow, objectsOf, see } from './schema-facts.ts';
import { typePieces } from './type-pieces.ts';
import { lastPart } from './type-words.ts';
import { variantGroupsOf } from './variant-groups.ts';

/** This deep every body is drawn; deeper while it is small. */
const ALWAYS_DRAWN = 2;
/** Lists inside lists are looked through this deep for schemas that are drawn already. */
const DEEPEST_LIST = 6;
/** How many field names a line about fields drawn elsewhere holds. */
const NAMES_IN_NOTE = 40;
/** The same within a copy, or deep in what is large: nothing leads to them there. */
const NAMES_IN_SHORT_NOTE = 4;

interface TreeOptions {
  readonly components: Components;
  readonly anchors: Anchors;
  /** Where the page of a named schema is. */
  readonly schemaPath: (name: string) => string;
  /** Named schemas below this depth are links to their pages. */
  readonly deepest: number;
}

interface RowOptions {
  readonly title?: Constraint | null;
  readonly adjust?: (shape: Shape) => Shape;
}

/** What a row may know better than its schema: a parameter has a description of its own. */
type RowOverrides = Partial<Pick<Shape, 'descriptions' | 'facts' | 'marks' | 'examples' | 'namedExamples'>>;

/**
 * Draws the schemas of one page (READING §2). Each body is drawn breadth first, and as deep as it stays small. What was
 * drawn before waits: {@link FieldTrees.complete} draws it once more while the page is small, else a line leads to it.
 */
export class FieldTrees {
  readonly #options: TreeOptions;
  readonly #words: Words;
  /** Direction and name → where it is drawn in full. */
  readonly #drawn = new Map<string, { readonly href: string; readonly title: string }>();
  /** What waits to be a copy. */
  readonly #copies: Task[] = [];
  readonly #copied = new Set<Shape>();
  readonly #roots: Draft<Shape>[] = [];
  readonly #budget = new PageBudget();

  constructor(options: TreeOptions) {
    this.#options = options;
    this.#words = wordsOf(options.components);
  }

  /**
   * A body: its fields are the rows. All of it is there after {@link FieldTrees.complete}.
   * @param title what links to it say
   * @param target id of the element that holds it
   * @param elsewhere address of what travels the other way
   */
  body(
    schema: JsonSchema,
    anchor: string,
    direction: Direction,
    title: string,
    target = anchor,
    elsewhere = `#${target}`,
  ): Shape {
    const shape: Draft<Shape> = { type: [], counts: null, ...NO_FACTS, content: NO_CONTENT };
    const queue: Task[] = [];
    const place = outermost({ anchor, target, direction, elsewhere, title, queue });
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
    const place = outermost({ anchor, target: anchor, direction, elsewhere: `#${anchor}`, title, queue });
    const row = this.#row(name, schema, required, anchor, place, { adjust: (shape) => overridden(shape, overrides) });
    this.#roots.push(row);
    this.#draw(queue);
    return row;
  }

  /**
   * Draws what waits, and says which rows are open: when everything else of the page is drawn.
   * @param besides bytes of the page without its fields, compressed
   */
  complete(besides = 0): void {
    this.#budget.takeBesides(besides);
    for (const task of this.#copies) {
      const queue: Task[] = [];
      queue.push({ ...task, place: { ...task.place, queue } });
      this.#draw(queue, true);
    }
    for (const root of this.#roots) {
      root.content = withoutDeepIndents(root.content);
      setFolds(root.content, this.#copied);
    }
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

  /** Drawn after everything that is less deep. */
  #queue(task: Task): void {
    this.#budget.takeRow();
    task.place.queue.push(task);
  }

  /** Whether something is drawn already that belongs to the value, or to what the list holds. */
  #isDrawn(schema: JsonSchema, { around, direction }: Place): boolean {
    const { components } = this.#options;
    let { name, merged } = see(schema, components);
    for (let depth = 0; depth < DEEPEST_LIST; depth += 1) {
      if (name !== null && this.#drawn.has(`${direction} ${name}`) && !around.has(name)) return true;
      if (typeof merged.items !== 'object') return false;
      ({ name, merged } = see(merged.items, components));
    }
    return false;
  }

  #shape(schema: JsonSchema, place: Place): Shape {
    const { components, schemaPath } = this.#options;
    const seen = see(schema, components);
    const content = this.#content(schema, place);
    const counts = content.fieldCount === 0 ? null : countWords(content, wordsOf(components));
    const facts =
      content.note === null || !isReferenceOnly(schema)
        ? factsOf(seen.merged, components)
        : { ...NO_FACTS, marks: markWords(seen.merged, wordsOf(components)) };
    return { type: typePieces(schema, components, schemaPath), counts, ...facts, content };
  }

  #content(schema: JsonSchema, place: Place): Content {
    const { components, schemaPath, deepest } = this.#options;
    const { merged, name, parts } = see(schema, components);
    if (!isStructured(merged, components)) return NO_CONTENT;
    if (name === null) {
      const again = openAgain(schema, parts, place);
      if (again !== undefined)
        return {
          ...NO_CONTENT,
          note: { names: [], isCut: false, link: this.#words.say('field.recursive'), href: `#${again}` },
        };
      return this.#inside(merged, parts, null, {
        ...place,
        inPlace: [...place.inPlace, { schema, parts, target: place.target }],
      });
    }
    const begun = place.around.get(name);
    if (begun !== undefined)
      return {
        ...NO_CONTENT,
        note: { names: [], isCut: false, link: this.#words.say('field.recursive'), href: `#${begun}` },
      };
    const key = `${place.direction} ${name}`;
    const drawn = this.#drawn.get(key);
    const isSecond = drawn !== undefined;
    if (isSecond && !this.#budget.mayCopy(merged, place, drawn.title === place.title))
      return {
        ...NO_CONTENT,
        note: this.#noteOn(merged, place, this.#words.say('field.see', { title: drawn.title }), drawn.href),
      };
    if (place.depth >= deepest || (place.depth >= ALWAYS_DRAWN && this.#budget.isLarge(place)))
      return {
        ...NO_CONTENT,
        note: this.#noteOn(
          merged,
          place,
          this.#words.say('field.seeSchema', { name: lastPart(name) }),
          schemaPath(name),
        ),
      };
    if (!isSecond) this.#drawn.set(key, { href: `#${place.target}`, title: place.title });
    const around = new Map([...place.around, [name, place.target]]);
    return this.#inside(merged, parts, name, { ...place, around, isCopy: place.isCopy || isSecond });
  }

  #inside(merged: JsonSchemaObject, parts: readonly string[], name: string | null, place: Place): Content {
    const { schemaPath } = this.#options;
    const required = new Set(Array.isArray(merged.required) ? merged.required : []);
    const properties = Object.entries(merged.properties ?? {});
    const shown = properties.filter(([, schema]) => !this.#isHidden(schema, place.direction));
    const rows = shown.map(([field, schema]) =>
      this.#row(field, schema, required.has(field), `${place.anchor}.${anchorPart(field)}`, place),
    );
    const hidden = properties.filter((property) => !shown.includes(property)).map(([field]) => field);
    const owner = name ?? [...place.around.keys()].at(-1);
    const own: Content = {
      rows: [...rows, ...[merged, ...objectsOf(merged.allOf)].flatMap((part) => this.#freeRows(part, merged, place))],
      variants: [merged, ...objectsOf(merged.allOf)].flatMap((part) => this.#variantGroups(part, place)),
      parts: parts.map((part) => ({ text: part, href: schemaPath(part) })),
      note: null,
      hidden:
        hidden.length === 0
          ? null
          : hiddenOf(hidden, place.direction, this.#words, owner === undefined ? place.elsewhere : schemaPath(owner)),
      fieldCount: shown.length,
      requiredCount: shown.filter(([field]) => required.has(field)).length,
    };
    return typeof merged.items === 'object'
      ? joined(own, this.#content(merged.items, { ...place, anchor: `${place.anchor}.${ANY_NAME}` }))
      : own;
  }

  /** Fields that are drawn elsewhere: each has its anchor here too, while there is room for all of them. */
  #noteOn(merged: JsonSchemaObject, place: Place, link: string, href: string): Note {
    const names = Object.entries(merged.properties ?? {}).flatMap(([name, schema]) =>
      this.#isHidden(schema, place.direction) ? [] : [name],
    );
    const isDeep = place.depth > ALWAYS_DRAWN && this.#budget.isLarge(place);
    const isShort = place.isCopy || isDeep || this.#budget.isFull;
    const most = isShort ? NAMES_IN_SHORT_NOTE : NAMES_IN_NOTE;
    const id = (name: string): string | null =>
      isShort ? null : this.#options.anchors.claim(`${place.anchor}.${anchorPart(name)}`);
    return {
      names: names.slice(0, most).map((name) => ({ name, id: id(name) })),
      isCut: names.length > most,
      link,
      href,
    };
  }

  #isHidden(schema: JsonSchema, direction: Direction): boolean {
    if (direction === 'both') return false;
    const { merged } = see(schema, this.#options.components);
    return direction === 'request' ? merged.readOnly === true : merged.writeOnly === true;
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
    const id = this.#options.anchors.claim(anchor);
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
    const inside = { ...place, anchor: id, target: id, depth: place.depth + 1, path: [...place.path, name] };
    const fill = (shape: Shape): void => {
      Object.assign(
        row,
        adjust(schema === false && title === null ? { ...shape, type: notAllowed(this.#words) } : shape),
      );
    };
    this.#queue({ schema, place: inside, fill });
    if (place.isCopy) this.#copied.add(row);
    return row;
  }

  /**
   * Free keys, list positions, conditions and the like that say more than fits into the line.
   * @param part the schema itself, or a part of it that could not be united
   */
  #freeRows(part: JsonSchemaObject, merged: JsonSchemaObject, place: Place): readonly FieldRow[] {
    const { components } = this.#options;
    const positions =
      part.prefixItems?.some((schema) => needsRow({ kind: 'fields', schema }, components)) === true
        ? part.prefixItems
        : [];
    const members = membersOf(part, this.#words, merged).filter((member) => needsRow(member, components));
    return [
      ...positions.map((schema, index) =>
        this.#titledRow([positionTitle(index, this.#words)], schema, `${place.anchor}.${index}`, place),
      ),
      ...members.map((member) => this.#memberRow(member, merged, place)),
    ];
  }

  #memberRow({ title, kind, schema }: Member, merged: JsonSchemaObject, place: Place): FieldRow {
    if (kind !== 'condition') return this.#titledRow(title, schema, `${place.anchor}.${ANY_NAME}`, place);
    const typed = withTypesAround(schema, merged, this.#options.components);
    return this.#titledRow(title, typed, `${place.anchor}.${variantPart('if')}`, place, (shape) => ({
      ...shape,
      type: typeOnCondition(schema, shape.type, this.#words),
    }));
  }

  #titledRow(
    title: Constraint,
    schema: JsonSchema,
    anchor: string,
    place: Place,
    adjust?: RowOptions['adjust'],
  ): FieldRow {
    const options = adjust === undefined ? { title } : { title, adjust };
    return this.#row(title.join(''), schema, false, anchor, place, options);
  }

  #variantGroups(merged: JsonSchemaObject, place: Place): readonly VariantGroup[] {
    const { type } = merged;
    const groups = variantGroupsOf(merged, this.#words).filter(({ schema }) =>
      isStructured(type === undefined ? schema : { ...schema, type }, this.#options.components),
    );
    return groups.map(({ kind, variants }) => ({
      kind,
      variants: variants.map((variant, index) => this.#variant(variant, index, place)),
    }));
  }

  #variant(
    { name, schema, chosen }: ReturnType<typeof variantGroupsOf>[number]['variants'][number],
    index: number,
    place: Place,
  ): VariantSection {
    const { anchors, schemaPath } = this.#options;
    const title = name ?? (typeof schema === 'object' && typeof schema.title === 'string' ? schema.title : null);
    const id = anchors.claim(`${place.anchor}.${variantPart(title ?? String(index + 1))}`);
    const section: Draft<VariantSection> = {
      type: [],
      counts: null,
      ...NO_FACTS,
      content: NO_CONTENT,
      id,
      title: {
        text: title ?? this.#words.say('field.variant', { number: index + 1 }),
        href: name === null ? null : schemaPath(name),
      },
      chosen: chosen === null ? null : chosen.join(''),
    };
    const fill = (shape: Shape): void => {
      Object.assign(section, shape);
    };
    const copiedVariants = place.copiedVariants + (place.isCopy ? 1 : 0);
    this.#queue({ schema, place: { ...place, anchor: id, target: id, copiedVariants }, fill });
    return section;
  }
}

function overridden(shape: Shape, overrides: RowOverrides): Shape {
  const own = (given: readonly string[] | undefined, found: readonly string[]) =>
    given === undefined || given.length === 0 ? found : given;
  const { namedExamples } = overrides;
  return {
    ...shape,
    marks: [...new Set([...(overrides.marks ?? []), ...shape.marks])],
    facts: [...shape.facts, ...(overrides.facts ?? [])],
    descriptions: [...new Set([...(overrides.descriptions ?? []), ...shape.descriptions])],
    examples: own(overrides.examples, shape.examples),
    ...(namedExamples === undefined ? {} : { namedExamples }),
  };
}

function hiddenOf(names: readonly string[], direction: Direction, words: Words, href: string): HiddenFields {
  const count = names.length;
  const text = words.say(direction === 'request' ? 'field.readOnlyHidden' : 'field.writeOnlyHidden', { count });
  return { link: { text, href }, names: names.slice(0, NAMES_IN_NOTE) };
}
