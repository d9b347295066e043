import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { verifyPassword } from '../password-hashes/passwords.ts';
import type { PasswordJob } from './password-workers.ts';

/** Priority below the thread that answers requests: many passwords at once must not slow that thread down. */
const NICENESS = 10;

// On Linux, the priority applies to one thread; elsewhere, it would slow down the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

parentPort?.on('message', ({ password, stored, decoys }: PasswordJob) => {
  const isRight = verifyPassword(password, stored);
  if (!isRight) for (const decoy of decoys) verifyPassword(password, decoy);
  parentPort?.postMessage(isRight);
});
