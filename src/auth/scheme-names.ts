/**
 * Every way to log in, the strongest first: the order of challenges. Who adds one is told by the compiler what has to
 * know of it.
 */
export const SCHEME_NAMES = ['Digest', 'Basic'] as const;

/** As challenges and credentials have it. */
export type SchemeName = (typeof SCHEME_NAMES)[number];

/** As the configuration has it. */
export type AcceptedScheme = Lowercase<SchemeName>;

/** The schemes that an adapter accepts, the strongest first. */
export function schemesNamed(accepted: readonly AcceptedScheme[]): readonly SchemeName[] {
  const wanted: ReadonlySet<string> = new Set(accepted);
  return SCHEME_NAMES.filter((name) => wanted.has(name.toLowerCase()));
}
