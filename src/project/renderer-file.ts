/**
 * File that `server/page-renderer.ts` is built to, beside the server's entry. It renders pages, for builds and threads.
 */
export const RENDERER_FILE = 'renderer.mjs';

/** Compiled from `auth/hashing/password-worker.ts`, which threads start from. */
export const PASSWORD_WORKER_FILE = 'password-worker.mjs';
/** Compiled from `server/derivation/derivation-worker.ts`, which threads start from. */
export const DERIVATION_WORKER_FILE = 'derivation-worker.mjs';
