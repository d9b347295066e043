/*
 * Names of the compiled files of threads, beside the server's entry: threads start from a file.
 */

/** Compiled from `auth/hashing/password-worker.ts`. */
export const PASSWORD_WORKER_FILE = 'password-worker.mjs';
/** Compiled from `server/derivation/derivation-worker.ts`. */
export const DERIVATION_WORKER_FILE = 'derivation-worker.mjs';
