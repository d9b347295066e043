import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Text in every answer that only members may read. */
export const PROTECTED = 'what only members may read';

export interface UpstreamRequest {
  readonly method: string;
  readonly target: string;
  /** Names in lower case; one line each. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** The program behind the proxy: what it was asked shows who was let through. */
export interface Upstream {
  readonly port: number;
  readonly requests: readonly UpstreamRequest[];
  /** Begins anew. */
  forget(): void;
  close(): Promise<void>;
}

export async function startUpstream(): Promise<Upstream> {
  const requests: UpstreamRequest[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    requests.push({ method: request.method ?? '', target: request.url ?? '', headers: linesOf(request), body });
    const answer = JSON.stringify({ title: PROTECTED });
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(answer),
      'authentication-info': 'forged="1"',
    });
    response.end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    forget: () => void requests.splice(0),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function linesOf({ rawHeaders }: IncomingMessage): readonly (readonly [string, string])[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] as const] : [],
  );
}
