/** How far behind the highest count a count may come and still be fresh, that one included. */
export const WINDOW_COUNTS = 64;
const WORD_BITS = 32;

/**
 * Used counts of one nonce: the highest, and one bit for each of the 64 counts up to it (32-bit integers, lowest bit
 * newest).
 */
export interface NonceWindow {
  highest: number;
  recent: number;
  earlier: number;
}

/**
 * Uses up a count: browsers send in parallel, so counts come out of order; none is fresh twice, and none that is 64
 * behind.
 * @returns whether it was fresh
 */
export function spendCount(window: NonceWindow, count: number): boolean {
  const ahead = count - window.highest;
  if (ahead > 0) {
    shift(window, ahead);
    window.highest = count;
    window.recent |= 1;
    return true;
  }
  const behind = -ahead;
  if (behind >= WINDOW_COUNTS) return false;
  const bit = 1 << (behind % WORD_BITS);
  const isUsed = ((behind < WORD_BITS ? window.recent : window.earlier) & bit) !== 0;
  if (behind < WORD_BITS) window.recent |= bit;
  else window.earlier |= bit;
  return !isUsed;
}

function shift(window: NonceWindow, places: number): void {
  if (places >= WORD_BITS) {
    window.earlier = places < WINDOW_COUNTS ? window.recent << (places - WORD_BITS) : 0;
    window.recent = 0;
  } else {
    window.earlier = (window.earlier << places) | (window.recent >>> (WORD_BITS - places));
    window.recent <<= places;
  }
}
