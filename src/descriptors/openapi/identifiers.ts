import { isExtension } from '../../model/extensions.ts';
import { isRecord } from '../../schema/json-values.ts';
import type { DescriptorSource } from './descriptor-source.ts';
import { SourceNode } from './source-node.ts';

/** Keys of values with free content, in which nothing is an identifier. */
const FREE = new Set(['example', 'examples', 'default', 'const', 'enum', 'value', 'dataValue']);

interface FileIdentifiers {
  /** `$id` and `$self`, absolute where their base is known. */
  readonly resources: ReadonlyMap<string, SourceNode>;
  /** `$anchor` and `$dynamicAnchor`. */
  readonly anchors: ReadonlyMap<string, SourceNode>;
}

/**
 * Schemas that are found by a name of their own: `$id`, `$anchor`, and documents by `$self` (JSON Schema 2020-12 §8.2).
 */
export class Identifiers {
  readonly #descriptor: DescriptorSource;
  readonly #files = new Map<unknown, FileIdentifiers>();

  constructor(descriptor: DescriptorSource) {
    this.#descriptor = descriptor;
  }

  /**
   * The schema resource that a `#…` reference at this node is relative to: the nearest one with an `$id`, else the
   * file.
   */
  resourceOf(node: SourceNode): SourceNode {
    for (let current = node; current.parent !== null; current = current.parent)
      if (this.#isModern && identifierOf(current) !== undefined) return current;
    return new SourceNode(node.file, node.file.value);
  }

  /** The schema or document that calls itself by this URI. */
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

/** `$id` of a schema, `$self` of a document; a fragment alone names no resource. */
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
