import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../config/configuration.ts';
import { LockHeld } from '../files/lock.ts';
import { replaceFile } from '../files/replace-file.ts';
import { isSystemError, systemProblem } from '../files/system-error.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { closesEverything } from '../options/problem.ts';
import { readConfiguration } from '../project/configuration.ts';
import { extensionsOf } from '../project/extensions.ts';
import { fingerprint } from '../project/fingerprint.ts';
import { DESCRIPTOR_FOLDER, LOCALES_FOLDER, THEME_FOLDER } from '../project/folders.ts';
import { currentRelease, RELEASES_FOLDER } from '../store/release.ts';
import { shortHash } from '../store/short-hash.ts';
import type { CompressionPool } from './compression-pool.ts';
import { releaseChecksum } from './release-checksum.ts';
import { contentsIn, type VersionContents } from './release-contents.ts';
import {
  compileRenderer,
  loadRenderer,
  provideRenderer,
  type Renderer,
  type RendererSource,
  type RendererState,
  removeDrafts,
  rendererState,
} from './renderer.ts';
import { TemplateError } from './template-error.ts';

const STAMP_FILE = 'inputs.json';

interface BuildOptions {
  /** The folder with `api-descriptors/` and `config/`. */
  readonly projectFolder: string;
  /** What is written; left out: `dist` in the project. */
  readonly distFolder?: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Build although nothing has changed. */
  readonly force: boolean;
  /** Publish the APIs that are right without those that are not, as long as all of them are known. */
  readonly keepGoing: boolean;
  /** Warnings count as errors. */
  readonly strict: boolean;
  /** Ends the build where that is possible without loss; left out: nothing does. */
  readonly signal?: AbortSignal;
  /** Called with every document that was written; `total` is the same at every call. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Write `dist/static`, too: files for any file server. */
  readonly static?: boolean;
  /** With `static`: for a host that sends files as they are. */
  readonly plain?: boolean;
  /** That draw pages beside this one; left out: as many as there are cores for. */
  readonly pageThreads?: number;
}

export type BuildResult = {
  /** Of the configuration and of the descriptors. */
  readonly diagnostics: readonly Diagnostic[];
  /** What is wrong with templates and formats, in words of their own. */
  readonly failures: readonly string[];
} & (
  | {
      readonly kind: 'published';
      readonly release: string;
      readonly apis: number;
      readonly documents: number;
      /** Each document in each language. */
      readonly pages: number;
      /** Of the pages; the others are those of the release before. */
      readonly rendered: number;
      readonly contents: () => readonly VersionContents[];
      /** Versions that the release before had and this one lacks, while there are errors: `Library-v1`. */
      readonly lost?: readonly string[];
    }
  | { readonly kind: 'unchanged'; readonly release: string; readonly contents: () => readonly VersionContents[] }
  /** What was published before is as it was, unless there is a release that was published before the failure. */
  | { readonly kind: 'failed'; readonly release: string | null }
  /** By the signal; nothing was published, and nothing of it is left. */
  | { readonly kind: 'interrupted' }
);

/** Builds everything into `dist/` and publishes it in one step. */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { projectFolder, distFolder = join(projectFolder, 'dist') } = options;
  const { configuration, inputs, problems: faults } = readConfiguration(projectFolder, options.environment);
  const source = { distFolder, extensions: extensionsOf(projectFolder, configuration) };
  const state = rendererState(source);
  const siteHash = fingerprint(
    projectFolder,
    [DESCRIPTOR_FOLDER, THEME_FOLDER, LOCALES_FOLDER],
    JSON.stringify(inputs),
  );
  // A file that cannot be read is not among the inputs.
  const isUsable = !faults.some(closesEverything);
  const done = state.isCurrent
    ? publishedFrom(distFolder, `${siteHash} ${state.templateHash}`, options.strict)
    : undefined;
  if (!options.force && options.static !== true && isUsable && done !== undefined) {
    const contents = (): readonly VersionContents[] => contentsIn(releaseFolder(distFolder, done));
    return { kind: 'unchanged', release: done, contents, diagnostics: [], failures: [] };
  }

  const { CompressionPool } = await import('./compression-pool.ts');
  const pool = new CompressionPool();
  try {
    // They take as long to start as it takes to read what has changed. A compiler needs the cores itself.
    if (state.isCurrent && !options.force) pool.start();
    return await buildAnew(options, { distFolder, source, state, siteHash, configuration, pool });
  } finally {
    await pool.close();
  }
}

interface Inputs {
  readonly distFolder: string;
  readonly source: RendererSource;
  readonly state: RendererState;
  /** Of the descriptors, the theme, the words and the configuration. */
  readonly siteHash: string;
  readonly configuration: Configuration;
  readonly pool: CompressionPool;
}

/** What a build needs where something has changed: most of the time that a command takes to load. */
export function loadBuild() {
  return Promise.all([
    import('../project/read-project.ts'),
    import('../project/published-names.ts'),
    import('./publish.ts'),
    import('./previous-release.ts'),
    import('./incremental/readings-before.ts'),
  ]);
}

/** Something has changed, or everything is made anew. */
async function buildAnew(
  options: BuildOptions,
  { distFolder, source, state, siteHash, configuration, pool }: Inputs,
): Promise<BuildResult> {
  const { projectFolder } = options;
  const { templateHash, productHash, isCurrent: compiled } = state;
  const abort = new AbortController();
  const signal = AbortSignal.any([abort.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const compilation = options.force
    ? compileRenderer(source, signal)
    : compiled
      ? Promise.resolve(templateHash)
      : provideRenderer(source, templateHash, signal);
  // It may fail while descriptors are read; it is awaited below.
  compilation.catch(() => undefined);
  // Readers and formats are loaded while the templates compile, and not at all when nothing has changed.
  const [{ readProject }, { versionsLost }, { FormatFailures, publish }, { PreviousRelease }, { ReadingsBefore }] =
    await loadBuild();
  const tree = options.static === true ? await import('./static-tree.ts') : undefined;
  const folder = join(distFolder, 'documentation');
  const before = new PreviousRelease(options.force ? null : folder);
  const readings = new ReadingsBefore(folder, before, shortHash(JSON.stringify([productHash, configuration.check])));
  const site = await readProject(projectFolder, options.environment, { kept: readings }).catch((error: unknown) => {
    before.close();
    throw error;
  });
  const { problems: diagnostics } = site;
  const isPlain = options.plain === true;
  const refusal = tree?.staticRefusal(site, !isPlain);
  const isWrong = diagnostics.some(({ severity }) => options.strict || severity === 'error');
  // Whom an adapter lets in is not part of what is published.
  // A folder that is away for a moment must not take down what was published from it.
  const goesOn =
    options.keepGoing && site.isListed && site.apis.length > 0 && !site.configurationProblems.some(closesEverything);
  if (refusal !== undefined || (isWrong && !goesOn)) {
    abort.abort();
    before.close();
    await compilation.catch(() => undefined);
    return { kind: 'failed', release: null, diagnostics, failures: refusal === undefined ? [] : [refusal] };
  }
  let loaded: Promise<Renderer> | undefined;
  const renderer = (): Promise<Renderer> => {
    loaded ??= compilation.then(() => loadRenderer(distFolder));
    return loaded;
  };
  const published = currentRelease(folder);
  const lost = site.isComplete ? [] : versionsLost(projectFolder, site.apis);
  try {
    const { failures, checksum, ...publication } = await publish(
      folder,
      site,
      { compilation, renderer, isCurrent: compiled },
      {
        keepGoing: options.keepGoing,
        before,
        pool,
        signal,
        ...(options.onProgress && { onProgress: options.onProgress }),
        ...(options.pageThreads !== undefined && { pageThreads: options.pageThreads }),
      },
    );
    readings.write(folder, publication.release);
    removeDrafts(distFolder);
    const release = releaseFolder(distFolder, publication.release);
    const clientFolder = join(distFolder, 'client');
    const written = await tree?.replaceStaticTree(distFolder, {
      release,
      site,
      clientFolder,
      renderPage: async (page) => (await renderer()).renderPage(page),
      isPlain,
    });
    const missing = written?.leftOut ?? failures.map(({ message }) => message);
    // What was published in part is built again until it is whole.
    const isWhole = missing.length === 0 && !diagnostics.some(({ severity }) => severity === 'error');
    const inputs = `${siteHash} ${await compilation}`;
    const begin = stampOfBuild(inputs, publication.release, diagnostics.length === 0);
    stamp(distFolder, isWhole ? `${begin}${checksum}\n` : null);
    return { kind: 'published', ...publication, diagnostics, failures: missing, ...(lost.length > 0 && { lost }) };
  } catch (error) {
    if (signal.aborted) {
      await compilation.catch(() => undefined);
      return { kind: 'interrupted', diagnostics: [], failures: [] };
    }
    const now = currentRelease(folder);
    const release = now === published ? null : now;
    if (isSystemError(error)) return { kind: 'failed', release, diagnostics, failures: [systemProblem(error)] };
    if (!(error instanceof TemplateError || error instanceof FormatFailures || error instanceof LockHeld)) throw error;
    const failures = error instanceof FormatFailures ? error.failures : [error];
    return { kind: 'failed', release, diagnostics, failures: failures.map(({ message }) => message) };
  }
}

/**
 * The release that is published, when it was made from these inputs; with `strict` also without a warning. A fact about
 * the release, not about the last command: one that was published in part (`--keep-going`, `npm start`) has no stamp,
 * and is built again.
 */
function publishedFrom(distFolder: string, inputHash: string, strict: boolean): string | undefined {
  const folder = join(distFolder, 'documentation');
  try {
    const release = currentRelease(folder);
    const stamped = readFileSync(join(folder, STAMP_FILE), 'utf8');
    const begins = (strict ? [true] : [true, false]).some((clean) =>
      stamped.startsWith(stampOfBuild(inputHash, release, clean)),
    );
    const isWhole = begins && stamped.endsWith(` ${releaseChecksum(releaseFolder(distFolder, release))}\n`);
    return isWhole ? release : undefined;
  } catch {
    return undefined;
  }
}

function releaseFolder(distFolder: string, release: string): string {
  return join(distFolder, 'documentation', RELEASES_FOLDER, release);
}

/** What a stamp begins with; the checksum of the release comes after it. */
function stampOfBuild(inputHash: string, release: string, clean: boolean): string {
  return `${inputHash} ${release} ${clean ? 'clean' : 'with warnings'} `;
}

/** @param text null: there is none */
function stamp(distFolder: string, text: string | null): void {
  const file = join(distFolder, 'documentation', STAMP_FILE);
  if (text === null) rmSync(file, { force: true });
  else replaceFile(file, text);
}
