import { readFileSync } from 'node:fs';

const LOOK_MILLISECONDS = 500;

/**
 * Calls back when npm has ended, or the shell in which npm starts a command: that shell hands on no signal, and SIGHUP
 * and SIGKILL end npm alone. A command that another program has started may outlive it, as with `nohup`.
 * @param {() => void} end
 */
export function afterNpm(end) {
  // Other package managers set it, too.
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const npm = npmBehind(parent);
  const timer = setInterval(() => {
    if (process.ppid === parent && (npmBehind(parent) ?? npm) === npm) return;
    clearInterval(timer);
    end();
  }, LOOK_MILLISECONDS);
  timer.unref();
}

/**
 * The parent of a shell that runs one command and waits for it. Other shells than dash run it in their own process.
 * @param {number} shell
 * @returns {string | undefined} undefined where the process is no such shell or nothing is known of it
 */
function npmBehind(shell) {
  try {
    const [, option] = readFileSync(`/proc/${shell}/cmdline`, 'utf8').split('\0');
    // State and parent follow the name, which is in parentheses and may have any character.
    return option === '-c' ? readFileSync(`/proc/${shell}/stat`, 'utf8').match(/.*\) \S+ (\d+)/s)?.[1] : undefined;
  } catch {
    return undefined;
  }
}
