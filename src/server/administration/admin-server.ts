import type { AdministrationAddress } from '../../config/configuration.ts';
import { type HttpServer, listen, originOf } from '../node/http-server.ts';
import { LAST_PORT, LOOPBACK, toListenError } from '../node/listen-address.ts';
import type { Runtime } from '../runtime.ts';

/** Number of ports to try if none is configured; after them, any free port is used. */
const MOST_TRIES = 100;

interface AdminServerOptions {
  readonly runtime: () => Runtime;
  readonly makeServer: () => HttpServer;
  readonly publicPort: number;
}

/** Server of the administration at its own address, if the configuration has one. */
export interface AdminServer {
  /**
   * Listens on the address in the current configuration, and stops listening on the previous one.
   * @returns the new origin; null if the administration no longer has its own; undefined if nothing has changed
   * @throws the error of listening; the next call tries again
   */
  follow(): Promise<string | null | undefined>;
  /** Finishes the requests in progress, then stops the server. */
  stop(): Promise<void>;
}

export function createAdminServer({ runtime, makeServer, publicPort }: AdminServerOptions): AdminServer {
  let current: { readonly key: string; readonly server: HttpServer | null } = { key: 'null', server: null };
  let last: Promise<unknown> = Promise.resolve();
  let isStopped = false;

  const change = async (): Promise<string | null | undefined> => {
    const wanted = isStopped ? null : runtime().administrationAddress;
    const key = JSON.stringify(wanted);
    if (key === current.key) return undefined;
    const { server: before } = current;
    current = { key: '', server: null };
    // Not awaited: a request in progress may be the form that changed the address.
    void before?.stop();
    const server = wanted === null ? null : await open(wanted, makeServer, publicPort);
    current = { key, server };
    return server && originOf(server.server);
  };

  const inTurn = <T>(step: () => Promise<T>): Promise<T> => {
    const next = last.then(step, step);
    last = next;
    return next;
  };
  return {
    follow: () => inTurn(change),
    stop() {
      isStopped = true;
      return inTurn(async () => current.server?.stop());
    },
  };
}

async function open(
  address: AdministrationAddress,
  makeServer: () => HttpServer,
  publicPort: number,
): Promise<HttpServer> {
  const configured = address.kind === 'address';
  const host = configured ? address.host : LOOPBACK;
  const first = configured ? address.port : publicPort + 1;
  for (let port = first; ; port += 1) {
    const server = makeServer();
    const isLast = port > LAST_PORT || port - first >= MOST_TRIES;
    try {
      await listen(server.server, host, isLast ? 0 : port);
      return server;
    } catch (error) {
      if (configured || isLast || toListenError(error).code !== 'EADDRINUSE') throw error;
    }
  }
}
