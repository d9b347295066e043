import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, IS_PACKAGE } from '../project/product.ts';
import { keepCompiledModules } from './compiled-modules.ts';

const LOOK_MILLISECONDS = 500;

endWithLauncher();
const projectFolder = process.cwd();
// Without node_modules, no cache is created: the folder may not be a project, or `init` may create one in it.
if (existsSync(join(projectFolder, 'node_modules')) || !IS_PACKAGE) keepCompiledModules(cacheFolder(projectFolder));
// These modules are imported after keepCompiledModules, so that their compiled code is cached.
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
  terminal.complain(`platform-docs: The program was ended too early. ${remedy}`);
  process.exitCode = 1;
});
// process.exit would discard output that a pipe has not taken yet.
process.exitCode = await runCommandLine(process.argv.slice(2), surroundings);
isDone = true;

/** Ends this process if its launcher was killed. The launcher can forward every signal except SIGKILL. */
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
