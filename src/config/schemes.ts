interface SchemeOptions {
  /** One of these has to be there; the first is asked for. */
  readonly files: readonly string[];
  readonly settings: readonly string[];
}

/** What `accept_schemes` may name, and which options of an adapter each of them reads. */
export const schemeOptions = {
  basic: { files: ['htpasswd'], settings: [] },
  digest: { files: ['htdigest', 'htdigest_sha256'], settings: ['digest_domains', 'nonce_timeout'] },
} as const satisfies Readonly<Record<string, SchemeOptions>>;

export type AcceptedScheme = keyof typeof schemeOptions;

/** In the order in which they are offered. */
export const acceptedSchemes: readonly AcceptedScheme[] = ['basic', 'digest'];

/** Options that an adapter of other schemes has no use for. */
export function optionsOfScheme(scheme: AcceptedScheme): readonly string[] {
  const { files, settings } = schemeOptions[scheme];
  return [...settings, ...files];
}
