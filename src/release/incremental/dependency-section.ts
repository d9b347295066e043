import type { Dependencies } from '../../model/dependencies.ts';
import { shortHash } from '../../store/short-hash.ts';
import type {
  Contents,
  Node,
  PageDependencies,
  PartDependencies,
  SectionNotes,
  SectionReading,
  TextDependencies,
  WrittenText,
} from './section-contents.ts';

interface Named {
  readonly parts: readonly string[];
  readonly shared: readonly string[];
}

/** Dependencies of the pages and documents of one API. */
export class DependencySection {
  readonly #pages = new Map<string, PageDependencies>();
  readonly #documents = new Map<string, PartDependencies>();
  readonly #shown = new Map<string, TextDependencies>();
  readonly #before: SectionReading | undefined;

  /** @param before what the build before has written of the API: most of it is that again */
  constructor(before?: SectionReading) {
    this.#before = before;
  }

  addPage(key: string, page: PageDependencies): void {
    this.#pages.set(key, page);
  }

  addParts(key: string, parts: PartDependencies): void {
    this.#documents.set(key, parts);
  }

  addTexts(key: string, texts: TextDependencies): void {
    this.#shown.set(key, texts);
  }

  /** The same for the same notes, with what was written before or without. */
  toJson(): string {
    const notes: SectionNotes = { pages: this.#pages, documents: this.#documents, shown: this.#shown };
    return JSON.stringify(this.#before?.renumbered(notes) ?? this.#numbered());
  }

  #numbered(): Contents {
    const names = new Names();
    const pages = [...this.#pages].map(([key, page]) => [key, page.around, names.in(page.dependencies)] as const);
    const documents = [...this.#documents].map(
      ([key, { around, parts }]) =>
        [key, around, parts.map((part) => [part, names.in(part.dependencies)] as const)] as const,
    );
    for (const { texts, frame } of this.#shown.values()) names.add([...frame, ...texts.map(({ part }) => part)]);
    const { parts, shared, toNode, numberOf } = names.numbered();
    return {
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

  /** Name from a hash of the content: equal dependencies have the same name. */
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
