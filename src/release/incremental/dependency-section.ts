import type { Dependencies } from '../../model/dependencies.ts';
import { shortHash } from '../../store/stored-bytes.ts';
import type { PlacedPart, StoredText } from './document-pieces.ts';

/** Dependencies of one page, or of one document about a whole API. */
export interface DocumentDependencies {
  /** Hash of the input of the document other than the API's record. */
  readonly around: string;
  /** Dependencies of the document, without those of its parts and texts. */
  readonly dependencies: Dependencies;
  /** Parts in the order of the document, each with its own dependencies. */
  readonly parts?: readonly PlacedPart[];
  /** Texts from the records that the document shows, in the order of the document. */
  readonly texts?: readonly StoredText[];
}

/** Dependencies as indexes into the tables of {@link Contents}, in ascending order. */
interface Node {
  readonly names: readonly number[];
  readonly shared: readonly number[];
}

/** Structure of the JSON with the dependencies of one API. */
interface Contents {
  /** Names of parts of records, and of facts. */
  readonly names: readonly string[];
  /** Dependencies that several documents have in common. */
  readonly shared: readonly Node[];
  /** Documents by their keys in the release. */
  readonly documents: Readonly<Record<string, WrittenDocument>>;
}

interface WrittenDocument extends Omit<DocumentDependencies, 'dependencies' | 'parts'>, Node {
  readonly parts?: readonly (Omit<PlacedPart, 'dependencies'> & Node)[];
}

/** Writes the dependencies of one API as JSON, which does not depend on the order in which they were recorded. */
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

/** Collects names and shared dependencies, and numbers them. */
class Names {
  readonly #names = new Set<string>();
  /** Shared dependencies by the hash of their content. */
  readonly #shared = new Map<string, Dependencies>();
  readonly #hashes = new Map<Dependencies, string>();

  add({ parts, shared }: Dependencies): void {
    for (const part of parts) this.#names.add(part);
    for (const inner of shared) this.#hashOf(inner);
  }

  /** Sorted tables of everything that was added: the order depends only on the content. */
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

/** Dependencies of one API in the previous release. */
export class SectionReading {
  readonly #contents: Contents;
  readonly #shared = new Map<number, Dependencies>();
  /** Cached results of {@link reaches} for shared dependencies. */
  readonly #reached = new Map<Dependencies, boolean>();

  /** @param json result of {@link writeSection} */
  constructor(json: string) {
    this.#contents = JSON.parse(json) as Contents;
  }

  /** Keys of the documents with parts or texts. */
  keysInPieces(): readonly string[] {
    return Object.entries(this.#contents.documents).flatMap(([key, one]) => ((one.parts ?? one.texts) ? [key] : []));
  }

  /** @param key key of the document in the release */
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
   * @param changes names of the changed parts, the same set in every call
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
