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

/** A component that the descriptor has, or that a reference has made one. */
interface Declared {
  readonly section: Section;
  readonly name: string;
  readonly node: SourceNode;
}

/** Limit of references that lead from one to the next. */
const LONGEST_CHAIN = 100;
/** Limit of the names that all broken references of a descriptor together are compared with. */
const MOST_COMPARED = 100_000;

/**
 * Turns every reference of a descriptor into one to a component. A target that is no component yet (a part of another
 * file, of a path, of another schema) becomes one, named after its place; a missing target becomes a named gap.
 */
export class References {
  /** Targets of references that lead to nothing. */
  readonly gaps: Gaps;
  readonly #descriptor: DescriptorSource;
  readonly #identifiers: Identifiers;
  /** Section → name → component, in the descriptor's order. */
  readonly #declared = new Map<Section, Map<string, Declared>>();
  /** Section, file and pointer → name. */
  readonly #names = new Map<string, string>();
  readonly #pending: Declared[] = [];
  /** Reference Objects that the current pointer leads through. */
  readonly #passing = new Set<unknown>();
  /** Targets of references of the main file, by section and text. */
  readonly #known = new Map<string, string>();
  /** File, base and pointer of a broken reference → pointer that is probably meant. */
  readonly #closePointers = new Map<string, string | undefined>();
  /** Number of names compared for close pointers so far. */
  #compared = 0;

  constructor(descriptor: DescriptorSource) {
    this.#descriptor = descriptor;
    this.gaps = new Gaps((section, name) => this.declaredNode(section, name) !== undefined);
    this.#identifiers = new Identifiers(descriptor);
  }

  /** Makes a part of the descriptor a component under its own name, which a target in another file gets too. */
  declare(section: Section, rawName: string, own: SourceNode): void {
    const name = this.#freeName(section, componentNameOf(rawName), own);
    this.#names.set(identityOf(section, own), name);
    // Audience keys of the reference, and those around it, apply to its target as well.
    const target = refOf(own) === undefined || notesAround(own).length > 0 ? own : this.target(own);
    const isOther = target.file !== own.file && target.file !== this.#descriptor.root.file;
    const isUnnamed = isOther && isRecord(target.value) && !this.#names.has(identityOf(section, target));
    const node = isUnnamed ? target : own;
    if (isUnnamed) this.#names.set(identityOf(section, target), name);
    this.#sectionOf(section).set(name, { section, name, node });
    this.#pending.push({ section, name, node });
  }

  /**
   * Follows a map, a list, an operation or a component that is nothing but a reference, as bundlers do. A reference to
   * nothing becomes a part without a value. Callers handle the audience keys around the reference.
   */
  target(node: SourceNode): SourceNode {
    const ref = refOf(node);
    if (ref === undefined || Object.keys(node.value as object).length > 1) return node;
    return this.find(node, ref) ?? without(node);
  }

  /** Like {@link target}, for maps and lists. These cannot carry audience keys of the target, and are then left out. */
  part(node: SourceNode): SourceNode {
    const target = this.target(node);
    if (notesAdded(target, node).length === 0) return target;
    const message = `What the reference “${refOf(node)}” leads to is for some readers alone.`;
    this.#descriptor.warn(
      node,
      'ref-audience',
      message,
      'Mark what the reference stands in as well, or move its target.',
    );
    return without(node);
  }

  /** Components that nothing has converted yet. Converting one may add others. */
  takePending(): readonly Declared[] {
    return this.#pending.splice(0);
  }

  declaredNode(section: Section, name: string): SourceNode | undefined {
    return this.#declared.get(section)?.get(name)?.node;
  }

  /**
   * The reference to the component that a Reference Object means.
   * @returns undefined when there is no such part; that was reported then
   */
  refer(section: Section, node: SourceNode, ref: string): string | undefined {
    // Other pointers may mean different parts in schemas that have an `$id`.
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
   * The part that a Reference Object leads to in the end; any other node is returned as it is.
   * @param way is given the Reference Objects that lead there, the first of them the node itself
   * @returns undefined when a reference on the way is broken or leads in a cycle; that was reported then
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

  /** The part that a reference names; broken ones are reported. */
  find(node: SourceNode, ref: string): SourceNode | undefined {
    const at = node.child('$ref');
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

  /** Finds the pointer that a wrong one probably means. Results are kept and comparisons limited: files are hostile. */
  #closePointer(base: SourceNode, pointer: string): string | undefined {
    const key = `${base.file.path}#${base.pointer()} ${pointer}`;
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

  /** Follows a Reference Object within a pointer; undefined for a pointer that leads through itself. */
  #passThrough(node: SourceNode): SourceNode | undefined {
    if (refOf(node) === undefined || this.#passing.has(node.value)) return undefined;
    this.#passing.add(node.value);
    const way: SourceNode[] = [];
    const target = this.resolve(node, way);
    this.#passing.delete(node.value);
    return target === undefined ? undefined : way.reduce((marked, one) => markedAs(one, marked), target);
  }

  /** The target of a reference. A target that is only another reference, and no component yet, is followed. */
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

/** The pointer with its first unknown name replaced by a close one, where that leads to something. */
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
  return `${section} ${node.file.path}#${node.pointer()}`;
}

/** A component that a reference names and nothing defines. */
interface Gap {
  readonly section: Section;
  readonly name: string;
  /** Name that the reference uses. */
  readonly wanted: string;
}

/** Components that references name and the descriptor lacks. */
class Gaps {
  readonly #isDeclared: (section: Section, name: string) => boolean;
  /** Section and reference → gap. */
  readonly #gaps = new Map<string, Gap>();
  readonly #names = new Set<string>();

  constructor(isDeclared: (section: Section, name: string) => boolean) {
    this.#isDeclared = isDeclared;
  }

  /** Reference to the placeholder component of a broken reference. */
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

/** The last part of a pointer, else the name of the file. */
function wantedName(ref: string): string {
  const [file = '', fragment = ''] = ref.split('#', 2);
  return splitPointer(decodedText(fragment)).at(-1) ?? (fragment || (file.split('/').at(-1) ?? ref));
}
