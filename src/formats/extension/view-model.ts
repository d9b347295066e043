import type { Document, Site } from '../../model/page/document.ts';
import { viewVariablesOf } from '../../model/page/view-variables.ts';

/** What a view model is made of. */
export interface ViewContext {
  readonly document: Document;
  readonly site: Site;
}

/**
 * What is to be shown in a custom format; one is made for each document. Extend it, and name the class in {@link
 * CustomFormat}: by its class strategies recognise it. It holds the variables of a view script: `type`, `apis` or
 * `documentation`, `baseUrl`; of levels that view scripts do not know `baseUrl` alone, beside {@link document}.
 */
export class ViewModel {
  readonly document: Document;
  readonly site: Site;
  readonly #variables: Map<string, unknown>;

  constructor({ document, site }: ViewContext) {
    this.document = document;
    this.site = site;
    this.#variables = new Map(Object.entries(viewVariablesOf(document, site) ?? { baseUrl: site.baseUrl }));
  }

  getVariables(): ReadonlyMap<string, unknown> {
    return this.#variables;
  }

  /** @returns the second argument where there is no such variable */
  getVariable(name: string, otherwise: unknown = null): unknown {
    return this.#variables.has(name) ? this.#variables.get(name) : otherwise;
  }

  setVariable(name: string, value: unknown): this {
    this.#variables.set(name, value);
    return this;
  }
}
