import { isRecord } from '../../model/json-values.ts';
import type { Annotations, RamlNode } from './annotations.ts';
import { isCount } from './facets.ts';

type Declarations = ReadonlyMap<string, RamlNode>;
/** Asked of each part that a value cannot do without, with the name of the part's type; true where the document has to let it be absent. */
type IsFreed = (target: string) => boolean;

/**
 * Values that must hold a value of their own type are endless, and readers refuse a document with such types. In each circle of them
 * the part that closes it may be absent; what the descriptor demands is kept in the annotations `x-required` and `x-json-schema`.
 * @param declared without circles of mere names
 */
export function freeEndlessTypes(declared: Declarations, annotations: Annotations): Declarations {
  const closing = closingParts(declared, annotations);
  if (closing.size === 0) return declared;
  return new Map(
    [...declared].map(([name, declaration]) => {
      const numbers = closing.get(name);
      let number = -1;
      const isFreed = (): boolean => {
        number += 1;
        return numbers?.has(number) === true;
      };
      return [name, numbers === undefined ? declaration : new NeededParts(annotations, isFreed).of(declaration)] as const;
    }),
  );
}

/** By type, the numbers of its parts that close a circle. A walk in depth, without recursion because a chain may be as long as the document. */
function closingParts(declared: Declarations, annotations: Annotations): ReadonlyMap<string, ReadonlySet<number>> {
  const closing = new Map<string, Set<number>>();
  const state = new Map<string, 'open' | 'done'>();
  for (const start of declared.keys()) {
    const open: { readonly name: string; readonly targets: readonly string[]; next: number }[] = [];
    const enter = (name: string): void => {
      state.set(name, 'open');
      open.push({ name, targets: targetsOf(declared, name, annotations), next: 0 });
    };
    if (!state.has(start)) enter(start);
    for (let place = open.at(-1); place !== undefined; place = open.at(-1)) {
      const target = place.targets[place.next];
      if (target === undefined) {
        state.set(place.name, 'done');
        open.pop();
        continue;
      }
      if (state.get(target) === 'open') closing.set(place.name, (closing.get(place.name) ?? new Set()).add(place.next));
      else if (!state.has(target)) enter(target);
      place.next += 1;
    }
  }
  return closing;
}

/** Types of the parts that a type cannot do without, in the order in which they stand; a name of a name is the name behind it. */
function targetsOf(declared: Declarations, name: string, annotations: Annotations): readonly string[] {
  const targets: string[] = [];
  const collect = (target: string): boolean => {
    targets.push(behind(target, declared));
    return false;
  };
  new NeededParts(annotations, collect).of(declared.get(name) ?? {});
  return targets;
}

function behind(name: string, declared: Declarations): string {
  let last = name;
  for (let type = typeNameOf(declared.get(name)); type !== undefined && declared.has(type); type = typeNameOf(declared.get(type))) last = type;
  return last;
}

function typeNameOf(declaration: unknown): string | undefined {
  const type = isRecord(declaration) ? declaration['type'] : declaration;
  return typeof type === 'string' ? type : undefined;
}

/** Walks through a declaration as far as a value cannot do without what stands there. */
class NeededParts {
  readonly #annotations: Annotations;
  readonly #isFreed: IsFreed;

  constructor(annotations: Annotations, isFreed: IsFreed) {
    this.#annotations = annotations;
    this.#isFreed = isFreed;
  }

  /** The same declaration, with what is freed free. */
  of(declaration: RamlNode): RamlNode {
    const properties = declaration['properties'];
    const list = this.#list(declaration);
    return isRecord(properties)
      ? { ...list, properties: Object.fromEntries(Object.entries(properties).map(([key, property]) => [key, this.#property(key, property)])) }
      : list;
  }

  #property(key: string, property: unknown): unknown {
    const isPattern = key.startsWith('/') && key.endsWith('/');
    if (isPattern || (isRecord(property) && property['required'] === false)) return property;
    if (!this.#leads(property)) return this.#inside(property);
    return { ...(isRecord(property) ? property : { type: property }), required: false, ...this.#annotations.say('x-required', true) };
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
