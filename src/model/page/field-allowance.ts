/** What a page costs its reader. */
export interface PageSize {
  /** Compressed. */
  readonly bytes: number;
  readonly elements: number;
}

/** How many fields of a page are drawn. Who measures the page says so, and learns what that was by estimate. */
export interface FieldAllowance {
  /** How often something may be drawn that is drawn already. */
  readonly copies: number;
  /** How deep bodies are drawn: 2 in full, 1 what comes back no deeper than every body is, 0 what is sent neither. */
  readonly depth: number;
  /** Called once the page is drawn, with its size before each copy, and at its end. */
  readonly note: (sizes: readonly PageSize[]) => void;
}
