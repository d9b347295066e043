import { PROBLEM_MEDIA_TYPE } from '../http/problem.ts';
import type { Offer } from './negotiate.ts';

/** What a problem is sent as. The document comes first: it is what `*\/*`, no Accept header, and anything else get. */
export const PROBLEM_OFFERS: readonly Offer[] = [
  { name: 'problem', mediaTypes: [PROBLEM_MEDIA_TYPE, 'application/json'], sendableAliases: [] },
  { name: 'page', mediaTypes: ['text/html', 'application/xhtml+xml'], sendableAliases: [] },
];
