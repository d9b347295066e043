import { UniqueNames } from '../../model/unique-name.ts';
import type { RamlNode } from './annotations.ts';

/** Names that RAML gives a meaning of its own. */
const RESERVED = new Set(
  'any object array string number integer boolean nil null file datetime datetime-only date-only time-only union true false yes no on off'.split(
    ' ',
  ),
);

/**
 * Names of RAML types. A component keeps its name where RAML can write it in a type expression; any other name gets its
 * unwritable characters replaced and a fingerprint of the whole name added, so that two names never meet and a name
 * never depends on its neighbours.
 */
export class TypeNames {
  readonly #byComponent: ReadonlyMap<string, string>;
  readonly #taken: UniqueNames;

  constructor(components: readonly string[]) {
    const legal = components.filter((name) => legalName(name) === name);
    this.#taken = new UniqueNames('-', legal);
    this.#byComponent = new Map([
      ...legal.map((name) => [name, name] as const),
      ...components
        .filter((name) => legalName(name) !== name)
        .map((name) => [name, this.fresh(`${legalName(name)}-${fingerprint(name)}`)] as const),
    ]);
  }

  of(component: string): string {
    return this.#byComponent.get(component) ?? legalName(component);
  }

  /** A name that nothing has yet, near to the wanted one. */
  fresh(wanted: string): string {
    return this.#taken.claim(legalName(wanted));
  }
}

/** The nearest name that type expressions, securedBy lists and annotations can hold. */
export function legalName(name: string): string {
  const letters = name.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  const started = /^[A-Za-z]/.test(letters) ? letters : `T${letters}`;
  return RESERVED.has(started.toLowerCase()) ? `${started}_` : started;
}

/** 32 bits of FNV-1a over the UTF-16 units, in base 36. */
function fingerprint(name: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** How an operation refers to a response: by the name of a trait, or in place. */
type Told = { readonly trait: string } | { readonly response: RamlNode };

/** Start of a parameter anywhere in a trait, in keys as well; RAML has no way to escape it. */
const PARAMETER = '<<';

/**
 * Responses that the descriptor shares, one trait for each status that they are given under (RAML 1.0 "Resource Types
 * and Traits"): a quarter of the bytes of APIs that repeat theirs.
 */
export class Traits {
  readonly #names = new TypeNames([]);
  readonly #told = new Map<string, Told>();
  readonly #declared = new Map<string, RamlNode>();

  /**
   * @param component name of the response among the components
   * @param declare the response; `owner` names types that have to be declared for it
   */
  responding(component: string, status: string, declare: (owner: string) => RamlNode): Told {
    const key = `${status} ${component}`;
    const known = this.#told.get(key);
    if (known !== undefined) return known;
    const trait = this.#names.fresh(`${component}-${status}`);
    const response = declare(trait);
    const told = holds(response, PARAMETER) ? { response } : { trait };
    if ('trait' in told) this.#declared.set(trait, { responses: { [status]: response } });
    this.#told.set(key, told);
    return told;
  }

  declarations(): RamlNode {
    return Object.fromEntries(this.#declared);
  }
}

function holds(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key.includes(text) || holds(inner, text));
}
