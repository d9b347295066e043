import { formats } from '../formats/registry.ts';
import type { CurrentRelease } from '../store/current-release.ts';
import { followCurrentRelease } from '../store/current-release.ts';
import { createDocumentationHandler } from './documentation.ts';
import { answerElsewhere } from './elsewhere.ts';
import type { Runtime } from './runtime.ts';

let runtime: Runtime | undefined;

/**
 * Composes the production server over the published documentation.
 * @param folder `dist/documentation`
 * @throws when nothing is published there
 */
export function composeProduction(folder: string, report: (message: string) => void): Runtime {
  const release: CurrentRelease = followCurrentRelease(folder, { formats }, report);
  runtime = {
    handleDocumentation: createDocumentationHandler({ store: () => release.store(), formats }),
    answerElsewhere: (request) => answerElsewhere(request, release.store().site),
    asset: (path) => release.store().asset(path),
  };
  return runtime;
}

/** The runtime of this process, for Astro's middleware; undefined while pages are only rendered. */
export function productionRuntime(): Runtime | undefined {
  return runtime;
}
