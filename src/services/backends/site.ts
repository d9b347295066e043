import type { BackendDefinition } from '../contract.ts';

/**
 * Backend that leaves a call to this site's on-demand routes after all checks, with the identity and the unread body.
 */
export const site: BackendDefinition = {
  name: 'site',
  about: 'routes of this Astro site',
  options: {},
  needs: [],
  answersFrom: 'pages',
  holdsBodies: false,
  create: () => ({ answer: () => ({ kind: 'pass-on' }), close: () => undefined }),
};
