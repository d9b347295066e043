import { basicScheme } from './basic/scheme.ts';
import type { AuthScheme, LoadedScheme } from './contract.ts';
import { digestScheme } from './digest/scheme.ts';

/** Schemes, the strongest first: the order of challenges. */
export const authSchemes: readonly AuthScheme[] = [digestScheme, basicScheme];

/** Schemes, the simplest first: the order of the configuration and of forms. */
export const offeredSchemes: readonly AuthScheme[] = authSchemes.toReversed();

/** Loads the schemes with their code, the strongest first. */
export function loadSchemes(): Promise<readonly LoadedScheme[]> {
  return Promise.all(authSchemes.map(async (scheme) => ({ ...scheme, ...(await scheme.load()) })));
}
