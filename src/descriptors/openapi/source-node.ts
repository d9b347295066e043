import type { Diagnostic, Place } from '../../model/diagnostic.ts';
import { isObject, isRecord } from '../../schema/json-values.ts';
import type { ParsedFile, PlacedValue, ReadContext } from '../contract.ts';
import { escapePointerSegment, splitPointer } from '../positions.ts';

/** Place of a source value; without a file, in the file of the descriptor. */
interface Origin {
  readonly pointer: string;
  readonly file?: ParsedFile | undefined;
}

/** Source map: object of a converted document → place of its source value. */
const ORIGINS = new WeakMap<object, Origin>();
/** Source map: object of a converted document → names in the file of those keys that differ. */
const NAMES = new WeakMap<object, Readonly<Record<string, string>>>();

/**
 * Records the source position of a converted object; nested objects without a record have the same keys in the file.
 * @param names keys of the object → keys in the file, if they differ
 * @param file file of the position, if a descriptor consists of several files
 */
export function written<T extends object>(
  value: T,
  pointer: string,
  names?: Readonly<Record<string, string>>,
  file?: ParsedFile,
): T {
  ORIGINS.set(value, { pointer, file });
  if (names !== undefined) NAMES.set(value, names);
  return value;
}

/** Gives a converted object the source position of the first of other values that has one. */
export function placedAs<T extends object>(value: T, ...others: readonly unknown[]): T {
  for (const other of others) {
    const origin = isObject(other) ? ORIGINS.get(other) : undefined;
    if (origin === undefined) continue;
    ORIGINS.set(value, origin);
    break;
  }
  return value;
}

/** Gives a converted object without a source position that of the member of another value. */
export function placedBelow<T extends object>(value: T, parent: unknown, key: string): T {
  const origin = isObject(parent) ? ORIGINS.get(parent) : undefined;
  if (origin !== undefined && !ORIGINS.has(value))
    ORIGINS.set(value, { ...origin, pointer: `${origin.pointer}/${escapePointerSegment(key)}` });
  return value;
}

/** Returns the JSON Pointer of a converted object's source value in the file; empty if none is recorded. */
export function placeOf(value: object): string {
  return ORIGINS.get(value)?.pointer ?? '';
}

/** Value of a file with its position. A node is cheap to create: its JSON Pointer is computed only for messages. */
export class SourceNode {
  /** File in which references of the value are resolved. */
  readonly file: ParsedFile;
  readonly parent: SourceNode | null;
  readonly key: string;
  readonly value: unknown;

  constructor(file: ParsedFile, value: unknown, parent: SourceNode | null = null, key = '') {
    this.file = file;
    this.value = value;
    this.parent = parent;
    this.key = key;
  }

  /** File that contains the source value; a converted descriptor may consist of several files. */
  get sourceFile(): ParsedFile {
    const origin = isObject(this.value) ? ORIGINS.get(this.value) : undefined;
    return origin === undefined ? (this.parent?.sourceFile ?? this.file) : (origin.file ?? this.file);
  }

  get placed(): PlacedValue {
    return { file: this.sourceFile, pointer: () => this.pointer() };
  }

  /** Returns the member with a key; a node without a value if there is none. */
  child(key: string): SourceNode {
    const { value } = this;
    const present = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return new SourceNode(this.file, present ? (value as Record<string, unknown>)[key] : undefined, this, key);
  }

  has(key: string): boolean {
    return isRecord(this.value) && Object.hasOwn(this.value, key);
  }

  /** Returns the members of an object; an empty list for other values. */
  entries(): readonly (readonly [key: string, node: SourceNode])[] {
    const { value } = this;
    return isRecord(value)
      ? Object.keys(value).map((key) => [key, new SourceNode(this.file, value[key], this, key)])
      : [];
  }

  /** Returns the items of a list; an empty list for other values. */
  items(): readonly SourceNode[] {
    const { value } = this;
    return Array.isArray(value) ? value.map((item, index) => new SourceNode(this.file, item, this, String(index))) : [];
  }

  /** Returns the JSON Pointer from the root of the file. */
  pointer(): string {
    const { value, parent, key } = this;
    const origin = isObject(value) ? ORIGINS.get(value) : undefined;
    if (origin !== undefined) return origin.pointer;
    if (parent === null) return '';
    const names = (isObject(parent.value) ? NAMES.get(parent.value) : undefined) ?? {};
    const name = Object.hasOwn(names, key) ? names[key] : undefined;
    return `${parent.pointer()}/${escapePointerSegment(name ?? key)}`;
  }

  /** Returns the node at a relative JSON Pointer; undefined if none. @param through follows a reference on the path */
  descend(pointer: string, through: (node: SourceNode) => SourceNode | undefined): SourceNode | undefined {
    let node: SourceNode = this;
    for (const segment of splitPointer(pointer)) {
      if (node.child(segment).value === undefined) node = through(node) ?? node;
      node = node.child(segment);
      if (node.value === undefined) return undefined;
    }
    return node;
  }
}

/** Reports a problem at a node; line breaks in the names that its message quotes become spaces. */
export function reportAt(
  { report }: Pick<ReadContext, 'report'>,
  node: SourceNode,
  problem: Omit<Diagnostic, keyof Place>,
  at?: 'key' | 'value',
): void {
  const pointer = node.pointer();
  const message = problem.message.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  report({ ...node.sourceFile.locate(pointer, at), ...problem, message }, pointer);
}

/** Returns the text of `$ref` if the node is a Reference Object. */
export function refOf(node: SourceNode): string | undefined {
  const { value } = node;
  if (!isRecord(value) || !Object.hasOwn(value, '$ref')) return undefined;
  return typeof value['$ref'] === 'string' ? value['$ref'] : undefined;
}
