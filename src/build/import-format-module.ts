import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { publicModule } from './public-modules.ts';

let isRegistered = false;

/** Imports a module of a project as Node reads it: TypeScript whose types can be erased. What it imports of the product is the code that runs. */
export async function importFormatModule(projectFolder: string, module: string): Promise<unknown> {
  if (!isRegistered) {
    isRegistered = true;
    registerHooks({
      resolve(specifier, context, next) {
        const url = specifier.startsWith('platform-documentation/') ? publicModule(specifier) : undefined;
        return url === undefined ? next(specifier, context) : { url: url.href, format: 'module-typescript', shortCircuit: true };
      },
    });
  }
  const imported: { readonly default?: unknown } = await import(/* @vite-ignore */ pathToFileURL(resolve(projectFolder, module)).href);
  return imported.default;
}
