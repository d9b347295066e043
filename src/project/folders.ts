/** Folder of descriptors and guides, relative to the project. */
export const DESCRIPTOR_FOLDER = 'api-descriptors';

/** Folder of the logo, icon and stylesheet, relative to the project. */
export const THEME_FOLDER = 'config/theme';
/** Folder of the project's texts, with one file per language, relative to the project. */
export const LOCALES_FOLDER = 'config/locales';

/** Folders with all source files of a site, relative to the project. */
export const SITE_FOLDERS = [DESCRIPTOR_FOLDER, 'config/autoload', THEME_FOLDER, LOCALES_FOLDER] as const;

/** Folder of static files below `dist`, for any file server. */
export const STATIC_FOLDER = 'static';
/** Folders below `dist`: releases for a server, and releases from which only static files are exported. */
export const RELEASE_FOLDER = 'documentation';
export const PLAIN_RELEASE_FOLDER = 'static-release';

/**
 * File beside the server's entry, compiled from `server/page-renderer.ts`: builds and threads render pages with it.
 */
export const RENDERER_FILE = 'renderer.mjs';

/** Entry file of threads that verify passwords, compiled from `auth/hashing/password-worker.ts`. */
export const PASSWORD_WORKER_FILE = 'password-worker.mjs';
/** Entry file of derivation threads, compiled from `server/derivation/derivation-worker.ts`. */
export const DERIVATION_WORKER_FILE = 'derivation-worker.mjs';
