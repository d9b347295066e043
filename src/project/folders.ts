/** Relative to the project. */
export const DESCRIPTOR_FOLDER = 'api-descriptors';

/** Logo, icon and stylesheet of the project, relative to it. */
export const THEME_FOLDER = 'config/theme';
/** Words of the project, a file a language. */
export const LOCALES_FOLDER = 'config/locales';

/** The folders that hold everything a site is made from, relative to the project. */
export const SITE_FOLDERS = [DESCRIPTOR_FOLDER, 'config/autoload', THEME_FOLDER, LOCALES_FOLDER] as const;

/** Below `dist`: what any file server can serve. */
export const STATIC_FOLDER = 'static';
/** Below `dist`: the releases of a server, and those that files for a plain host are made of, which it never opens. */
export const RELEASE_FOLDER = 'documentation';
export const PLAIN_RELEASE_FOLDER = 'static-release';

/**
 * File that `server/page-renderer.ts` is built to, beside the server's entry. It renders pages, for builds and threads.
 */
export const RENDERER_FILE = 'renderer.mjs';

/** Compiled from `auth/hashing/password-worker.ts`, which threads start from. */
export const PASSWORD_WORKER_FILE = 'password-worker.mjs';
/** Compiled from `server/derivation/derivation-worker.ts`, which threads start from. */
export const DERIVATION_WORKER_FILE = 'derivation-worker.mjs';
