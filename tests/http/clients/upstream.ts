import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** One request that reached the service behind a published API; all of it was read. */
export interface Served {
  readonly method: string;
  /** Path as sent, query included. */
  readonly path: string;
  /** Undefined for a guest. */
  readonly user: string | undefined;
  readonly bytes: number;
}

/**
 * The service behind published APIs: answers with what it was asked, and remembers it. `?wait=<milliseconds>` delays
 * the answer, `?hold` until {@link release}.
 */
export class Upstream {
  readonly origin: string;
  readonly #server: Server;
  #served: Served[] = [];
  #arrived = 0;
  readonly #held: (() => void)[] = [];

  private constructor(server: Server, origin: string) {
    this.#server = server;
    this.origin = origin;
    server.on('request', async (request: IncomingMessage, response) => {
      const { method = '', url: path = '' } = request;
      this.#arrived += 1;
      let bytes = 0;
      for await (const chunk of request) bytes += chunk.length;
      const user = request.headers['x-platform-identity'];
      const served = { method, path, user: typeof user === 'string' ? decodeURIComponent(user) : undefined, bytes };
      this.#served.push(served);
      await pause(Number(/[?&]wait=([0-9]+)/.exec(path)?.[1] ?? 0));
      if (path.endsWith('?hold')) await new Promise<void>((resolve) => this.#held.push(resolve));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(served));
    });
  }

  static async start(): Promise<Upstream> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return new Upstream(
      server,
      `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    );
  }

  /** Requests that began to arrive, whole or not. */
  get arrived(): number {
    return this.#arrived;
  }

  /** Requests that have arrived whole since the last call. */
  take(): readonly Served[] {
    const served = this.#served;
    this.#served = [];
    return served;
  }

  /** Lets go what is held. */
  release(): void {
    for (const answer of this.#held.splice(0)) answer();
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}
