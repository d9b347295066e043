import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Where code and templates are, a clone of the repository or an installed package; the project that a command works on
 * may be elsewhere.
 */
export const PRODUCT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/** Of code and templates, below {@link PRODUCT_FOLDER}: `src` in a clone, `lib` in the package that is made from it. */
export const CODE_FOLDER = basename(fileURLToPath(new URL('..', import.meta.url)));

/** False in a clone. */
export const IS_PACKAGE = CODE_FOLDER === 'lib';

/** The folder whose lock file says which packages the product runs with. */
export const INSTALLATION_FOLDER = PRODUCT_FOLDER.split(/[\\/]node_modules[\\/]/, 1)[0] ?? PRODUCT_FOLDER;

/**
 * Where compiled templates and modules are kept. A package may be read-only, so that its projects keep them; a clone
 * does so for all projects.
 * @returns an absolute path; the folder may be missing
 */
export function cacheFolder(projectFolder: string): string {
  return join(IS_PACKAGE ? projectFolder : PRODUCT_FOLDER, 'node_modules', '.cache', 'platform-documentation');
}

export function productVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(PRODUCT_FOLDER, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}
