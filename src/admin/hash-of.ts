import { createHash } from 'node:crypto';

/** 22 characters that are the same for the same JSON; undefined counts as null. */
export function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? 'null')
    .digest('base64url')
    .slice(0, 22);
}
