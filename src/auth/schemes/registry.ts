import { basic } from './basic.ts';
import type { AuthScheme } from './contract.ts';
import { digest } from './digest/digest.ts';

/** The strongest first: the order of challenges. */
export const authSchemes = [digest, basic] as const satisfies readonly AuthScheme[];
