import { type Components, isReference } from '../../model/components.ts';
import { extensionsOf } from '../../model/extensions.ts';
import type { ReferenceObject } from '../../model/openapi-objects.ts';
import { isRecord } from '../../schema/json-values.ts';
import { COMPONENT_SECTIONS } from '../../schema/references.ts';

/** RAML as JSON values, before it is written as YAML. */
export type RamlNode = Readonly<Record<string, unknown>>;

const LEGAL_EXTENSION = /^x-[A-Za-z0-9_-]+$/;

/**
 * Annotations keep what RAML has no word for. A document must declare every annotation that it uses, so one object a
 * document collects their names.
 */
export class Annotations {
  readonly #used = new Set<string>();

  /** `(x-name): value`; nothing when there is nothing to say. */
  say(name: string, value: unknown): RamlNode {
    if (value === undefined || value === null || isEmpty(value)) return {};
    this.#used.add(name);
    return { [`(${name})`]: value };
  }

  /** The `x-` members of an object, each under its own name where RAML can write it, else together. */
  extensions(source: object): RamlNode {
    const entries = Object.entries(extensionsOf(source));
    const legal = entries.filter(([key]) => LEGAL_EXTENSION.test(key));
    const others = entries.filter(([key]) => !LEGAL_EXTENSION.test(key));
    for (const [key] of legal) this.#used.add(key);
    return {
      ...this.say('x-extensions', Object.fromEntries(others)),
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

/** A declaration of nothing but a type is written as its name. */
export function simplified(declaration: RamlNode): unknown {
  return Object.keys(declaration).length === 1 ? declaration['type'] : declaration;
}

/** Whether the key of a property is a pattern: `/^a/`. */
export function isPattern(key: string): boolean {
  return /^\/.*\/$/s.test(key);
}

/** An object without some of its members and without those that are undefined. */
export function without(source: object, names: readonly string[]): RamlNode {
  return Object.fromEntries(
    Object.entries(source).filter(([key, value]) => value !== undefined && !names.includes(key)),
  );
}

/** Members whose value is undefined, null or '' are left out. */
export function compact(source: RamlNode): RamlNode {
  return Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  );
}

/** A record of the model without the members that say nothing: null, empty texts, lists and maps. */
export function withoutNothing(record: object): RamlNode {
  return Object.fromEntries(
    Object.entries(compact(Object.fromEntries(Object.entries(record)))).filter(
      ([, value]) => !isEmpty(value) && value !== false,
    ),
  );
}

/** References replaced in one value; where those to each other multiply, the rest stays as it is. */
const MOST_UNFOLDED = 1000;

/**
 * A value of the model with the references in it replaced by what they lead to, except those to schemas: these are
 * types of the document. A cycle is cut where it closes. What only looks like a reference, in an example say, is left
 * alone.
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

/**
 * Undefined for what is written like a reference and leads nowhere: readers check references, not the values of
 * examples.
 */
function targetOf(reference: ReferenceObject, components: Components): object | undefined {
  const section = /^#\/components\/([A-Za-z]+)\/[^/]+$/.exec(reference.$ref)?.[1];
  if (section === 'schemas' || !COMPONENT_SECTIONS.some((known) => known === section)) return undefined;
  try {
    return components.resolve<object>(reference).value;
  } catch {
    return undefined;
  }
}
