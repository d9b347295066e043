import nodeModule from 'node:module';
import { resolve as resolvePath } from 'node:path';
import { pathToFileURL } from 'node:url';
import { resolveNow } from './public-module-hooks.ts';

let isRegistered = false;

/**
 * Imports a module of a project as Node reads it: TypeScript whose types can be erased. What it imports of the product
 * is the code that runs.
 */
export async function importFormatModule(projectFolder: string, module: string): Promise<unknown> {
  if (!isRegistered) {
    isRegistered = true;
    registerResolve();
  }
  const imported: { readonly default?: unknown } = await import(
    /* @vite-ignore */ pathToFileURL(resolvePath(projectFolder, module)).href
  );
  return imported.default;
}

/** Node has hooks on this thread from 22.15; before, they are a module on a thread of their own. */
function registerResolve(): void {
  const { registerHooks, register }: Partial<typeof nodeModule> = nodeModule;
  if (registerHooks !== undefined) registerHooks({ resolve: resolveNow });
  else register?.('./public-module-hooks.ts', import.meta.url);
}
