import { hash } from 'node:crypto';

/** 22 characters that are the same for the same JSON; undefined counts as null. */
export function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value) ?? 'null', 'base64url').slice(0, 22);
}
