import type { Components } from '../../model/components.ts';
import type { JsonSchema, JsonSchemaObject } from '../../schema/schema.ts';
import { phraseText } from '../../words/phrase.ts';
import { ANY_NAME, anchorPart } from '../anchors.ts';
import { markdownText } from '../markdown-text.ts';
import type { Piece } from '../pieces.ts';
import {
  type FieldContext,
  type FieldPlace,
  isBeyondLimits,
  openAgain,
  queuedRow,
  queuedVariants,
} from './field-place.ts';
import {
  countWords,
  type FieldRow,
  isReferenceOnly,
  joined,
  NO_CONTENT,
  NO_FACTS,
  NO_SHAPE,
  type Shape,
  type ShapeContent,
} from './field-shape.ts';
import { DrawnSchemas, hiddenOf, linkToDrawn, linkToPart, linkToSchema, noteOn, travelsOtherWay } from './notes.ts';
import { compoundExamples, factsOf, isStructured, rowMembersOf, see, titleText, wholeOf } from './schema-facts.ts';
import { factsBesideRule, joinedRules, shownRules } from './shape-words.ts';
import { namePieces, shownType, typePieces } from './type-pieces.ts';

/** Maximum number of values that a page repeats; a longer list is shown once, and linked to elsewhere. */
const MOST_REPEATED_VALUES = 20;

/** Draws the schema of a field. Its nested fields are queued, or replaced by a link to the place that has them. */
export class FieldDrawing {
  readonly #context: FieldContext;
  readonly #drawn: DrawnSchemas;
  /** Places of long lists of allowed values on the page, by their values. */
  readonly #listed = new Map<string, Piece>();

  constructor(context: FieldContext) {
    this.#context = context;
    this.#drawn = new DrawnSchemas(context.components);
  }

  /** Starts a new operation: named schemas that earlier operations have drawn are drawn again. */
  startOperation(): void {
    this.#drawn.clear();
  }

  shape(schema: JsonSchema, place: FieldPlace): Shape {
    const { components, schemaPath, words } = this.#context;
    // A text document describes each named schema once, so a reference shows only the name.
    const isText = place.limits.depth === 0;
    if (isText && isReferenceOnly(schema)) return { ...NO_SHAPE, ...namePieces(schema, components, schemaPath) };
    const known =
      typeof schema === 'boolean' ? knownOf(schema, components) : components.remembered('drawn', schema, knownOf);
    const { merged, name, type, hasContent } = known;
    const content = hasContent ? this.#content(schema, place, known) : NO_CONTENT;
    let { facts } = known;
    if (content.fieldCount > 0 && this.#context.forbidsOtherFields === true) {
      const object = typeof merged.items === 'object' ? see(merged.items, components).merged : merged;
      facts = { ...facts, facts: factsBesideRule(facts.facts, object, words) };
    }
    const shown =
      content.note !== null && isReferenceOnly(schema) ? factsOfLink(facts, isBeyondLimits(name, place)) : facts;
    const title = shown === facts && merged.title !== undefined ? this.#titleOf(known, place) : [];
    const block = content.note === null ? joinedRules(facts.wordless) : null;
    const { type: pieces, typeGroups } = typePieces(type, components, schemaPath);
    return {
      ...(isText ? shown : this.#withNewValues(shown, place)),
      type: pieces,
      typeGroups,
      descriptions: [...title, ...shown.descriptions],
      examples: isText ? [...shown.examples, ...compoundExamples(merged)] : shown.examples,
      ...(block !== null && { rules: shownRules(block, components, schemaPath) }),
      counts: content.fieldCount === 0 ? null : countWords(content, words),
      content,
    };
  }

  /** Replaces a long list of values that the page has already shown by its place. */
  #withNewValues<T extends Pick<Shape, 'values'>>(facts: T, { path, target }: FieldPlace): T {
    const { length } = facts.values;
    if (length <= MOST_REPEATED_VALUES) return facts;
    const key = JSON.stringify(facts.values);
    const place = this.#listed.get(key);
    if (place !== undefined) return { ...facts, values: [], meanings: [], sameValues: { count: length, place } };
    this.#listed.set(key, { text: path.at(-1) ?? this.#context.words.say('title.fields'), href: `#${target}` });
    return facts;
  }

  /** Title of a field as Markdown; empty if it is only a name, and for variants and bodies, whose headings show it. */
  #titleOf(seen: ReturnType<typeof see>, { path, variantOf }: FieldPlace): readonly string[] {
    const name = path.at(-1);
    const title = name === undefined || variantOf !== null ? null : titleText(name, seen);
    return title === null ? [] : [markdownText(title)];
  }

  #content(schema: JsonSchema, place: FieldPlace, { merged, name, parts }: ReturnType<typeof see>): ShapeContent {
    const { components, words } = this.#context;
    const begun = name === null ? openAgain(schema, parts, place, components) : place.around.get(name)?.target;
    if (begun !== undefined) {
      const note = { names: [], isCut: false, link: words.say('field.recursive'), href: `#${begun}` };
      return { ...NO_CONTENT, note };
    }
    if (name === null) {
      const elsewhere = linkToPart(place, this.#context);
      if (elsewhere !== null) return noteOn(merged, place, elsewhere, this.#context);
      const inPlace = [...place.inPlace, { schema, parts, target: place.target }];
      return this.#inside(merged, parts, { ...place, inPlace });
    }
    const drawn = this.#drawn.find(name, place.direction);
    if (drawn !== undefined) return noteOn(merged, place, linkToDrawn(drawn, place, words), this.#context);
    if (isBeyondLimits(name, place)) return noteOn(merged, place, linkToSchema(name, this.#context), this.#context);
    this.#drawn.add(name, place);
    const content = this.#inside(merged, parts, { ...place, around: new Map([...place.around, [name, place]]) });
    return place.limits.common?.names.has(name) === true ? { ...content, isCommon: true } : content;
  }

  #inside(merged: JsonSchemaObject, parts: readonly string[], place: FieldPlace): ShapeContent {
    const { components, schemaPath, words } = this.#context;
    const all = wholeOf(merged);
    const required = new Set(Array.isArray(merged.required) ? merged.required : []);
    const parents = parts
      .filter((part) => place.variantOf?.includes(part))
      .map((part) => see(components.schema(part) ?? true, components).merged);
    const isInherited = ([field, schema]: readonly [string, JsonSchema]): boolean =>
      parents.some(
        (parent) =>
          parent.properties?.[field] === schema && (parent.required?.includes(field) === true || !required.has(field)),
      );
    // The parent of a subtype has these fields above.
    const properties = Object.entries(merged.properties ?? {}).filter((property) => !isInherited(property));
    const hidden = new Set(properties.filter(([, schema]) => travelsOtherWay(schema, place.direction, components)));
    const shown = hidden.size === 0 ? properties : properties.filter((property) => !hidden.has(property));
    const rows = shown.map(([field, schema]) =>
      queuedRow(field, schema, required.has(field), `${place.anchor}.${anchorPart(field)}`, place, this.#context),
    );
    const names = [...hidden].map(([field]) => field);
    const owner = [...place.around.keys()].at(-1);
    const own: ShapeContent = {
      rows: [...rows, ...all.flatMap((part) => this.#unnamedRows(part, place))],
      variants: all.flatMap((part) => queuedVariants(part, place, this.#context)),
      parts: parts.map((part) => ({ text: part, href: schemaPath(part) })),
      note: null,
      hidden: hiddenOf(names, place.direction, words, owner === undefined ? place.elsewhere : schemaPath(owner)),
      fieldCount: shown.length,
      requiredCount: shown.filter(([field]) => required.has(field)).length,
    };
    if (typeof merged.items !== 'object') return own;
    const item = see(merged.items, components);
    const at = { ...place, anchor: `${place.anchor}.${ANY_NAME}` };
    return joined(own, isStructured(item.merged, components) ? this.#content(merged.items, at, item) : NO_CONTENT);
  }

  /** Rows for unnamed members, such as additional properties and tuple items, that do not fit on the line. */
  #unnamedRows(part: JsonSchemaObject, place: FieldPlace): readonly FieldRow[] {
    return rowMembersOf(part, this.#context.components).map(({ title, schema, anchor }) =>
      queuedRow(phraseText(title), schema, false, `${place.anchor}.${anchor}`, place, this.#context, title),
    );
  }
}

/** Parts of a drawn schema that are the same at all places. */
function knownOf(schema: JsonSchema, components: Components) {
  const seen = see(schema, components);
  const type = shownType(schema, components);
  const facts = factsOf(seen.merged, components);
  return { ...seen, type, facts, hasContent: isStructured(seen.merged, components) };
}

/** Facts shown beside a link to a schema; omits the description if the schema is drawn on the same page. */
function factsOfLink(
  { marks, descriptions }: Pick<Shape, 'marks' | 'descriptions'>,
  isElsewhere: boolean,
): Pick<Shape, keyof typeof NO_FACTS> {
  return { ...NO_FACTS, marks, descriptions: isElsewhere ? descriptions : [] };
}
