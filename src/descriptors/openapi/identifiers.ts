import { isExtension } from '../../model/extensions.ts';
import { isRecord } from '../../schema/json-values.ts';
import type { DescriptorSource } from './descriptor-source.ts';
import { SourceNode } from './source-node.ts';

/** Keys of arbitrary values, in which no key is an identifier. */
const FREE = new Set(['example', 'examples', 'default', 'const', 'enum', 'value', 'dataValue']);

interface FileIdentifiers {
  /** Nodes by `$id` or `$self`; the URIs are absolute if their base is known. */
  readonly resources: ReadonlyMap<string, SourceNode>;
  /** Nodes by `$anchor` or `$dynamicAnchor`. */
  readonly anchors: ReadonlyMap<string, SourceNode>;
}

/**
 * Finds schemas by `$id` or `$anchor`, and documents by `$self` (JSON Schema 2020-12 §8.2).
 */
export class Identifiers {
  readonly #descriptor: DescriptorSource;
  readonly #files = new Map<unknown, FileIdentifiers>();

  constructor(descriptor: DescriptorSource) {
    this.#descriptor = descriptor;
  }

  /**
   * Returns the schema resource to which a `#…` reference at this node is relative: the nearest enclosing schema with
   * an `$id`, else the file.
   */
  resourceOf(node: SourceNode): SourceNode {
    for (let current = node; current.parent !== null; current = current.parent)
      if (this.#isModern && identifierOf(current) !== undefined) return current;
    return new SourceNode(node.file, node.file.value);
  }

  /** Finds the schema or document that a URI identifies. */
  find(uri: string, node: SourceNode): SourceNode | undefined {
    if (!this.#isModern) return undefined;
    const { resources } = this.#identifiersOf(node);
    if (resources.size === 0) return undefined;
    return resources.get(uri) ?? resources.get(resolveUri(uri, this.#baseUriOf(node)));
  }

  findAnchor(base: SourceNode, anchor: string): SourceNode | undefined {
    return this.#isModern ? this.#identifiersOf(base).anchors.get(anchor) : undefined;
  }

  get #isModern(): boolean {
    return !this.#descriptor.hasOldSchemas;
  }

  #baseUriOf(node: SourceNode): string {
    const chain: string[] = [];
    for (let current: SourceNode | null = node; current !== null; current = current.parent) {
      const identifier = identifierOf(current);
      if (identifier !== undefined) chain.unshift(identifier);
    }
    return chain.reduce((base, identifier) => resolveUri(identifier, base), '');
  }

  #identifiersOf(node: SourceNode): FileIdentifiers {
    const known = this.#files.get(node.file);
    if (known !== undefined) return known;
    const resources = new Map<string, SourceNode>();
    const anchors = new Map<string, SourceNode>();
    const visit = (current: SourceNode, base: string): void => {
      let ownBase = base;
      const identifier = identifierOf(current);
      if (identifier !== undefined) {
        ownBase = resolveUri(identifier, base);
        if (!resources.has(ownBase)) resources.set(ownBase, current);
      }
      for (const keyword of ['$anchor', '$dynamicAnchor']) {
        const name = current.has(keyword) ? current.child(keyword).value : undefined;
        if (typeof name === 'string' && !anchors.has(name)) anchors.set(name, current);
      }
      for (const [key, child] of current.entries())
        if (isContainer(child) && !FREE.has(key) && !isExtension(key)) visit(child, ownBase);
      for (const child of current.items()) if (isContainer(child)) visit(child, ownBase);
    };
    visit(new SourceNode(node.file, node.file.value), '');
    const found = { resources, anchors };
    this.#files.set(node.file, found);
    return found;
  }
}

function isContainer(node: SourceNode): boolean {
  return typeof node.value === 'object' && node.value !== null;
}

/** Returns the `$id` of a schema or the `$self` of a document; undefined if it is only a fragment. */
function identifierOf(node: SourceNode): string | undefined {
  const { value } = node;
  if (!isRecord(value)) return undefined;
  const keyword = node.parent === null && Object.hasOwn(value, '$self') ? '$self' : '$id';
  const identifier = Object.hasOwn(value, keyword) ? value[keyword] : undefined;
  if (typeof identifier !== 'string' || identifier.startsWith('#')) return undefined;
  return identifier.replace(/#$/, '');
}

function resolveUri(uri: string, base: string): string {
  return URL.canParse(uri, base === '' ? undefined : base) ? new URL(uri, base === '' ? undefined : base).href : uri;
}
