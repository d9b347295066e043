import type { RegisterHooksOptions, ResolveFnOutput, ResolveHook } from 'node:module';
import { publicModule } from './public-modules.ts';

type ResolveNow = NonNullable<RegisterHooksOptions['resolve']>;

/** Hook of Node: what modules of a project import as `platform-documentation/…` is the code that runs. */
export const resolveNow: ResolveNow = (specifier, context, next) =>
  ours(specifier) ?? asModule(next(specifier, context));

/** The same on a thread of its own, by the name that Node calls it there. */
export const resolve: ResolveHook = async (specifier, context, next) =>
  ours(specifier) ?? asModule(await next(specifier, context));

function ours(specifier: string): ResolveFnOutput | undefined {
  const url = specifier.startsWith('platform-documentation/') ? publicModule(specifier) : undefined;
  return (
    url && { url: url.href, format: url.pathname.endsWith('.ts') ? 'module-typescript' : 'module', shortCircuit: true }
  );
}

/** TypeScript of a project is ES modules, as it is in a build, where its package.json says `commonjs` or nothing. */
function asModule(resolved: ResolveFnOutput): ResolveFnOutput {
  const isOfProject = resolved.url.endsWith('.ts') && resolved.format !== 'module';
  return isOfProject ? { ...resolved, format: 'module-typescript' } : resolved;
}
