import { readFileSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { TemplateName } from '../config/sections/views.ts';
import { FORMAT_MODULES } from '../project/extensions.ts';
import type { LiveExtensions } from '../project/live-extensions.ts';
import { IS_PACKAGE } from '../project/product.ts';
import { publicModulePath } from '../project/public-modules.ts';

const TEMPLATE_MAP = 'virtual:platform-documentation/template-map';
const FORMATS = 'platform-documentation/formats';
/** Name of the global symbol through which modules compiled by Vite access the running code of {@link FORMATS}. */
const RUNNING_FORMATS = 'platform-documentation.formats';
const VIEWS_FOLDER = fileURLToPath(new URL('../views/', import.meta.url));
const SOURCE_FOLDER = fileURLToPath(new URL('../', import.meta.url));
const THIS_FILE = fileURLToPath(import.meta.url);

const STYLE_SHEET = /\.(css|scss|sass|less|styl|stylus|pcss)$/;
const STYLE_REFERENCE = /(@import|@use|@forward|url\()\s*(?:url\()?['"]?([^'")\s;]+)/g;

const FILE_PREFIX = '/@fs';

const ASTRO = /^astro(?:\/|$)/;

/** Import of a style sheet's URL, for a link in a page. */
const STYLE_ADDRESS = /\.css\?url$/;
/** Suffix of the module that exports the URL of a style sheet during development. */
const ADDRESS_MARK = '#address';

/**
 * Styles and scripts of a template. Without Vite's prefix, Astro treats an absolute path as relative to its root if the
 * two have no folder in common.
 */
const ASTRO_PART = /\.astro\?astro&type=/;

/** Our templates below `src/views` that a project may replace, by their names in the configuration. */
const REPLACEABLE: Readonly<Record<TemplateName, string>> = {
  'platform-documentation/show': 'ViewScript.astro',
  'platform-documentation/layout': 'Layout.astro',
  'platform-documentation/api-list': 'pages/ApiList.astro',
  'platform-documentation/api': 'pages/ApiOverview.astro',
  'platform-documentation/service': 'pages/Service.astro',
  'platform-documentation/operation': 'parts/Operation.astro',
};
const NAMES_BY_FILE: ReadonlyMap<string, string> = new Map(
  Object.entries(REPLACEABLE).map(([name, file]) => [file, name]),
);

interface ExtensionPlugin {
  readonly plugin: Plugin;
  /** Files outside the product that were bundled, relative to the project. Called after bundling. */
  files(): readonly string[];
}

/**
 * Vite plugin that compiles a project's templates and formats with ours. Our templates import the project's template in
 * place of ours; its own imports of `platform-documentation/views/…` resolve to ours, so that it can wrap them.
 * @param extensions asked for every module, because the configuration may change during development
 * @param isOwnSite true: packages come from the product; false: from the Astro site that contains our pages
 */
export function createExtensionPlugin(extensions: LiveExtensions, isOwnSite: boolean): ExtensionPlugin {
  const { current } = extensions;
  const seen = new Set<string>();
  let isDeveloping = false;
  let root = '';
  const pathOf = (file: string): string => resolve(current().projectFolder, file);
  const addFile = (file: string): void => {
    if (seen.has(file) || !isProjectFile(file)) return;
    seen.add(file);
    // Files imported by style sheets are not modules of the bundle, so they are collected from the text.
    if (!STYLE_SHEET.test(file)) return;
    for (const [, , path] of readFileSync(file, 'utf8').matchAll(STYLE_REFERENCE))
      if (path !== undefined) addFile(join(dirname(file), path));
  };
  return {
    files() {
      const { projectFolder } = current();
      return [...seen].map((file) => relative(projectFolder, file).split(sep).join('/')).sort();
    },
    plugin: {
      name: 'platform-documentation:extensions',
      enforce: 'pre',
      configResolved(config) {
        isDeveloping = config.command === 'serve';
        root = config.root;
      },
      async resolveId(source, importer, options) {
        // Astro's development server treats a module named *.css?url as a style sheet, and inserts its code into pages.
        if (isDeveloping && this.environment.name === 'ssr' && STYLE_ADDRESS.test(source)) {
          const resolved = await this.resolve(source.replace('?url', ''), importer, { ...options, skipSelf: true });
          return resolved === null ? null : resolved.id + ADDRESS_MARK;
        }
        if (source.endsWith(ADDRESS_MARK)) return addressId(source, root);
        if (source === FORMAT_MODULES || source === TEMPLATE_MAP) return `\0${source}`;
        if (isDeveloping && this.environment.name === 'ssr' && source === FORMATS) return `\0${FORMATS}`;
        if (source.startsWith('platform-documentation/')) return publicModulePath(source) ?? null;
        if (ASTRO_PART.test(source)) return partId(source, importer, root);
        // The project may have a different version of Astro.
        if (isOwnSite && IS_PACKAGE && ASTRO.test(source))
          return this.resolve(source, THIS_FILE, { ...options, skipSelf: true });
        // Relative imports of a part with Vite's prefix are resolved without the prefix.
        if (importer?.startsWith(FILE_PREFIX) && /^\.{1,2}\//.test(source))
          return this.resolve(source, importer.slice(FILE_PREFIX.length), { ...options, skipSelf: true });
        if (!source.endsWith('.astro') || importer === undefined || !isBelow(VIEWS_FOLDER, importer)) return null;
        const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
        const name =
          resolved === null || !isBelow(VIEWS_FOLDER, resolved.id)
            ? undefined
            : NAMES_BY_FILE.get(urlPathOf(resolved.id, VIEWS_FOLDER));
        const { templateMap } = current();
        const file = name !== undefined && Object.hasOwn(templateMap, name) ? templateMap[name] : undefined;
        if (file === undefined) return resolved;
        if (isFile(pathOf(file))) return pathOf(file).split(sep).join('/');
        return this.error(
          `view_manager.template_map.${name}: There is no file ${file}. Create it, or correct the path.`,
        );
      },
      async load(id) {
        const file = fileOf(id);
        // Another site leaves the files of all its pages to Vite's watcher.
        if (isDeveloping && isOwnSite && isProjectFile(file)) extensions.note(file);
        if (id === `\0${FORMATS}`) return runningFormats();
        if (id === `\0${TEMPLATE_MAP}`) return `export const templateMap = ${JSON.stringify(current().templateMap)};`;
        if (id.endsWith(ADDRESS_MARK)) return `export default ${JSON.stringify(addressOf(id, root))};`;
        if (id !== `\0${FORMAT_MODULES}`) return null;
        const entries = current().formatModules.map(({ key, file }) => {
          const [name, path, from] = [key, file, pathOf(file).split(sep).join('/')].map((text) => JSON.stringify(text));
          return `{ key: ${name}, file: ${path}, load: () => import(${from}) }`;
        });
        return `export const formatModules = [${entries.join(', ')}];`;
      },
      // Modules outside the product have ids with Vite's prefix, so that Vite's watcher does not find them by file.
      hotUpdate({ file, modules }) {
        const parts = [...this.environment.moduleGraph.idToModuleMap.values()].filter(({ id }) =>
          id?.startsWith(`${FILE_PREFIX}${file}?`),
        );
        return parts.length === 0 ? undefined : [...modules, ...parts];
      },
      buildEnd() {
        for (const id of this.getModuleIds()) addFile(fileOf(id));
      },
    },
  };
}

/**
 * Source text of the module that formats import during development; the module exports the running code. A second copy
 * compiled by Vite would have its own view model classes, which the running code would not recognize.
 */
async function runningFormats(): Promise<string> {
  const code = await import('../formats/extension/public.ts');
  Reflect.set(globalThis, Symbol.for(RUNNING_FORMATS), code);
  return `export const { ${Object.keys(code).join(', ')} } = globalThis[Symbol.for('${RUNNING_FORMATS}')];`;
}

/**
 * Id of a part of a template, with Vite's prefix if Astro needs it. For links in pages, the importer is `index.html` in
 * the root, and the development server adds the prefix itself.
 * @returns null for paths below the root, which Vite resolves
 */
function partId(source: string, importer: string | undefined, root: string): string | null {
  if (source.startsWith(`${FILE_PREFIX}/`)) return source;
  if (isBelow(join(root, sep), source) || !isFile(source.split('?', 1)[0] ?? '')) return null;
  return importer === join(root, 'index.html') ? source : FILE_PREFIX + source;
}

/** Id of a URL module. The development server also requests it by a path below its root, or with its prefix. */
function addressId(source: string, root: string): string {
  const path = source.startsWith(`${FILE_PREFIX}/`) ? source.slice(FILE_PREFIX.length) : source;
  return isFile(path.slice(0, -ADDRESS_MARK.length)) ? path : join(root, path);
}

/** URL of a style sheet on the development server. */
function addressOf(id: string, root: string): string {
  const file = id.slice(0, -ADDRESS_MARK.length);
  return isBelow(join(root, sep), file) ? `/${urlPathOf(file, root)}` : FILE_PREFIX + file;
}

/** File of a module, without Vite's prefix and query. */
function fileOf(id: string): string {
  const path = id.split('?', 1)[0] ?? '';
  return (path.startsWith(`${FILE_PREFIX}/`) ? path.slice(FILE_PREFIX.length) : path).split('/').join(sep);
}

function isProjectFile(file: string): boolean {
  if (!isAbsolute(file) || isBelow(SOURCE_FOLDER, file) || file.split(sep).includes('node_modules')) return false;
  return isFile(file);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isBelow(folder: string, id: string): boolean {
  return join(id.split('?', 1)[0] ?? '').startsWith(folder);
}

function urlPathOf(id: string, folder: string): string {
  return relative(folder, id.split('?', 1)[0] ?? '')
    .split(sep)
    .join('/');
}
