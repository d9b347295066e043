import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/**
 * Runs npm with a given Node, which also runs the scripts of packages. Output of npm is not shown.
 * @param {readonly string[]} args
 * @param {{ readonly cwd: string, readonly node: string }} options `node`: path of the Node that runs npm
 * @returns {Promise<string | null>} null when everything is installed, else the error of npm in one line
 */
export function runNpm(args, { cwd, node }) {
  // Other package managers set the variable, too.
  const script = process.env['npm_execpath'];
  const isScript = script !== undefined && /\bnpm-cli\.c?js$/.test(script);
  // On Windows npm is a batch file, which only a shell starts; none of the arguments needs quoting.
  const isBatch = !isScript && process.platform === 'win32';
  // Versions and integrity are in a lock file: npm's cached copies of them cannot be stale.
  const all = [...args, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=warn'];
  // npm starts scripts with the first Node of PATH.
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
      // By this list of npm, the next command would take the damaged package for installed.
      if (torn !== undefined) rmSync(join(cwd, 'node_modules', '.package-lock.json'), { force: true });
      resolve(torn ?? (status === 0 ? null : (firstError(errors) ?? `npm ended with ${status}`)));
    });
  });
}

/**
 * Finds the error of a file that was not fully unpacked: npm 11 only warns of it, and ends with 0. ENOENT is no such
 * error: npm warns of it when it has removed an optional package meanwhile.
 * @param {string} text what npm wrote to standard error
 */
function unpackError(text) {
  return /TAR_ENTRY_ERROR (?!ENOENT)(.+)/.exec(text)?.[1];
}

/**
 * Finds the first line with a message; codes, and names of system calls and files, come before it.
 * @param {string} text what npm wrote to standard error
 */
function firstError(text) {
  return text
    .split('\n')
    .filter((line) => /^npm (error|ERR!) \S/.test(line))
    .map((line) => line.replace(/^npm (error|ERR!) (nospc |network )?/, ''))
    .find((line) => !/^(code|errno|syscall|path|dest|A complete log) /.test(line));
}

/**
 * Suggests a remedy for a problem, as the beginning of a sentence.
 * @param {string} problem
 */
export function remedyFor(problem) {
  if (/\b(ENOSPC|EDQUOT)\b/.test(problem)) return 'Free some disk space';
  return /\b(EACCES|EPERM|EROFS)\b/.test(problem) ? 'Check who may write there' : 'Check the network';
}
