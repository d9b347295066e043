import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { verifyPassword } from '../password-hashes/passwords.ts';
import type { PasswordJob } from './password-workers.ts';

/** Lower priority than the thread that answers requests: a flood of passwords must not slow it down. */
const NICENESS = 10;

// On Linux a priority holds for one thread; elsewhere this would slow the whole process.
if (process.platform === 'linux') setPriority(NICENESS);

parentPort?.on('message', ({ password, stored, decoys }: PasswordJob) => {
  const isRight = verifyPassword(password, stored);
  if (!isRight) for (const decoy of decoys) verifyPassword(password, decoy);
  parentPort?.postMessage(isRight);
});
