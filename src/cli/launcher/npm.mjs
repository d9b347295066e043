import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/**
 * Runs npm, and scripts of packages, with a given Node. The output of npm is not shown.
 * @param {readonly string[]} args
 * @param {{ readonly cwd: string, readonly node: string }} options `node`: path of the Node that runs npm
 * @returns {Promise<string | null>} null on success, otherwise the error of npm in one line
 */
export function runNpm(args, { cwd, node }) {
  // Other package managers set this variable, too.
  const script = process.env['npm_execpath'];
  const isScript = script !== undefined && /\bnpm-cli\.c?js$/.test(script);
  // On Windows, npm is a batch file, which needs a shell to start; none of our arguments needs quoting.
  const isBatch = !isScript && process.platform === 'win32';
  // --prefer-offline is safe: a lock file fixes versions and integrity, so cached packages cannot be outdated.
  const all = [...args, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=warn'];
  // npm runs package scripts with the first Node in PATH.
  const env = { ...process.env, PATH: [dirname(node), process.env['PATH'] ?? ''].join(delimiter) };
  return new Promise((resolve) => {
    const whole = isBatch
      ? /** @type {const} */ ([['npm', ...all].join(' '), []])
      : /** @type {const} */ (['npm', all]);
    const [program, given] = isScript ? [node, [script, ...all]] : whole;
    const child = spawn(program, given, { cwd, env, shell: isBatch, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      errors += text;
    });
    child.once('error', (error) => resolve(error.message));
    child.once('close', (status) => {
      const torn = unpackError(errors);
      // npm lists the damaged package as installed in this file; without the file, the next command reinstalls it.
      if (torn !== undefined) rmSync(join(cwd, 'node_modules', '.package-lock.json'), { force: true });
      resolve(torn ?? (status === 0 ? null : (firstError(errors) ?? `npm ended with ${status}`)));
    });
  });
}

/**
 * Finds the error for a file that was not completely unpacked: npm 11 only prints a warning and exits with 0. ENOENT is
 * ignored: npm prints it after it has removed an optional package during the installation.
 * @param {string} text standard error output of npm
 */
function unpackError(text) {
  return /TAR_ENTRY_ERROR (?!ENOENT)(.+)/.exec(text)?.[1];
}

/**
 * Finds the first error line with a message, after lines with error codes and names of system calls and files.
 * @param {string} text standard error output of npm
 */
function firstError(text) {
  return text
    .split('\n')
    .filter((line) => /^npm (error|ERR!) \S/.test(line))
    .map((line) => line.replace(/^npm (error|ERR!) (nospc |network )?/, ''))
    .find((line) => !/^(code|errno|syscall|path|dest|A complete log) /.test(line));
}

/**
 * Suggests a remedy for an error, as the beginning of a sentence.
 * @param {string} problem error of npm
 */
export function remedyFor(problem) {
  if (/\b(ENOSPC|EDQUOT)\b/.test(problem)) return 'Free some disk space';
  return /\b(EACCES|EPERM|EROFS)\b/.test(problem) ? 'Check who may write there' : 'Check the network';
}
