import { isRecord } from '../../model/schema/json-values.ts';
import type { ParsedFile } from '../contract.ts';
import { escapePointerSegment, splitPointer } from '../positions.ts';

/** A value of a file that knows where it stands. Cheap: the pointer is written out only for messages. */
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
    return this.parent === null ? '' : `${this.parent.pointer()}/${escapePointerSegment(this.key)}`;
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

/** The text of `$ref` when the node is a Reference Object. */
export function refOf(node: SourceNode): string | undefined {
  const { value } = node;
  if (!isRecord(value) || !Object.hasOwn(value, '$ref')) return undefined;
  return typeof value['$ref'] === 'string' ? value['$ref'] : undefined;
}
