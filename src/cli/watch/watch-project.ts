import { setTimeout as sleep } from 'node:timers/promises';
import { DESCRIPTOR_FOLDER } from '../../project/folders.ts';
import { SIGNALS } from '../build-process.ts';
import type { Invocation } from '../command.ts';
import { BuildProcesses } from './build-processes.ts';
import { rebuildOnChange } from './rebuild.ts';
import { WatchedFiles } from './watched-files.ts';

/** Changed files that a message names. */
const MOST_NAMED = 3;

/**
 * Builds a project, and again whenever something changes that it is made of, until SIGINT or SIGTERM. What is wrong is
 * reported by the build; what was published before stays then, and the next change is built.
 * @param say what is good to know between builds
 */
export async function watchProject(invocation: Invocation, say: (line: string) => void): Promise<void> {
  const { projectFolder } = invocation;
  const abort = new AbortController();
  const processes = new BuildProcesses(projectFolder);
  // Ctrl-C reaches both from the terminal: the build cleans up, and this waits for it.
  const onSignal = (signal: NodeJS.Signals): void => {
    abort.abort();
    if (signal !== 'SIGINT' || !process.stdin.isTTY) processes.interrupt();
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const files = new WatchedFiles(invocation);
  let isFirst = true;
  try {
    await rebuildOnChange({
      look: () => files.states(),
      async build(changed) {
        if (changed.length > 0) say(`Changed: ${listOf(changed)}.`);
        // Templates and formats are modules, and anything else may decide which there are.
        const isFresh = changed.some((path) => !path.startsWith(`${DESCRIPTOR_FOLDER}/`));
        await processes.run(optionsOf(invocation, isFirst), isFresh);
        if (!abort.signal.aborted) processes.prepare();
        if (isFirst && !abort.signal.aborted) say('Changes are built when files are saved. Ctrl-C ends this.');
        isFirst = false;
        files.learn();
      },
      pause: (milliseconds) => sleep(milliseconds, undefined, { signal: abort.signal }).catch(() => undefined),
      clock: () => performance.now(),
      signal: abort.signal,
    });
  } finally {
    processes.end();
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

/** Options of each build. Only the first build has `--force`. */
function optionsOf({ options }: Invocation, isFirst: boolean): readonly string[] {
  return [...options].flatMap(([name, value]) => {
    if (name === 'watch' || (name === 'force' && !isFirst)) return [];
    return [value === true ? `--${name}` : `--${name}=${value}`];
  });
}

function listOf(paths: readonly string[]): string {
  const rest = paths.length - MOST_NAMED;
  return paths.slice(0, MOST_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
