import { MAPS_OF_NAMES } from '../../model/components.ts';
import { isEveryone } from '../../model/extensions.ts';
import { isRecord, isSameValue } from '../../schema/json-values.ts';
import { SourceNode } from './source-node.ts';

/** Keys that name the audience of a part. */
const AUDIENCE_KEYS: ReadonlySet<string> = new Set(['x-internal', 'x-audience']);

export function isAudienceKey(key: string): boolean {
  return AUDIENCE_KEYS.has(key);
}

/** Keys of an object, including its audience keys. */
export type Notes = Readonly<Record<string, unknown>>;

/**
 * Restricts the audience of an object to the audience of the objects that contain it. A service may combine several
 * paths, so the keys of a path are copied to its operations; a component may come from inside a marked object.
 * @param notes keys of the containing objects, outermost last
 */
export function withAudience<Value extends object>(value: Value, notes: readonly Notes[]): Value {
  const all: readonly Notes[] = [...notes, Object.fromEntries(Object.entries(value))];
  const said = (key: string): readonly unknown[] => all.flatMap((one) => (Object.hasOwn(one, key) ? [one[key]] : []));
  const internal = said('x-internal');
  const audiences = said('x-audience').map((names): readonly unknown[] => (Array.isArray(names) ? names : [names]));
  const narrow = audiences.filter((names) => !names.some(isEveryone));
  const [first, ...rest] = narrow.length > 0 ? narrow : audiences.slice(0, 1);
  const audience = first?.filter((name) => rest.every((names) => names.includes(name)));
  return {
    ...value,
    ...(internal.length === 0
      ? {}
      : { 'x-internal': internal.every((mark) => mark === false) ? false : internal.find((mark) => mark !== false) }),
    ...(audience === undefined ? {} : { 'x-audience': audience }),
  };
}

/** Returns audience keys of the objects around a part. In a map, such a key with an object value names a part. */
export function notesAround(node: SourceNode): readonly Notes[] {
  const notes: Notes[] = [];
  for (let around = node.parent; around !== null; around = around.parent) {
    const { value } = around;
    if (!isRecord(value)) continue;
    // Only these keys are read, because this runs for each of a section's thousands of components.
    const isMap = isMapOfNames(around);
    const said = [...AUDIENCE_KEYS].filter((key) => Object.hasOwn(value, key) && !(isMap && isRecord(value[key])));
    if (said.length > 0) notes.push(Object.fromEntries(said.map((key) => [key, value[key]])));
  }
  return notes;
}

/** Returns audience keys of the objects around a reference's target that the objects around the reference lack. */
export function notesAdded(target: SourceNode, reference: SourceNode): readonly Notes[] {
  if (target === reference) return [];
  const known = notesAround(reference);
  return notesAround(target).filter((notes) => !known.some((one) => isSameValue(one, notes)));
}

/** True for a map of named parts. A value directly inside such a map is a part; its name does not matter. */
function isMapOfNames({ key, parent }: SourceNode): boolean {
  return parent !== null && MAPS_OF_NAMES.has(key) && !isMapOfNames(parent);
}

/** Returns the audience keys of an object itself, not of the objects around it. */
export function ownNotes({ value }: SourceNode): Notes {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => isAudienceKey(key))) : {};
}

/** Returns the target of a Reference Object, also restricted to the audience of the reference. */
export function markedAs(reference: SourceNode, target: SourceNode): SourceNode {
  const { file, value, parent, key } = target;
  const notes = [ownNotes(reference), ...notesAdded(target, reference)].filter((one) => Object.keys(one).length > 0);
  return new SourceNode(file, notes.length === 0 || !isRecord(value) ? value : withAudience(value, notes), parent, key);
}
