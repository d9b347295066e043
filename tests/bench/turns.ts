import { load, type Requests } from './load.ts';
import { startBare } from './servers.ts';

/**
 * Turns of each of two servers, one after the other. What else a machine does is alike in two short turns; three long
 * rounds scattered by 30 %.
 */
const TURNS = 80;
const CONNECTIONS = 32;
const SECONDS = 0.3;
const WARM_UP = 0.05;
/**
 * Ranks, from 0, of the ratios between which the median of all ratios lies with a probability of 95 %: half of the
 * turns, less and more 0.98 times their root (binomial distribution).
 */
const [LOW, HIGH] = [
  Math.floor(TURNS / 2 - 0.98 * Math.sqrt(TURNS)) - 1,
  Math.ceil(TURNS / 2 + 0.98 * Math.sqrt(TURNS)),
];

/**
 * Compares requests a second of a server with those of bare `node:http` that sends the same bytes.
 * @param answer bytes that the bare server sends
 * @param requests called once a turn
 */
export async function compareInTurns(
  name: string,
  port: number,
  answer: Buffer,
  requests: () => Requests | Promise<Requests>,
): Promise<void> {
  const bare = await startBare(answer);
  const turn = async (server: number, seconds = SECONDS, warmUp = WARM_UP): Promise<number> =>
    (await load(server, await requests(), { connections: CONNECTIONS, seconds, warmUp })).requestsPerSecond;
  const pairs: { readonly ours: number; readonly theirs: number; readonly ratio: number }[] = [];
  try {
    // Code that runs for the first time is slow.
    for (const server of [port, bare.port]) await turn(server, 1, 1);
    for (let index = 0; index < TURNS; index += 1) {
      const isOursFirst = index % 2 === 0;
      const first = await turn(isOursFirst ? port : bare.port);
      const second = await turn(isOursFirst ? bare.port : port);
      const [ours, theirs] = isOursFirst ? [first, second] : [second, first];
      pairs.push({ ours, theirs, ratio: ours / theirs });
    }
  } finally {
    bare.stop();
  }
  const sorted = pairs.toSorted((one, other) => one.ratio - other.ratio);
  const { ours = 0, theirs = 0, ratio = 0 } = sorted[TURNS / 2] ?? {};
  const [low, high] = [sorted[LOW]?.ratio ?? 0, sorted[HIGH]?.ratio ?? 0];
  console.log(
    `  ${name.padEnd(20)} ${(answer.byteLength / 1000).toFixed(1).padStart(6)} kB ${ours.toFixed(0).padStart(8)}   bare node:http, same bytes: ${theirs.toFixed(0)}   ` +
      `ratio ${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`,
  );
}
