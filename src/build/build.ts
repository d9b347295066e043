import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { closesEverything } from '../config/problem.ts';
import { readConfiguration } from '../config/read-configuration.ts';
import { replaceFile } from '../files/replace-file.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { isWholeRelease } from '../store/opened-release.ts';
import { CURRENT_FILE, RELEASES_FOLDER } from '../store/release.ts';
import { extensionsOf } from './extensions.ts';
import { fingerprint } from './fingerprint.ts';
import { compileRenderer, loadRenderer, provideRenderer, rendererState, TemplateError } from './renderer.ts';
import { DESCRIPTOR_FOLDER } from './site-folders.ts';

const STAMP_FILE = 'inputs.json';

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
}

type BuildResult = {
  readonly diagnostics: readonly Diagnostic[];
  /** Of the configuration and of the templates. */
  readonly problems: readonly string[];
} & (
  | { readonly kind: 'published'; readonly release: string; readonly apis: number; readonly documents: number }
  | { readonly kind: 'unchanged' }
  /** Nothing was published; what was published before is as it was. */
  | { readonly kind: 'failed' }
);

/** Builds everything into `dist/` and publishes it in one step. */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const { projectFolder } = options;
  const distFolder = join(projectFolder, 'dist');
  const { configuration, inputs, problems: faults } = readConfiguration(projectFolder, options.environment);
  const source = { distFolder, extensions: extensionsOf(projectFolder, configuration) };
  const { templateHash, isCurrent: compiled } = rendererState(source);
  const siteHash = fingerprint(projectFolder, [DESCRIPTOR_FOLDER], JSON.stringify(inputs));
  // A file that cannot be read is not among the inputs.
  const isUsable = !faults.some(closesEverything);
  if (!options.force && isUsable && compiled && isPublished(distFolder, `${siteHash} ${templateHash}`, options.strict))
    return { kind: 'unchanged', diagnostics: [], problems: [] };

  const abort = new AbortController();
  const compilation = options.force
    ? compileRenderer(source, abort.signal)
    : compiled
      ? Promise.resolve(templateHash)
      : provideRenderer(source, templateHash, abort.signal);
  // It may fail while descriptors are read; it is awaited below.
  compilation.catch(() => undefined);
  // Readers and formats are loaded while the templates compile, and not at all when nothing has changed.
  const [{ readSite }, { FormatFailures, publish }] = await Promise.all([import('./read-site.ts'), import('./publish.ts')]);
  const site = await readSite(projectFolder, options.environment);
  const { diagnostics, problems } = site;
  const wrong = problems.length > 0 || diagnostics.some(({ severity }) => options.strict || severity === 'error');
  // Whom an adapter lets in is not part of what is published.
  // A folder that is away for a moment must not take down what was published from it.
  if (wrong && !(options.keepGoing && site.isListed && !site.configurationProblems.some(closesEverything))) {
    abort.abort();
    await compilation.catch(() => undefined);
    return { kind: 'failed', diagnostics, problems };
  }
  const renderer = compilation.then(() => loadRenderer(distFolder));
  // Awaited in there; a failure before that would end the process otherwise.
  renderer.catch(() => undefined);
  try {
    const { failures, ...published } = await publish(join(distFolder, 'documentation'), site, { compilation, renderer }, { keepGoing: options.keepGoing });
    if (failures.length > 0) return { kind: 'published', ...published, diagnostics, problems: [...problems, ...failures.map(({ message }) => message)] };
    // What was published in part is built again until it is whole.
    if (problems.length === 0 && !diagnostics.some(({ severity }) => severity === 'error'))
      stamp(distFolder, stampOfBuild(`${siteHash} ${await compilation}`, published.release, diagnostics.length === 0));
    return { kind: 'published', ...published, diagnostics, problems };
  } catch (error) {
    if (!(error instanceof TemplateError || error instanceof FormatFailures)) throw error;
    return { kind: 'failed', diagnostics, problems: [...problems, error.message] };
  }
}

/** True when what is published was made from these inputs; with `strict` also without a warning. */
function isPublished(distFolder: string, inputHash: string, strict: boolean): boolean {
  const folder = join(distFolder, 'documentation');
  try {
    const release = readFileSync(join(folder, CURRENT_FILE), 'utf8').trim();
    const accepted = strict ? [stampOfBuild(inputHash, release, true)] : [true, false].map((clean) => stampOfBuild(inputHash, release, clean));
    return accepted.includes(readFileSync(join(folder, STAMP_FILE), 'utf8')) && isWholeRelease(join(folder, RELEASES_FOLDER, release));
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
