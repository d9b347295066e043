import nodeModule, { type RegisterHooksOptions, type ResolveFnOutput, type ResolveHook } from 'node:module';
import { extname, resolve as resolvePath } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Modules of the product that templates and modules of a project import by name, wherever project and product are:
 * `platform-documentation/formats`. `exports` in package.json lists the same for Node and type checkers in an installed
 * package, and `paths` in tsconfig.json for a clone.
 */
export const PUBLIC_MODULES: Readonly<Record<string, string>> = {
  'platform-documentation/configuration': './public.ts',
  'platform-documentation/formats': '../formats/extension/public.ts',
  'platform-documentation/helpers': '../views/public.ts',
  'platform-documentation/integration': '../astro/integration.ts',
};
/** Templates of the product and modules that they use: `platform-documentation/views/Layout.astro`. */
const OPEN_FOLDERS = /^platform-documentation\/((?:views|presentation)\/(?:\w[\w-]*\/)*\w[\w-]*\.(?:astro|ts|css))$/;
/** Extension of modules: `.js` in a package, `.ts` in a clone. */
const CODE = extname(import.meta.url);

/** @returns the URL of a file of the product; undefined if the specifier names no public module */
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

let isRegistered = false;

/**
 * Imports a module of a project with Node, which strips erasable types. The module's imports of the product resolve to
 * the running code.
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

/** Node runs hooks on this thread since 22.15; earlier versions load them as a module on a separate thread. */
function registerResolve(): void {
  const { registerHooks, register }: Partial<typeof nodeModule> = nodeModule;
  if (registerHooks !== undefined) registerHooks({ resolve: resolveNow });
  else register?.('./public-modules.ts', import.meta.url);
}

type ResolveNow = NonNullable<RegisterHooksOptions['resolve']>;

/** Hook of Node: resolves `platform-documentation/…` in modules of a project to the running code. */
const resolveNow: ResolveNow = (specifier, context, next) => ours(specifier) ?? asModule(next(specifier, context));

/** The same hook for Node's thread of hooks, which calls it by this name. */
export const resolve: ResolveHook = async (specifier, context, next) =>
  ours(specifier) ?? asModule(await next(specifier, context));

function ours(specifier: string): ResolveFnOutput | undefined {
  const url = specifier.startsWith('platform-documentation/') ? publicModule(specifier) : undefined;
  return (
    url && { url: url.href, format: url.pathname.endsWith('.ts') ? 'module-typescript' : 'module', shortCircuit: true }
  );
}

/** Makes a project's TypeScript an ES module even without `type: module` in its package.json, as a build does. */
function asModule(resolved: ResolveFnOutput): ResolveFnOutput {
  const isOfProject = resolved.url.endsWith('.ts') && resolved.format !== 'module';
  return isOfProject ? { ...resolved, format: 'module-typescript' } : resolved;
}
