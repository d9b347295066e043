import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Folder of the product: a clone of the repository or an installed package. The project of a command may be in another
 * folder.
 */
export const PRODUCT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Name of the folder of code and templates, below {@link PRODUCT_FOLDER}: `src` in a clone, `lib` in an installed
 * package.
 */
export const CODE_FOLDER = basename(fileURLToPath(new URL('..', import.meta.url)));

/** True in an installed package, false in a clone. */
export const IS_PACKAGE = CODE_FOLDER === 'lib';

/** Node arguments for a process or a thread that imports modules of the product. */
export const NODE_ARGUMENTS: readonly string[] = IS_PACKAGE
  ? []
  : ['--import', new URL('./plain-sources.mjs', import.meta.url).href];

/** Folder whose lock file lists the packages that the product uses. */
export const INSTALLATION_FOLDER = PRODUCT_FOLDER.split(/[\\/]node_modules[\\/]/, 1)[0] ?? PRODUCT_FOLDER;

/**
 * Returns the cache folder of compiled templates and modules. All projects of a clone share one folder; an installed
 * package may be read-only, so each of its projects has a separate folder.
 * @returns an absolute path; the folder may be missing
 */
export function cacheFolder(projectFolder: string): string {
  return join(IS_PACKAGE ? projectFolder : PRODUCT_FOLDER, 'node_modules', '.cache', 'platform-documentation');
}

export function productVersion(): string {
  return manifestText('version') ?? 'unknown';
}

/** Path of the guide to all rules, relative to the product and to its homepage. */
const RULES_GUIDE = 'docs/rules.md';

/**
 * Returns the public URL that explains a rule of `check`.
 * @param homepage homepage in the manifest of the package
 * @returns undefined without a homepage: a file path is useless on other computers
 */
export function ruleAddress(rule: string, homepage: string | null = manifestText('homepage')): string | undefined {
  if (homepage === null || !/^https?:/i.test(homepage) || !URL.canParse(homepage)) return undefined;
  const url = new URL(RULES_GUIDE, withSlash(homepage));
  url.hash = rule;
  return url.href;
}

/** Converts a URL to the URL of a folder, so that relative URLs resolve below it. */
function withSlash(address: string): URL {
  const url = new URL(address);
  url.search = '';
  url.hash = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** Reads the text of a key in `package.json`; null if the value is not text. */
function manifestText(key: 'version' | 'homepage'): string | null {
  const manifest: unknown = JSON.parse(readFileSync(join(PRODUCT_FOLDER, 'package.json'), 'utf8'));
  const value = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, key) : null;
  return typeof value === 'string' ? value : null;
}
