import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { build, STATIC_FOLDER } from '../../build/build.ts';
import { countOf } from '../../model/diagnostic.ts';
import { CURRENT_FILE } from '../../store/release.ts';
import { preferMainThread } from '../../threads/thread-priority.ts';
import type { Command } from '../command.ts';
import { onInterruption } from '../interruption.ts';
import { complainOf } from '../problem-report.ts';

const HELP = `Usage: platform-docs build [--strict] [--keep-going] [--force] [--static]

Builds the documentation of api-descriptors/ into dist/ and publishes it in one step; a running
server picks it up. If there are errors, nothing is published, and what was published before stays.

Options:
  --strict      Fail on warnings, too
  --keep-going  Publish the APIs without errors, and leave out the others
  --force       Build even if nothing has changed
  --static      Also write dist/static: every page and format as files, for any file server;
                without log-ins, published APIs and the choice by Accept

Ctrl-C ends a build and leaves no files behind. Exit codes: 0 published or nothing to do, 1 there are
problems, 2 wrong use, 130 ended by Ctrl-C
`;

const NOTHING = 'Nothing was published.';
const AS_BEFORE = 'What was published before is unchanged.';

/**
 * By default the heap grows to what the machine has; a build next to a running server takes a tenth less for a
 * thirtieth of its time.
 */
const SMALL_HEAP = ['--heap-growing-percent=100', '--max-semi-space-size=16'];

/** Builds and publishes the documentation. */
export const buildCommand: Command = {
  help: HELP,
  options: {
    strict: { type: 'boolean' },
    'keep-going': { type: 'boolean' },
    force: { type: 'boolean' },
    static: { type: 'boolean' },
  },
  mostArguments: 0,
  async run({ options, projectFolder, environment, terminal }) {
    const start = performance.now();
    for (const flag of SMALL_HEAP) setFlagsFromString(flag);
    preferMainThread();
    const distFolder = join(projectFolder, 'dist');
    const isFirst = !existsSync(distFolder);
    const progress = terminal.progress('Writing documents');
    const result = await onInterruption((signal) =>
      build({
        projectFolder,
        environment,
        force: options.has('force'),
        keepGoing: options.has('keep-going'),
        strict: options.has('strict'),
        static: options.has('static'),
        signal,
        onProgress: progress.update,
      }),
    ).finally(progress.end);
    complainOf(result, terminal);
    // Compiled templates at most, which are kept elsewhere too.
    const removeTraces = (): void => {
      if (isFirst && !existsSync(join(distFolder, 'documentation', CURRENT_FILE)))
        rmSync(distFolder, { recursive: true, force: true });
    };
    switch (result.kind) {
      case 'unchanged':
        terminal.inform('Nothing has changed since the last build.');
        return 0;
      case 'published':
        if (result.apis === 0)
          terminal.complain('No API is documented. Add descriptors to the folder api-descriptors.');
        terminal.inform(
          `Published ${countOf(result.apis, 'API version')}, ${countOf(result.documents, 'page')}, in ${((performance.now() - start) / 1000).toFixed(1)} s.`,
        );
        if (options.has('static')) terminal.inform(`Any file server can serve ${join('dist', STATIC_FOLDER)}.`);
        return 0;
      case 'failed':
        removeTraces();
        terminal.complain(isFirst ? NOTHING : `${NOTHING} ${AS_BEFORE}`);
        return 1;
      case 'interrupted':
        removeTraces();
        terminal.complain(isFirst ? `Interrupted. ${NOTHING}` : `Interrupted. ${NOTHING} ${AS_BEFORE}`);
        return 130;
      default:
        return result satisfies never;
    }
  },
};
