import type { RegisterHooksOptions } from 'node:module';
import { publicModule } from './public-modules.ts';

type Resolve = NonNullable<RegisterHooksOptions['resolve']>;

/** Hook of Node: what modules of a project import as `platform-documentation/…` is the code that runs. */
export const resolve: Resolve = (specifier, context, next) => {
  const url = specifier.startsWith('platform-documentation/') ? publicModule(specifier) : undefined;
  return url === undefined
    ? next(specifier, context)
    : { url: url.href, format: url.pathname.endsWith('.ts') ? 'module-typescript' : 'module', shortCircuit: true };
};
