import { Agent, get } from 'node:http';

/** Requests at fixed times, whether or not earlier ones are answered. */
export interface Pace {
  readonly perSecond: number;
  readonly connections: number;
}

/** One request after the other in a cycle. */
export interface PacedRequests extends Pace {
  readonly port: number;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly seconds: number;
}

export interface PacedResult {
  /** From the time at which a request was due to the end of its answer: requests behind a slow one count as well. */
  readonly milliseconds: readonly number[];
  /** Answered with 503. */
  readonly refused: number;
}

/** @throws when an answer is neither 200 nor 503 */
export async function paced({
  port,
  paths,
  headers,
  perSecond,
  connections,
  seconds,
}: PacedRequests): Promise<PacedResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  const answers = Array.from({ length: Math.round(perSecond * seconds) }, async (_, index) => {
    const due = start + (index * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
    const status = await answered({ port, path: paths[index % paths.length] ?? '/', headers, agent });
    return { milliseconds: performance.now() - due, status };
  });
  try {
    const all = await Promise.all(answers);
    const served = all.filter(({ status }) => status === 200);
    return { milliseconds: served.map(({ milliseconds }) => milliseconds), refused: all.length - served.length };
  } finally {
    agent.destroy();
  }
}

function answered(options: {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly agent: Agent;
}): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get({ host: '127.0.0.1', ...options }, (response) => {
      const { statusCode = 0 } = response;
      if (statusCode !== 200 && statusCode !== 503) reject(new Error(`${options.path} answered ${statusCode}.`));
      response
        .resume()
        .once('end', () => resolve(statusCode))
        .once('error', reject);
    });
    request.once('error', reject);
  });
}

/** @param share in hundredths: 100 is the longest */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * share) / 100))] ?? Number.NaN;
}
