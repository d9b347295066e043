import type { RamlNode } from './annotations.ts';
import { TypeNames } from './type-names.ts';

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
