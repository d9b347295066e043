import type { AdministrationAddress } from '../../config/configuration.ts';
import { type HttpServer, isAddressTaken, listen, originOf } from '../node/http-server.ts';
import { LAST_PORT, LOOPBACK } from '../node/listen-address.ts';
import type { Runtime } from '../runtime.ts';

/** Ports that are tried where none is configured; then any that is free. */
const MOST_TRIES = 100;

interface AdminServerOptions {
  readonly runtime: () => Runtime;
  readonly makeServer: () => HttpServer;
  /** Port of the documentation. */
  readonly publicPort: number;
}

/** The administration on an address of its own, as long as the configuration says so. */
export interface AdminServer {
  /**
   * Listens on the address in the current configuration, and stops listening on the one before.
   * @returns the new origin, null if there is none any more; undefined if nothing has changed
   * @throws the error of listening; the next call tries again
   */
  follow(): Promise<string | null | undefined>;
  /** Finishes the requests in progress, and ends. */
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
    // A request in progress may be the form that has changed the address.
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
      if (configured || isLast || !isAddressTaken(error)) throw error;
    }
  }
}
