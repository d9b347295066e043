import { Api } from '../../model/api.ts';
import { Field } from '../../model/field.ts';
import { Operation } from '../../model/operation.ts';
import { Service } from '../../model/service.ts';
import { apiDocument, serviceDocument, specifiedKeys } from '../json/documents.ts';

/** An object that says what it is as JSON. */
export interface JsonSerializable {
  jsonSerialize(): unknown;
}

/**
 * Plain JSON for a value: JSON-serialisable objects (`jsonSerialize` or `toJSON`) say themselves what they are,
 * hypermedia entities and collections are unwrapped, the objects of the documentation become what the format `json`
 * makes of them, other iterables lists.
 * @returns undefined for what JSON leaves out: undefined, functions, symbols
 * @throws for what JSON cannot say: cycles, infinite numbers, big integers; an error that is found is thrown
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

/** A resource with links around it, as HAL services answer. */
export class HypermediaEntity {
  readonly #entity: unknown;

  constructor(entity: unknown) {
    this.#entity = entity;
  }

  getEntity(): unknown {
    return this.#entity;
  }
}

/** Several resources with links around them. */
export class HypermediaCollection {
  readonly #collection: Iterable<unknown>;

  constructor(collection: Iterable<unknown>) {
    this.#collection = collection;
  }

  getCollection(): Iterable<unknown> {
    return this.#collection;
  }
}
