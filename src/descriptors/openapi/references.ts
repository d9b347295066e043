import { closeNames } from '../../model/close-names.ts';
import { decodedText } from '../../model/texts.ts';
import { isRecord } from '../../schema/json-values.ts';
import { componentReference } from '../../schema/references.ts';
import { splitPointer, toPointer } from '../positions.ts';
import { markedAs, notesAdded, notesAround } from './audience.ts';
import type { DescriptorSource } from './descriptor-source.ts';
import { Identifiers } from './identifiers.ts';
import { componentNameOf, digest, hoistedName, type Section } from './names.ts';
import { refOf, SourceNode } from './source-node.ts';

/** Component of the descriptor, or a part that a reference has turned into a component. */
interface Declared {
  readonly section: Section;
  readonly name: string;
  readonly node: SourceNode;
}

/** Maximum length of a chain of references. */
const LONGEST_CHAIN = 100;
/** Keys of a schema that is only another name of the target of its reference. */
const ANCHORED = new Set(['$ref', '$anchor', '$dynamicAnchor', '$comment']);
/** Maximum number of names compared with all broken references of a descriptor together. */
const MOST_COMPARED = 100_000;

/**
 * Converts each reference of a descriptor to a reference to a component. A target that is not a component yet (a part
 * of another file, a path or a schema) becomes a component named after its location; a missing target becomes a gap.
 */
export class References {
  /** Missing targets of references. */
  readonly gaps: Gaps;
  readonly #descriptor: DescriptorSource;
  readonly #identifiers: Identifiers;
  /** Components by section and name, in order of declaration. */
  readonly #declared = new Map<Section, Map<string, Declared>>();
  /** Names of components by section, file and pointer. */
  readonly #names = new Map<string, string>();
  readonly #pending: Declared[] = [];
  /** Reference Objects that are being followed to resolve the current pointer. */
  readonly #passing = new Set<unknown>();
  /** Converted references of the descriptor file, by section and reference text. */
  readonly #known = new Map<string, string>();
  /** Pointers to suggest for broken references, by file, base and pointer of the reference. */
  readonly #closePointers = new Map<string, string | undefined>();
  /** Number of names compared so far to suggest pointers. */
  #compared = 0;

  constructor(descriptor: DescriptorSource) {
    this.#descriptor = descriptor;
    this.gaps = new Gaps((section, name) => this.declaredNode(section, name) !== undefined);
    this.#identifiers = new Identifiers(descriptor);
  }

  /** Declares a part of the descriptor as a component; a target in another file gets the same name. */
  declare(section: Section, rawName: string, own: SourceNode): void {
    const name = this.#freeName(section, componentNameOf(rawName), own);
    this.#names.set(identityOf(section, own), name);
    // A reference inside objects with audience keys is not followed here: the audience applies to the target as well.
    const target = refOf(own) === undefined || notesAround(own).length > 0 ? own : this.target(own);
    const isOther = target.file !== own.file && target.file !== this.#descriptor.root.file;
    const isUnnamed = isOther && isRecord(target.value) && !this.#names.has(identityOf(section, target));
    const node = isUnnamed ? target : own;
    if (isUnnamed) this.#names.set(identityOf(section, target), name);
    this.#sectionOf(section).set(name, { section, name, node });
    this.#pending.push({ section, name, node });
  }

  /**
   * Follows a map, a list, an operation or a component that consists only of a reference, as bundlers do. Returns a
   * node without a value if the reference is broken. Callers handle the audience keys around the reference.
   */
  target(node: SourceNode): SourceNode {
    const ref = refOf(node);
    if (ref === undefined || Object.keys(node.value as object).length > 1) return node;
    return this.find(node, ref) ?? without(node);
  }

  /** Follows a reference to a map or a list, like {@link target}; leaves out a target that has audience keys. */
  part(node: SourceNode): SourceNode {
    const target = this.target(node);
    if (notesAdded(target, node).length === 0) return target;
    const message = `The target of the reference “${refOf(node)}” is hidden from some readers; the reference was left out.`;
    this.#descriptor.warn(
      node,
      'ref-audience',
      message,
      'Mark the part that contains the reference in the same way, or move its target.',
    );
    return without(node);
  }

  /** Removes and returns the components that are not converted yet. Converting a component may add others. */
  takePending(): readonly Declared[] {
    return this.#pending.splice(0);
  }

  declaredNode(section: Section, name: string): SourceNode | undefined {
    return this.#declared.get(section)?.get(name)?.node;
  }

  /**
   * Converts a Reference Object to a reference to a component.
   * @returns undefined if the target does not exist, which is reported
   */
  refer(section: Section, node: SourceNode, ref: string): string | undefined {
    // Other pointers may have different targets inside a schema with an `$id`.
    const isAbsolute = ref.startsWith('#/components/') || (this.#descriptor.hasOldSchemas && ref.startsWith('#/'));
    const shortcut = isAbsolute && node.file === this.#descriptor.root.file ? `${section} ${ref}` : null;
    const known = shortcut === null ? undefined : this.#known.get(shortcut);
    if (known !== undefined) return known;
    const target = this.#follow(section, node, ref);
    if (target === undefined) return undefined;
    this.#checkKind(section, node, target);
    const reference = componentReference(section, this.#nameOf(section, target));
    if (shortcut !== null) this.#known.set(shortcut, reference);
    return reference;
  }

  /**
   * Follows a chain of Reference Objects to its final target; returns any other node unchanged.
   * @param way receives the Reference Objects of the chain, starting with the node itself
   * @returns undefined if a reference of the chain is broken or forms a cycle, which is reported
   */
  resolve(node: SourceNode, way: SourceNode[] = []): SourceNode | undefined {
    let current: SourceNode | undefined = node;
    for (let length = 0; current !== undefined; length++) {
      const ref = refOf(current);
      if (ref === undefined) return current;
      way.push(current);
      if (length > LONGEST_CHAIN) {
        this.#reportCycle(node, ref);
        return undefined;
      }
      current = this.find(current, ref);
    }
    return undefined;
  }

  /** Returns a reference to a schema; a schema with only a reference, anchors aside, is followed. */
  referTo(schema: SourceNode): string {
    let target = schema;
    for (let length = 0; length < LONGEST_CHAIN && !this.isNamed(target); length++) {
      const ref = refOf(target);
      const isAlias = target.entries().every(([key]) => ANCHORED.has(key));
      const next = ref === undefined || !isAlias ? undefined : this.find(target, ref);
      if (next === undefined) break;
      target = next;
    }
    return componentReference('schemas', this.#nameOf('schemas', target));
  }

  isNamed(schema: SourceNode): boolean {
    return this.#names.has(identityOf('schemas', schema));
  }

  /** Finds the part that a reference names; reports a broken reference. */
  find(node: SourceNode, ref: string, keyword = '$ref'): SourceNode | undefined {
    const at = node.child(keyword);
    const hash = ref.indexOf('#');
    const fileReference = hash === -1 ? ref : ref.slice(0, hash);
    const fragment = hash === -1 ? '' : decodedText(ref.slice(hash + 1));
    const base = this.#baseOf(node, at, fileReference);
    if (base === undefined) return undefined;
    const found = this.#findIn(base, fragment);
    if (found === undefined) {
      const close = this.#closePointer(base, fragment);
      this.#descriptor.warn(
        at,
        'ref-not-found',
        `The reference “${ref}” leads to nothing.`,
        close === undefined
          ? 'Define what it names, or correct the reference.'
          : `Write “${fileReference}#${close}”, or define what it names.`,
      );
    }
    return found;
  }

  /** Suggests a correction of a wrong pointer. Caches results and limits comparisons, since files may be hostile. */
  #closePointer(base: SourceNode, pointer: string): string | undefined {
    const key = `${base.sourceFile.path}#${base.pointer()} ${pointer}`;
    if (!this.#closePointers.has(key)) {
      const isAffordable = (names: number): boolean => {
        this.#compared += names;
        return this.#compared <= MOST_COMPARED;
      };
      this.#closePointers.set(key, closePointer(base, pointer, isAffordable));
    }
    return this.#closePointers.get(key);
  }

  #baseOf(node: SourceNode, at: SourceNode, fileReference: string): SourceNode | undefined {
    if (fileReference === '') return this.#identifiers.resourceOf(node);
    const identified = this.#identifiers.find(fileReference, node);
    if (identified !== undefined) return identified;
    const file = this.#descriptor.context.readFile(fileReference, node.file, at.pointer());
    return file && new SourceNode(file, file.value);
  }

  #findIn(base: SourceNode, fragment: string): SourceNode | undefined {
    if (fragment === '') return base;
    if (!fragment.startsWith('/')) return this.#identifiers.findAnchor(base, fragment);
    const through = (node: SourceNode): SourceNode | undefined => this.#passThrough(node);
    return (
      base.descend(fragment, through) ?? (base.parent === null ? undefined : rootOf(base).descend(fragment, through))
    );
  }

  #checkKind(section: Section, node: SourceNode, target: SourceNode): void {
    if (this.#names.has(identityOf(section, target))) return;
    const other = [...this.#declared.keys()].find((candidate) => this.#names.has(identityOf(candidate, target)));
    if (other === undefined || target.file !== this.#descriptor.root.file) return;
    const message = `The reference leads to an entry of “${other}”, which was read as one of “${section}”.`;
    this.#descriptor.warn(node.child('$ref'), 'ref-kind', message, `Refer to an entry of “${section}”.`);
  }

  /** Follows a Reference Object on the path of a pointer; returns undefined for a cycle. */
  #passThrough(node: SourceNode): SourceNode | undefined {
    if (refOf(node) === undefined || this.#passing.has(node.value)) return undefined;
    this.#passing.add(node.value);
    const way: SourceNode[] = [];
    const target = this.resolve(node, way);
    this.#passing.delete(node.value);
    return target === undefined ? undefined : way.reduce((marked, one) => markedAs(one, marked), target);
  }

  /** Finds the target of a reference; follows a target that is only another reference and not yet a component. */
  #follow(section: Section, node: SourceNode, ref: string): SourceNode | undefined {
    let target = this.find(node, ref);
    for (let length = 0; target !== undefined && length <= LONGEST_CHAIN; length++) {
      const next = refOf(target);
      if (next === undefined || this.#names.has(identityOf(section, target))) return target;
      if (Object.keys(target.value as object).length > 1 && section === 'schemas') return target;
      target = this.find(target, next);
    }
    if (target !== undefined) this.#reportCycle(node, ref);
    return undefined;
  }

  #reportCycle(node: SourceNode, ref: string): void {
    const message = `The reference “${ref}” leads back to itself.`;
    this.#descriptor.warn(node, 'ref-cycle', message, 'Point it at a definition.');
  }

  #nameOf(section: Section, target: SourceNode): string {
    const identity = identityOf(section, target);
    const known = this.#names.get(identity);
    if (known !== undefined) return known;
    const name = this.#freeName(section, hoistedName(target), target);
    this.#names.set(identity, name);
    this.#sectionOf(section).set(name, { section, name, node: target });
    this.#pending.push({ section, name, node: target });
    return name;
  }

  #freeName(section: Section, wanted: string, node: SourceNode): string {
    return this.declaredNode(section, wanted) === undefined ? wanted : `${wanted}_${digest(identityOf(section, node))}`;
  }

  #sectionOf(section: Section): Map<string, Declared> {
    const present = this.#declared.get(section) ?? new Map<string, Declared>();
    this.#declared.set(section, present);
    return present;
  }
}

/** Replaces the first unknown name of a pointer with a similar name, if the result points to a value. */
function closePointer(base: SourceNode, pointer: string, isAffordable: (names: number) => boolean): string | undefined {
  const names = splitPointer(pointer);
  let node = base;
  for (const [at, name] of names.entries()) {
    const child = node.child(name);
    if (child.value === undefined) {
      const known = isRecord(node.value) ? Object.keys(node.value) : [];
      if (!isAffordable(known.length)) return undefined;
      const others = closeNames(name, known).map((close) => toPointer(names.with(at, close)));
      return others.find((other) => base.descend(other, () => undefined) !== undefined);
    }
    node = child;
  }
  return undefined;
}

function without(node: SourceNode): SourceNode {
  return new SourceNode(node.file, undefined, node.parent, node.key);
}

function rootOf(node: SourceNode): SourceNode {
  let root = node;
  while (root.parent !== null) root = root.parent;
  return root;
}

function identityOf(section: Section, node: SourceNode): string {
  return `${section} ${node.sourceFile.path}#${node.pointer()}`;
}

/** Component that a reference names but nothing defines. */
interface Gap {
  readonly section: Section;
  readonly name: string;
  /** Name that the reference uses. */
  readonly wanted: string;
}

/** Components that references name but the descriptor lacks. */
class Gaps {
  readonly #isDeclared: (section: Section, name: string) => boolean;
  /** Gaps by section and reference. */
  readonly #gaps = new Map<string, Gap>();
  readonly #names = new Set<string>();

  constructor(isDeclared: (section: Section, name: string) => boolean) {
    this.#isDeclared = isDeclared;
  }

  /** Returns a reference to the placeholder component for a broken reference. */
  referTo(section: Section, ref: string): string {
    const key = `${section} ${ref}`;
    const gap = this.#gaps.get(key) ?? this.#open(key, section, wantedName(ref));
    return componentReference(section, gap.name);
  }

  list(): readonly Gap[] {
    return [...this.#gaps.values()];
  }

  #open(key: string, section: Section, wanted: string): Gap {
    const base = componentNameOf(wanted);
    const isTaken = this.#isDeclared(section, base) || this.#names.has(`${section} ${base}`);
    const gap = { section, name: isTaken ? `${base}_${digest(key)}` : base, wanted };
    this.#gaps.set(key, gap);
    this.#names.add(`${section} ${gap.name}`);
    return gap;
  }
}

/** Returns the last segment of a reference's pointer, else its fragment or its file name. */
function wantedName(ref: string): string {
  const [file = '', fragment = ''] = ref.split('#', 2);
  return splitPointer(decodedText(fragment)).at(-1) ?? (fragment || (file.split('/').at(-1) ?? ref));
}
