import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Folder of the product, a clone of the repository or an installed package; the project that a command works on may be
 * elsewhere.
 */
export const PRODUCT_FOLDER = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Name of the folder of code and templates, below {@link PRODUCT_FOLDER}: `src` in a clone, `lib` in the package that
 * is made from it.
 */
export const CODE_FOLDER = basename(fileURLToPath(new URL('..', import.meta.url)));

/** False in a clone. */
export const IS_PACKAGE = CODE_FOLDER === 'lib';

/** Arguments of Node for a process or a thread that imports modules of the product. */
export const NODE_ARGUMENTS: readonly string[] = IS_PACKAGE
  ? []
  : ['--import', new URL('./plain-sources.mjs', import.meta.url).href];

/** The folder whose lock file says which packages the product runs with. */
export const INSTALLATION_FOLDER = PRODUCT_FOLDER.split(/[\\/]node_modules[\\/]/, 1)[0] ?? PRODUCT_FOLDER;

/**
 * Folder of compiled templates and modules. A package may be read-only, so that each of its projects has one; all
 * projects of a clone share one.
 * @returns an absolute path; the folder may be missing
 */
export function cacheFolder(projectFolder: string): string {
  return join(IS_PACKAGE ? projectFolder : PRODUCT_FOLDER, 'node_modules', '.cache', 'platform-documentation');
}

export function productVersion(): string {
  return manifestText('version') ?? 'unknown';
}

/** Guide to every rule, beside the package's own manifest. */
const RULES_GUIDE = 'docs/rules.md';

/**
 * Public address that explains a rule of `check`.
 * @param homepage declared by the package
 * @returns undefined without one: the path of a file means nothing on other machines
 */
export function ruleAddress(rule: string, homepage: string | null = manifestText('homepage')): string | undefined {
  if (homepage === null || !/^https?:/i.test(homepage) || !URL.canParse(homepage)) return undefined;
  const url = new URL(RULES_GUIDE, withSlash(homepage));
  url.hash = rule;
  return url.href;
}

/** An address as a folder, so that relative addresses resolve below it. */
function withSlash(address: string): URL {
  const url = new URL(address);
  url.search = '';
  url.hash = '';
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

/** Text under a key of `package.json`; null where the value is no text. */
function manifestText(key: 'version' | 'homepage'): string | null {
  const manifest: unknown = JSON.parse(readFileSync(join(PRODUCT_FOLDER, 'package.json'), 'utf8'));
  const value = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, key) : null;
  return typeof value === 'string' ? value : null;
}
