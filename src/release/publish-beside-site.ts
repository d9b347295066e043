import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { countOf, formatDiagnostic } from '../model/diagnostic.ts';
import type { ProjectReading } from '../project/project-reading.ts';
import { readProject } from '../project/read-project.ts';
import { hiddenPages } from '../project/shared-paths.ts';
import { RELEASES_FOLDER } from '../store/release.ts';
import { DocumentationError } from './host-site.ts';
import { publish } from './publish.ts';
import type { Renderer } from './renderer.ts';
import type { PageFormat } from './static-links.ts';
import { staticRefusal, withoutServer, writeStaticTree } from './static-tree.ts';

interface ProjectPlace {
  /** Folder with `api-descriptors/` and `config/`. */
  readonly projectFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Paths of the site's own pages, and whether each ends with a slash. */
interface OwnPages {
  readonly paths: readonly string[];
  readonly hasSlash: boolean;
}

/** Inline styles and scripts, which our security policy blocks: only site layouts have them. JSON is allowed. */
const INLINE = /<style\b|<script\b(?![^>]*(?:\ssrc=|json))/;
const REFUSED =
  'The layout has inline scripts or styles, as components with client: directives do. ' +
  'Browsers refuse them on pages of the documentation: move them into files, or leave such components out of it.';

/** Messages to print, one line each. */
interface Report {
  readonly done: string;
  readonly warnings: readonly string[];
}

/**
 * Publishes the documentation of an Astro site, after the site's server was compiled.
 * @param folder `dist/documentation`
 * @throws {@link DocumentationError}, and the errors of `publish`
 */
export async function publishBesideServer(
  folder: string,
  renderer: Renderer,
  place: ProjectPlace,
  { paths, hasSlash }: OwnPages,
): Promise<Report> {
  const { project, warnings } = await readWithoutErrors(place);
  // Checked on the first page only: all pages have the same layout.
  let isRefused: boolean | undefined;
  const renderPage: Renderer['renderPage'] = async (page) => {
    const bytes = await renderer.renderPage(page);
    isRefused ??= INLINE.test(new TextDecoder().decode(bytes));
    return bytes;
  };
  const { apis, documents } = await publish(folder, project, ready({ ...renderer, renderPage }), { keepGoing: false });
  const done = `Published ${countOf(apis, 'API version')}, ${countOf(documents, 'page')}.`;
  return { done, warnings: [...warnings, ...hiddenPages(project, paths, hasSlash), ...(isRefused ? [REFUSED] : [])] };
}

/**
 * Writes the documentation of an Astro site without a server as files, unless readers need to log in.
 * @param folder output folder of the site's pages
 * @throws {@link DocumentationError}, and the errors of `publish`
 */
export async function writeBesidePages(
  folder: string,
  renderer: Renderer,
  { pageFormat, ...place }: ProjectPlace & { readonly pageFormat: PageFormat },
): Promise<Report> {
  const { project, warnings } = await readWithoutErrors(place);
  const refusal = staticRefusal(project);
  if (refusal !== undefined) return { done: 'Wrote nothing.', warnings: [...warnings, refusal] };
  const draft = mkdtempSync(join(tmpdir(), 'platform-documentation-static-'));
  try {
    const alone = withoutServer(project, pageFormat === 'directory' ? '/' : '.html');
    const { release, apis, documents } = await publish(draft, alone, ready(renderer), { keepGoing: false });
    const { files, leftOut } = await writeStaticTree(folder, join(draft, RELEASES_FOLDER, release), {
      project: alone,
      pageFormat,
      renderPage: renderer.renderPage,
    });
    const done = `Wrote ${countOf(apis, 'API version')} and ${countOf(documents, 'page')} in ${countOf(files, 'file')}. Log-ins and published APIs need the server.`;
    return { done, warnings: [...warnings, ...leftOut] };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function readWithoutErrors({
  projectFolder,
  environment,
}: ProjectPlace): Promise<{ readonly project: ProjectReading; readonly warnings: readonly string[] }> {
  const project = await readProject(projectFolder, environment);
  const errors = project.problems.filter(({ severity }) => severity === 'error').map(formatDiagnostic);
  if (errors.length > 0) throw new DocumentationError(`Nothing was published.\n${errors.join('\n')}`);
  return { project, warnings: project.diagnostics.map(formatDiagnostic) };
}

/** Templates for a renderer that was compiled together with the site. */
function ready(renderer: Renderer): Parameters<typeof publish>[2] {
  return { compilation: Promise.resolve(undefined), isCurrent: true, renderer: () => Promise.resolve(renderer) };
}
