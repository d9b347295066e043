const MOST_SUGGESTIONS = 5;
/** Number of leading characters to compare; names worth correcting are shorter. */
const COMPARED_CHARACTERS = 64;
/** Maximum number of edit distances computed in one call, so that a request with a wrong name is cheap on any site. */
const MOST_DISTANCES = 2000;
const MOST_EDITS = 3;
/** Minimum length of a name that counts as beginning or end of another; shorter names match too many others. */
const SHORTEST_PREFIX = 3;
/** Score of a common beginning: worse than two edits, better than three. */
const PREFIX_SCORE = 2.5;
const LAST_WORD_SCORE = 2.75;

/**
 * Finds names similar to one that does not exist: equal except for case, different by up to three edits (a quarter of
 * the length), or such that one name begins with the other or ends with the other as a separate word.
 * @returns at most five of `names`, closest first; equally close names in input order
 */
export function closeNames(wanted: string, names: Iterable<string>): readonly string[] {
  const folded = fold(wanted);
  if (folded === '') return [];
  const signature = signatureOf(folded);
  const mostEdits = mostEditsOf(folded);
  let distances = 0;
  const scored: { name: string; score: number }[] = [];
  for (const name of names) {
    const candidate = fold(name);
    let score = cheapScore(folded, candidate);
    if (score !== 0 && mayBeWithin(mostEdits, folded, candidate, signature) && distances < MOST_DISTANCES) {
      distances += 1;
      const edits = editDistance(folded, candidate, mostEdits);
      if (edits <= mostEdits) score = Math.min(score, edits);
    }
    if (score !== Number.POSITIVE_INFINITY) scored.push({ name, score });
  }
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, MOST_SUGGESTIONS)
    .map(({ name }) => name);
}

/** Whether a name may be a misspelling of another: it is within the edit limit of {@link closeNames}. */
export function isMistyped(wanted: string, name: string): boolean {
  const [folded, candidate] = [fold(wanted), fold(name)];
  const most = mostEditsOf(folded);
  return mayBeWithin(most, folded, candidate, signatureOf(folded)) && editDistance(folded, candidate, most) <= most;
}

function mostEditsOf(folded: string): number {
  return Math.min(MOST_EDITS, Math.max(1, Math.floor(folded.length / 4)));
}

function fold(name: string): string {
  return name.slice(0, COMPARED_CHARACTERS).toLowerCase();
}

function cheapScore(wanted: string, candidate: string): number {
  if (candidate === wanted) return 0;
  const [shorter, longer] = wanted.length < candidate.length ? [wanted, candidate] : [candidate, wanted];
  if (shorter.length < SHORTEST_PREFIX) return Number.POSITIVE_INFINITY;
  if (longer.startsWith(shorter)) return PREFIX_SCORE;
  // Names made from paths, such as `v2-droplets`, end in the word that people search for.
  const isLastWord = longer.endsWith(shorter) && !/[\p{L}\p{N}]/u.test(longer.at(-shorter.length - 1) ?? '');
  return isLastWord ? LAST_WORD_SCORE : Number.POSITIVE_INFINITY;
}

/** Bit mask of the characters in a name (codes modulo 32). One edit changes at most two bits: a cheap first filter. */
function signatureOf(name: string): number {
  let bits = 0;
  for (let at = 0; at < name.length; at += 1) bits |= 1 << (name.charCodeAt(at) & 31);
  return bits;
}

function mayBeWithin(edits: number, wanted: string, candidate: string, signature: number): boolean {
  if (Math.abs(wanted.length - candidate.length) > edits) return false;
  let unlike = signature ^ signatureOf(candidate);
  let count = 0;
  for (; unlike !== 0; unlike &= unlike - 1) count += 1;
  return count <= 2 * edits;
}

/**
 * Counts insertions, deletions, replacements and swaps of adjacent characters (optimal string alignment). Only a band
 * around the diagonal is computed; cells outside of it mean more than `most` edits.
 * @returns a number above `most` if there are more than `most` edits
 */
function editDistance(a: string, b: string, most: number): number {
  const tooFar = most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current: number[] = row <= most ? [row] : [];
    let fewest = tooFar;
    for (let column = Math.max(1, row - most); column <= Math.min(b.length, row + most); column += 1) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1);
      let edits = Math.min(
        (last[column] ?? tooFar) + 1,
        (current[column - 1] ?? tooFar) + 1,
        (last[column - 1] ?? tooFar) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (swapped) edits = Math.min(edits, (beforeLast[column - 2] ?? tooFar) + 1);
      current[column] = edits;
      fewest = Math.min(fewest, edits);
    }
    if (fewest === tooFar) return tooFar;
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? tooFar;
}
