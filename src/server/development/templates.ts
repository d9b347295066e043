import { dirname, posix, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { type DevEnvironment, type EnvironmentModuleNode, isRunnableDevEnvironment, type ViteDevServer } from 'vite';
import type { Page } from '../../presentation/page-data/document.ts';
import type { Extensions } from '../../project/extensions.ts';
import { CODE_FOLDER, PRODUCT_FOLDER } from '../../project/product.ts';
import { suspectedTemplates, templateFaults } from '../../project/template-faults.ts';

/** Folder of our code, with forward slashes as in Vite's paths. */
const CODE = posix.join(PRODUCT_FOLDER.replaceAll('\\', '/'), CODE_FOLDER, '/');

/**
 * Makes the server reload every module after templates or formats have changed, and recompile those that may differ.
 * Compiling all of our code takes ten times as long as loading it.
 */
export function forgetModules(server: ViteDevServer): void {
  for (const { moduleGraph } of Object.values(server.environments))
    for (const module of moduleGraph.idToModuleMap.values())
      if (!isAlwaysTheSame(module)) moduleGraph.invalidateModule(module);
  runnerOf(server)?.clearCache();
}

/** Returns the module runner of the server; undefined if modules do not run in this process. */
export function runnerOf({ environments: { ssr } }: ViteDevServer) {
  return ssr !== undefined && isRunnableDevEnvironment(ssr) ? ssr.runner : undefined;
}

/** Whether a module is our code or a package's and imports no template, so that configuration does not affect it. */
function isAlwaysTheSame({ file, importedModules }: EnvironmentModuleNode): boolean {
  return (
    isCodeOfOthers(file) && !isTemplate(file) && ![...importedModules].some((imported) => isTemplate(imported.file))
  );
}

function isCodeOfOthers(file: string | null): boolean {
  return file?.startsWith(CODE) === true || file?.includes('/node_modules/') === true;
}

function isTemplate(file: string | null): boolean {
  return file?.endsWith('.astro') === true;
}

/** Loads templates before a page needs them. Ignores errors, which that page then reports. */
export async function compileAhead(server: ViteDevServer, entrypoints: Iterable<URL>): Promise<void> {
  const runner = runnerOf(server);
  if (runner === undefined) return;
  for (const entrypoint of entrypoints)
    await runner.import(fileURLToPath(entrypoint)).catch(() => forgetModules(server));
}

/**
 * Explains why the templates of a page cannot be loaded, which Astro itself does not report, with the configuration
 * keys that name them; undefined if they can be loaded.
 */
export async function templateFailure(
  server: ViteDevServer,
  entrypoint: URL | undefined,
  { page, extensions }: { readonly page: Page; readonly extensions: Extensions },
): Promise<string | undefined> {
  const runner = runnerOf(server);
  if (entrypoint === undefined || runner === undefined) return undefined;
  try {
    await runner.import(fileURLToPath(entrypoint));
    return undefined;
  } catch (error) {
    // Forces a reload at the next request: the watcher may miss a fix that immediately follows the faulty edit.
    forgetModules(server);
    const message = placedMessage(error);
    // If the fault is in a file that a template imports, this finds the key of the template, too.
    const led = templateFaults(message, extensions).map(({ named }) => named);
    const output = [message, ...led].join('\n');
    const suspected = message.includes('view_manager.template_map.')
      ? []
      : suspectedTemplates(page, extensions.templateMap, output);
    return [`The templates cannot be loaded. ${message}`, ...suspected].join('\n');
  }
}

/**
 * Explains why a script of a template cannot be compiled, with the keys of the templates that import it: Vite reports
 * this only to the browser. Undefined if the script compiles, and for other files.
 */
export async function scriptFailure(
  server: ViteDevServer,
  target: string,
  extensions: Extensions,
): Promise<string | undefined> {
  const { client } = server.environments;
  if (client === undefined || Object.keys(extensions.templateMap).length === 0) return undefined;
  const [path = ''] = target.split('?', 1);
  if (!SCRIPT.test(path) && !path.endsWith('.astro')) return undefined;
  try {
    await client.transformRequest(target);
    return undefined;
  } catch (error) {
    const message = placedMessage(error);
    const faults = templateFaults(message, { ...extensions, formatModules: [] });
    const lines = faults.map(
      ({ key, file, line, column }) => `${key}: ${file}:${line}:${column}: The script cannot be compiled.`,
    );
    return lines.length === 0 ? undefined : [...lines, message].join('\n');
  }
}

/** Queries such as `?raw`, which ask for the text of a file. */
const AS_TEXT = /(?:^|&)(?:raw|url|inline|import)(?:[&=]|$)/;
const STYLE = /\.css$/;
const SCRIPT = /\.[cm]?[jt]s$/;
const PART_OF_TEMPLATE = /^astro&type=(?:script|style)&/;

/**
 * Whether a browser requests a part of the project's templates, so that edits take effect: a script, a file that a
 * script imports, or a style sheet, whose content pages contain anyway.
 */
export function isTemplatePart(server: ViteDevServer, target: string): boolean {
  const [, prefix, path, query = ''] = /^(\/@fs)?(\/[^?#%]+)(?:\?([^#]*))?$/.exec(target) ?? [];
  if (path === undefined || AS_TEXT.test(query)) return false;
  const file = prefix === undefined ? posix.join(server.config.root.replaceAll('\\', '/'), path) : path;
  const { client, ssr } = server.environments;
  const isKnown = (environment: DevEnvironment | undefined): boolean =>
    environment?.moduleGraph.fileToModulesMap.has(file) === true;
  if (path.endsWith('.astro')) return PART_OF_TEMPLATE.test(query) && isKnown(ssr);
  return (STYLE.test(path) && isKnown(ssr)) || (SCRIPT.test(path) && isKnown(client));
}

/** Lists the folders of the project's templates, whose style sheets Vite may serve. */
export function templateFolders({ projectFolder, templateMap }: Extensions): readonly string[] {
  return Object.values(templateMap)
    .map((file) => dirname(resolve(projectFolder, file)))
    .filter((folder) => folder !== projectFolder);
}

/** Message of an error, without colours and with its place. */
function placedMessage(error: unknown): string {
  return `${placeOf(error)}${stripVTControlCharacters(error instanceof Error ? error.message : String(error))}`;
}

/** Formats the place of a compiler error as `file:line:column: `; '' for other errors. */
function placeOf(error: unknown): string {
  const place: unknown = typeof error === 'object' && error !== null && 'loc' in error ? error.loc : null;
  if (typeof place !== 'object' || place === null || !('file' in place)) return '';
  return `${[place.file, 'line' in place ? place.line : 0, 'column' in place ? place.column : 0].join(':')}: `;
}
