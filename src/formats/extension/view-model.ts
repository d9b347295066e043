import { Api } from '../../model/api.ts';
import { Field } from '../../model/field.ts';
import { Operation } from '../../model/operation.ts';
import { Service } from '../../model/service.ts';
import { type Document, viewVariablesOf } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import type { Format } from '../contract.ts';
import { apiDocument, serviceDocument, specifiedKeys } from '../json/documents.ts';

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

  /** JSON text, ending in a line break. @throws for values that JSON lacks, and the payload when it is an error */
  serialize(): string {
    const value = toJsonValue(this.getPayload());
    if (value === undefined) throw new TypeError('The view model has nothing that is JSON.');
    return `${JSON.stringify(value)}\n`;
  }
}

/** Text, or bytes of something else, such as an archive. */
export type RenderedContent = string | Uint8Array;

/** Makes text or bytes of view models that are no {@link JsonModel}. */
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

/** Makes a renderer of a built-in format, for models whose documents look as in that format. */
export function rendererOf({ name, render }: Format): Renderer {
  return {
    render({ document, site }) {
      if (render === null) throw new TypeError(`The format ${name} can only render pages.`);
      return render(document, site);
    },
  };
}

/** An object with a form in JSON of its own. */
export interface JsonSerializable {
  jsonSerialize(): unknown;
}

/**
 * Plain JSON for a value. Objects with `jsonSerialize` or `toJSON` are replaced by its result, hypermedia entities and
 * collections are unwrapped, objects of the documentation are written as in the format `json`, and other iterables are
 * lists.
 * @returns undefined for what JSON leaves out: undefined, functions, symbols
 * @throws for values that JSON lacks: cycles, infinite numbers, big integers; an error among the values is thrown
 */
export function toJsonValue(value: unknown, above: readonly object[] = []): unknown {
  switch (typeof value) {
    case 'string':
      return value.toWellFormed();
    case 'number':
      if (!Number.isFinite(value)) throw new TypeError(`JSON has no number ${value}.`);
      return value;
    case 'bigint':
      throw new TypeError('JSON has no big integers.');
    case 'object':
      return value === null ? null : ofObject(value, above);
    case 'boolean':
      return value;
    default:
      return undefined;
  }
}

function ofObject(value: object, above: readonly object[]): unknown {
  if (above.includes(value)) throw new TypeError('An object holds itself: JSON has no cycles.');
  const within = [...above, value];
  if (value instanceof Error) throw value;
  if (value instanceof HypermediaEntity) return toJsonValue(value.getEntity(), within);
  if (value instanceof HypermediaCollection) return listOf(value.getCollection(), within);
  if (value instanceof Api) return apiDocument(value);
  if (value instanceof Service) return serviceDocument(value);
  if (value instanceof Operation) return { http_method: value.getHttpMethod(), ...specifiedKeys(value) };
  if (value instanceof Field) return fieldObject(value);
  if ('jsonSerialize' in value && typeof value.jsonSerialize === 'function')
    return toJsonValue(value.jsonSerialize(), within);
  if ('toJSON' in value && typeof value.toJSON === 'function') return toJsonValue(value.toJSON(), within);
  if (value instanceof Map)
    return entriesOf(
      [...value].map(([key, item]) => [String(key), item]),
      within,
    );
  if (Symbol.iterator in value) return listOf(value as Iterable<unknown>, within);
  return entriesOf(Object.entries(value), within);
}

function listOf(items: Iterable<unknown>, above: readonly object[]): readonly unknown[] {
  return Array.from(items, (item) => toJsonValue(item, above) ?? null);
}

function entriesOf(
  entries: readonly (readonly [string, unknown])[],
  above: readonly object[],
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(entries.map(([key, item]) => [key, toJsonValue(item, above)]));
}

function fieldObject(field: Field): Readonly<Record<string, unknown>> {
  return {
    name: field.getName(),
    description: field.getDescription(),
    required: field.isRequired(),
    type: field.getType(),
    example: field.getExample(),
  };
}

/** A resource with links, as HAL services answer. */
export class HypermediaEntity {
  readonly #entity: unknown;

  constructor(entity: unknown) {
    this.#entity = entity;
  }

  getEntity(): unknown {
    return this.#entity;
  }
}

/** Several resources with links. */
export class HypermediaCollection {
  readonly #collection: Iterable<unknown>;

  constructor(collection: Iterable<unknown>) {
    this.#collection = collection;
  }

  getCollection(): Iterable<unknown> {
    return this.#collection;
  }
}
