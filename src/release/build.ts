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
import {
  DESCRIPTOR_FOLDER,
  LOCALES_FOLDER,
  PLAIN_RELEASE_FOLDER,
  RELEASE_FOLDER,
  THEME_FOLDER,
} from '../project/folders.ts';
import type { ProjectReading } from '../project/project-reading.ts';
import { currentRelease, RELEASES_FOLDER } from '../store/release.ts';
import { shortHash } from '../store/short-hash.ts';
import type { CompressionPool } from './compression-pool.ts';
import type { ReadingsBefore } from './incremental/readings-before.ts';
import type { PreviousRelease } from './previous-release.ts';
import { contentsIn, releaseChecksum, type VersionContents } from './release-contents.ts';
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
import { FormatFailures, TemplateError } from './template-error.ts';

const STAMP_FILE = 'inputs.json';

interface BuildOptions {
  /** The folder with `api-descriptors/` and `config/`. */
  readonly projectFolder: string;
  /** Output folder; default: `dist` in the project. */
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
  /** Option beside `static`: the output is for a host that sends files as they are, and has nothing for our server. */
  readonly plain?: boolean;
  /** Number of threads that draw pages beside this one; default: as many as there are cores for. */
  readonly pageThreads?: number;
}

export type BuildResult = {
  /** Diagnostics of the configuration and of the descriptors. */
  readonly diagnostics: readonly Diagnostic[];
  /** Messages about faulty templates and formats. */
  readonly failures: readonly string[];
} & (
  | {
      readonly kind: 'published';
      readonly release: string;
      readonly apis: number;
      readonly documents: number;
      /** Each document in each language. */
      readonly pages: number;
      /** Pages that were rendered; the others are those of the release before. */
      readonly rendered: number;
      /** '' where none is configured. */
      readonly baseUrl: string;
      readonly contents: () => readonly VersionContents[];
      /** Versions that the release before had and this one lacks, while there are errors: `Library-v1`. */
      readonly lost?: readonly string[];
    }
  | { readonly kind: 'unchanged'; readonly release: string; readonly contents: () => readonly VersionContents[] }
  /** The published release stays, unless the build published a new one before it failed: `release` names that one. */
  | { readonly kind: 'failed'; readonly release: string | null }
  /** The signal ended the build; nothing was published, and no partial output is left. */
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
    const release = join(releasesOf(distFolder, options.plain === true), RELEASES_FOLDER, done);
    const contents = (): readonly VersionContents[] => contentsIn(release);
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
  /** Hash of the descriptors, the theme, the words and the configuration. */
  readonly siteHash: string;
  readonly configuration: Configuration;
  readonly pool: CompressionPool;
}

/**
 * Loads the modules that a build needs when something has changed: they take most of the time that a command takes to
 * load.
 */
function loadBuild() {
  return Promise.all([
    import('../project/read-project.ts'),
    import('../project/published-names.ts'),
    import('./publish.ts'),
    import('./previous-release.ts'),
    import('./incremental/readings-before.ts'),
  ]);
}

/** Something has changed, or everything is made anew. */
async function buildAnew(options: BuildOptions, inputs: Inputs): Promise<BuildResult> {
  const { projectFolder } = options;
  const { distFolder, configuration, state } = inputs;
  const abort = new AbortController();
  const signal = AbortSignal.any([abort.signal, ...(options.signal === undefined ? [] : [options.signal])]);
  const compilation = compile(options, inputs, signal);
  // Readers and formats are loaded while the templates compile, and not at all when nothing has changed.
  const [{ readProject }, { versionsLost }, { publish }, releases, readingsBefore] = await loadBuild();
  const tree = options.static === true ? await import('./static-tree.ts') : undefined;
  const folder = releasesOf(distFolder, options.plain === true);
  const before = new releases.PreviousRelease(options.force ? null : folder);
  const rulesHash = shortHash(JSON.stringify([state.productHash, configuration.check]));
  const readings = new readingsBefore.ReadingsBefore(folder, before, rulesHash);
  const read = await readProject(projectFolder, options.environment, { kept: readings }).catch((error: unknown) => {
    before.close();
    throw error;
  });
  const project = options.plain === true && tree !== undefined ? tree.withoutServer(read, '/') : read;
  const { problems: diagnostics } = project;
  const refusal = tree?.staticRefusal(project);
  if (refusal !== undefined || !mayPublish(project, options)) {
    abort.abort();
    before.close();
    await compilation.catch(() => undefined);
    return { kind: 'failed', release: null, diagnostics, failures: refusal === undefined ? [] : [refusal] };
  }
  const lost = project.isComplete ? [] : versionsLost(projectFolder, project.apis);
  const published = currentRelease(folder);
  try {
    const publishing = { publish, project, compilation, before, readings, tree, signal };
    return { ...(await publishProject(options, inputs, publishing)), ...(lost.length > 0 && { lost }) };
  } catch (error) {
    if (signal.aborted) {
      await compilation.catch(() => undefined);
      return { kind: 'interrupted', diagnostics: [], failures: [] };
    }
    const now = currentRelease(folder);
    return { kind: 'failed', release: now === published ? null : now, diagnostics, failures: messagesOf(error) };
  }
}

/** @returns the hash of what the templates were compiled from; it may fail before it is awaited */
function compile(
  { force }: BuildOptions,
  { source, state: { templateHash, isCurrent } }: Inputs,
  signal: AbortSignal,
): Promise<string> {
  const compilation = force
    ? compileRenderer(source, signal)
    : isCurrent
      ? Promise.resolve(templateHash)
      : provideRenderer(source, templateHash, signal);
  compilation.catch(() => undefined);
  return compilation;
}

/** A folder that is away for a moment must not take down what was published from it. */
function mayPublish(project: ProjectReading, { strict, keepGoing }: BuildOptions): boolean {
  const isWrong = project.problems.some(({ severity }) => strict || severity === 'error');
  const isKnown = project.isListed && project.apis.length > 0 && !project.configurationProblems.some(closesEverything);
  return !isWrong || (keepGoing && isKnown);
}

interface Publishing {
  readonly publish: typeof import('./publish.ts').publish;
  readonly project: ProjectReading;
  readonly compilation: Promise<string>;
  readonly before: PreviousRelease;
  readonly readings: ReadingsBefore;
  readonly tree: typeof import('./static-tree.ts') | undefined;
  readonly signal: AbortSignal;
}

/** The release, the files of a static site where they are wanted, and the stamp of what they were made from. */
async function publishProject(
  { keepGoing, onProgress, pageThreads, plain }: BuildOptions,
  { distFolder, siteHash, state: { isCurrent }, pool }: Inputs,
  { publish, project, compilation, before, readings, tree, signal }: Publishing,
): Promise<Extract<BuildResult, { kind: 'published' }>> {
  const folder = releasesOf(distFolder, plain === true);
  let loaded: Promise<Renderer> | undefined;
  const renderer = (): Promise<Renderer> => {
    loaded ??= compilation.then(() => loadRenderer(distFolder));
    return loaded;
  };
  const { failures, checksum, ...publication } = await publish(
    folder,
    project,
    { compilation, renderer, isCurrent },
    {
      keepGoing,
      before,
      pool,
      signal,
      ...(onProgress && { onProgress }),
      ...(pageThreads !== undefined && { pageThreads }),
    },
  );
  readings.write(folder, publication.release);
  removeDrafts(distFolder);
  const written = await tree?.replaceStaticTree(distFolder, {
    release: join(folder, RELEASES_FOLDER, publication.release),
    project,
    clientFolder: join(distFolder, 'client'),
    renderPage: async (page) => (await renderer()).renderPage(page),
    isPlain: plain === true,
  });
  const missing = written?.leftOut ?? failures.map(({ message }) => message);
  const { problems: diagnostics } = project;
  // An incomplete release is built again until it is whole.
  const isWhole = missing.length === 0 && !diagnostics.some(({ severity }) => severity === 'error');
  const begin = stampOfBuild(`${siteHash} ${await compilation}`, publication.release, diagnostics.length === 0);
  stamp(folder, isWhole ? `${begin}${checksum}\n` : null);
  const { baseUrl } = project.site;
  return { kind: 'published', ...publication, baseUrl, diagnostics, failures: missing };
}

/**
 * Messages for a build that failed. @throws other errors than faults of a project or its host, or the lock of another
 * build
 */
function messagesOf(error: unknown): readonly string[] {
  if (isSystemError(error)) return [systemProblem(error)];
  if (error instanceof FormatFailures) return error.failures.map(({ message }) => message);
  if (error instanceof TemplateError || error instanceof LockHeld) return [error.message];
  throw error;
}

/**
 * The release that is published, when it was made from these inputs; with `strict` also without a warning. A fact about
 * the release, not about the last command: one that was published in part (`--keep-going`, `npm start`) has no stamp,
 * and is built again.
 */
function publishedFrom(distFolder: string, inputHash: string, strict: boolean): string | undefined {
  const folder = join(distFolder, RELEASE_FOLDER);
  try {
    const release = currentRelease(folder);
    const stamped = readFileSync(join(folder, STAMP_FILE), 'utf8');
    const begins = (strict ? [true] : [true, false]).some((clean) =>
      stamped.startsWith(stampOfBuild(inputHash, release, clean)),
    );
    const isWhole = begins && stamped.endsWith(` ${releaseChecksum(join(folder, RELEASES_FOLDER, release))}\n`);
    return isWhole ? release : undefined;
  } catch {
    return undefined;
  }
}

/** Pages of a plain host differ from those of our server, which would open its release. */
function releasesOf(distFolder: string, isPlain: boolean): string {
  return join(distFolder, isPlain ? PLAIN_RELEASE_FOLDER : RELEASE_FOLDER);
}

/** Beginning of a stamp; the checksum of the release comes after it. */
function stampOfBuild(inputHash: string, release: string, clean: boolean): string {
  return `${inputHash} ${release} ${clean ? 'clean' : 'with warnings'} `;
}

/** @param text null: there is none */
function stamp(folder: string, text: string | null): void {
  const file = join(folder, STAMP_FILE);
  if (text === null) rmSync(file, { force: true });
  else replaceFile(file, text);
}
