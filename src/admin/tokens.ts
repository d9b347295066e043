import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

const LIFETIME_MILLISECONDS = 12 * 60 * 60 * 1000;

/** Creates and checks proofs that this process recently made a form for a user and a version of the content. */
export interface Tokens {
  /** @param facts user, address and version of the form */
  make(facts: readonly string[]): string;
  isValid(token: string, facts: readonly string[]): boolean;
}

export function createTokens(clock: () => number, key: Uint8Array = randomBytes(32)): Tokens {
  const sign = (facts: readonly string[], expires: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([expires, ...facts]))
      .digest();
  return {
    make(facts) {
      const expires = String(clock() + LIFETIME_MILLISECONDS);
      return `${expires}.${sign(facts, expires).toString('base64url')}`;
    },
    isValid(token, facts) {
      const [, expires, signature] = /^(\d{1,16})\.([\w-]{43})$/.exec(token) ?? [];
      if (expires === undefined || signature === undefined) return false;
      return timingSafeEqual(Buffer.from(signature, 'base64url'), sign(facts, expires)) && Number(expires) > clock();
    },
  };
}

/** Hash of a value's JSON, 22 characters; undefined counts as null. */
export function hashOf(value: unknown): string {
  return hash('sha256', JSON.stringify(value) ?? 'null', 'base64url').slice(0, 22);
}
