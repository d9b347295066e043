/** Descriptors and guides of the project, relative to it. */
export const DESCRIPTOR_FOLDER = 'api-descriptors';

/** Logo, icon and stylesheet of the project, relative to it. */
export const THEME_FOLDER = 'config/theme';
/** Texts of the project, one file per language. */
export const LOCALES_FOLDER = 'config/locales';

/** The folders that hold everything a site is made from, relative to the project. */
export const SITE_FOLDERS = [DESCRIPTOR_FOLDER, 'config/autoload', THEME_FOLDER, LOCALES_FOLDER] as const;

/** Below `dist`: files for any file server. */
export const STATIC_FOLDER = 'static';
/** Below `dist`: releases for a server, and releases that only become static files, which no server opens. */
export const RELEASE_FOLDER = 'documentation';
export const PLAIN_RELEASE_FOLDER = 'static-release';

/**
 * Compiled from `server/page-renderer.ts`, beside the server's entry. Builds and threads render pages with it.
 */
export const RENDERER_FILE = 'renderer.mjs';

/** Compiled from `auth/hashing/password-worker.ts`, which threads start from. */
export const PASSWORD_WORKER_FILE = 'password-worker.mjs';
/** Compiled from `server/derivation/derivation-worker.ts`, which threads start from. */
export const DERIVATION_WORKER_FILE = 'derivation-worker.mjs';
