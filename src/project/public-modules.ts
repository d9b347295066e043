import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Modules of the product that templates and modules of a project import, independent of where the two are:
 * `platform-documentation/formats`. They are the same as `exports` in package.json, which Node and type checkers read
 * in an installed package, and as `paths` in tsconfig.json.
 */
export const PUBLIC_MODULES: Readonly<Record<string, string>> = {
  'platform-documentation/configuration': './public.ts',
  'platform-documentation/formats': '../formats/extension/public.ts',
  'platform-documentation/helpers': '../views/helpers/public.ts',
  'platform-documentation/integration': '../astro/integration.ts',
};
/** Templates of ours, as they are, and what they draw: `platform-documentation/views/Layout.astro`. */
const OPEN_FOLDERS = /^platform-documentation\/((?:views|presentation)\/(?:\w[\w-]*\/)*\w[\w-]*\.(?:astro|ts|css))$/;
/** `.js` in a package. */
const CODE = extname(import.meta.url);

/** @returns the URL of a file of ours; undefined for what is no public module */
export function publicModule(specifier: string): URL | undefined {
  const file = Object.hasOwn(PUBLIC_MODULES, specifier) ? PUBLIC_MODULES[specifier] : undefined;
  if (file !== undefined) return new URL(file, import.meta.url);
  const [, open] = OPEN_FOLDERS.exec(specifier) ?? [];
  return open === undefined ? undefined : new URL(`../${open.replace(/\.ts$/, CODE)}`, import.meta.url);
}

/** Absolute path of {@link publicModule}. */
export function publicModulePath(specifier: string): string | undefined {
  const url = publicModule(specifier);
  return url && fileURLToPath(url);
}
