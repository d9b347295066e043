import { decodedText } from '../model/decoded-text.ts';
import { callKey } from '../model/operation.ts';
import type { ApiRecord, OperationRecord } from '../model/records.ts';
import { isRecord } from '../model/schema/json-values.ts';
import type { Part } from '../rules/contract.ts';
import type { ParsedFile, SourceFormat } from './contract.ts';
import { escapePointerSegment } from './positions.ts';

type Keys = readonly string[];

/** Where the parts of an API stand in its descriptor. What stands in another file is where that is referred to. */
export class PartPlaces {
  readonly #record: ApiRecord;
  readonly #file: ParsedFile;
  readonly #format: SourceFormat;
  /** By what exceptions name: each finding asks for thousands of them. */
  readonly #prefixes = new Map<string, readonly string[]>();
  #operations: ReadonlyMap<OperationRecord, Keys> | undefined;

  constructor(record: ApiRecord, file: ParsedFile, format: SourceFormat) {
    this.#record = record;
    this.#file = file;
    this.#format = format;
  }

  /** JSON Pointer, also where the descriptor does not have all of it. */
  pointerTo(part: Part): string {
    return pointerOf(this.#keysOf(part));
  }

  /** Line and column of what it leads to, or of the key of what is the nearest around it. */
  locate(part: Part): { readonly line: number; readonly column: number } {
    const keys = this.#keysOf(part);
    const present = presentIn(this.#file.value, keys);
    const isThere = present.length === keys.length && part.below.length > 0;
    return this.#file.locate(pointerOf(present), isThere ? 'value' : 'key');
  }

  /**
   * Whether a pointer is at, or below, what an exception names: `#/paths/~1books`, `/books` or `GET /books`, with the
   * base path or without it.
   */
  isWithin(pointer: string, at: string): boolean {
    let prefixes = this.#prefixes.get(at);
    if (prefixes === undefined) {
      prefixes = this.#prefixesOf(at);
      this.#prefixes.set(at, prefixes);
    }
    return prefixes.some((prefix) => pointer === prefix || pointer.startsWith(`${prefix}/`));
  }

  #prefixesOf(at: string): readonly string[] {
    if (at.startsWith('#')) return [decodedText(at.slice(1)).replace(/\/$/, '')];
    const [, method, path = ''] = /^(?:(\S+) +)?(\/.*)$/.exec(at) ?? [];
    const { basePath } = this.#record;
    const operations = [...this.#operationKeys()].flatMap(([operation, keys]) => {
      const wanted = callKey(method?.toUpperCase() ?? operation.method, path);
      const isMeant = operation.paths.some((template) =>
        [template, basePath + template].some((written) => callKey(operation.method, written) === wanted),
      );
      return isMeant ? [pointerOf(keys)] : [];
    });
    const isPath = method === undefined && this.#format.services === undefined;
    return isPath ? [pointerOf(['paths', path]), ...operations] : operations;
  }

  #keysOf(part: Part): Keys {
    switch (part.kind) {
      case 'api':
        return part.below;
      case 'operation':
        return [...this.#keysOfOperation(part.operation), ...part.below];
      case 'parameter':
        return [...this.#keysOfParameter(part), ...part.below];
      case 'component': {
        const schemas = this.#format.schemas.split('/').slice(1);
        const section = part.section === 'schemas' ? schemas : [...schemas.slice(0, -1), part.section];
        return [...section, part.name, ...part.below];
      }
      default:
        return part satisfies never;
    }
  }

  #keysOfOperation(operation: OperationRecord): Keys {
    return this.#operationKeys().get(operation) ?? [];
  }

  /** Those of a path item stand beside its operations. */
  #keysOfParameter({ operation, name, in: location }: Extract<Part, { kind: 'parameter' }>): Keys {
    const own = this.#keysOfOperation(operation);
    const lists = [own, own.slice(0, -1)].map((keys) => [...keys, 'parameters']);
    for (const keys of lists) {
      const list = valueAt(this.#file.value, keys);
      const index = Array.isArray(list)
        ? list.findIndex((item) => isRecord(item) && item['name'] === name && (item['in'] ?? 'query') === location)
        : -1;
      if (index >= 0) return [...keys, String(index)];
    }
    return own;
  }

  #operationKeys(): ReadonlyMap<OperationRecord, Keys> {
    this.#operations ??= new Map(
      this.#record.services.flatMap((service, index) => {
        const { operations, entityOperations, kind } = service;
        const list = this.#format.services?.split('/').slice(1);
        if (list !== undefined)
          return [
            ...operations.map((operation, at) => [operation, [...list, `${index}`, 'operations', `${at}`]] as const),
            ...entityOperations.map(
              (operation, at) => [operation, [...list, `${index}`, 'entity_operations', `${at}`]] as const,
            ),
          ];
        return [...operations, ...entityOperations].map((operation) => {
          const item = kind === 'webhook' ? ['webhooks', service.title ?? ''] : this.#keysOfPath(operation);
          return [operation, [...item, ...keysOfMethod(valueAt(this.#file.value, item), operation.method)]] as const;
        });
      }),
    );
    return this.#operations;
  }

  /** A path without a slash at its beginning is read as if it had one. */
  #keysOfPath({ paths: [template = ''] }: OperationRecord): Keys {
    const isWritten = valueAt(this.#file.value, ['paths', template]) !== undefined;
    return ['paths', isWritten ? template : template.slice(1)];
  }
}

function keysOfMethod(item: unknown, method: string): Keys {
  const additional = isRecord(item) ? item['additionalOperations'] : undefined;
  return isRecord(additional) && Object.hasOwn(additional, method)
    ? ['additionalOperations', method]
    : [method.toLowerCase()];
}

function pointerOf(keys: Keys): string {
  return keys.map((key) => `/${escapePointerSegment(key)}`).join('');
}

function valueAt(value: unknown, keys: Keys): unknown {
  return presentIn(value, keys).length < keys.length ? undefined : keys.reduce(member, value);
}

/** As many of the keys as lead somewhere. */
function presentIn(value: unknown, keys: Keys): Keys {
  let current = value;
  const end = keys.findIndex((key) => {
    current = member(current, key);
    return current === undefined;
  });
  return end < 0 ? keys : keys.slice(0, end);
}

function member(value: unknown, key: string): unknown {
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isThere ? Reflect.get(value, key) : undefined;
}
