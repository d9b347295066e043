/** Configuration of APIs and of access to them, for `config/` and the code that asks it. */

/** Limit for a published API whose configuration sets none; we chose the figure. */
export const DEFAULT_MAX_BODY_BYTES = 1_048_576;

/** An API, or one version of it where `version` is no null. */
export interface ApiTarget {
  readonly api: string;
  readonly version: number | null;
}

/** Whether an entry is about a version of an API: its own, or one of the whole API. */
export function isAbout(target: ApiTarget, api: string, version: number): boolean {
  return target.api === api && (target.version === null || target.version === version);
}

/** The entry that counts for a version of an API: its own comes before one of the whole API. */
export function entryFor<T extends ApiTarget>(entries: readonly T[], api: string, version: number): T | undefined {
  const about = entries.filter((entry) => isAbout(entry, api, version));
  return about.find((entry) => entry.version !== null) ?? about[0];
}

/** Stands for no log-in in files where they could name an adapter; no adapter has this name. */
export const PUBLIC = 'public';

/** Whether an API is named by what configuration says of log-ins, rules and who answers. */
export type IsNamed = (api: string, version: number) => boolean;

export const nothingNamed: IsNamed = () => false;

export function namedIn({
  authentication,
  authorization,
  services,
}: {
  readonly authentication: { readonly map: readonly MapRecord[] };
  readonly authorization: { readonly rules: readonly ApiTarget[] };
  readonly services: readonly ApiTarget[];
}): IsNamed {
  const mapped = authentication.map.filter(({ adapters }) => adapters?.length !== 0);
  const entries = [...mapped, ...authorization.rules, ...services];
  return (api, version) => entries.some((entry) => isAbout(entry, api, version));
}

export interface MapRecord extends ApiTarget {
  /** Name of the adapter; null: public; empty: closed, since only other versions have adapters. */
  readonly adapters: readonly string[] | null;
}

/** `Library-v1/Book`: who may call its operations. */
export interface RuleRecord extends ApiTarget {
  readonly service: string;
  readonly collection: MethodRules | null;
  readonly entity: MethodRules | null;
  /** Rules of the actions of an RPC service. */
  readonly actions: MethodRules | null;
}

export interface MethodRules {
  /** Access to methods that are not named; null: as without a rule. */
  readonly default: Allow | null;
  /** Keys are methods in upper case. */
  readonly methods: Readonly<Record<string, Allow>>;
}

export type Allow =
  /** Every client. */
  | { readonly kind: 'guests' }
  /** Every user who has logged in. */
  | { readonly kind: 'any' }
  /** These alone; `@editors` is a group. */
  | { readonly kind: 'names'; readonly names: readonly string[] };
