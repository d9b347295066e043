/*
 * What files of threads are built to, beside the server's entry: threads start from a file.
 */

/** Of `auth/hashing/password-worker.ts`. */
export const PASSWORD_WORKER_FILE = 'password-worker.mjs';
/** Of `server/derivation/derivation-worker.ts`. */
export const DERIVATION_WORKER_FILE = 'derivation-worker.mjs';
