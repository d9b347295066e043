import type { Dependencies, DocumentParts } from '../../model/dependencies.ts';

/** Place of a part in its document, and its dependencies. */
export interface PlacedPart {
  readonly name: string;
  /** Offset. Like `length` it counts UTF-16 units of the text of a document. */
  readonly at: number;
  readonly length: number;
  readonly dependencies: Dependencies;
}

interface DocumentBefore {
  readonly text: string;
  readonly parts: readonly PlacedPart[];
  /** Reports whether all dependencies of a part are unchanged. */
  readonly holds: (dependencies: Dependencies) => boolean;
}

/** Parts of a document that is being made, some of them those of the release before. */
export class PartsOfDocument implements DocumentParts {
  readonly #before: DocumentBefore | undefined;
  readonly #placedBefore: ReadonlyMap<string, PlacedPart>;
  readonly #made: { readonly name: string; readonly text: string; readonly dependencies: Dependencies }[] = [];

  /** @param before undefined: nothing of it can be kept */
  constructor(before: DocumentBefore | undefined) {
    this.#before = before;
    this.#placedBefore = new Map(before?.parts.map((part) => [part.name, part]));
  }

  kept(name: string): string | undefined {
    const part = this.#placedBefore.get(name);
    if (this.#before === undefined || part === undefined || !this.#before.holds(part.dependencies)) return undefined;
    const text = this.#before.text.slice(part.at, part.at + part.length);
    this.made(name, text, part.dependencies);
    return text;
  }

  made(name: string, text: string, dependencies: Dependencies): void {
    this.#made.push({ name, text, dependencies });
  }

  /** Parts that the text contains unchanged, in their order; the next build makes the others anew. */
  placedIn(document: string): readonly PlacedPart[] {
    let from = 0;
    return this.#made.flatMap(({ name, text, dependencies }) => {
      const at = document.indexOf(text, from);
      if (at < 0) return [];
      from = at + text.length;
      return [{ name, at, length: text.length, dependencies }];
    });
  }
}
