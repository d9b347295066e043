import { isRecord } from '../../schema/json-values.ts';
import type { ParsedFile } from '../contract.ts';
import { escapePointerSegment, splitPointer } from '../positions.ts';

/** Source map: object of a converted document → JSON Pointer, in the file, of the value that it was made from. */
const ORIGINS = new WeakMap<object, string>();
/** Source map: object of a converted document → its keys that have other names in the file, with these names. */
const NAMES = new WeakMap<object, Readonly<Record<string, string>>>();

/**
 * Notes the place of the value that an object was made from; objects below it without a note have the same keys.
 * @param names its own keys → those of the file, where these differ
 */
export function written<T extends object>(value: T, pointer: string, names?: Readonly<Record<string, string>>): T {
  ORIGINS.set(value, pointer);
  if (names !== undefined) NAMES.set(value, names);
  return value;
}

/** JSON Pointer of the value that an object was made from. */
export function placeOf(value: object): string {
  return ORIGINS.get(value) ?? '';
}

/** A value of a file with its place. Cheap: the pointer is written out only for messages. */
export class SourceNode {
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

  /** The member of that name; a node without a value when there is none. */
  child(key: string): SourceNode {
    const { value } = this;
    const present = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    return new SourceNode(this.file, present ? (value as Record<string, unknown>)[key] : undefined, this, key);
  }

  has(key: string): boolean {
    return isRecord(this.value) && Object.hasOwn(this.value, key);
  }

  /** Members of an object; none of anything else. */
  entries(): readonly (readonly [key: string, node: SourceNode])[] {
    const { value } = this;
    return isRecord(value)
      ? Object.keys(value).map((key) => [key, new SourceNode(this.file, value[key], this, key)])
      : [];
  }

  /** Items of a list; none of anything else. */
  items(): readonly SourceNode[] {
    const { value } = this;
    return Array.isArray(value) ? value.map((item, index) => new SourceNode(this.file, item, this, String(index))) : [];
  }

  /** JSON Pointer from the root of the file. */
  pointer(): string {
    const { value, parent, key } = this;
    const origin = isObject(value) ? ORIGINS.get(value) : undefined;
    if (origin !== undefined) return origin;
    if (parent === null) return '';
    const names = (isObject(parent.value) ? NAMES.get(parent.value) : undefined) ?? {};
    const name = Object.hasOwn(names, key) ? names[key] : undefined;
    return `${parent.pointer()}/${escapePointerSegment(name ?? key)}`;
  }

  /** The node that a JSON Pointer leads to from here, undefined when it leads nowhere. */
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

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The text of `$ref` when the node is a Reference Object. */
export function refOf(node: SourceNode): string | undefined {
  const { value } = node;
  if (!isRecord(value) || !Object.hasOwn(value, '$ref')) return undefined;
  return typeof value['$ref'] === 'string' ? value['$ref'] : undefined;
}
