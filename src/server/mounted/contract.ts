import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Asks the log-in of the host, the program in which the documentation is mounted, for the user of a request; null or
 * undefined: it knows none.
 * @param request request as the host received it: that of `node:http` with what its framework added, or that of fetch
 * @param context second argument of `fetch`, fourth argument of `handler`
 */
export type Identify = (request: IncomingMessage | Request, context: unknown) => HostUser | Promise<HostUser>;

type HostUser = { readonly name: string } | null | undefined;

/** Settings of a mounted documentation that its host gives. */
export interface HostOptions {
  readonly identify?: Identify | undefined;
  /** Address of the client of a `fetch` request. Default: unknown; all clients share limits of failed log-ins. */
  readonly clientAddress?: ((request: Request, context: unknown) => string | undefined) | undefined;
  readonly log: (message: string) => void;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Folder of `config/` and `data/`. Default: that of the build. */
  readonly projectFolder?: string | undefined;
}

/** Seconds that functions of the host and descriptors from URLs may take; we chose the value. */
export const LIMIT_SECONDS = 10;

/** Result of a function of the host. @throws if it does not answer in time */
export async function withinLimit<T>(ask: () => T | Promise<T>, problem: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(problem)), LIMIT_SECONDS * 1000);
  });
  try {
    return await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Answers a request, or calls `next` if nothing of the documentation has its address. Resolves when the answer has been
 * sent, or with the result of `next`; rejects only with the error of `next`.
 */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => unknown,
  context?: unknown,
) => Promise<unknown>;

/** Answers a request; resolves to undefined if nothing of the documentation has its address. */
export type FetchHandler = (request: Request, context?: unknown) => Promise<Response | undefined>;

/** Documentation in the server of a host. */
export interface Documentation {
  readonly handler: NodeHandler;
  readonly fetch: FetchHandler;
  /** Frees files, threads and connections; afterwards, every request gets 503. */
  close(): Promise<void>;
}
