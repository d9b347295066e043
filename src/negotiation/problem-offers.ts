import { PROBLEM_MEDIA_TYPE } from '../http/problem.ts';
import type { Offer } from './negotiate.ts';

/**
 * Media types of a problem. The document comes first: it answers `*\/*`, a missing Accept header, and any other type.
 */
export const PROBLEM_OFFERS: readonly Offer[] = [
  { name: 'problem', mediaTypes: [PROBLEM_MEDIA_TYPE, 'application/json'], sendableAliases: [] },
  { name: 'page', mediaTypes: ['text/html', 'application/xhtml+xml'], sendableAliases: [] },
];
