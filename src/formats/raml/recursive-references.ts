import { isRecord } from '../../model/schema/json-values.ts';
import type { Annotations, RamlNode } from './annotations.ts';
import { cyclesOfTypes, mapParts } from './named-parts.ts';
import { behind } from './recursion.ts';

type Declarations = ReadonlyMap<string, RamlNode>;

/**
 * A larger union stays a name: written out at every reference, a thousand lines of descriptor could become a million.
 */
const MOST_MEMBERS = 100;

/**
 * Rewrites references in types that lead back to themselves. A reference to a union becomes the members of the union, a
 * reference to another name of a type becomes that type, and list items that are lists become a union of their type
 * with itself. All of it means the same; raml-1-parser refuses the first two as cyclic and does not survive the third.
 * A name that is no longer written is kept in the annotation `x-type`.
 * @param declared without cycles of mere names
 */
export function withWritableCycles(declared: Declarations, annotations: Annotations): Declarations {
  const written = new Map(declared);
  for (const cycle of cyclesOfTypes(declared)) {
    const references = new References(declared, new Set(cycle), annotations);
    for (const name of cycle) written.set(name, references.writable(declared.get(name) ?? {}));
  }
  return written;
}

/** References from the types of one cycle. */
class References {
  readonly #declared: Declarations;
  readonly #members: ReadonlySet<string>;
  readonly #annotations: Annotations;

  constructor(declared: Declarations, members: ReadonlySet<string>, annotations: Annotations) {
    this.#declared = declared;
    this.#members = members;
    this.#annotations = annotations;
  }

  writable(declaration: RamlNode): RamlNode {
    const isList = declaration['type'] === 'array';
    return mapParts(declaration, (part) => {
      const whole = isRecord(part) ? this.writable(part) : part;
      const name = isRecord(whole) ? whole['type'] : whole;
      if (typeof name !== 'string' || !this.#members.has(name)) return whole;
      const target = behind(name, this.#declared);
      const type = this.#declared.get(target)?.['type'];
      const members = isUnion(type)
        ? this.#membersOf(type, new Set([target]))
        : isList && type === 'array'
          ? [target, target]
          : [target];
      const expression = members.join(' | ');
      if (expression === name || members.length > MOST_MEMBERS) return whole;
      const said = target === name && !isUnion(type) ? {} : this.#annotations.say('x-type', name);
      return isRecord(whole)
        ? { ...said, ...whole, type: expression }
        : Object.keys(said).length === 0
          ? expression
          : { type: expression, ...said };
    });
  }

  /** Types that are no unions. */
  #membersOf(union: string, seen: Set<string>): readonly string[] {
    const members = union.split(' | ').flatMap((name) => {
      const target = behind(name, this.#declared);
      const type = this.#declared.get(target)?.['type'];
      if (!isUnion(type) || !this.#members.has(target)) return [name];
      if (seen.has(target)) return [];
      return this.#membersOf(type, seen.add(target));
    });
    return [...new Set(members)];
  }
}

function isUnion(type: unknown): type is string {
  return typeof type === 'string' && type.includes(' | ');
}
