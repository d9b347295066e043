import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { countOf } from '../../model/diagnostic.ts';
import { PLAIN_RELEASE_FOLDER, RELEASE_FOLDER, STATIC_FOLDER } from '../../project/folders.ts';
import { build } from '../../release/build.ts';
import type { BuildResult } from '../../release/build-contract.ts';
import { CURRENT_FILE } from '../../store/release.ts';
import { preferOtherProcesses } from '../../threads/thread-resources.ts';
import { FIRST_FOLDER_VARIABLE, onInterruption } from '../build-process.ts';
import { askedReport, type Command, type ExitCode, flags, type Invocation } from '../command.ts';
import { complainOf, hasNoDescriptors, NO_API } from '../problem-report.ts';
import { buildReportNames, buildReports, repositoryPrefix } from '../reports.ts';
import { watchProject } from '../watch-project.ts';

const OPTION_WIDTH = 17;

const HELP = `Usage: platform-docs build [--strict] [--keep-going] [--force] [--static | --plain]
                          [--watch] [--format text|${buildReportNames.join('|')}]

Builds the documentation of api-descriptors/ into dist/ and publishes it in one step; a running
server picks it up. If there are errors, nothing is published, and what was published before stays.

Options:
  --strict         Fail on warnings, too
  --keep-going     Publish the APIs without errors, and leave out the others
  --force          Build even if nothing has changed
  --static         Also write dist/static: every page and format as files with compressed copies,
                   for a file server that chooses by Accept; without log-ins and published APIs
  --plain          Write dist/static for hosts that send files as they are, such as GitHub Pages,
                   and nothing for our server: without compressed copies; pages name the
                   files of their formats, and links begin with the path of base_url
  --watch          Build again after every change, until Ctrl-C or SIGTERM; errors are
                   reported, and what was published before stays until they are fixed
${buildReportNames.map((name) => `  ${`--${name}`.padEnd(OPTION_WIDTH)}${buildReports[name].about}`).join('\n')}
  --format <name>  The same by name: text, ${buildReportNames.join(', ')}

Ctrl-C or SIGTERM ends a build and leaves no files behind. Exit codes: 0 published or nothing to do, 1 there
are problems, 2 wrong use, 130 ended by a signal; of --watch always 0
`;

const NOTHING = 'Nothing was published.';
const AS_BEFORE = 'What was published before is unchanged.';

/**
 * Limits for the growth of the heap of full builds, in percent of its live objects; by default, V8 lets it grow with
 * the available memory. DigitalOcean's API needs 400 MB with 200 %, 345 MB and 9 % more CPU time with 50 %, and 470 MB
 * by default; GitHub's needs 850 and 770 MB, and 6 % less time with 200 %. So a build changes to 200 % when it begins
 * to write at most {@link FEW_DOCUMENTS} documents. Other builds hold little: after one changed word, the default saves
 * 5 % of the CPU time; where everything has changed, it takes 65 MB more.
 */
const SMALL_HEAP = '--heap-growing-percent=50';
const ROOMY_HEAP = '--heap-growing-percent=200';
const FEW_DOCUMENTS = 2500;
const SMALL_YOUNG = '--max-semi-space-size=16';

/**
 * Makes V8 optimize a function after 10,000 calls instead of 3,000, and inline 200 bytes of bytecode into it instead
 * of 920: 9 to 20 % and 6 to 9 % less CPU time, in builds that take no longer. After 40,000 calls a build would take 5
 * to 10 % less CPU time, and its main thread 2 to 6 % more. Measured with V8 12.4 (Node 22) only.
 */
const LESS_OPTIMIZATION = process.versions.v8.startsWith('12.')
  ? ['--invocation-count-for-turbofan=10000', '--max-inlined-bytecode-size-cumulative=200']
  : [];

/** Builds and publishes the documentation. */
export const buildCommand: Command = {
  help: HELP,
  options: {
    ...flags('strict', 'keep-going', 'force', 'static', 'plain', 'watch', ...buildReportNames),
    format: { type: 'string' },
  },
  mostArguments: 0,
  async run(invocation) {
    const { options, projectFolder, environment, terminal } = invocation;
    const report = askedReport(options, buildReportNames);
    if (options.has('watch')) {
      // With --json, standard output has one line for each build and nothing else.
      await watchProject(invocation, (line) => (report === 'json' ? undefined : terminal.inform(line)));
      return 0;
    }
    const start = performance.now();
    const distFolder = join(projectFolder, 'dist');
    const isFirst = !existsSync(distFolder);
    const result = await buildOnce(invocation);
    const milliseconds = performance.now() - start;
    // After a failed first build, `dist` contains at most compiled templates, which the cache or the package also has.
    // A server that `start` has begun still needs them.
    const isFailure = result.kind === 'failed' || result.kind === 'interrupted';
    const first = environment[FIRST_FOLDER_VARIABLE];
    const isServed = result.kind === 'failed' && first !== undefined && existsSync(join(first, CURRENT_FILE));
    if (isFailure && isFirst && !isServed && !isPublished(projectFolder, options.has('plain')))
      rmSync(distFolder, { recursive: true, force: true });
    if (report === undefined) complainOf(result, terminal);
    else {
      const text = buildReports[report].write({ result, milliseconds }, repositoryPrefix(projectFolder, environment));
      if (text !== '') terminal.print(text);
    }
    // With --json, standard output is one JSON document and nothing else.
    if (report !== 'json')
      sayOutcome(result, {
        terminal,
        projectFolder,
        milliseconds,
        isFirst,
        isStatic: options.has('static'),
        isPlain: options.has('plain'),
      });
    return exitCodeOf(result);
  },
};

function buildOnce({ options, projectFolder, environment, terminal }: Invocation): Promise<BuildResult> {
  const isWhole = options.has('force') || !isPublished(projectFolder, options.has('plain'));
  const engineFlags = [...(isWhole ? [SMALL_HEAP] : []), SMALL_YOUNG, ...LESS_OPTIMIZATION];
  for (const flag of engineFlags) setFlagsFromString(flag);
  const progress = terminal.progress('Writing documents');
  const folder = environment[FIRST_FOLDER_VARIABLE];
  const published = (): void => {
    // Without a callback, a start that was killed would end the build with an unhandled error.
    process.send?.('published', () => undefined);
    preferOtherProcesses();
  };
  return onInterruption((signal) =>
    build({
      projectFolder,
      environment,
      force: options.has('force'),
      keepGoing: options.has('keep-going'),
      strict: options.has('strict'),
      static: options.has('static') || options.has('plain'),
      plain: options.has('plain'),
      ...(folder !== undefined && { first: { folder, published } }),
      signal,
      onProgress(done, total) {
        if (isWhole && done === 1 && total <= FEW_DOCUMENTS) setFlagsFromString(ROOMY_HEAP);
        progress.update(done, total);
      },
    }),
  ).finally(progress.end);
}

function isPublished(projectFolder: string, isPlain: boolean): boolean {
  return existsSync(join(projectFolder, 'dist', isPlain ? PLAIN_RELEASE_FOLDER : RELEASE_FOLDER, CURRENT_FILE));
}

interface Circumstances extends Pick<Invocation, 'terminal' | 'projectFolder'> {
  readonly milliseconds: number;
  /** True if `dist` did not exist before the build. */
  readonly isFirst: boolean;
  readonly isStatic: boolean;
  readonly isPlain: boolean;
}

function sayOutcome(
  result: BuildResult,
  { terminal, projectFolder, milliseconds, isFirst, isStatic, isPlain }: Circumstances,
): void {
  const before = isFirst ? '' : ` ${AS_BEFORE}`;
  switch (result.kind) {
    case 'unchanged':
      if (hasNoDescriptors(projectFolder)) terminal.complain(NO_API);
      terminal.inform('Nothing has changed since the last build.');
      return;
    case 'published':
      if (result.apis === 0) terminal.complain(NO_API);
      if (result.lost !== undefined)
        terminal.complain(`No longer published because of errors: ${result.lost.join(', ')}.`);
      terminal.inform(
        `${isPlain ? 'Wrote' : 'Published'} ${countOf(result.apis, 'API version')}, ${countOf(result.documents, 'page')}, in ${(milliseconds / 1000).toFixed(1)} s.`,
      );
      if (result.rendered < result.pages)
        terminal.inform(`Rendered ${result.rendered} of ${countOf(result.pages, 'page')}: the others are unchanged.`);
      if (isPlain) for (const line of placeOfFiles(result.baseUrl)) terminal.inform(line);
      else if (isStatic)
        terminal.inform(`Any file server can serve ${join('dist', STATIC_FOLDER)}; see docs/deployment/static.md.`);
      return;
    case 'failed':
      terminal.complain(
        result.release === null
          ? NOTHING + before
          : 'The documentation was published, but the files to be written after it were not. Build again.',
      );
      return;
    case 'interrupted':
      terminal.complain(`Interrupted. ${NOTHING}${before}`);
      return;
    default:
      result satisfies never;
  }
}

function placeOfFiles(baseUrl: string): readonly string[] {
  const folder = join('dist', STATIC_FOLDER);
  if (baseUrl !== '') return [`Any static host can serve ${folder} at ${baseUrl}.`];
  return [
    `Any static host can serve ${folder} at the root of a host name.`,
    'To publish it below a path, set platform-documentation.base_url to the whole address first.',
  ];
}

function exitCodeOf({ kind }: BuildResult): ExitCode {
  if (kind === 'interrupted') return 130;
  return kind === 'failed' ? 1 : 0;
}
