import { type Components, isReference } from '../../model/components.ts';
import { isExtension } from '../../model/extensions.ts';
import type { ReferenceObject } from '../../model/openapi-objects.ts';
import { setOwn } from '../../model/own-property.ts';
import { isRecord, mapValues } from '../../schema/json-values.ts';
import { COMPONENT_SECTIONS } from '../../schema/references.ts';

/** Part of a RAML document as JSON values, before serialisation as YAML. */
export type RamlNode = Readonly<Record<string, unknown>>;

const LEGAL_EXTENSION = /^x-[A-Za-z0-9_-]+$/;

/**
 * Annotations of one document, which hold values that RAML cannot express. RAML requires a declaration of every used
 * annotation, so this object collects their names.
 */
export class Annotations {
  readonly #used = new Set<string>();

  /** Returns `(x-name): value` for each member whose value is not empty. */
  say(values: RamlNode): RamlNode {
    const said: Record<string, unknown> = {};
    for (const name in values) {
      if (isEmpty(values[name])) continue;
      this.#used.add(name);
      said[`(${name})`] = values[name];
    }
    return said;
  }

  /** Writes the `x-` members of an object as annotations; those with names illegal in RAML go into `x-extensions`. */
  extensions(source: object): RamlNode {
    const legal: Record<string, unknown> = {};
    const others: Record<string, unknown> = {};
    const members = source as RamlNode;
    for (const key in members) {
      if (!isExtension(key)) continue;
      if (LEGAL_EXTENSION.test(key)) {
        this.#used.add(key);
        legal[`(${key})`] = members[key];
      } else others[key] = members[key];
    }
    return isEmpty(others) ? legal : { ...this.say({ 'x-extensions': others }), ...legal };
  }

  declarations(): RamlNode {
    return Object.fromEntries([...this.#used].sort().map((name) => [name, 'any']));
  }
}

/** Whether a value is undefined, null, or an empty text, list or map. */
function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === undefined || value === null || value === '';
  for (const _ in value) return false;
  return true;
}

function filtered(source: object, isKept: (key: string, value: unknown) => boolean): RamlNode {
  const members = source as RamlNode;
  const kept: Record<string, unknown> = {};
  for (const key in members) if (isKept(key, members[key])) setOwn(kept, key, members[key]);
  return kept;
}

/** Copies an object without the named members and without undefined members. */
export function without(source: object, names: readonly string[]): RamlNode {
  return filtered(source, (key, value) => value !== undefined && !names.includes(key));
}

/** Copies an object as {@link without} does, also without `x-` members. */
export function keywordsWithout(source: object, names: readonly string[]): RamlNode {
  return filtered(source, (key, value) => value !== undefined && !isExtension(key) && !names.includes(key));
}

/** Copies an object without members whose value is undefined, null, or an empty text, list or map. */
export function compact(source: object): RamlNode {
  return filtered(source, (_, value) => !isEmpty(value));
}

/** Copies an object as {@link compact} does, also without members whose value is `false`. */
export function withoutNothing(record: object): RamlNode {
  return filtered(record, (_, value) => value !== false && !isEmpty(value));
}

/** Replaces a declaration with no member but `type` by the type expression. */
export function simplified(declaration: RamlNode): unknown {
  return Object.keys(declaration).length === 1 ? declaration['type'] : declaration;
}

const RESERVED = new Set(
  'any object array string number integer boolean nil null file datetime datetime-only date-only time-only union true false yes no on off'.split(
    ' ',
  ),
);

/** Converts a name to one that is legal in type expressions, `securedBy` lists and annotations. */
export function legalName(name: string): string {
  const letters = name.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  const started = /^[A-Za-z]/.test(letters) ? letters : `T${letters}`;
  return RESERVED.has(started.toLowerCase()) ? `${started}_` : started;
}

/** Maximum number of references replaced in one value, since nested references multiply; later ones are kept. */
const MOST_UNFOLDED = 1000;

/**
 * Replaces the references in a value of the model by their targets. References to schemas are kept, since schemas are
 * types of the document; so are references that would close a cycle and references without a target, as in examples.
 */
export function unfolded(value: unknown, components: Components): unknown {
  if (isEmpty(value)) return value;
  let count = 0;
  const unfold = (part: unknown, open: readonly object[]): unknown => {
    if (Array.isArray(part)) return part.map((item) => unfold(item, open));
    if (!isRecord(part)) return part;
    const target = isReference(part) ? targetOf(part, components) : undefined;
    if (target !== undefined) {
      count += 1;
      return open.includes(target) || count > MOST_UNFOLDED ? part : unfold(target, [...open, target]);
    }
    return mapValues(part, (member) => unfold(member, open));
  };
  return unfold(value, []);
}

/** Returns undefined for a reference without a target, which can occur in examples: readers do not check these. */
function targetOf(reference: ReferenceObject, components: Components): object | undefined {
  const section = /^#\/components\/([A-Za-z]+)\/[^/]+$/.exec(reference.$ref)?.[1];
  if (section === 'schemas' || !COMPONENT_SECTIONS.some((known) => known === section)) return undefined;
  try {
    return components.resolve<object>(reference).value;
  } catch {
    return undefined;
  }
}
