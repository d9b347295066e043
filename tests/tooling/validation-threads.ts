import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ValidatorName } from './validation-worker.ts';
import type { NamedText } from './validators.ts';

/** Work of one thread at a time. */
export interface ValidationTask {
  readonly validator: ValidatorName;
  readonly documents: readonly NamedText[];
}

/**
 * Tasks that threads share: each takes the next task that no other has taken, so that none waits for the thread that
 * started them.
 */
export interface SharedTasks {
  readonly tasks: readonly ValidationTask[];
  /** One number, the next task. */
  readonly next: Int32Array;
}

/**
 * A validator keeps much of what it reads; the parsers of RAML are a third faster when short-lived objects have room.
 */
const LIMITS = { maxOldGenerationSizeMb: 4_096, maxYoungGenerationSizeMb: 192 };

/**
 * Validates on a thread for each core, the costliest tasks first. A thread loads each validator once.
 * @returns problems, task by task
 * @throws when a thread ends early
 */
export async function validateOnThreads(tasks: readonly ValidationTask[]): Promise<readonly (readonly string[])[]> {
  const byCost = tasks.map((task, index) => ({ task, index })).sort((a, b) => costOf(b.task) - costOf(a.task));
  const shared: SharedTasks = { tasks: byCost.map(({ task }) => task), next: new Int32Array(new SharedArrayBuffer(4)) };
  const problems = new Map<number, readonly string[]>();
  const threads = Array.from({ length: Math.min(availableParallelism(), tasks.length) }, () => {
    const worker = new Worker(new URL('validation-worker.ts', import.meta.url), {
      workerData: shared,
      resourceLimits: LIMITS,
    });
    worker.on('message', ([position, found]: readonly [number, readonly string[]]) =>
      problems.set(byCost[position]?.index ?? 0, found),
    );
    return once(worker, 'exit');
  });
  await Promise.all(threads);
  return tasks.map((_, index) => {
    const found = problems.get(index);
    if (found === undefined) throw new Error('A thread that validates ended before it was done.');
    return found;
  });
}

/** AMF takes a hundred times as long as the others. */
function costOf({ validator, documents }: ValidationTask): number {
  const characters = documents.reduce((sum, { text }) => sum + text.length, 0);
  return validator === 'webapi-parser' ? characters * 100 : characters;
}
