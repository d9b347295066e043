import type { Site } from './document.ts';

/** Everything of an API by its name, for files that no server searches. */
export interface NamesPage {
  readonly kind: 'names';
  readonly site: Site;
  readonly names: NamesView;
}

/** A page of names: all there are, or the contents of several pages, or one of these. */
export interface NamesView {
  /** `Library v2`, and its page. */
  readonly api: { readonly title: string; readonly href: string };
  /** Rows in natural order; none on the contents. */
  readonly rows: readonly NameRow[];
  /** Links to the beginning of each letter; null where all names are on this page. */
  readonly letters: readonly { readonly letter: string; readonly href: string }[] | null;
  /** On the contents. */
  readonly parts: readonly NamesPart[];
  /** Place among several pages; null for the contents and for an only page. */
  readonly place: NamesPlace | null;
}

export interface NamesPart {
  /** `Account to Droplet`. */
  readonly text: string;
  readonly href: string;
  readonly count: number;
}

interface NamesPlace {
  readonly text: string;
  readonly contents: string;
  readonly previous: NamesPart | null;
  readonly next: NamesPart | null;
}

export interface NameRow {
  readonly title: string;
  readonly href: string;
  /** `Service`. */
  readonly kind: string;
  /** Call of an operation; null for other rows. */
  readonly call: { readonly method: string; readonly path: string } | null;
}
