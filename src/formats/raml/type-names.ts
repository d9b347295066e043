import { UniqueNames } from '../../model/unique-name.ts';

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
