import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../project/fingerprint.ts';
import { CODE_FOLDER, INSTALLATION_FOLDER, PRODUCT_FOLDER, productVersion } from '../project/product.ts';
import { shortHash } from '../store/stored-bytes.ts';
import { installedVersions } from './installed-packages.ts';

/** All files of the product that a template can import; if one of them changes, the renderer is compiled again. */
const TEMPLATE_PATHS = [CODE_FOLDER, 'astro.config.mjs', 'tsconfig.json'];
/** Lock files of package managers, which determine the bundled packages. */
const LOCK_FILES = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock'];
/** File of the package with the names of the packages whose versions determine the packed renderer. */
const PACKED_FROM = 'renderers/packages.json';

/** Fingerprint of the product and its packages. */
export function productFingerprint(code = codeFingerprint()): string {
  return fingerprint(INSTALLATION_FOLDER, LOCK_FILES, `${process.version} ${code}`);
}

/**
 * Hash that names the renderer in the package. It covers the versions of all packages that the renderer contains, since
 * a project may have others, such as one without a vulnerability.
 */
export function packedHash(packageFolder = PRODUCT_FOLDER, code = codeFingerprint()): string {
  const versions = installedVersions(packedFrom(packageFolder), packageFolder);
  return shortHash(JSON.stringify([code, versions]));
}

/** Names of packages; none in a package without a packed renderer. */
function packedFrom(packageFolder: string): readonly string[] {
  const file = join(packageFolder, PACKED_FROM);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as readonly string[]) : [];
}

/** Fingerprint of the product's code, which is the same on every machine. */
export function codeFingerprint(): string {
  return fingerprint(PRODUCT_FOLDER, TEMPLATE_PATHS, productVersion());
}
