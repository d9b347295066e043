import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { replaceFile } from '../files/replace-file.ts';
import { CODE_FOLDER, cacheFolder, IS_PACKAGE, PRODUCT_FOLDER } from '../project/product.ts';

/**
 * What modules that Astro makes import; Astro looks for them from its root, from where others or none may be in reach.
 */
const PACKAGES = ['astro', '@astrojs/node'];

/**
 * The root folder for Astro, where it finds its configuration and writes what it generates: the product itself, and a
 * folder of the project's cache where the product is a package, which may be read-only.
 * @throws what the operating system says
 */
export function astroRoot(projectFolder: string): string {
  if (!IS_PACKAGE) return PRODUCT_FOLDER;
  const root = join(cacheFolder(projectFolder), 'astro');
  mkdirSync(root, { recursive: true });
  const configuration = pathToFileURL(join(PRODUCT_FOLDER, CODE_FOLDER, 'astro-config.js')).href;
  writeOnce(join(root, 'astro.config.mjs'), `export { default } from ${JSON.stringify(configuration)};\n`);
  // Of the project neither the packages are searched for those of Astro, nor are its settings of TypeScript those of
  // our templates.
  writeOnce(join(root, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeOnce(join(root, 'tsconfig.json'), '{}\n');
  for (const name of PACKAGES)
    linkOnce(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), join(root, 'node_modules', name));
  return root;
}

/** A junction is what Windows lets every user make. */
function linkOnce(target: string, link: string): void {
  if (targetOf(link) === realpathSync(target)) return;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  try {
    symlinkSync(target, link, 'junction');
  } catch (error) {
    // Another command was faster.
    if (targetOf(link) !== realpathSync(target)) throw error;
  }
}

function targetOf(link: string): string | null {
  try {
    return realpathSync(link);
  } catch {
    return null;
  }
}

/** Other commands may read it at this moment. */
function writeOnce(file: string, content: string): void {
  if (textOf(file) !== content) replaceFile(file, content);
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
