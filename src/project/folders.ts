/** Relative to the project. */
export const DESCRIPTOR_FOLDER = 'api-descriptors';

/** The folders that hold everything a site is made from, relative to the project. */
export const SITE_FOLDERS = [DESCRIPTOR_FOLDER, 'config/autoload'] as const;
