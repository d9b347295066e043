import type { RamlNode } from './annotations.ts';
import { TypeNames } from './type-names.ts';

/** Responses that the descriptor shares, one trait for each status that they are given under (RAML 1.0 "Resource Types and Traits"). */
export class Traits {
  readonly #names = new TypeNames([]);
  readonly #declared = new Map<string, { readonly name: string; readonly trait: RamlNode }>();

  /**
   * @param component name of the response among the components
   * @param declare the response; `owner` names types that have to be declared for it
   * @returns the name of the trait
   */
  responding(component: string, status: string, declare: (owner: string) => RamlNode): string {
    const key = `${status} ${component}`;
    const known = this.#declared.get(key);
    if (known !== undefined) return known.name;
    const name = this.#names.fresh(`${component}-${status}`);
    this.#declared.set(key, { name, trait: { responses: { [status]: declare(name) } } });
    return name;
  }

  declarations(): RamlNode {
    return Object.fromEntries([...this.#declared.values()].map(({ name, trait }) => [name, trait]));
  }
}
