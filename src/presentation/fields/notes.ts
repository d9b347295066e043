import type { Components } from '../../model/components.ts';
import type { Direction } from '../../model/schema/hidden-names.ts';
import type { JsonSchema, JsonSchemaObject } from '../../model/schema/schema.ts';
import type { Words } from '../../words/words.ts';
import { anchorPart } from '../anchors.ts';
import type { Drawing, Place } from './field-place.ts';
import { type Content, type HiddenFields, NO_CONTENT, type Note } from './field-shape.ts';
import { see } from './schema-facts.ts';

/** How many field names a line about fields drawn elsewhere holds. */
const NAMES_IN_NOTE = 40;
/** The same within a copy, or deep in a body: nothing leads to them there. */
const FEW_NAMES = 4;

/** `anchored`: each can be linked to, as where it is drawn; `plain`: not. `few`: the page has the names elsewhere. */
export type NoteNames = 'anchored' | 'plain' | 'few';

export function withNote(note: Note): Content {
  return { ...NO_CONTENT, note };
}

/** How many fields a schema has that is drawn elsewhere, and their names. */
export function noteOn(
  merged: JsonSchemaObject,
  place: Place,
  target: Pick<Note, 'link' | 'href'>,
  shown: NoteNames,
  { anchors, components }: Pick<Drawing, 'anchors' | 'components'>,
): Content {
  const names = Object.entries(merged.properties ?? {}).flatMap(([name, schema]) =>
    travelsOtherWay(schema, place.direction, components) ? [] : [name],
  );
  const most = shown === 'few' ? FEW_NAMES : NAMES_IN_NOTE;
  const id = (name: string): string | null =>
    shown === 'anchored' ? anchors.claim(`${place.anchor}.${anchorPart(name)}`) : null;
  const note: Note = {
    names: names.slice(0, most).map((name) => ({ name, id: id(name) })),
    isCut: names.length > most,
    ...target,
  };
  const required = new Set(Array.isArray(merged.required) ? merged.required : []);
  const requiredCount = names.filter((name) => required.has(name)).length;
  return { ...withNote(note), fieldCount: names.length, requiredCount };
}

/** Whether a field is only sent, or only comes back, and does not belong here. */
export function travelsOtherWay(schema: JsonSchema, direction: Direction, components: Components): boolean {
  if (direction === 'both') return false;
  const { merged } = see(schema, components);
  return direction === 'request' ? merged.readOnly === true : merged.writeOnly === true;
}

/** Fields that travel the other way. */
export function hiddenOf(names: readonly string[], direction: Direction, words: Words, href: string): HiddenFields {
  const count = names.length;
  const text = words.say(direction === 'request' ? 'field.readOnlyHidden' : 'field.writeOnlyHidden', { count });
  return { link: { text, href }, names: names.slice(0, NAMES_IN_NOTE) };
}
