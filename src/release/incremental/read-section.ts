import type { Dependencies } from '../../model/dependencies.ts';
import type { Contents, Node, SectionNotes, SectionReading } from './section-contents.ts';
import type { Frame } from './texts-of-document.ts';

/** @param json what `DependencySection` has written */
export function readSection(json: string): SectionReading {
  const contents = JSON.parse(json) as Contents;
  const { parts, shared, pages, documents, shown } = contents;
  const known = new Map<number, Dependencies>();
  const nodes = new NodesBefore(contents);
  const toDependencies = (node: Node): Dependencies => {
    const dependencies = new ReadDependencies(
      () => new Set(node.parts.flatMap((index) => parts[index] ?? [])),
      () => new Set(node.shared.flatMap(sharedAt)),
    );
    nodes.note(dependencies, node);
    return dependencies;
  };
  function sharedAt(index: number): Dependencies | readonly [] {
    const node = shared[index];
    const there = known.get(index) ?? (node && toDependencies(node));
    if (there === undefined) return [];
    known.set(index, there);
    return there;
  }
  return {
    page(key) {
      const page = Object.hasOwn(pages, key) ? pages[key] : undefined;
      return page && { around: page.around, dependencies: toDependencies(page) };
    },
    parts(key) {
      const document = Object.hasOwn(documents, key) ? documents[key] : undefined;
      const placed = document?.parts.map(({ name, at, length, ...node }) => ({
        ...{ name, at, length },
        dependencies: toDependencies(node),
      }));
      return document && placed && { around: document.around, parts: placed };
    },
    texts(key) {
      const document = Object.hasOwn(shown, key) ? shown[key] : undefined;
      if (document === undefined) return undefined;
      return {
        around: document.around,
        texts: document.texts.map(([part, byteOffset, byteLength, indent]) => ({
          part: parts[part] ?? '',
          byteOffset,
          byteLength,
          indent,
        })),
        frame: new FrameBefore(document, nodes),
      };
    },
    reaches: (dependencies, changes) => nodes.reaches(dependencies, changes),
    renumbered: (notes) => renumbered(contents, nodes, notes),
  };
}

/** Dependencies whose names are looked up on first use: most are never asked for them. */
class ReadDependencies implements Dependencies {
  readonly #read: { readonly [Member in keyof Dependencies]: () => Dependencies[Member] };
  #parts: Dependencies['parts'] | undefined;
  #shared: Dependencies['shared'] | undefined;

  constructor(parts: () => Dependencies['parts'], shared: () => Dependencies['shared']) {
    this.#read = { parts, shared };
  }

  get parts(): Dependencies['parts'] {
    this.#parts ??= this.#read.parts();
    return this.#parts;
  }

  get shared(): Dependencies['shared'] {
    this.#shared ??= this.#read.shared();
    return this.#shared;
  }
}

/** All parts there are but those beside a document. */
class FrameBefore implements Frame {
  readonly document: Contents['shown'][string];
  readonly #nodes: NodesBefore;
  readonly #beside: ReadonlySet<number>;

  constructor(document: Contents['shown'][string], nodes: NodesBefore) {
    this.document = document;
    this.#nodes = nodes;
    this.#beside = new Set(document.beside);
  }

  get size(): number {
    return this.#nodes.parts.length - this.#beside.size;
  }

  has(part: string): boolean {
    const number = this.#nodes.numberOfPart(part);
    return number !== undefined && !this.#beside.has(number);
  }

  *[Symbol.iterator](): Generator<string> {
    for (const [number, part] of this.#nodes.parts.entries()) if (!this.#beside.has(number)) yield part;
  }
}

/** Changed parts, and the shared nodes that they reach, as far as these were asked for. */
interface ReachedNodes {
  readonly changes: ReadonlySet<string>;
  readonly parts: ReadonlySet<number>;
  readonly shared: Map<number, boolean>;
}

/** Nodes that a section has written, found by their content. */
class NodesBefore {
  readonly #contents: Contents;
  readonly #known = new Map<Dependencies, Node>();
  #partNumbers: ReadonlyMap<string, number> | undefined;
  #sharedNumbers: ReadonlyMap<string, number> | undefined;
  #reached: ReachedNodes | undefined;

  constructor(contents: Contents) {
    this.#contents = contents;
  }

  get parts(): Contents['parts'] {
    return this.#contents.parts;
  }

  /** See {@link SectionReading.reaches}. */
  reaches(dependencies: Dependencies, changes: ReadonlySet<string>): boolean {
    const node = this.#known.get(dependencies);
    if (this.#reached?.changes !== changes) {
      const numbers = [...changes].map((part) => this.numberOfPart(part)).filter((number) => number !== undefined);
      this.#reached = { changes, parts: new Set(numbers), shared: new Map() };
    }
    return node === undefined || this.#isReached(node, this.#reached);
  }

  #isReached(node: Node, reached: ReachedNodes): boolean {
    if (node.parts.some((part) => reached.parts.has(part))) return true;
    return node.shared.some((number) => {
      const inner = this.#contents.shared[number];
      const known = reached.shared.get(number) ?? (inner !== undefined && this.#isReached(inner, reached));
      reached.shared.set(number, known);
      return known;
    });
  }

  /** Notes the node that dependencies were read from. */
  note(dependencies: Dependencies, node: Node): void {
    this.#known.set(dependencies, node);
  }

  /** Undefined where a part of it, or what is made of some, was not written. */
  nodeOf(dependencies: Dependencies): Node | undefined {
    const known = this.#known.get(dependencies);
    if (known !== undefined) return known;
    const parts = [...dependencies.parts].map((part) => this.numberOfPart(part));
    const shared = [...dependencies.shared].map((inner) => this.#numberOfShared(inner));
    if (![...parts, ...shared].every((number) => number !== undefined)) return undefined;
    const node: Node = { parts: ascending(parts), shared: ascending(new Set(shared)) };
    this.#known.set(dependencies, node);
    return node;
  }

  numberOfPart(part: string): number | undefined {
    this.#partNumbers ??= new Map(this.#contents.parts.map((name, index) => [name, index]));
    return this.#partNumbers.get(part);
  }

  #numberOfShared(inner: Dependencies): number | undefined {
    this.#sharedNumbers ??= new Map(this.#contents.shared.map((node, index) => [textOf(node), index]));
    const node = this.nodeOf(inner);
    return node && this.#sharedNumbers.get(textOf(node));
  }
}

function ascending(numbers: Iterable<number | undefined>): readonly number[] {
  return [...numbers].map((number) => number ?? -1).sort((a, b) => a - b);
}

/** Equal for nodes of the same content: no two that were written have the same. */
function textOf({ parts, shared }: Node): string {
  return `${parts.join()}|${shared.join()}`;
}

/** See {@link SectionReading.renumbered}: tables of names stay, because what refers to them is the same. */
function renumbered(before: Contents, nodes: NodesBefore, notes: SectionNotes): Contents | undefined {
  const { parts, shared } = before;
  const isSame = (node: Node | undefined, dependencies: Dependencies): node is Node => {
    const own = nodes.nodeOf(dependencies);
    return node !== undefined && own !== undefined && (own === node || textOf(own) === textOf(node));
  };
  const pages = entriesOf(before.pages, notes.pages, (page, { around, dependencies }) =>
    isSame(page, dependencies) ? { around, parts: page.parts, shared: page.shared } : undefined,
  );
  const documents = entriesOf(before.documents, notes.documents, (document, { around, parts: placed }) => {
    if (placed.length !== document.parts.length) return undefined;
    const written = placed.flatMap(({ name, at, length, dependencies }, index) => {
      const old = document.parts[index];
      return old?.name === name && isSame(old, dependencies)
        ? [{ name, at, length, parts: old.parts, shared: old.shared }]
        : [];
    });
    return written.length === placed.length ? { around, parts: written } : undefined;
  });
  const shown = entriesOf(before.shown, notes.shown, (document, { around, texts, frame }) => {
    if (texts.length !== document.texts.length || !hasFrame(document, frame)) return undefined;
    const isAsBefore = texts.every(({ part }, index) => part === parts[document.texts[index]?.[0] ?? -1]);
    return isAsBefore
      ? {
          around,
          texts: texts.map(
            ({ byteOffset, byteLength, indent }, index) =>
              [document.texts[index]?.[0] ?? -1, byteOffset, byteLength, indent] as const,
          ),
          beside: document.beside,
        }
      : undefined;
  });
  return pages && documents && shown && { parts, shared, pages, documents, shown };

  function hasFrame(document: Contents['shown'][string], frame: Frame): boolean {
    if (frame instanceof FrameBefore && frame.document === document) return true;
    const outside = new Set(document.beside);
    if (frame.size !== parts.length - outside.size) return false;
    return parts.every((part, index) => outside.has(index) !== frame.has(part));
  }
}

/** @returns undefined where there are other keys, an order that is another one, or one of which nothing is returned */
function entriesOf<Written, Note>(
  before: Readonly<Record<string, Written>>,
  notes: ReadonlyMap<string, Note>,
  toWritten: (old: Written, note: Note) => Written | undefined,
): Readonly<Record<string, Written>> | undefined {
  const old = Object.entries(before);
  if (old.length !== notes.size) return undefined;
  const written: [string, Written][] = [];
  let index = 0;
  for (const [key, note] of notes) {
    const [oldKey, value] = old[index] ?? [];
    const made = oldKey === key && value !== undefined ? toWritten(value, note) : undefined;
    if (made === undefined) return undefined;
    written.push([key, made]);
    index += 1;
  }
  return Object.fromEntries(written);
}
