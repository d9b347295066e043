import { timingSafeEqual } from 'node:crypto';

/** Compares in constant time if the lengths are equal; lengths are no secret. */
export function isSame(expected: string | Uint8Array, actual: string | Uint8Array): boolean {
  const left = Buffer.from(expected);
  const right = Buffer.from(actual);
  return left.length === right.length && timingSafeEqual(left, right);
}
