import { setTimeout } from 'node:timers/promises';
import { challengesAt } from '../play/digest-credentials.ts';
import { createRandom } from '../play/random.ts';
import { createFuzzer } from './headers.ts';
import { openKeepAlive } from './keep-alive.ts';

export interface FuzzRun {
  readonly port: number;
  readonly seed: number;
  readonly headers: number;
  readonly target: string;
}

export interface FuzzOutcome {
  /** One line for each answer that there must not be. */
  readonly faults: readonly string[];
  readonly byStatus: ReadonlyMap<number, number>;
}

/** Passwords wait in a queue for the worker, which is full after four of them. */
const CONNECTIONS = 2;
const PIPELINED = 2;
const ALLOWED: ReadonlySet<number> = new Set([400, 401, 431]);
const MOST_FAULTS = 10;
const RETRY_MILLISECONDS = 1_000;
/** Tries that a batch makes after 503, before it is a fault. */
const MOST_TRIES = 10;

/** Sends headers over connections that are kept, two requests at a time on each. */
export async function fuzz({ port, seed, headers, target }: FuzzRun): Promise<FuzzOutcome> {
  const [challenge] = await challengesAt(port, target);
  if (challenge === undefined) throw new Error('No Digest challenge');
  const next = createFuzzer({ random: createRandom(seed), target, challenge });
  const faults: string[] = [];
  const byStatus = new Map<number, number>();
  let left = headers;

  const work = async (): Promise<void> => {
    const connection = openKeepAlive(port);
    while (left > 0 && faults.length < MOST_FAULTS) {
      const batch = Array.from({ length: Math.min(PIPELINED, left) }, next);
      left -= batch.length;
      const statuses = [...(await connection.statuses(batch.map(({ authorization }) => ({ target, authorization }))))];
      // A busy machine answers 503 with Retry-After, as a client is to take it: nobody was let in, and it asks again.
      for (let tries = 0; tries < MOST_TRIES && statuses.includes(503); tries += 1) {
        await setTimeout(RETRY_MILLISECONDS);
        const index = statuses.indexOf(503);
        const authorization = batch[index]?.authorization ?? '';
        statuses[index] = (await connection.statuses([{ target, authorization }]))[0] ?? 0;
      }
      for (const [index, { authorization, mayPass }] of batch.entries()) {
        const status = statuses[index] ?? 0;
        byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
        if (!ALLOWED.has(status) && !(status === 200 && mayPass))
          faults.push(`${status} for Authorization: ${JSON.stringify(authorization)}`);
      }
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return { faults, byStatus };
}
