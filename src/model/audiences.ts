/** Audiences that everyone belongs to; the second is that of Zalando's guidelines. */
export const EVERYONE: readonly string[] = ['public', 'external-public'];

export function isEveryone(audience: unknown): boolean {
  return EVERYONE.some((name) => name === audience);
}

/** Audience of parts marked `x-internal: true`. */
export const INTERNAL = 'internal';
