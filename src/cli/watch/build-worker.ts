import { loadBuild } from '../../build/build.ts';
import { productFingerprint } from '../../build/renderer.ts';
import { cacheFolder } from '../../project/product.ts';
import { keepCompiledModules } from '../compiled-modules.ts';
import { runCommandLine } from '../run-command-line.ts';
import { createTerminal } from '../terminal.ts';
import type { BuildAnswer } from './build-processes.ts';

/*
 * A process that is asked for one build after another: what the first has loaded, and Node has compiled, the next need
 * not. It ends with the process that asks.
 */

/** Memory of the process that is kept for the next build; a process that uses more ends. */
const MOST_KEPT_BYTES = 768 * 1024 * 1024;

const projectFolder = process.cwd();
keepCompiledModules(cacheFolder(projectFolder));
const terminal = createTerminal({ output: process.stdout, errors: process.stderr, environment: process.env });
const dialog = { input: process.stdin, output: process.stderr };
const product = productFingerprint(projectFolder);
// The modules load while the worker waits for its first build.
void loadBuild();

process.on('message', async (options: readonly string[]) => {
  // The product was updated while a preview runs: this process has the old modules loaded.
  if (productFingerprint(projectFolder) !== product) return answer(null);
  const surroundings = { projectFolder, environment: process.env, terminal, dialog };
  const exitCode = await runCommandLine(['build', ...options], surroundings);
  answer({ exitCode, isSpent: exitCode === 130 || process.memoryUsage.rss() > MOST_KEPT_BYTES });
});

/** @param message null: another process has to build */
function answer(message: BuildAnswer | null): void {
  process.send?.(message);
}
