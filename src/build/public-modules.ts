import { fileURLToPath } from 'node:url';

/**
 * What templates and modules of a project import of the product, wherever the two are: `platform-documentation/formats`. The same as
 * `exports` in package.json, which editors and type checkers read.
 */
const PUBLIC_MODULES: Readonly<Record<string, string>> = {
  'platform-documentation/formats': '../formats/extension/public.ts',
  'platform-documentation/helpers': '../views/helpers/public.ts',
};
/** Templates of ours, as they are: `platform-documentation/views/Layout.astro`. */
const VIEWS = 'platform-documentation/views/';

/** @returns the URL of a file of ours; undefined for what is no public module */
export function publicModule(specifier: string): URL | undefined {
  const file = Object.hasOwn(PUBLIC_MODULES, specifier) ? PUBLIC_MODULES[specifier] : undefined;
  if (file !== undefined) return new URL(file, import.meta.url);
  const view = specifier.startsWith(VIEWS) ? specifier.slice(VIEWS.length) : '';
  return /^(\w[\w-]*\/)*\w[\w-]*\.(astro|ts|css)$/.test(view) ? new URL(`../views/${view}`, import.meta.url) : undefined;
}

/** Absolute path of {@link publicModule}. */
export function publicModulePath(specifier: string): string | undefined {
  const url = publicModule(specifier);
  return url && fileURLToPath(url);
}
