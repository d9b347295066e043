import { mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { replaceFile } from '../files/replace-file.ts';
import { CODE_FOLDER, cacheFolder, IS_PACKAGE, PRODUCT_FOLDER } from '../project/product.ts';

/**
 * Packages that Astro's generated modules import. Astro resolves these packages from its root folder, where they may be
 * missing or have a different version.
 */
const PACKAGES = ['astro', '@astrojs/node'];

/**
 * Root folder of Astro, for its configuration and its generated files: the product folder, or a folder in the project's
 * cache if the product is an installed package, which may be read-only.
 * @throws the error of the operating system
 */
export function astroRoot(projectFolder: string): string {
  if (!IS_PACKAGE) return PRODUCT_FOLDER;
  const root = join(cacheFolder(projectFolder), 'astro');
  mkdirSync(root, { recursive: true });
  const configuration = pathToFileURL(join(PRODUCT_FOLDER, CODE_FOLDER, 'astro/config.js')).href;
  writeOnce(join(root, 'astro.config.mjs'), `export { default } from ${JSON.stringify(configuration)};\n`);
  // Without these files, Astro would apply the project's package.json and tsconfig.json to our templates.
  writeOnce(join(root, 'package.json'), '{ "private": true, "type": "module" }\n');
  writeOnce(join(root, 'tsconfig.json'), '{}\n');
  for (const name of PACKAGES)
    linkOnce(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), join(root, 'node_modules', name));
  return root;
}

/** Creates a link to a folder unless it exists; on Windows a junction, which needs no special rights. */
function linkOnce(target: string, link: string): void {
  if (targetOf(link) === realpathSync(target)) return;
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  try {
    symlinkSync(target, link, 'junction');
  } catch (error) {
    // Another command may have created the same link in the meantime.
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

/** Writes a file only if its content differs, since other commands may be reading the file. */
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
