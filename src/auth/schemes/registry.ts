import type { AuthScheme } from './contract.ts';

/** The strongest first: the order of challenges. */
export const authSchemes = [] as const satisfies readonly AuthScheme[];
