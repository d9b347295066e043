import { Api } from '../../model/api.ts';
import { Field } from '../../model/field.ts';
import { Operation } from '../../model/operation.ts';
import { Service } from '../../model/service.ts';
import { type Document, viewVariablesOf } from '../../presentation/page-data/document.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { ExactNumber } from '../../schema/exact-number.ts';
import type { Format } from '../contract.ts';
import { apiDocument, serviceDocument, specifiedKeys } from '../json/documents.ts';

/** Input of a view model. */
export interface ViewContext {
  readonly document: Document;
  readonly site: Site;
}

/**
 * View model of one document in a custom format. Extend this class and name the subclass in {@link CustomFormat}:
 * strategies recognise a model by its class. The model has the variables of a view script: `type`, `apis` or
 * `documentation`, and `baseUrl`. On levels without view scripts the only variable is `baseUrl`; use {@link document}.
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

  /** @returns `otherwise` if the variable does not exist */
  getVariable(name: string, otherwise: unknown = null): unknown {
    return this.#variables.has(name) ? this.#variables.get(name) : otherwise;
  }

  setVariable(name: string, value: unknown): this {
    this.#variables.set(name, value);
    return this;
  }
}

/**
 * View model that is sent as JSON and needs no renderer. The JSON contains the variable `payload`, else `apis` or
 * `documentation`. Extend this class and override {@link getPayload} to send other content.
 * @see {@link toJsonValue} for the conversion of objects
 */
export class JsonModel extends ViewModel {
  getPayload(): unknown {
    return this.getVariable('payload', this.getVariable('documentation', this.getVariable('apis', undefined)));
  }

  /** JSON text with a final line break. @throws for values that JSON lacks; throws the payload if it is an Error */
  serialize(): string {
    const value = toJsonValue(this.getPayload());
    if (value === undefined) throw new TypeError('The view model has nothing that is JSON.');
    return `${JSON.stringify(value)}\n`;
  }
}

/** Text, or the bytes of a binary file such as an archive. */
export type RenderedContent = string | Uint8Array;

/** Renders view models other than {@link JsonModel}s as text or bytes. */
export interface Renderer {
  /** Renders the whole document; equal models give equal content. A promise must settle within 30 seconds. */
  render(model: ViewModel): RenderedContent | Promise<RenderedContent>;
}

export const jsonRenderer: Renderer = {
  render(model) {
    if (model instanceof JsonModel) return model.serialize();
    throw new TypeError('The view model is not a JsonModel and has no renderer.');
  },
};

/** Creates a renderer that renders documents as a built-in format does. */
export function rendererOf({ name, render }: Format): Renderer {
  return {
    render({ document, site }) {
      if (render === null) throw new TypeError(`The format ${name} can only render pages.`);
      return render(document, site);
    },
  };
}

/** Object that defines its own JSON value. */
export interface JsonSerializable {
  jsonSerialize(): unknown;
}

/**
 * Converts a value to plain JSON. An object with `jsonSerialize` or `toJSON` is replaced by the result of that method,
 * hypermedia entities and collections are unwrapped, documentation objects are written as in the format `json`, and
 * other iterables become lists.
 * @returns undefined for values that JSON omits: undefined, functions, symbols
 * @throws for values that JSON lacks (cycles, infinite numbers, big integers); throws any Error among the values
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
  if (value instanceof ExactNumber) return value;
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

/** Resource with links, as HAL services return it. */
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
