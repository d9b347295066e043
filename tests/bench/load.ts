import { connect } from 'node:net';

export interface LoadResult {
  readonly requestsPerSecond: number;
}

/** The same request always, or for each connection one after the other. */
export type Requests = string | ((connection: number) => () => string);

export interface LoadOptions {
  readonly connections: number;
  readonly seconds: number;
  /** Seconds before answers count. */
  readonly warmUp?: number;
}

/**
 * Sends requests over keep-alive connections as fast as answers come, for a while. Every answer must be as long as the
 * first: only bytes are counted, so that the client costs less than the server.
 */
export async function load(
  port: number,
  requests: Requests,
  { connections, seconds, warmUp = 1 }: LoadOptions,
): Promise<LoadResult> {
  const next = Array.from({ length: connections + 1 }, (_, connection) =>
    typeof requests === 'string' ? () => requests : requests(connection),
  );
  const length = (await once(port, next[connections]?.() ?? '')).byteLength;
  let answers = 0;
  const sockets = Array.from({ length: connections }, (_, connection) => {
    const request = (): string => next[connection]?.() ?? '';
    const socket = connect(port, '127.0.0.1').setNoDelay(true);
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.byteLength;
      if (received < length) return;
      if (received > length) throw new Error(`An answer had ${received} bytes instead of ${length}.`);
      received = 0;
      answers += 1;
      socket.write(request());
    });
    socket.on('connect', () => socket.write(request()));
    return socket;
  });
  await pause(warmUp * 1000);
  const start = performance.now();
  const before = answers;
  await pause(seconds * 1000);
  const requestsPerSecond = (answers - before) / ((performance.now() - start) / 1000);
  for (const socket of sockets) socket.destroy();
  return { requestsPerSecond };
}

/** One answer as it came over the wire. */
export function once(port: number, request: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      const answer = Buffer.concat(chunks);
      const end = answer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const head = answer.subarray(0, end).toString('latin1');
      const body = / 304 /.test(head.split('\r\n', 1)[0] ?? '')
        ? 0
        : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
      if (answer.byteLength >= end + 4 + body) {
        socket.destroy();
        resolve(answer);
      }
    });
  });
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
