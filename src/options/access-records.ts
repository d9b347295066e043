/** Configuration of APIs and of access to them, for `config/` and the code that asks it. */

/** Limit for a published API whose configuration sets none; we chose the figure. */
export const DEFAULT_MAX_BODY_BYTES = 1_048_576;

/** An API, or one version of it unless `version` is null. */
export interface ApiTarget {
  readonly api: string;
  readonly version: number | null;
}

/** Whether an entry applies to a version of an API: it names that version, or the whole API. */
export function isAbout(target: ApiTarget, api: string, version: number): boolean {
  return target.api === api && (target.version === null || target.version === version);
}

/** The entry that applies to a version of an API: one for the version comes before one for the whole API. */
export function entryFor<T extends ApiTarget>(entries: readonly T[], api: string, version: number): T | undefined {
  const about = entries.filter((entry) => isAbout(entry, api, version));
  return about.find((entry) => entry.version !== null) ?? about[0];
}

/** Written in place of an adapter's name where no log-in is needed; no adapter may have this name. */
export const PUBLIC = 'public';

/** Whether the configuration names a version of an API in its adapter map, access rules or services. */
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
  /** Names of adapters; null: public; empty: closed, since only other versions have adapters. */
  readonly adapters: readonly string[] | null;
}

/** Rule for who may call the operations of a service, `Library-v1/Book`. */
export interface RuleRecord extends ApiTarget {
  readonly service: string;
  readonly collection: MethodRules | null;
  readonly entity: MethodRules | null;
  /** Rules of the actions of an RPC service. */
  readonly actions: MethodRules | null;
}

export interface MethodRules {
  /** Access to methods that `methods` lacks; null: as without a rule. */
  readonly default: Allow | null;
  /** Keys are methods in upper case. */
  readonly methods: Readonly<Record<string, Allow>>;
}

export type Allow =
  /** Every client. */
  | { readonly kind: 'guests' }
  /** Every user who has logged in. */
  | { readonly kind: 'any' }
  /** These users alone; `@editors` is a group. */
  | { readonly kind: 'names'; readonly names: readonly string[] };
