import { formatDiagnostic } from '../model/diagnostic.ts';
import { publish } from './publish.ts';
import { readSite, type SiteReading } from './read-site.ts';
import type { Renderer } from './renderer.ts';

export interface PublishedBesideSite {
  /** Versions of APIs. */
  readonly apis: number;
  readonly documents: number;
  /** Of descriptors and configuration, one line each. */
  readonly warnings: readonly string[];
}

/** What is wrong with the documentation, one line each; nothing was published. */
export class DocumentationError extends Error {
  override readonly name = 'DocumentationError';
}

/**
 * Reads what an Astro site documents.
 * @param projectFolder with `api-descriptors/` and `config/`
 * @throws {@link DocumentationError}
 */
export async function readBesideSite(
  projectFolder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly site: SiteReading; readonly warnings: readonly string[] }> {
  const site = await readSite(projectFolder, environment);
  const errors = [...site.problems, ...site.diagnostics.filter(({ severity }) => severity === 'error').map(formatDiagnostic)];
  if (errors.length > 0) throw new DocumentationError(`Nothing was published.\n${errors.join('\n')}`);
  return { site, warnings: site.diagnostics.map(formatDiagnostic) };
}

/**
 * Publishes the documentation of an Astro site whose server has been compiled.
 * @param folder `dist/documentation`
 * @throws {@link DocumentationError}, and what `publish` throws
 */
export async function publishBesideSite(
  folder: string,
  renderer: Renderer,
  { projectFolder, environment }: { readonly projectFolder: string; readonly environment: Readonly<Record<string, string | undefined>> },
): Promise<PublishedBesideSite> {
  const { site, warnings } = await readBesideSite(projectFolder, environment);
  const templates = { compilation: Promise.resolve(), renderer: Promise.resolve(renderer) };
  const { apis, documents } = await publish(folder, site, templates, { keepGoing: false });
  return { apis, documents, warnings };
}
