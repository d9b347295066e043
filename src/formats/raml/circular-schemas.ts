import type { JsonSchemaObject } from '../../model/schema/schema.ts';
import type { RamlNode } from './annotations.ts';

/** Most folded schemas in one named type: if they keep making new ones, ten lines become a million. */
const MOST_FOLDED = 200;

/**
 * A schema that is folded into its place, such as an `allOf`, may come up again inside itself. Then it becomes a type,
 * whose name stands wherever the schema does.
 */
export class CircularSchemas {
  /** Null while nothing inside has met it. */
  readonly #names = new Map<JsonSchemaObject, string | null>();
  readonly #fresh: (wanted: string) => string;
  readonly #add: (name: string, declaration: RamlNode) => void;
  #count = 0;

  /** @param fresh a name that no type has, near to the wanted one */
  constructor(fresh: (wanted: string) => string, add: (name: string, declaration: RamlNode) => void) {
    this.#fresh = fresh;
    this.#add = add;
  }

  /** Call it before each named type. */
  startCounting(): void {
    this.#count = 0;
  }

  /** @returns undefined where there are too many of them */
  declare(schema: JsonSchemaObject, wanted: string, expand: () => RamlNode): RamlNode | undefined {
    const known = this.#names.get(schema);
    if (known !== undefined) return { type: known ?? this.#name(schema, wanted) };
    this.#count += 1;
    if (this.#count > MOST_FOLDED) return undefined;
    this.#names.set(schema, null);
    const declaration = expand();
    const name = this.#names.get(schema) ?? null;
    if (name === null) {
      this.#names.delete(schema);
      return declaration;
    }
    this.#add(name, declaration);
    return { type: name };
  }

  #name(schema: JsonSchemaObject, wanted: string): string {
    const name = this.#fresh(wanted);
    this.#names.set(schema, name);
    return name;
  }
}
