/** Run before each file of tests, in the process that runs it. */
import { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, vi } from 'vitest';
import { LIMITS } from './limits.ts';

/** Time that a child which is asked to end has before it is killed. */
const GRACE_MILLISECONDS = 10_000;
const KEY = Symbol.for('platform-documentation.children');

// Files that share a process share what is prepared in it.
if (!Reflect.has(globalThis, KEY)) {
  Reflect.set(globalThis, KEY, trackedChildren());
  // Debian has servers in folders that are missing in the path of a user.
  process.env['PATH'] = `${process.env['PATH']}:/usr/local/sbin:/usr/sbin`;
  // `expect.poll` takes its limit from the configuration, these two from each call alone.
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (ask, options) => waitFor(ask, { ...(typeof options === 'object' && options), timeout: LIMITS.wait });
  vi.waitUntil = (ask, options) =>
    waitUntil(ask, { ...(typeof options === 'object' && options), timeout: LIMITS.wait });
}

/** A hook that failed leaves children. One with a channel serves several files, and ends with the process. */
afterAll(async () => {
  const children: unknown = Reflect.get(globalThis, KEY);
  if (children instanceof Set) await Promise.all([...children].map(endUnlessKept));
});

/** Children of this process that have not ended, whichever module started them. */
function trackedChildren(): ReadonlySet<ChildProcess> {
  const children = new Set<ChildProcess>();
  subscribe('child_process', (message) => {
    const child = typeof message === 'object' && message !== null && 'process' in message ? message.process : undefined;
    if (!(child instanceof ChildProcess)) return;
    children.add(child);
    for (const event of ['exit', 'error']) child.once(event, () => children.delete(child));
  });
  process.once('exit', () => {
    for (const child of children) child.kill();
  });
  return children;
}

async function endUnlessKept(child: ChildProcess): Promise<void> {
  if (child.connected) return;
  const ended = once(child, 'exit');
  child.kill();
  await Promise.race([ended, pause(GRACE_MILLISECONDS, undefined, { ref: false })]);
  child.kill('SIGKILL');
}
