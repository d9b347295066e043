import { type Document, viewVariablesOf } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import type { Format } from '../contract.ts';
import { toJsonValue } from './json-value.ts';

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

/**
 * A view model that is sent as JSON and needs no renderer: it serialises the variable `payload`, else `apis` or
 * `documentation`. Extend it and override {@link getPayload} to send something else.
 * @see {@link toJsonValue} for what becomes of objects
 */
export class JsonModel extends ViewModel {
  getPayload(): unknown {
    return this.getVariable('payload', this.getVariable('documentation', this.getVariable('apis', undefined)));
  }

  /** JSON text, ending in a line break. @throws for what JSON cannot say, and the payload when it is an error */
  serialize(): string {
    const value = toJsonValue(this.getPayload());
    if (value === undefined) throw new TypeError('The view model has nothing that is JSON.');
    return `${JSON.stringify(value)}\n`;
  }
}

/** Text, or bytes for what is none, such as an archive. */
export type RenderedContent = string | Uint8Array;

/** Makes text or bytes of view models; needed for what {@link JsonModel} does not do. */
export interface Renderer {
  /** The whole document; same model, same content. A promise has 30 seconds. */
  render(model: ViewModel): RenderedContent | Promise<RenderedContent>;
}

/** Renders {@link JsonModel}s. */
export const jsonRenderer: Renderer = {
  render(model) {
    if (model instanceof JsonModel) return model.serialize();
    throw new TypeError('The view model is not a JsonModel and has no renderer.');
  },
};

/** One of this site's own formats as a renderer, for models that are to be shown as it shows their document. */
export function rendererOf({ name, render }: Format): Renderer {
  return {
    render({ document, site }) {
      if (render === null) throw new TypeError(`The format ${name} can only render pages.`);
      return render(document, site);
    },
  };
}
