/**
 * Runs before `npm start` and `npm test`: installs from the lock file when that has not been done, or when the lock file has changed since.
 * Plain JavaScript without imports of ours, because it must run on any Node before anything is installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const installed = `${project}node_modules/.package-lock.json`;
const lock = `${project}package-lock.json`;

if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(lock).mtimeMs) {
  console.log('Installing packages…');
  const npm = process.env['npm_execpath'];
  const args = ['install', '--no-audit', '--no-fund', '--loglevel=error'];
  const run = npm === undefined ? spawnSync('npm', args, options()) : spawnSync(process.execPath, [npm, ...args], options());
  if (run.status !== 0) {
    const cause = `${run.stderr ?? ''}`.split('\n').find((line) => /^npm (error|ERR!)/.test(line));
    console.error(
      `The packages could not be installed: ${cause ?? run.error?.message ?? `npm ended with ${run.status}`}. Check the network and run "npm install".`,
    );
    process.exit(1);
  }
}

function options() {
  return { cwd: project, stdio: ['ignore', 'inherit', 'pipe'], encoding: 'utf8' };
}
