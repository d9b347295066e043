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
import type { Place } from './field-place.ts';
import { openAgain, outermost } from './field-place.ts';
import type { Content, FieldRow, HiddenFields, Note, Shape, VariantGroup, VariantSection } from './field-shape.ts';
import { countWords, isReferenceOnly, joined, NO_CONTENT, NO_FACTS } from './field-shape.ts';
import type { Member } from './member-schemas.ts';
import { membersOf, positionTitle } from './member-schemas.ts';
import { factsOf, isStructured, needsRow, objectsOf, see } from './schema-facts.ts';
import { typePieces } from './type-pieces.ts';
import { variantGroupsOf } from './variant-groups.ts';

/** Rows this deep are open … */
const OPEN_TO_DEPTH = 4;
/** … until this many rows of the body are drawn. */
const OPEN_ROWS = 60;
/** Deeper rows no longer indent and carry their path. */
const DEEPEST_INDENT = 6;
/** How many field names a line about fields drawn elsewhere holds. */
const NAMES_IN_NOTE = 40;

interface TreeOptions {
  readonly components: Components;
  readonly anchors: Anchors;
  /** Where the page of a named schema is. */
  readonly schemaPath: (name: string) => string;
  /** Named schemas below this depth are links to their pages. */
  readonly deepest: number;
}

/** What a row may know better than its schema: a parameter has a description of its own. */
type RowOverrides = Partial<Pick<Shape, 'descriptions' | 'facts' | 'marks' | 'examples' | 'namedExamples'>>;

/**
 * Draws the schemas of one page, in the order of the page: a named schema is drawn in full once in each direction,
 * afterwards a line leads back to it (READING §2).
 */
export class FieldTrees {
  readonly #options: TreeOptions;
  readonly #words: Words;
  readonly #drawn = new Map<string, string>();
  #rows = 0;

  constructor(options: TreeOptions) {
    this.#options = options;
    this.#words = wordsOf(options.components);
  }

  /** How many rows the page has so far. */
  get rowCount(): number {
    return this.#rows;
  }

  /**
   * A body: its fields are the rows.
   * @param target id of the element that holds it
   * @param elsewhere address of what travels the other way
   */
  body(schema: JsonSchema, anchor: string, direction: Direction, target = anchor, elsewhere = `#${target}`): Shape {
    return this.#shape(schema, outermost({ anchor, target, direction, elsewhere }));
  }

  /** A parameter or a header. */
  row(
    name: string,
    schema: JsonSchema,
    required: boolean,
    anchor: string,
    direction: Direction,
    overrides: RowOverrides,
  ): FieldRow {
    const place = { anchor, target: anchor, direction, elsewhere: `#${anchor}` };
    const [row] = this.#rowsOf(name, schema, required, anchor, outermost(place));
    if (row === undefined) throw new Error('A field has at least one row.');
    const merged = {
      marks: [...new Set([...(overrides.marks ?? []), ...row.marks])],
      facts: [...row.facts, ...(overrides.facts ?? [])],
    };
    const own = (given: readonly string[] | undefined, found: readonly string[]) =>
      given === undefined || given.length === 0 ? found : given;
    const descriptions = [...new Set([...(overrides.descriptions ?? []), ...row.descriptions])];
    const { namedExamples } = overrides;
    return {
      ...row,
      ...merged,
      descriptions,
      examples: own(overrides.examples, row.examples),
      ...(namedExamples === undefined ? {} : { namedExamples }),
    };
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
    return { type: typePieces(schema, components, schemaPath, content.note !== null), counts, ...facts, content };
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
    const around = place.around.get(name);
    if (around !== undefined)
      return {
        ...NO_CONTENT,
        note: { names: [], isCut: false, link: this.#words.say('field.recursive'), href: `#${around}` },
      };
    const key = `${place.direction} ${name}`;
    const drawn = this.#drawn.get(key);
    if (drawn !== undefined)
      return { ...NO_CONTENT, note: this.#noteOn(merged, place, this.#words.say('field.drawnAbove'), `#${drawn}`) };
    if (place.depth >= deepest) {
      const link = this.#words.say('field.seeSchema', { name });
      return { ...NO_CONTENT, note: this.#noteOn(merged, place, link, schemaPath(name)) };
    }
    this.#drawn.set(key, place.target);
    return this.#inside(merged, parts, name, { ...place, around: new Map([...place.around, [name, place.target]]) });
  }

  #inside(merged: JsonSchemaObject, parts: readonly string[], name: string | null, place: Place): Content {
    const { schemaPath } = this.#options;
    const required = new Set(Array.isArray(merged.required) ? merged.required : []);
    const properties = Object.entries(merged.properties ?? {});
    const shown = properties.filter(([, schema]) => !this.#isHidden(schema, place.direction));
    const rows = shown.flatMap(([field, schema]) =>
      this.#rowsOf(field, schema, required.has(field), `${place.anchor}.${anchorPart(field)}`, place),
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

  /** Fields that are drawn elsewhere: each has its anchor here too. */
  #noteOn(merged: JsonSchemaObject, place: Place, link: string, href: string): Note {
    const names = Object.entries(merged.properties ?? {}).flatMap(([name, schema]) =>
      this.#isHidden(schema, place.direction) ? [] : [name],
    );
    const id = (name: string): string => this.#options.anchors.claim(`${place.anchor}.${anchorPart(name)}`);
    return {
      names: names.slice(0, NAMES_IN_NOTE).map((name) => ({ name, id: id(name) })),
      isCut: names.length > NAMES_IN_NOTE,
      link,
      href,
    };
  }

  #isHidden(schema: JsonSchema, direction: Direction): boolean {
    if (direction === 'both') return false;
    const { merged } = see(schema, this.#options.components);
    return direction === 'request' ? merged.readOnly === true : merged.writeOnly === true;
  }

  /** A field, and behind it what is inside it where rows no longer indent. */
  #rowsOf(
    name: string,
    schema: JsonSchema,
    required: boolean,
    anchor: string,
    place: Place,
    title: Constraint | null = null,
  ): readonly FieldRow[] {
    const id = this.#options.anchors.claim(anchor);
    const depth = place.depth + 1;
    const open = depth < OPEN_TO_DEPTH && place.body.rows < OPEN_ROWS;
    this.#rows += 1;
    place.body.rows += 1;
    const path = [...place.path, name];
    const shape = this.#shape(schema, { ...place, anchor: id, target: id, depth, path });
    const row: FieldRow = {
      ...shape,
      ...(schema === false && title === null ? { type: notAllowed(this.#words) } : {}),
      id,
      name,
      path: depth > DEEPEST_INDENT ? place.path.map((part) => `${part}.`).join('') : '',
      title,
      required,
      open,
    };
    if (depth < DEEPEST_INDENT) return [row];
    return [{ ...row, content: { ...row.content, rows: [] } }, ...row.content.rows];
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
      ...positions.flatMap((schema, index) =>
        this.#titledRows([positionTitle(index, this.#words)], schema, `${place.anchor}.${index}`, place),
      ),
      ...members.flatMap((member) => this.#memberRows(member, merged, place)),
    ];
  }

  #memberRows({ title, kind, schema }: Member, merged: JsonSchemaObject, place: Place): readonly FieldRow[] {
    if (kind !== 'condition') return this.#titledRows(title, schema, `${place.anchor}.${ANY_NAME}`, place);
    const typed = withTypesAround(schema, merged, this.#options.components);
    const [row, ...inside] = this.#titledRows(title, typed, `${place.anchor}.${variantPart('if')}`, place);
    return row === undefined ? [] : [{ ...row, type: typeOnCondition(schema, row.type, this.#words) }, ...inside];
  }

  #titledRows(title: Constraint, schema: JsonSchema, anchor: string, place: Place): readonly FieldRow[] {
    return this.#rowsOf(title.join(''), schema, false, anchor, place, title);
  }

  #variantGroups(merged: JsonSchemaObject, place: Place): readonly VariantGroup[] {
    const groups = variantGroupsOf(merged, this.#words).filter(({ schema }) =>
      isStructured(schema, this.#options.components),
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
    const shape = this.#shape(schema, { ...place, anchor: id, target: id });
    return {
      ...shape,
      id,
      title: {
        text: title ?? this.#words.say('field.variant', { number: index + 1 }),
        href: name === null ? null : schemaPath(name),
      },
      chosen: chosen === null ? null : chosen.join(''),
    };
  }
}

function hiddenOf(names: readonly string[], direction: Direction, words: Words, href: string): HiddenFields {
  const count = names.length;
  const text = words.say(direction === 'request' ? 'field.readOnlyHidden' : 'field.writeOnlyHidden', { count });
  return { link: { text, href }, names: names.slice(0, NAMES_IN_NOTE) };
}
