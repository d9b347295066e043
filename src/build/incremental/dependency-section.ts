import type { Dependencies } from '../../model/dependencies.ts';
import { shortHash } from '../short-hash.ts';
import type { PlacedPart } from './parts-of-document.ts';
import type { StoredText } from './texts-of-document.ts';

/** What one page was made of. */
export interface PageDependencies {
  /** Hash of what it got beside the record of its API. */
  readonly around: string;
  readonly dependencies: Dependencies;
}

/** What the parts of one document were made of. */
export interface PartDependencies {
  /** Hash of what the document got beside the record of its API. */
  readonly around: string;
  readonly parts: readonly PlacedPart[];
}

/** What one document with texts that it shows was made of. */
export interface TextDependencies {
  /** Hash of what the document got beside the record of its API. */
  readonly around: string;
  /** In their order. */
  readonly texts: readonly StoredText[];
  /** Names of all else that decided about it. */
  readonly frame: ReadonlySet<string>;
}

export interface SectionReading {
  page(key: string): PageDependencies | undefined;
  parts(key: string): PartDependencies | undefined;
  texts(key: string): TextDependencies | undefined;
}

interface Node {
  /** Indexes. */
  readonly parts: readonly number[];
  readonly shared: readonly number[];
}

type WrittenText = readonly [part: number, byteOffset: number, byteLength: number, indent: StoredText['indent']];
type WrittenPart = Node & Pick<PlacedPart, 'name' | 'at' | 'length'>;

interface Contents {
  readonly parts: readonly string[];
  readonly shared: readonly Node[];
  /** By their keys in the release. */
  readonly pages: Readonly<Record<string, Node & { readonly around: string }>>;
  /** As the pages. */
  readonly documents: Readonly<Record<string, { readonly around: string; readonly parts: readonly WrittenPart[] }>>;
  /** As the pages; of each the parts that its frame does not depend on. */
  readonly shown: Readonly<
    Record<
      string,
      { readonly around: string; readonly texts: readonly WrittenText[]; readonly beside: readonly number[] }
    >
  >;
}

interface Named {
  readonly parts: readonly string[];
  readonly shared: readonly string[];
}

/** What the pages and documents of one API are made of. */
export class DependencySection {
  readonly #pages = new Map<string, PageDependencies>();
  readonly #documents = new Map<string, PartDependencies>();
  readonly #shown = new Map<string, TextDependencies>();

  addPage(key: string, page: PageDependencies): void {
    this.#pages.set(key, page);
  }

  addParts(key: string, parts: PartDependencies): void {
    this.#documents.set(key, parts);
  }

  addTexts(key: string, texts: TextDependencies): void {
    this.#shown.set(key, texts);
  }

  toJson(): string {
    const names = new Names();
    const pages = [...this.#pages].map(([key, page]) => [key, page.around, names.in(page.dependencies)] as const);
    const documents = [...this.#documents].map(
      ([key, { around, parts }]) =>
        [key, around, parts.map((part) => [part, names.in(part.dependencies)] as const)] as const,
    );
    for (const { texts, frame } of this.#shown.values()) names.add([...frame, ...texts.map(({ part }) => part)]);
    const { parts, shared, toNode, numberOf } = names.numbered();
    const contents: Contents = {
      ...{ parts, shared },
      pages: Object.fromEntries(pages.map(([key, around, named]) => [key, { around, ...toNode(named) }])),
      documents: Object.fromEntries(
        documents.map(([key, around, inside]) => [
          key,
          { around, parts: inside.map(([{ name, at, length }, named]) => ({ name, at, length, ...toNode(named) })) },
        ]),
      ),
      shown: Object.fromEntries(
        [...this.#shown].map(([key, { around, texts, frame }]) => [
          key,
          {
            around,
            texts: texts.map(
              ({ part, byteOffset, byteLength, indent }): WrittenText => [
                numberOf(part),
                byteOffset,
                byteLength,
                indent,
              ],
            ),
            beside: [...parts.keys()].filter((index) => !frame.has(parts[index] ?? '')),
          },
        ]),
      ),
    };
    return JSON.stringify(contents);
  }
}

/** Names of what was noted. */
class Names {
  readonly #parts = new Set<string>();
  readonly #shared = new Map<string, Named>();
  readonly #known = new Map<Dependencies, string>();

  add(parts: Iterable<string>): void {
    for (const part of parts) this.#parts.add(part);
  }

  in({ parts, shared }: Dependencies): Named {
    this.add(parts);
    return { parts: [...parts], shared: [...new Set([...shared].map((inner) => this.#nameOf(inner)))] };
  }

  /** Everything that has a name by its number, in an order that is that of the names alone. */
  numbered(): Pick<Contents, 'parts' | 'shared'> & { toNode(named: Named): Node; numberOf(part: string): number } {
    const parts = [...this.#parts].sort();
    const shared = [...this.#shared].sort(([a], [b]) => (a < b ? -1 : 1));
    const partNumbers = new Map(parts.map((part, index) => [part, index]));
    const sharedNumbers = new Map(shared.map(([name], index) => [name, index]));
    const numbersOf = (names: readonly string[], numbers: ReadonlyMap<string, number>): readonly number[] =>
      names.map((name) => numbers.get(name) ?? -1).sort((a, b) => a - b);
    const toNode = (named: Named): Node => ({
      parts: numbersOf(named.parts, partNumbers),
      shared: numbersOf(named.shared, sharedNumbers),
    });
    const numberOf = (part: string): number => partNumbers.get(part) ?? -1;
    return { parts, shared: shared.map(([, named]) => toNode(named)), toNode, numberOf };
  }

  /** Of its content: what is made again has the same. */
  #nameOf(dependencies: Dependencies): string {
    const known = this.#known.get(dependencies);
    if (known !== undefined) return known;
    const { parts, shared } = this.in(dependencies);
    const named = { parts: [...parts].sort(), shared: [...shared].sort() };
    const name = shortHash(JSON.stringify(named));
    this.#known.set(dependencies, name);
    this.#shared.set(name, named);
    return name;
  }
}

/** @param json of {@link DependencySection} */
export function readSection(json: string): SectionReading {
  const { parts, shared, pages, documents, shown } = JSON.parse(json) as Contents;
  const known = new Map<number, Dependencies>();
  const toDependencies = (node: Node): Dependencies => ({
    parts: new Set(node.parts.flatMap((index) => parts[index] ?? [])),
    shared: new Set(node.shared.flatMap(sharedAt)),
  });
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
      const beside = new Set(document.beside);
      return {
        around: document.around,
        texts: document.texts.map(([part, byteOffset, byteLength, indent]) => ({
          part: parts[part] ?? '',
          byteOffset,
          byteLength,
          indent,
        })),
        frame: new Set(parts.filter((_, index) => !beside.has(index))),
      };
    },
  };
}
