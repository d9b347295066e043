import { copyFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import packageFile from '../../package.json' with { type: 'json' };
import { copyKept, hashOf } from '../tooling/kept-folders.ts';
import { writeLibrary } from './write-library.ts';

const product = fileURLToPath(new URL('../..', import.meta.url));
/** Everything that it is made of. */
const SOURCES = [
  'src',
  'LICENSE',
  'package.json',
  'package-lock.json',
  'tests/package/library.ts',
  'tests/package/write-library.ts',
];

/** Heading of a package in the list of the licenses of what the server contains. */
const BUNDLED = /^## (\S+) - /gm;
const PARTS = ['lib', 'renderers'];
/** Files of the package that the renderer states the content of. */
const NAMED = ['package.json', 'LICENSE'];

/**
 * Writes into a folder what the package has in place of `src`: `lib`, and the compiled renderer in `renderers`. Both
 * are made once for all that ask for them, and again when a source has changed.
 */
export async function provideLibrary(target: string): Promise<void> {
  for (const name of PARTS) rmSync(join(target, name), { recursive: true, force: true });
  const hash = hashOf(SOURCES.map((path) => join(product, path)));
  await copyKept('library', hash, target, async (folder) => {
    // The names of modules in the renderer are paths between the project and the package that npm has put into it.
    const project = join(folder, 'project');
    const installed = join(project, 'node_modules/platform-documentation');
    writeLibrary(join(product, 'src'), join(installed, 'lib'));
    for (const name of NAMED) copyFileSync(join(product, name), join(installed, name));
    await writeRenderer(project, installed);
    for (const name of PARTS) renameSync(join(installed, name), join(folder, name));
    rmSync(project, { recursive: true });
  });
}

/** Compiles our templates as a build in a project without templates does, with the code in the package. */
async function writeRenderer(projectFolder: string, installed: string): Promise<void> {
  const inLibrary = (path: string): string => pathToFileURL(join(installed, 'lib/release', path)).href;
  const { provideTemplates, rendererState }: typeof import('../../src/release/renderer.ts') = await import(
    inLibrary('renderer.js')
  );
  const { keepCompiled }: typeof import('../../src/release/renderer-cache.ts') = await import(
    inLibrary('renderer-cache.js')
  );
  const { packedHash }: typeof import('../../src/release/product-fingerprint.ts') = await import(
    inLibrary('product-fingerprint.js')
  );
  const distFolder = join(projectFolder, 'dist');
  const source = { distFolder, extensions: { projectFolder, templateMap: {}, formatModules: [] } };
  await provideTemplates(source, rendererState(source), true, new AbortController().signal).compilation;
  const licenses = readFileSync(join(distFolder, 'server/licenses.md'), 'utf8');
  const names = new Set(Object.keys(packageFile.dependencies));
  for (const [, name = ''] of licenses.matchAll(BUNDLED)) names.add(name);
  names.delete(packageFile.name);
  const { installedVersions }: typeof import('../../src/release/installed-packages.ts') = await import(
    inLibrary('installed-packages.js')
  );
  const missing = installedVersions([...names], installed).filter(([, ...versions]) => versions.length === 0);
  if (missing.length > 0) throw new Error(`These packages are bundled, but nothing depends on them: ${missing}.`);
  mkdirSync(join(installed, 'renderers'));
  writeFileSync(join(installed, 'renderers/packages.json'), JSON.stringify([...names].sort()));
  keepCompiled(installed, packedHash(), distFolder);
}
