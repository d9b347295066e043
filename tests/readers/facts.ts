/**
 * Kinds of facts. A descriptor is read as a flat list of facts that can be counted on both sides: in the raw descriptor
 * and in each output. Nothing in this folder may use `src/descriptors`, or a bug there would be on both sides.
 */
export const FACT_KINDS = [
  'operation',
  'operation-id',
  'summary',
  'description',
  'parameter',
  'body-type',
  'status',
  'response-type',
  'header',
  'field',
  'enum-value',
  'example',
  'link',
  'callback',
  'security',
  'operation-tag',
  'schema',
  'property',
  'schema-text',
  'tag',
  'server',
  'security-scheme',
  'extension',
] as const;

export type FactKind = (typeof FACT_KINDS)[number];

/** All kinds but those that an output does not tell. */
export function kindsWithout(...untold: readonly FactKind[]): ReadonlySet<FactKind> {
  return new Set(FACT_KINDS.filter((kind) => !untold.includes(kind)));
}

export interface Fact {
  readonly kind: FactKind;
  /**
   * Place of the fact: '' for the document, `GET /pets`, `GET /pets request`, `GET /pets 200`, `GET /pets query limit`,
   * `schema Pet`. A callback's operation is `GET /pets > name expression POST`.
   */
  readonly place: string;
  /** The name, the text, or for values their JSON text. */
  readonly value: string;
  /** How people read it, where that is something else than its name: `HTTP Bearer`. */
  readonly words?: string;
}

/** Facts read back from an output. */
export interface Extract {
  /** The kinds that this format can say in a way that can be read back; others are not asked for. */
  readonly kinds: ReadonlySet<FactKind>;
  holds(fact: Fact): boolean;
}

export class FactSet implements Extract, Iterable<Fact> {
  readonly kinds: ReadonlySet<FactKind> = new Set(FACT_KINDS);
  /** Facts by place and kind: places and values recur, so looking them up has to cost little. */
  readonly #facts = new Map<string, Map<FactKind, Map<string, Fact>>>();

  add(kind: FactKind, place: string, value: string, words?: string): void {
    const kinds = valueIn(this.#facts, place, () => new Map<FactKind, Map<string, Fact>>());
    const values = valueIn(kinds, kind, () => new Map<string, Fact>());
    if (!values.has(value)) values.set(value, { kind, place, value, ...(words === undefined ? {} : { words }) });
  }

  holds({ kind, place, value }: Fact): boolean {
    return this.#facts.get(place)?.get(kind)?.has(value) === true;
  }

  count(kind: FactKind): number {
    return [...this].filter((fact) => fact.kind === kind).length;
  }

  get size(): number {
    return [...this].length;
  }

  *[Symbol.iterator](): Iterator<Fact> {
    for (const kinds of this.#facts.values()) for (const values of kinds.values()) yield* values.values();
  }
}

/** The facts that an output lacks, each with its place. */
export function compareFacts(raw: Iterable<Fact>, extract: Extract): readonly Fact[] {
  return [...raw].filter((fact) => extract.kinds.has(fact.kind) && !extract.holds(fact));
}

/** Names of the schemas that a descriptor gives. */
export function schemaNamesOf(facts: Iterable<Fact>): ReadonlySet<string> {
  return new Set([...facts].filter(({ kind }) => kind === 'schema').map(({ value }) => value));
}

/** `field "iban" of POST /orders request` */
export function describeFact({ kind, place, value }: Fact): string {
  const shown = value.length > 100 ? `${value.slice(0, 100)}…` : value;
  return `${kind} ${JSON.stringify(shown)}${place === '' ? '' : ` of ${place}`}`;
}

function valueIn<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
