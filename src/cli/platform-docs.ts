import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, IS_PACKAGE } from '../project/product.ts';
import { keepCompiledModules } from './compiled-modules.ts';

const LOOK_MILLISECONDS = 500;

endWithLauncher();
const projectFolder = process.cwd();
// No cache is made in a folder without node_modules: it may be no project, or become one.
if (existsSync(join(projectFolder, 'node_modules')) || !IS_PACKAGE) keepCompiledModules(cacheFolder(projectFolder));
// Imported after that call, so that the compiled code is kept.
const [{ runCommandLine }, { createTerminal }] = await Promise.all([
  import('./run-command-line.ts'),
  import('./terminal.ts'),
]);
const terminal = createTerminal({ output: process.stdout, errors: process.stderr, environment: process.env });
const dialog = { input: process.stdin, output: process.stderr };
const surroundings = { projectFolder, environment: process.env, terminal, dialog };
let isDone = false;
process.once('exit', (code) => {
  if (isDone || code !== 0) return;
  const remedy = 'Templates and formats of a project must not call process.exit.';
  terminal.complain(`platform-docs: The program was ended before it was done. ${remedy}`);
  process.exitCode = 1;
});
// Not process.exit, which would cut off output to a pipe.
process.exitCode = await runCommandLine(process.argv.slice(2), surroundings);
isDone = true;

/** Ends this process when its launcher was killed: it forwards every signal but SIGKILL. */
function endWithLauncher(): void {
  const launcher = process.env['PLATFORM_LAUNCHER'];
  delete process.env['PLATFORM_LAUNCHER'];
  if (launcher !== String(process.ppid)) return;
  const timer = setInterval(() => {
    if (launcher === String(process.ppid)) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MILLISECONDS);
  timer.unref();
}
