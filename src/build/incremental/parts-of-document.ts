import type { Dependencies, DocumentParts } from '../../model/dependencies.ts';

/** Where a part stands in its document or shard, and what it was made of. */
export interface PlacedPart {
  readonly name: string;
  /** As `length` in UTF-16 units of the text of a document, or in entries of a shard. */
  readonly at: number;
  readonly length: number;
  readonly dependencies: Dependencies;
}

interface DocumentBefore {
  readonly text: string;
  readonly parts: readonly PlacedPart[];
  /** Whether nothing has changed of what a part was made of. */
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

  /** Those that stand in the text as they were made, in their order; others are made anew in the next build. */
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
