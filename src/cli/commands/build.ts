import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { build } from '../../build/build.ts';
import { preferMainThread } from '../../build/thread-priority.ts';
import { formatDiagnostic } from '../../model/diagnostic.ts';
import type { Command } from '../command.ts';

const HELP = `Usage: platform-docs build [--strict] [--keep-going] [--force]

Builds the documentation of api-descriptors/ into dist/ and publishes it in one step; a running
server picks it up. With errors nothing is published and what was published stays.

Options:
  --strict      Warnings fail too
  --keep-going  Publish the APIs that are right without those that are not
  --force       Build although nothing has changed

Exit codes: 0 published or nothing to do, 1 there are problems, 2 wrong use
`;

/** By default the heap grows to what the machine has; a build next to a running server takes a tenth less for a thirtieth of its time. */
const SMALL_HEAP = ['--heap-growing-percent=100', '--max-semi-space-size=16'];

/** Builds and publishes the documentation. */
export const buildCommand: Command = {
  help: HELP,
  options: { strict: { type: 'boolean' }, 'keep-going': { type: 'boolean' }, force: { type: 'boolean' } },
  mostArguments: 0,
  async run({ options, projectFolder, environment, terminal }) {
    const start = performance.now();
    for (const flag of SMALL_HEAP) setFlagsFromString(flag);
    preferMainThread();
    const distFolder = join(projectFolder, 'dist');
    const isFirst = !existsSync(distFolder);
    const result = await build({
      projectFolder,
      environment,
      force: options.has('force'),
      keepGoing: options.has('keep-going'),
      strict: options.has('strict'),
    });
    for (const problem of result.problems) terminal.complain(problem);
    for (const diagnostic of result.diagnostics) terminal.complain(formatDiagnostic(diagnostic));
    switch (result.kind) {
      case 'unchanged':
        terminal.print('Nothing has changed since the last build.');
        return 0;
      case 'published':
        if (result.apis === 0) terminal.complain('No API is documented. Add descriptors to the folder api-descriptors.');
        terminal.print(`Published ${result.apis} API versions, ${result.documents} pages, in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
        return 0;
      case 'failed':
        // Compiled templates at most, which are kept elsewhere too.
        if (isFirst && !existsSync(join(distFolder, 'documentation'))) rmSync(distFolder, { recursive: true, force: true });
        terminal.complain(isFirst ? 'Nothing was published.' : 'Nothing was published. What was published before is as it was.');
        return 1;
      default:
        return result satisfies never;
    }
  },
};
