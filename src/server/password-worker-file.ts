/** What `auth/hashing/password-worker.ts` is built to, beside the server's entry: threads start from a file. */
export const PASSWORD_WORKER_FILE = 'password-worker.mjs';
