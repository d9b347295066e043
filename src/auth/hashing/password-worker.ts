import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { verifyPassword } from '../password-hashes/passwords.ts';
import type { PasswordJob } from './password-workers.ts';

/** Below the thread that answers requests: a flood of passwords must not take its turns. */
const NICENESS = 10;

// Linux counts the priority of each thread; elsewhere this would slow the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

parentPort?.on('message', ({ password, stored, decoys }: PasswordJob) => {
  const isRight = verifyPassword(password, stored);
  if (!isRight) for (const decoy of decoys) verifyPassword(password, decoy);
  parentPort?.postMessage(isRight);
});
