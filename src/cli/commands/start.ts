import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadSchemes } from '../../auth/schemes/registry.ts';
import { RELEASE_FOLDER } from '../../project/folders.ts';
import { tryAddress } from '../../server/node/listen-address.ts';
import { CURRENT_FILE } from '../../store/release.ts';
import { runBuildProcess, SIGNALS } from '../build-process.ts';
import type { Command } from '../command.ts';
import { prepareFirstStart } from '../first-start.ts';
import { addressOptions, nextCommand, readAddress, startServer, typedCommand } from './serve.ts';

const HELP = `Usage: platform-docs start [--host <address>] [--port <number>]

Builds what changed, then serves it; edits wait for the next "platform-docs build". APIs with errors
are left out and listed. If the build fails, what was published before is served. If nothing was
published yet, the server starts at once, and makes pages on request until they are built.

Options:
  --host  Address to listen on; default: the variable HOST, else 127.0.0.1
  --port  Port to listen on; default: the variable PORT, else 4321

If there is a config/autoload/local.yaml.dist, the first start copies it to local.yaml, creates the password
files that it names with one user, demo, and prints the random password once. Nothing is overwritten.
`;

/**
 * Builds in a child process, so that the memory of the build is freed, and serves in this process. If nothing is
 * published yet, the server starts with a release without documents, which the build publishes as soon as it has read
 * the descriptors; later it switches to the complete release, as to any other.
 */
export const start: Command = {
  help: HELP,
  options: addressOptions,
  mostArguments: 0,
  async run({ options, projectFolder, environment: variables, terminal }) {
    const environment = { ...variables, ...readAddress(options, variables) };
    const refused = await tryAddress(environment, typedCommand('start', environment));
    if (refused !== undefined) {
      terminal.complain(refused);
      return 1;
    }
    const tellHowToTry = prepareFirstStart({ schemes: await loadSchemes(), projectFolder, environment, terminal });
    const isPublished = (): boolean => existsSync(join(projectFolder, 'dist', RELEASE_FOLDER, CURRENT_FILE));
    // If this process is killed, the next build or the next start with this pid removes the folder.
    const firstFolder = join(projectFolder, 'dist', `first.draft-${process.pid}`);
    rmSync(firstFolder, { recursive: true, force: true });
    const first = Promise.withResolvers<void>();
    const interruption = new AbortController();
    let isInterrupted = false;
    const onSignal = (): void => {
      isInterrupted = true;
    };
    for (const signal of SIGNALS) process.on(signal, onSignal);
    const building = runBuildProcess(['--keep-going', ...(options.has('quiet') ? ['--quiet'] : [])], projectFolder, {
      first: isPublished() ? undefined : { folder: firstFolder, published: first.resolve },
      signal: interruption.signal,
    });
    try {
      const ended = await Promise.race([first.promise.then(() => undefined), building]);
      const isEarly = ended === undefined;
      if (isInterrupted || ended?.status === 130) return 130;
      if (!isEarly && ended.status !== 0 && !isPublished()) {
        terminal.complain(`There is nothing to serve yet. ${ended.remedy}, then start again.`);
        return 1;
      }
      const port = await startServer({ projectFolder, environment, terminal }, 'start', firstFolder);
      if (port === null) return isInterrupted ? 130 : 1;
      tellHowToTry(port);
      if (isEarly) terminal.inform('Pages are made on request until the build is done.');
      const { status, remedy } = await building;
      if (status === 130 || isInterrupted) {
        // Ends the server if the signal came before it listened for signals.
        process.emit('SIGTERM');
        return 130;
      }
      if (status !== 0)
        terminal.complain(
          `The build failed, so the server ${isEarly ? 'makes pages on request' : 'shows what was published before'}. ${remedy}, then build again.`,
        );
      const [build, dev] = ['build', 'dev'].map((name) => nextCommand(name, environment));
      terminal.inform(`After an edit, run ${build}; or run ${dev} instead, which shows every edit at once.`);
      return 0;
    } catch (error) {
      // An interrupted first build removes the compiled server.
      if (isInterrupted) return 130;
      throw error;
    } finally {
      for (const signal of SIGNALS) process.off(signal, onSignal);
      // Ends a build for which no server was started.
      interruption.abort();
      await Promise.allSettled([building]);
      rmSync(firstFolder, { recursive: true, force: true });
    }
  },
};
