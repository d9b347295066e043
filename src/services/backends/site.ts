import type { BackendDefinition } from '../contract.ts';

/** Backend that passes a checked call, with its identity and unread body, to this site's on-demand routes. */
export const site: BackendDefinition = {
  name: 'site',
  about: 'routes of this Astro site',
  options: {},
  needs: [],
  answersFrom: 'pages',
  holdsBodies: false,
  create: () => ({ answer: () => ({ kind: 'pass-on' }), close: () => undefined }),
};
