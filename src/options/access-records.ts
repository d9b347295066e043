/** Configuration types for APIs and access to them, shared by `config/` and the code that uses the configuration. */

/** Default limit on request bodies of a published API, in bytes; we chose the number. */
export const DEFAULT_MAX_BODY_BYTES = 1_048_576;

/** One version of an API, or all versions if `version` is null. */
export interface ApiTarget {
  readonly api: string;
  readonly version: number | null;
}

/** True if an entry applies to a version of an API: it is for this version or for all versions. */
export function isAbout(target: ApiTarget, api: string, version: number): boolean {
  return target.api === api && (target.version === null || target.version === version);
}

/** Finds the entry for a version of an API. Entries for the version take precedence over entries for all. */
export function entryFor<T extends ApiTarget>(entries: readonly T[], api: string, version: number): T | undefined {
  const about = entries.filter((entry) => isAbout(entry, api, version));
  return about.find((entry) => entry.version !== null) ?? about[0];
}

/** Reserved adapter name that means that no log-in is needed. */
export const PUBLIC = 'public';

/** Returns true if the adapter map, the access rules or the services have an entry for a version of an API. */
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
  /** Names of adapters; null: public; empty: closed, because the configuration maps only other versions of the API. */
  readonly adapters: readonly string[] | null;
}

/** Access rule for the operations of a service, such as `Library-v1/Book`. */
export interface RuleRecord extends ApiTarget {
  readonly service: string;
  readonly collection: MethodRules | null;
  readonly entity: MethodRules | null;
  /** Rules for the operations of an RPC service. */
  readonly actions: MethodRules | null;
}

export interface MethodRules {
  /** Access to methods that are not in `methods`; null for the same access as without a rule. */
  readonly default: Allow | null;
  /** Access by method, in upper case. */
  readonly methods: Readonly<Record<string, Allow>>;
}

export type Allow =
  /** Every client. */
  | { readonly kind: 'guests' }
  /** Every logged-in user. */
  | { readonly kind: 'any' }
  /** Only these users; `@editors` is a group. */
  | { readonly kind: 'names'; readonly names: readonly string[] };
