import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

type Answer =
  | string
  | { readonly redirect: string }
  | number
  | ((request: IncomingMessage, response: ServerResponse) => void);

/** A server on this machine that answers paths as a test wants it; there while the tests of a file run. */
export class SourceServer {
  readonly answers = new Map<string, Answer>();
  /** Paths in the order of the requests. */
  readonly asked: string[] = [];
  origin = '';
  readonly #server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', this.origin);
    this.asked.push(request.url ?? '');
    const answer = this.answers.get(pathname) ?? 404;
    if (typeof answer === 'function') answer(request, response);
    else if (typeof answer === 'string') response.setHeader('Content-Type', 'text/plain').end(answer);
    else if (typeof answer === 'number') response.writeHead(answer).end();
    else response.writeHead(302, { Location: answer.redirect }).end();
  });

  constructor() {
    beforeAll(async () => {
      await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
      this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    });
    afterAll(() => {
      this.#server.closeAllConnections();
      this.#server.close();
    });
  }

  /** Answers paths from now on. */
  serve(answers: Readonly<Record<string, Answer>>): void {
    this.answers.clear();
    this.asked.length = 0;
    for (const [path, answer] of Object.entries(answers)) this.answers.set(path, answer);
  }
}

/** OpenAPI with these operations, and a schema that is where the reference leads. */
export function quarry(paths: Readonly<Record<string, string>>, version = '1.0.0'): string {
  const items = Object.entries(paths).map(([path, reference]) => {
    const content = reference === '' ? '' : `, content: { application/json: { schema: { $ref: '${reference}' } } }`;
    return `  ${path}: { get: { summary: Look, responses: { '200': { description: Seen.${content} } } } }\n`;
  });
  return `openapi: 3.1.0\ninfo: { title: Quarry, version: ${version} }\npaths:\n${items.join('')}`;
}
