import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

/**
 * Runs npm with a given Node, for scripts of packages too. Its errors are kept, its other output is not shown.
 * @param {readonly string[]} args
 * @param {{ readonly cwd: string, readonly node: string }} options `node`: path of the Node that runs npm
 * @returns {Promise<string | null>} null when it succeeded, else its first error
 */
export function runNpm(args, { cwd, node }) {
  // Other package managers set it, too.
  const script = process.env['npm_execpath'];
  const isScript = script !== undefined && /\bnpm-cli\.c?js$/.test(script);
  // On Windows npm is a batch file, which only a shell starts; none of the arguments needs quoting.
  const isBatch = !isScript && process.platform === 'win32';
  // Versions and integrity are in a lock file: what npm has kept of them cannot be stale.
  const all = [...args, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
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
    child.once('close', (status) => resolve(status === 0 ? null : (firstError(errors) ?? `npm ended with ${status}`)));
  });
}

/** @param {string} text what npm wrote to standard error */
function firstError(text) {
  // The first line often is the code alone.
  const lines = text
    .split('\n')
    .filter((line) => /^npm (error|ERR!) \S/.test(line) && !/^npm (error|ERR!) code /.test(line));
  return lines[0]?.replace(/^npm (error|ERR!) /, '');
}
