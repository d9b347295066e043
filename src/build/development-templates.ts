import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { ViteDevServer } from 'vite';
import { isRunnableDevEnvironment } from 'vite';
import type { Page } from '../model/document.ts';
import type { Extensions } from './extensions.ts';
import { suspectedTemplates } from './suspected-templates.ts';

/** Templates and formats are others than they were: every module is looked up again. */
export function forgetModules(server: ViteDevServer): void {
  for (const environment of Object.values(server.environments)) environment.moduleGraph.invalidateAll();
  const { ssr } = server.environments;
  if (ssr !== undefined && isRunnableDevEnvironment(ssr)) ssr.runner.clearCache();
}

/**
 * What is wrong with the templates of a page's entrypoint, which Astro itself would not tell, with the keys that name them; undefined when
 * they can be loaded.
 */
export async function templateFailure(
  server: ViteDevServer,
  entrypoint: URL | undefined,
  { page, extensions }: { readonly page: Page; readonly extensions: Extensions },
): Promise<string | undefined> {
  const { ssr } = server.environments;
  if (entrypoint === undefined || ssr === undefined || !isRunnableDevEnvironment(ssr)) return undefined;
  try {
    await ssr.runner.import(fileURLToPath(entrypoint));
    return undefined;
  } catch (error) {
    // Looked up again at the next request: the watcher may miss the edit that mends it, when it follows at once.
    forgetModules(server);
    const message = `${placeOf(error)}${stripVTControlCharacters(error instanceof Error ? error.message : String(error))}`;
    const suspected = message.includes('view_manager.template_map.') ? [] : suspectedTemplates(page, extensions.templateMap, message);
    return [`The templates cannot be loaded. ${message}`, ...suspected].join('\n');
  }
}

/** A style sheet that templates of the project have led Vite to: pages hold its text already, and edits of it show by asking for it again. */
export function isTemplateStyle(server: ViteDevServer, target: string): boolean {
  const [, file] = /^(?:\/@fs)?(\/[^?#%]+\.css)(?:\?[^#]*)?$/.exec(target) ?? [];
  const known = server.environments.ssr?.moduleGraph.fileToModulesMap;
  return file !== undefined && known !== undefined && !/[?&](?:raw|url|inline)\b/.test(target) && known.has(file);
}

/** Vite hands out what lies in them, to the page that the style sheets are of. */
export function templateFolders({ projectFolder, templateMap }: Extensions): readonly string[] {
  return Object.values(templateMap)
    .map((file) => dirname(resolve(projectFolder, file)))
    .filter((folder) => folder !== projectFolder);
}

/** `file:line:column: `, where a compiler has left it. */
function placeOf(error: unknown): string {
  const place: unknown = typeof error === 'object' && error !== null && 'loc' in error ? error.loc : null;
  if (typeof place !== 'object' || place === null || !('file' in place)) return '';
  return `${[place.file, 'line' in place ? place.line : 0, 'column' in place ? place.column : 0].join(':')}: `;
}
