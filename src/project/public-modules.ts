import nodeModule, { type RegisterHooksOptions, type ResolveFnOutput, type ResolveHook } from 'node:module';
import { extname, resolve as resolvePath } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Modules of the product that a project's templates and modules, in whichever folder they are, import by name, such as
 * `platform-documentation/formats`. The same modules are listed in `exports` of package.json, for Node and type
 * checkers in an installed package, and in `paths` of tsconfig.json, for a clone.
 */
export const PUBLIC_MODULES: Readonly<Record<string, string>> = {
  'platform-documentation': '../mount/public.ts',
  'platform-documentation/configuration': './public.ts',
  'platform-documentation/formats': '../formats/extension/public.ts',
  'platform-documentation/helpers': '../views/public.ts',
  'platform-documentation/integration': '../astro/integration.ts',
};
/** Other public modules: templates and the modules that they use, `platform-documentation/views/Layout.astro`. */
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

/** Returns the absolute path of a public module ({@link publicModule}). */
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

/** Registers the hook: Node 22.15 and later run it on this thread, earlier versions on a separate thread. */
function registerResolve(): void {
  const { registerHooks, register }: Partial<typeof nodeModule> = nodeModule;
  if (registerHooks !== undefined) registerHooks({ resolve: resolveNow });
  else register?.('./public-modules.ts', import.meta.url);
}

type ResolveNow = NonNullable<RegisterHooksOptions['resolve']>;

/** Node hook that resolves `platform-documentation/…` in modules of a project to the running code. */
const resolveNow: ResolveNow = (specifier, context, next) => ours(specifier) ?? asModule(next(specifier, context));

/** Asynchronous version of {@link resolveNow} for Node's hooks thread, which requires this name. */
export const resolve: ResolveHook = async (specifier, context, next) =>
  ours(specifier) ?? asModule(await next(specifier, context));

function ours(specifier: string): ResolveFnOutput | undefined {
  const url = /^platform-documentation(?:\/|$)/.test(specifier) ? publicModule(specifier) : undefined;
  return (
    url && { url: url.href, format: url.pathname.endsWith('.ts') ? 'module-typescript' : 'module', shortCircuit: true }
  );
}

/** Treats a project's TypeScript as an ES module, like a build, even without `type: module` in package.json. */
function asModule(resolved: ResolveFnOutput): ResolveFnOutput {
  const isOfProject = resolved.url.endsWith('.ts') && resolved.format !== 'module';
  return isOfProject ? { ...resolved, format: 'module-typescript' } : resolved;
}
