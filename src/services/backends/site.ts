import type { Backend } from './contract.ts';

/** This site's own on-demand routes answer; the checks are done, the body is unread, the identity travels along. */
export function createSite(): Backend {
  return { answer: () => ({ kind: 'pass-on' }), close: () => undefined };
}
