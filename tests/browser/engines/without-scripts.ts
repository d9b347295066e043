import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy whose pages may run no script: engines have no common way to switch scripts off, and drivers need theirs.
 * @returns where it answers, and what ends it
 */
export async function withoutScripts(origin: string): Promise<{ readonly origin: string; readonly close: () => void }> {
  const server = createServer((asked, answer) => {
    const { method, headers, url } = asked;
    asked.pipe(
      request(new URL(url ?? '/', origin), { method, headers }, (response) => {
        const policy = response.headers['content-security-policy'];
        answer.writeHead(response.statusCode ?? 502, {
          ...response.headers,
          'content-security-policy': `${policy === undefined ? '' : `${policy}, `}script-src 'none'`,
        });
        response.pipe(answer);
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
