import type { Dependencies } from '../../model/dependencies.ts';
import { shortHash } from '../../store/stored-bytes.ts';
import type { PlacedPart, StoredText } from './document-pieces.ts';

/** Dependencies of one page, or of one document of a whole API. */
export interface DocumentDependencies {
  /** Hash of what the document got beside the record of its API. */
  readonly around: string;
  /** Everything that the document was made of, beside its parts and texts. */
  readonly dependencies: Dependencies;
  /** Parts in their order in the document, each with dependencies of its own. */
  readonly parts?: readonly PlacedPart[];
  /** Texts of records in their order in the document. */
  readonly texts?: readonly StoredText[];
}

/** Dependencies by number, in ascending order. */
interface Node {
  readonly names: readonly number[];
  readonly shared: readonly number[];
}

/** JSON of the dependencies of one API. */
interface Contents {
  /** Names of parts of records, and of facts. */
  readonly names: readonly string[];
  /** Dependencies that several documents have in common. */
  readonly shared: readonly Node[];
  /** Documents by their key in the release. */
  readonly documents: Readonly<Record<string, WrittenDocument>>;
}

interface WrittenDocument extends Omit<DocumentDependencies, 'dependencies' | 'parts'>, Node {
  readonly parts?: readonly (Omit<PlacedPart, 'dependencies'> & Node)[];
}

/** Writes the dependencies of one API: equal ones have the same bytes in any order of what is noted of a document. */
export function writeSection(documents: ReadonlyMap<string, DocumentDependencies>): string {
  const names = new Names();
  for (const { dependencies, parts = [] } of documents.values())
    for (const one of [dependencies, ...parts.map((part) => part.dependencies)]) names.add(one);
  const { toNode, ...tables } = names.numbered();
  const written = [...documents].map(([key, { around, dependencies, parts, texts }]) => {
    const document: WrittenDocument = {
      around,
      ...toNode(dependencies),
      ...(parts && { parts: parts.map(({ dependencies: own, ...place }) => ({ ...place, ...toNode(own) })) }),
      ...(texts && { texts }),
    };
    return [key, document] as const;
  });
  const contents: Contents = { ...tables, documents: Object.fromEntries(written) };
  return JSON.stringify(contents);
}

/** Collects names, and gives them numbers. */
class Names {
  readonly #names = new Set<string>();
  /** Shared dependencies by a hash of their content. */
  readonly #shared = new Map<string, Dependencies>();
  readonly #hashes = new Map<Dependencies, string>();

  add({ parts, shared }: Dependencies): void {
    for (const part of parts) this.#names.add(part);
    for (const inner of shared) this.#hashOf(inner);
  }

  /** Tables of everything that was added, sorted: their order depends on the content alone. */
  numbered(): Pick<Contents, 'names' | 'shared'> & { toNode(dependencies: Dependencies): Node } {
    const names = [...this.#names].sort();
    const hashes = [...this.#shared.keys()].sort();
    const numbers = new Map(names.map((name, index) => [name, index]));
    const sharedNumbers = new Map(hashes.map((hash, index) => [hash, index]));
    const toNode = ({ parts, shared }: Dependencies): Node => ({
      names: ascending([...parts].map((part) => numbers.get(part))),
      shared: ascending(new Set([...shared].map((inner) => sharedNumbers.get(this.#hashOf(inner))))),
    });
    return { names, shared: hashes.flatMap((hash) => this.#shared.get(hash) ?? []).map(toNode), toNode };
  }

  #hashOf(dependencies: Dependencies): string {
    const known = this.#hashes.get(dependencies);
    if (known !== undefined) return known;
    this.add(dependencies);
    const inner = [...dependencies.shared].map((one) => this.#hashOf(one));
    const hash = shortHash(JSON.stringify([[...dependencies.parts].sort(), [...new Set(inner)].sort()]));
    this.#hashes.set(dependencies, hash);
    this.#shared.set(hash, dependencies);
    return hash;
  }
}

function ascending(numbers: Iterable<number | undefined>): readonly number[] {
  return [...numbers].filter((number) => number !== undefined).sort((one, other) => one - other);
}

/** Dependencies of one API in the release before. */
export class SectionReading {
  readonly #contents: Contents;
  readonly #shared = new Map<number, Dependencies>();
  /** Whether the changes of {@link reaches} reach shared dependencies, as far as that was asked for. */
  readonly #reached = new Map<Dependencies, boolean>();

  /** @param json as {@link writeSection} wrote it */
  constructor(json: string) {
    this.#contents = JSON.parse(json) as Contents;
  }

  /** @param key of the document in the release */
  document(key: string): DocumentDependencies | undefined {
    const { documents } = this.#contents;
    const written = Object.hasOwn(documents, key) ? documents[key] : undefined;
    if (written === undefined) return undefined;
    const { names, shared, parts, ...rest } = written;
    const read = { ...rest, dependencies: this.#read({ names, shared }) };
    if (parts === undefined) return read;
    return {
      ...read,
      parts: parts.map(({ names, shared, ...place }) => ({ ...place, dependencies: this.#read({ names, shared }) })),
    };
  }

  /**
   * Reports whether dependencies include a changed part.
   * @param changes the same at every call
   */
  reaches(changes: ReadonlySet<string>, { parts, shared }: Dependencies): boolean {
    for (const part of changes) if (parts.has(part)) return true;
    return [...shared].some((inner) => {
      const isReached = this.#reached.get(inner) ?? this.reaches(changes, inner);
      this.#reached.set(inner, isReached);
      return isReached;
    });
  }

  #read({ names, shared }: Node): Dependencies {
    return {
      parts: new Set(names.map((number) => this.#contents.names[number] ?? '')),
      shared: new Set(shared.flatMap((number) => this.#sharedAt(number) ?? [])),
    };
  }

  #sharedAt(number: number): Dependencies | undefined {
    const node = this.#contents.shared[number];
    const read = this.#shared.get(number) ?? (node && this.#read(node));
    if (read !== undefined) this.#shared.set(number, read);
    return read;
  }
}
