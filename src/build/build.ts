import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../files/replace-file.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { closesEverything } from '../options/problem.ts';
import { readConfiguration } from '../project/configuration.ts';
import { extensionsOf } from '../project/extensions.ts';
import { fingerprint } from '../project/fingerprint.ts';
import { DESCRIPTOR_FOLDER, LOCALES_FOLDER, THEME_FOLDER } from '../project/folders.ts';
import { isWholeRelease } from '../store/opened-release.ts';
import { CURRENT_FILE, RELEASES_FOLDER } from '../store/release.ts';
import { compileRenderer, loadRenderer, provideRenderer, rendererState, TemplateError } from './renderer.ts';

const STAMP_FILE = 'inputs.json';
/** Below `dist`: what any file server can serve. */
export const STATIC_FOLDER = 'static';

interface BuildOptions {
  /** The folder with `api-descriptors/` and `config/`; `dist/` is written there. */
  readonly projectFolder: string;
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
}

type BuildResult = {
  /** Of the configuration and of the descriptors. */
  readonly diagnostics: readonly Diagnostic[];
  /** What is wrong with templates and formats, in words of their own. */
  readonly failures: readonly string[];
} & (
  | { readonly kind: 'published'; readonly release: string; readonly apis: number; readonly documents: number }
  | { readonly kind: 'unchanged' }
  /** Nothing was published; what was published before is as it was. */
  | { readonly kind: 'failed' }
  /** By the signal; nothing was published, and nothing of it is left. */
  | { readonly kind: 'interrupted' }
);

/** Builds everything into `dist/` and publishes it in one step. */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { projectFolder } = options;
  const distFolder = join(projectFolder, 'dist');
  const { configuration, inputs, problems: faults } = readConfiguration(projectFolder, options.environment);
  const source = { distFolder, extensions: extensionsOf(projectFolder, configuration) };
  const { templateHash, isCurrent: compiled } = rendererState(source);
  const siteHash = fingerprint(
    projectFolder,
    [DESCRIPTOR_FOLDER, THEME_FOLDER, LOCALES_FOLDER],
    JSON.stringify(inputs),
  );
  // A file that cannot be read is not among the inputs.
  const isUsable = !faults.some(closesEverything);
  const isDone = compiled && isPublished(distFolder, `${siteHash} ${templateHash}`, options.strict);
  if (!options.force && options.static !== true && isUsable && isDone)
    return { kind: 'unchanged', diagnostics: [], failures: [] };

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
  const [{ readProject }, { FormatFailures, publish }] = await Promise.all([
    import('../project/read-project.ts'),
    import('./publish.ts'),
  ]);
  const tree = options.static === true ? await import('./static-tree.ts') : undefined;
  const site = await readProject(projectFolder, options.environment);
  const { problems: diagnostics } = site;
  const refusal = tree?.staticRefusal(site);
  const isWrong = diagnostics.some(({ severity }) => options.strict || severity === 'error');
  // Whom an adapter lets in is not part of what is published.
  // A folder that is away for a moment must not take down what was published from it.
  const goesOn = options.keepGoing && site.isListed && !site.configurationProblems.some(closesEverything);
  if (refusal !== undefined || (isWrong && !goesOn)) {
    abort.abort();
    await compilation.catch(() => undefined);
    return { kind: 'failed', diagnostics, failures: refusal === undefined ? [] : [refusal] };
  }
  const renderer = compilation.then(() => loadRenderer(distFolder));
  // Awaited in there; a failure before that would end the process otherwise.
  renderer.catch(() => undefined);
  try {
    const folder = join(distFolder, 'documentation');
    const { failures, ...published } = await publish(
      folder,
      site,
      { compilation, renderer },
      {
        keepGoing: options.keepGoing,
        force: options.force,
        signal,
        ...(options.onProgress && { onProgress: options.onProgress }),
      },
    );
    const release = join(folder, RELEASES_FOLDER, published.release);
    const clientFolder = join(distFolder, 'client');
    const written = await tree?.replaceStaticTree(join(distFolder, STATIC_FOLDER), { release, site, clientFolder });
    const missing = written?.leftOut ?? failures.map(({ message }) => message);
    if (missing.length > 0) return { kind: 'published', ...published, diagnostics, failures: missing };
    // What was published in part is built again until it is whole.
    if (!diagnostics.some(({ severity }) => severity === 'error'))
      stamp(distFolder, stampOfBuild(`${siteHash} ${await compilation}`, published.release, diagnostics.length === 0));
    return { kind: 'published', ...published, diagnostics, failures: [] };
  } catch (error) {
    if (signal.aborted) {
      await compilation.catch(() => undefined);
      return { kind: 'interrupted', diagnostics: [], failures: [] };
    }
    if (!(error instanceof TemplateError || error instanceof FormatFailures)) throw error;
    return { kind: 'failed', diagnostics, failures: [error.message] };
  }
}

/**
 * True when what is published was made from these inputs; with `strict` also without a warning. A fact about the
 * release, not about the last command: one that was published in part (`--keep-going`, `npm start`) has no stamp, and
 * is built again.
 */
function isPublished(distFolder: string, inputHash: string, strict: boolean): boolean {
  const folder = join(distFolder, 'documentation');
  try {
    const release = readFileSync(join(folder, CURRENT_FILE), 'utf8').trim();
    const accepted = strict
      ? [stampOfBuild(inputHash, release, true)]
      : [true, false].map((clean) => stampOfBuild(inputHash, release, clean));
    return (
      accepted.includes(readFileSync(join(folder, STAMP_FILE), 'utf8')) &&
      isWholeRelease(join(folder, RELEASES_FOLDER, release))
    );
  } catch {
    return false;
  }
}

function stampOfBuild(inputHash: string, release: string, clean: boolean): string {
  return `${inputHash} ${release} ${clean ? 'clean' : 'with warnings'}\n`;
}

function stamp(distFolder: string, text: string): void {
  replaceFile(join(distFolder, 'documentation', STAMP_FILE), text);
}
