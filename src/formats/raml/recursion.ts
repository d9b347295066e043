import { cyclesIn } from '../../model/schema/connected-parts.ts';
import { isRecord } from '../../model/schema/json-values.ts';
import type { Annotations, RamlNode } from './annotations.ts';
import { isCount } from './facets.ts';

type Declarations = ReadonlyMap<string, RamlNode>;

/**
 * Values that must hold a value of their own type are endless, and readers refuse a document with such types. The parts
 * of such a cycle may be absent; what the descriptor demands is kept in the annotations `x-required` and
 * `x-json-schema`.
 * @param declared without cycles of mere names
 */
export function freeEndlessTypes(declared: Declarations, annotations: Annotations): Declarations {
  const freed = new Map<string, RamlNode>();
  for (const cycle of cyclesIn(neededParts(declared, annotations))) {
    const members = new Set(cycle);
    const parts = new NeededParts(annotations, (type) => members.has(behind(type, declared)));
    for (const name of cycle) freed.set(name, parts.of(declared.get(name) ?? {}));
  }
  return new Map([...declared].map(([name, declaration]) => [name, freed.get(name) ?? declaration]));
}

/** Maps each type to the types of the parts that it cannot do without. */
function neededParts(declared: Declarations, annotations: Annotations): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...declared].map(([name, declaration]) => {
      const needed: string[] = [];
      const collect = (type: string): boolean => {
        needed.push(behind(type, declared));
        return false;
      };
      new NeededParts(annotations, collect).of(declaration);
      const items = typeNameOf(declaration['items']);
      if (items !== undefined && isListOfLists(declaration, declared)) collect(items);
      return [name, needed] as const;
    }),
  );
}

/** AMF, which most readers are built on, takes a list of lists for one that has members. */
export function isListOfLists({ type, items }: RamlNode, declared: Declarations): boolean {
  const name = type === 'array' ? typeNameOf(items) : undefined;
  return name !== undefined && (name === 'array' || declared.get(behind(name, declared))?.['type'] === 'array');
}

/** A name of a name is the name behind it. */
export function behind(name: string, declared: Declarations): string {
  let last = name;
  for (
    let type = typeNameOf(declared.get(name));
    type !== undefined && declared.has(type);
    type = typeNameOf(declared.get(type))
  )
    last = type;
  return last;
}

function typeNameOf(declaration: unknown): string | undefined {
  const type = isRecord(declaration) ? declaration['type'] : declaration;
  return typeof type === 'string' ? type : undefined;
}

/** Walks through a declaration as far as a value cannot do without what stands there. */
class NeededParts {
  readonly #annotations: Annotations;
  readonly #isFreed: (type: string) => boolean;

  /** @param isFreed asked of each part, with the name of its type: whether it may be absent */
  constructor(annotations: Annotations, isFreed: (type: string) => boolean) {
    this.#annotations = annotations;
    this.#isFreed = isFreed;
  }

  /** The same declaration, with what is freed free. */
  of(declaration: RamlNode): RamlNode {
    const properties = declaration['properties'];
    const list = this.#list(declaration);
    return isRecord(properties)
      ? {
          ...list,
          properties: Object.fromEntries(
            Object.entries(properties).map(([key, property]) => [key, this.#property(key, property)]),
          ),
        }
      : list;
  }

  #property(key: string, property: unknown): unknown {
    const isPattern = key.startsWith('/') && key.endsWith('/');
    if (isPattern || (isRecord(property) && property['required'] === false)) return property;
    if (!this.#leads(property)) return this.#inside(property);
    return {
      ...(isRecord(property) ? property : { type: property }),
      required: false,
      ...this.#annotations.say('x-required', true),
    };
  }

  #list(declaration: RamlNode): RamlNode {
    const { items, minItems, ...rest } = declaration;
    if (!isCount(minItems) || minItems === 0) return declaration;
    if (!this.#leads(items)) return { ...declaration, items: this.#inside(items) };
    const said = declaration['(x-json-schema)'];
    return { ...rest, items, ...this.#annotations.say('x-json-schema', { ...(isRecord(said) ? said : {}), minItems }) };
  }

  #inside(part: unknown): unknown {
    return isRecord(part) ? this.of(part) : part;
  }

  #leads(part: unknown): boolean {
    const name = typeNameOf(part);
    return name !== undefined && this.#isFreed(name);
  }
}
