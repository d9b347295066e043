/** What a page costs its reader. */
export interface PageSize {
  /** Compressed. */
  readonly bytes: number;
  readonly elements: number;
}

/** How many fields of a page are drawn. Given by what measures the page, which gets the estimated sizes in return. */
export interface FieldAllowance {
  /** How often something may be drawn that is drawn already. */
  readonly copies: number;
  /**
   * How deep bodies are drawn. 2: in full; from 2 to 1 responses are less and less deep, at 1 no deeper than every body
   * is at least; from 1 to 0 requests as well.
   */
  readonly depth: number;
  /** Called once the page is drawn, with its size before each copy, and at its end. */
  readonly note: (sizes: readonly PageSize[]) => void;
}
