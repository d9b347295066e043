import type { Direction } from '../../schema/hidden-names.ts';
import { componentName } from '../../schema/references.ts';
import { type JsonSchema, type JsonSchemaObject, schemaTitle } from '../../schema/schema.ts';
import { type Phrase, phraseText } from '../../words/phrase.ts';
import { wordsOf } from '../../words/words.ts';
import { ANY_NAME, anchorPart } from '../anchors.ts';
import { markdownText } from '../markdown-text.ts';
import { type Drawing, NO_FIELD_FACTS, openAgain, type Place } from './field-place.ts';
import {
  type Content,
  countWords,
  type FieldRow,
  isReferenceOnly,
  joined,
  NO_CONTENT,
  NO_FACTS,
  NO_SHAPE,
  overridden,
  type Rules,
  type Shape,
} from './field-shape.ts';
import { DEEPEST_INDENT, type Draft } from './folds.ts';
import { joinedRules, membersOf, positionTitle, rulesText } from './member-schemas.ts';
import { hasOneWayFields, hiddenOf, noteOn, travelsOtherWay, withNote } from './notes.ts';
import { compoundExamples, factsOf, isStructured, needsRow, objectsOf, see } from './schema-facts.ts';
import { titleText } from './title-text.ts';
import { namePieces, typePieces } from './type-pieces.ts';
import { variantSections } from './variant-sections.ts';

interface DrawnAt {
  /** Anchor of the body that it is in. */
  readonly body: string;
  /** Its dotted path within the body; '' for all of it. */
  readonly field: string;
  readonly href: string;
  readonly title: string;
}

/** A named schema in a block of JSON. */
const REFERENCE = /(?<="\$ref": ")#\/components\/schemas\/[^"]+/g;

interface RowOptions {
  readonly title?: Phrase | null;
  readonly adjust?: (shape: Shape) => Shape;
}

/** Draws single fields: what is inside them is queued, or a line leads to where it is drawn. */
export class FieldDrawing {
  readonly #drawing: Drawing;
  /** Keys are direction and schema name, values the place where the schema is drawn in full. */
  readonly #drawn = new Map<string, DrawnAt>();

  constructor(drawing: Drawing) {
    this.#drawing = drawing;
  }

  /** Makes the next named schema be drawn in full, wherever it stands. */
  forget(): void {
    this.#drawn.clear();
  }

  /** Requests and responses have the same fields, unless one of them travels one way. */
  #drawnAt(name: string, direction: Direction): DrawnAt | undefined {
    const own = this.#drawn.get(`${direction} ${name}`);
    const other = this.#drawn.get(`${direction === 'request' ? 'response' : 'request'} ${name}`);
    return own ?? (other === undefined || hasOneWayFields(name, this.#drawing.components) ? undefined : other);
  }

  shape(schema: JsonSchema, place: Place): Shape {
    const { components, schemaPath } = this.#drawing;
    if (isNameAlone(schema, place)) return { ...NO_SHAPE, ...namePieces(schema, components, schemaPath) };
    const { merged } = see(schema, components);
    const content = this.#content(schema, place);
    const counts = content.fieldCount === 0 ? null : countWords(content, wordsOf(components));
    const { rules, ...facts } = factsOf(merged, components);
    const shown =
      content.note === null || !isReferenceOnly(schema)
        ? this.#titled(facts, schema, place)
        : {
            ...NO_FACTS,
            marks: facts.marks,
            // Where it is drawn on this page, it is described there.
            ...(isBeyond(place) && { descriptions: facts.descriptions }),
          };
    const block = content.note === null ? joinedRules(rules) : null;
    return {
      ...typePieces(schema, components, schemaPath),
      counts,
      ...shown,
      ...(place.limits.depth === 0 && { examples: [...shown.examples, ...compoundExamples(merged)] }),
      ...(block !== null && { rules: this.#rules(block) }),
      content,
    };
  }

  #rules(rules: JsonSchemaObject): Rules {
    const { components, schemaPath } = this.#drawing;
    const json = rulesText(rules);
    const names = new Set([...json.matchAll(REFERENCE)].map(([reference]) => componentName(reference)));
    const known = [...names].filter((name) => components.schema(name) !== undefined);
    return { json, schemas: known.map((name) => ({ text: schemaTitle(name), href: schemaPath(name) })) };
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
    const drawn = this.#drawnAt(name, place.direction);
    if (drawn !== undefined) {
      const link = words.say('field.see', { title: titleSeenFrom(place, drawn) });
      return noteOn(merged, place, { link, href: drawn.href }, this.#drawing);
    }
    if (isBeyond(place)) {
      const link = words.say('field.seeSchema', { name: schemaTitle(name) });
      return noteOn(merged, place, { link, href: schemaPath(name) }, this.#drawing);
    }
    this.#drawn.set(`${place.direction} ${name}`, {
      href: `#${place.target}`,
      title: place.title,
      body: place.body,
      field: place.path.join('.'),
    });
    const around = new Map([...place.around, [name, place.target]]);
    return this.#inside(merged, parts, name, { ...place, around });
  }

  #inside(merged: JsonSchemaObject, parts: readonly string[], name: string | null, place: Place): Content {
    const { components, schemaPath, words } = this.#drawing;
    const all = [merged, ...objectsOf(merged.allOf)];
    const required = new Set(Array.isArray(merged.required) ? merged.required : []);
    const properties = Object.entries(merged.properties ?? {});
    const shown = properties.filter(([, schema]) => !travelsOtherWay(schema, place.direction, components));
    const rows = shown.map(([field, schema]) =>
      this.row(field, schema, required.has(field), `${place.anchor}.${anchorPart(field)}`, place),
    );
    const hidden = properties.filter((property) => !shown.includes(property)).map(([field]) => field);
    const owner = name ?? [...place.around.keys()].at(-1);
    const own: Content = {
      rows: [...rows, ...all.flatMap((part) => this.#unnamedRows(part, place))],
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

  /** Rows of free keys, list positions and the like that say more than fits into the line. */
  #unnamedRows(part: JsonSchemaObject, place: Place): readonly FieldRow[] {
    const { components, words } = this.#drawing;
    const { prefixItems = [] } = part;
    const hasPositions = prefixItems.some((schema) => needsRow({ isOfFields: true, schema }, components));
    const positions = (hasPositions ? prefixItems : []).map((schema, index) => ({
      title: [positionTitle(index, words)],
      schema,
      anchor: String(index),
    }));
    const members = membersOf(part, words).filter((member) => needsRow(member, components));
    return [...positions, ...members.map((member) => ({ ...member, anchor: ANY_NAME }))].map(
      ({ title, schema, anchor }) =>
        this.row(phraseText(title), schema, false, `${place.anchor}.${anchor}`, place, { title }),
    );
  }

  /** A field; what is inside it waits in the queue. */
  row(
    name: string,
    schema: JsonSchema,
    required: boolean,
    anchor: string,
    place: Place,
    { title = null, adjust = (shape) => shape }: RowOptions = {},
  ): Draft<FieldRow> {
    const id = this.#drawing.anchors.claim(anchor);
    const row: Draft<FieldRow> = {
      ...NO_SHAPE,
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
      const type =
        schema === false && title === null
          ? [{ text: this.#drawing.words.say('field.notAllowed'), href: null }]
          : shape.type;
      const adjusted = adjust({ ...shape, type });
      Object.assign(row, facts === undefined ? adjusted : overridden(adjusted, { facts }));
    };
    place.queue.push({ schema, place: inside, fill });
    return row;
  }
}

/** Within one body what is seen above is called by its field. */
function titleSeenFrom({ body }: Place, drawn: DrawnAt): string {
  return body === drawn.body && drawn.field !== '' ? drawn.field : drawn.title;
}

/** Whether a schema is nothing but a name in a text that describes all named schemas. */
function isNameAlone(schema: JsonSchema, { limits }: Place): boolean {
  return limits.depth === 0 && isReferenceOnly(schema);
}

/** Whether a named schema is a link to its page here. */
function isBeyond({ depth, queue, limits }: Place): boolean {
  return depth >= limits.depth || queue.length >= limits.rows;
}
