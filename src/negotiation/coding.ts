import { parseAcceptEncoding } from '../http/accept.ts';

/** Order of preference on equal weights: the smallest first. */
const PREFERENCE: readonly string[] = ['br', 'zstd', 'gzip'];

/**
 * Chooses the content coding to send by RFC 9110 §12.5.3. A coding that the client names is preferred to `identity`
 * unless
 * `identity` is named with a higher weight. When nothing acceptable is there the answer is `identity`, never a failure.
 * @param acceptEncoding undefined or empty: `identity`
 * @param available codings there are; `identity` is understood
 */
export function negotiateCoding<C extends string>(
  acceptEncoding: string | undefined,
  available: readonly C[],
): C | 'identity' {
  if (acceptEncoding === undefined || acceptEncoding === '') return 'identity';
  const weights = new Map<string, number>();
  for (const { coding, weight } of parseAcceptEncoding(acceptEncoding)) {
    const earlier = weights.get(coding);
    // Named twice: a refusal decides, else the higher weight, as for media types.
    if (earlier === undefined || weight === 0 || (earlier !== 0 && weight > earlier)) weights.set(coding, weight);
  }
  const ofOthers = weights.get('*') ?? 0;
  let best: C | 'identity' = 'identity';
  // The weight is below every given one: identity that is not named is acceptable, but not preferred.
  let bestWeight = weights.get('identity') ?? weights.get('*') ?? 0;
  for (const coding of available.toSorted((a, b) => PREFERENCE.indexOf(b) - PREFERENCE.indexOf(a))) {
    const weight = weights.get(coding) ?? ofOthers;
    if (coding === 'identity' || !PREFERENCE.includes(coding) || weight === 0 || weight < bestWeight) continue;
    best = coding;
    bestWeight = weight;
  }
  return best;
}
