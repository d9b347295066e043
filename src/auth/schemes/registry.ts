import { basic } from './basic.ts';
import type { AuthScheme } from './contract.ts';

/** The strongest first: the order of challenges. */
export const authSchemes = [basic] as const satisfies readonly AuthScheme[];
