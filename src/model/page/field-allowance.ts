/** What a page costs its reader. */
export interface PageSize {
  /** Compressed. */
  readonly bytes: number;
  readonly elements: number;
}

/**
 * Fields that a page may leave to another place: of a schema deep in what is sent, deep in what comes back, or drawn
 * already.
 */
export type ExtraKind = 'sent' | 'received' | 'copy';

/** Fields that a page has though it could do without them. */
export interface Extra {
  readonly kind: ExtraKind;
  /** What the page was before, by estimate. */
  readonly before: PageSize;
}

/** How many fields of a page are drawn. Given by what measures the page, which learns what was drawn. */
export interface FieldAllowance {
  /** How many extras: those that are sent come first, copies last. */
  readonly extras: number;
  /** Called once the page is drawn, with its extras in order, and what it is at its end, by estimate. */
  readonly note: (extras: readonly Extra[], end: PageSize) => void;
}
