import type { Document, Site } from '../../model/page/document.ts';
import { viewVariablesOf } from '../../model/page/view-variables.ts';

/** Input of a view model. */
export interface ViewContext {
  readonly document: Document;
  readonly site: Site;
}

/**
 * Content of a document in a custom format; one is made for each document. Extend it, and name the class in {@link
 * CustomFormat}: strategies recognise it by its class. It holds the variables of a view script: `type`, `apis` or
 * `documentation`, `baseUrl`. For levels that view scripts do not know it holds `baseUrl` alone, beside
 * {@link document}.
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
