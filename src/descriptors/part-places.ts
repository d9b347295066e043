import type { Place } from '../model/diagnostic.ts';
import { callKey } from '../model/operation.ts';
import type { ApiRecord, OperationRecord } from '../model/records.ts';
import { decodedText } from '../model/texts.ts';
import type { Part } from '../rules/contract.ts';
import { isRecord } from '../schema/json-values.ts';
import type { ParsedFile, PartFinder, SourceFormat } from './contract.ts';
import { member, splitPointer, toPointer, valueAt } from './positions.ts';

type Keys = readonly string[];

/** File of a value and the keys on the path to it. */
interface BasePlace {
  readonly file: ParsedFile;
  readonly keys: Keys;
}

/** Finds the positions of an API's parts, in its descriptor and, if known, in files that it refers to. */
export class PartPlaces {
  readonly #record: ApiRecord;
  readonly #file: ParsedFile;
  readonly #format: SourceFormat;
  readonly #finder: PartFinder | undefined;
  /** Location that a {@link RuleException} names → JSON Pointers; cached for comparison with all findings. */
  readonly #prefixes = new Map<string, readonly string[]>();
  #operations: ReadonlyMap<OperationRecord, Keys> | undefined;

  constructor(record: ApiRecord, file: ParsedFile, format: SourceFormat, finder: PartFinder | undefined) {
    this.#record = record;
    this.#file = file;
    this.#format = format;
    this.#finder = finder;
  }

  /** Returns the JSON Pointer of a part in the descriptor, even if the descriptor lacks its last keys. */
  pointerTo(part: Part): string {
    return toPointer([...this.#usualBase(part).keys, ...part.below]);
  }

  /** Returns the position of a value below a part; if it is missing, of the key of its nearest existing ancestor. */
  locate(part: Part): Place {
    const { file, keys: above } = this.#foundBase(part) ?? this.#usualBase(part);
    const keys = [...above, ...part.below];
    const present = presentIn(file.value, keys);
    const isThere = present.length === keys.length && part.below.length > 0;
    return file.locate(toPointer(present), isThere ? 'value' : 'key');
  }

  /**
   * True if a pointer is at or below the location that an exception to a rule names: `#/paths/~1books`; `/books` or
   * `GET /books`, with or without the base path; `POST paid` for a webhook.
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
    const [, method, path = ''] = /^(?:([A-Za-z]+) +)?(.+)$/.exec(at) ?? [];
    const { basePath } = this.#record;
    const operations = [...this.#operationKeys()].flatMap(([operation, keys]) => {
      const wanted = callKey(method?.toUpperCase() ?? operation.method, path);
      const names = keys[0]?.endsWith('webhooks') === true && method !== undefined ? keys.slice(1, 2) : [];
      const isMeant = [...names, ...operation.paths].some((template) =>
        [template, basePath + template].some((written) => callKey(operation.method, written) === wanted),
      );
      return isMeant ? [toPointer(keys)] : [];
    });
    const isPath = method === undefined && this.#format.services === undefined;
    return isPath ? [toPointer(['paths', path]), ...operations] : operations;
  }

  /** Returns the position that the reader has recorded. */
  #foundBase(part: Part): BasePlace | undefined {
    if (part.kind === 'api' || this.#finder === undefined) return undefined;
    const found =
      part.kind === 'component'
        ? this.#finder.component(part.section, part.name)
        : this.#finder.operation(part.operation)?.value;
    if (found === undefined) return undefined;
    const base = { file: found.file, keys: splitPointer(found.pointer()) };
    return part.kind === 'parameter' ? parameterIn(base, part) : base;
  }

  /** Returns the position that the format prescribes. */
  #usualBase(part: Part): BasePlace {
    const file = this.#file;
    switch (part.kind) {
      case 'api':
        return { file, keys: [] };
      case 'operation':
        return { file, keys: this.#operationKeys().get(part.operation) ?? [] };
      case 'parameter':
        return parameterIn({ file, keys: this.#operationKeys().get(part.operation) ?? [] }, part);
      case 'component': {
        const schemas = this.#format.schemas.split('/').slice(1);
        const section = part.section === 'schemas' ? schemas : [...schemas.slice(0, -1), part.section];
        return { file, keys: [...section, part.name] };
      }
      default:
        return part satisfies never;
    }
  }

  #operationKeys(): ReadonlyMap<OperationRecord, Keys> {
    this.#operations ??= new Map(
      this.#record.services
        .flatMap(({ operations, entityOperations }) => [...operations, ...entityOperations])
        .flatMap((operation) => {
          const place = this.#finder?.operation(operation);
          return place === undefined ? [] : [[operation, splitPointer(place.inDescriptor())] as const];
        }),
    );
    return this.#operations;
  }
}

/** Finds a parameter in the list of the operation, else in the list of its path item. */
function parameterIn(
  { file, keys: own }: BasePlace,
  { name, in: location }: Extract<Part, { kind: 'parameter' }>,
): BasePlace {
  const lists = [own, own.slice(0, own.at(-2) === 'additionalOperations' ? -2 : -1)];
  for (const keys of lists.map((around) => [...around, 'parameters'])) {
    const list = valueAt(file.value, keys);
    const index = Array.isArray(list)
      ? list.findIndex((item) => isRecord(item) && item['name'] === name && (item['in'] ?? 'query') === location)
      : -1;
    if (index >= 0) return { file, keys: [...keys, String(index)] };
  }
  return { file, keys: own };
}

/** Returns the leading keys that exist in a value. */
function presentIn(value: unknown, keys: Keys): Keys {
  let current = value;
  const end = keys.findIndex((key) => {
    current = member(current, key);
    return current === undefined;
  });
  return end < 0 ? keys : keys.slice(0, end);
}
