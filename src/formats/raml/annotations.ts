import { type Components, isReference } from '../../model/components.ts';
import { extensionsOf } from '../../model/extensions.ts';
import type { ReferenceObject } from '../../model/openapi-objects.ts';
import { isRecord } from '../../schema/json-values.ts';
import { COMPONENT_SECTIONS } from '../../schema/references.ts';

/** RAML as JSON values, before it is written as YAML. */
export type RamlNode = Readonly<Record<string, unknown>>;

const LEGAL_EXTENSION = /^x-[A-Za-z0-9_-]+$/;

/**
 * Annotations keep what RAML has no word for. A document must declare every annotation that it uses: one object for
 * each document collects their names.
 */
export class Annotations {
  readonly #used = new Set<string>();

  /** Returns `(x-name): value` for each member with a value that is not empty. */
  say(values: RamlNode): RamlNode {
    const said = Object.entries(compact(values));
    for (const [name] of said) this.#used.add(name);
    return Object.fromEntries(said.map(([name, value]) => [`(${name})`, value]));
  }

  /** The `x-` members of an object, each under its own name where RAML can write it, else together. */
  extensions(source: object): RamlNode {
    const entries = Object.entries(extensionsOf(source));
    const legal = entries.filter(([key]) => LEGAL_EXTENSION.test(key));
    const others = entries.filter(([key]) => !LEGAL_EXTENSION.test(key));
    for (const [key] of legal) this.#used.add(key);
    return {
      ...this.say({ 'x-extensions': Object.fromEntries(others) }),
      ...Object.fromEntries(legal.map(([key, value]) => [`(${key})`, value])),
    };
  }

  declarations(): RamlNode {
    return Object.fromEntries([...this.#used].sort().map((name) => [name, 'any']));
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Returns an object without some of its members and without those that are undefined. */
export function without(source: object, names: readonly string[]): RamlNode {
  return Object.fromEntries(
    Object.entries(source).filter(([key, value]) => value !== undefined && !names.includes(key)),
  );
}

/** Leaves out members whose value is undefined, null, or an empty text, list or map. */
export function compact(source: object): RamlNode {
  return Object.fromEntries(
    Object.entries(source).filter(
      ([, value]) => value !== undefined && value !== null && value !== '' && !isEmpty(value),
    ),
  );
}

/** Leaves out members that say nothing, also `false`. */
export function withoutNothing(record: object): RamlNode {
  return Object.fromEntries(Object.entries(compact(record)).filter(([, value]) => value !== false));
}

/** Writes a declaration of nothing but a type as the name of the type. */
export function simplified(declaration: RamlNode): unknown {
  return Object.keys(declaration).length === 1 ? declaration['type'] : declaration;
}

const RESERVED = new Set(
  'any object array string number integer boolean nil null file datetime datetime-only date-only time-only union true false yes no on off'.split(
    ' ',
  ),
);

/** The nearest name that type expressions, securedBy lists and annotations can hold. */
export function legalName(name: string): string {
  const letters = name.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  const started = /^[A-Za-z]/.test(letters) ? letters : `T${letters}`;
  return RESERVED.has(started.toLowerCase()) ? `${started}_` : started;
}

/** Limit for replaced references in one value, since nested ones multiply; the rest stays as it is. */
const MOST_UNFOLDED = 1000;

/**
 * Replaces the references in a value of the model by their targets, except those to schemas, which are types of the
 * document. A cycle is cut where it closes. What only looks like a reference, such as an example, stays.
 */
export function unfolded(value: unknown, components: Components): unknown {
  let count = 0;
  const unfold = (part: unknown, open: readonly object[]): unknown => {
    if (Array.isArray(part)) return part.map((item) => unfold(item, open));
    if (!isRecord(part)) return part;
    const target = isReference(part) ? targetOf(part, components) : undefined;
    if (target !== undefined) {
      count += 1;
      return open.includes(target) || count > MOST_UNFOLDED ? part : unfold(target, [...open, target]);
    }
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, unfold(member, open)]));
  };
  return unfold(value, []);
}

/** Returns undefined for a reference without a target: readers check references, not the values of examples. */
function targetOf(reference: ReferenceObject, components: Components): object | undefined {
  const section = /^#\/components\/([A-Za-z]+)\/[^/]+$/.exec(reference.$ref)?.[1];
  if (section === 'schemas' || !COMPONENT_SECTIONS.some((known) => known === section)) return undefined;
  try {
    return components.resolve<object>(reference).value;
  } catch {
    return undefined;
  }
}
