/**
 * File that `server/page-renderer.ts` is built to, beside the server's entry. It renders pages, for builds and threads.
 */
export const RENDERER_FILE = 'renderer.mjs';
