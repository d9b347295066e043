import type { Extensible } from './openapi-objects.ts';

/** Whether a key is a specification extension: `x-…`. */
export function isExtension(key: string): key is `x-${string}` {
  return key.startsWith('x-');
}

/** Returns the `x-` members of an object. */
export function extensionsOf(source: object): Extensible {
  const found: Record<`x-${string}`, unknown> = {};
  for (const [key, value] of Object.entries(source)) if (isExtension(key)) found[key] = value;
  return found;
}

/**
 * Returns the top-level `x-` members of a descriptor except `x-webhooks`, where OpenAPI 3.0 keeps webhooks. The model
 * has these as services, and in the document of one service they could exceed everything else in size.
 */
export function withoutWebhooks({ 'x-webhooks': _, ...others }: Extensible): Extensible {
  return others;
}

/** Audience names that mean all readers; the second comes from Zalando's guidelines. */
export const EVERYONE: readonly string[] = ['public', 'external-public'];

export function isEveryone(audience: unknown): boolean {
  return EVERYONE.some((name) => name === audience);
}

/** Audience of parts marked `x-internal: true`. */
export const INTERNAL = 'internal';
