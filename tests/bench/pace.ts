import { Agent, get } from 'node:http';

/** Requests at fixed times, whether or not earlier ones are answered. */
export interface Pace {
  readonly perSecond: number;
  readonly connections: number;
}

/** One request after the other in a circle. */
export interface PacedRequests extends Pace {
  readonly port: number;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
}

/**
 * @returns milliseconds from the time at which each request was due to the end of its answer, so that requests behind a slow one count as well
 * @throws when an answer is not 200
 */
export async function paced({ port, paths, headers, perSecond, connections, seconds }: PacedRequests): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  const answers = Array.from({ length: Math.round(perSecond * seconds) }, async (_, index) => {
    const due = start + (index * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    await answered({ port, path: paths[index % paths.length] ?? '/', headers, agent });
    return performance.now() - due;
  });
  try {
    return await Promise.all(answers);
  } finally {
    agent.destroy();
  }
}

function answered(options: {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent;
}): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', ...options }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${options.path} answered ${response.statusCode}.`));
      response.resume().once('end', resolve).once('error', reject);
    });
    request.once('error', reject);
  });
}

/** @param share in hundredths: 100 is the longest */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? Number.NaN;
}
