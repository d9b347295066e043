import type { BackendDefinition } from '../contract.ts';

/** This site's own on-demand routes answer; the checks are done, the body is unread, the identity travels along. */
export const site: BackendDefinition = {
  name: 'site',
  about: 'routes of this Astro site',
  options: {},
  needs: [],
  answersFrom: 'pages',
  holdsBodies: false,
  create: () => ({ answer: () => ({ kind: 'pass-on' }), close: () => undefined }),
};
