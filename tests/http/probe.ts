/** One request and what must come back, on the site that the sample descriptors make. */
export interface Probe {
  /** The rule, readable without the request. Unique. */
  readonly name: string;
  /** Origin of the rule. */
  readonly source: string;
  readonly request: {
    readonly method: string;
    /** Sent as it stands, not normalised. */
    readonly path: string;
    /** A value may hold {@link ENTITY_TAG}. */
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly expected: Expectation;
  /** The development server has neither validators nor content codings. */
  readonly productionOnly?: true;
}

export interface Expectation {
  readonly status: number;
  /** Lower-cased names. A text is compared whole, null means that the header is absent. */
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  /** Body without its content coding, `''` for no body at all. */
  readonly body?: string | RegExp;
}

/** Stands for the entity tag that the same request gets without conditions. */
export const ENTITY_TAG = '<entity tag>';
