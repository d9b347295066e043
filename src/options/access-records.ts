/** Rules of access as the configuration gives them, for `config/` and for what asks them. */

/** An API, or one version of it where `version` is no null. */
export interface ApiTarget {
  readonly api: string;
  readonly version: number | null;
}

export interface MapRecord extends ApiTarget {
  /** Name of an adapter. */
  readonly adapter: string;
}

/** `Library-v1/Book`: who may call its operations. */
export interface RuleRecord extends ApiTarget {
  readonly service: string;
  readonly collection: MethodRules | null;
  readonly entity: MethodRules | null;
  /** Of an RPC service. */
  readonly actions: MethodRules | null;
}

export interface MethodRules {
  /** Of methods that are not named; null: as without a rule. */
  readonly default: Allow | null;
  /** By the method in capitals. */
  readonly methods: Readonly<Record<string, Allow>>;
}

export type Allow =
  /** Everybody. */
  | { readonly kind: 'guests' }
  /** Every user who has logged in. */
  | { readonly kind: 'any' }
  /** These alone; `@editors` is a group. */
  | { readonly kind: 'names'; readonly names: readonly string[] };
