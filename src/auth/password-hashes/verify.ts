import { hashOf } from './registry.ts';

/**
 * Whether a password is the one that was stored. What no hash recognises matches no password: there is no comparison
 * with the stored text.
 */
export function verifyPassword(password: string, stored: string): boolean {
  return hashOf(stored)?.verify(password, stored) ?? false;
}

/** Cost of verifying against a stored value in microseconds, roughly; 0 when it is unusable. */
export function costMicroseconds(stored: string): number {
  return hashOf(stored)?.costMicroseconds(stored) ?? 0;
}

/**
 * Decoys to verify after a wrong password, so that it takes as long as `decoy` would have: none where it does already.
 */
export function paddingFor(stored: string, decoy: string): readonly string[] {
  const lacking = costMicroseconds(decoy) - costMicroseconds(stored);
  if (lacking <= 0) return [];
  return hashOf(decoy)?.decoysOf?.(lacking, decoy) ?? [decoy];
}

/**
 * Chooses the stored value that passwords of a file's unknown users are verified against: no password has it, and it
 * costs as much as the costliest value of the file.
 * @param stored usable values, at least one
 */
export function decoyFor(stored: Iterable<string>): string {
  let costliest = '';
  let highest = 0;
  for (const value of stored) {
    const cost = costMicroseconds(value);
    if (cost <= highest) continue;
    highest = cost;
    costliest = value;
  }
  return hashOf(costliest)?.decoy(costliest) ?? '';
}
