import { basic } from './basic.ts';
import type { AuthScheme } from './contract.ts';
import { digest } from './digest/digest.ts';

/** The strongest first: the order of challenges. */
export const authSchemes: readonly AuthScheme[] = [digest, basic];

/** The simplest first: the order of the configuration and of forms. */
export const offeredSchemes: readonly AuthScheme[] = authSchemes.toReversed();

/** The schemes that an adapter accepts, the strongest first. */
export function schemesNamed(
  accepted: readonly string[],
  schemes: readonly AuthScheme[] = authSchemes,
): readonly AuthScheme[] {
  return schemes.filter(({ name }) => accepted.includes(name));
}
