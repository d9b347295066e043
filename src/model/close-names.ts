/**
 * Names that a reader or an author may have meant, the closest first, at most three.
 * Close is: equal but for case, or a few letters changed, swapped, added or left out (a third of the length at most).
 */
export function closeNames(wanted: string, candidates: Iterable<string>): readonly string[] {
  const tolerance = Math.max(1, Math.floor(wanted.length / 3));
  return [...new Set(candidates)]
    .filter((candidate) => Math.abs(candidate.length - wanted.length) <= tolerance && candidate.length <= LONGEST_COMPARED)
    .map((candidate) => ({ candidate, distance: editDistance(wanted.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= tolerance)
    .sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** Distances cost the product of the lengths; nobody mistypes a name this long. */
const LONGEST_COMPARED = 200;

/** Damerau–Levenshtein distance, optimal string alignment: changes, swaps of neighbours, additions and omissions. */
function editDistance(first: string, second: string): number {
  if (first.length > LONGEST_COMPARED) return Number.POSITIVE_INFINITY;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: second.length + 1 }, (_, index) => index);
  for (let row = 1; row <= first.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= second.length; column += 1) {
      const same = first[row - 1] === second[column - 1];
      let cost = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && first[row - 1] === second[column - 2] && first[row - 2] === second[column - 1];
      if (swapped) cost = Math.min(cost, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[second.length] ?? 0;
}
