import type { ServerResponse } from 'node:http';
import { PROBLEM_MEDIA_TYPE, writeProblem } from '../../http/problem.ts';
import { reasonPhrase } from '../../model/status-codes.ts';

/** The last word on a connection. @param detail one sentence */
export function refuseRequest(response: ServerResponse, status: number, detail: string): void {
  response.writeHead(status, {
    'content-type': PROBLEM_MEDIA_TYPE,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    connection: 'close',
  });
  response.end(writeProblem({ status, title: reasonPhrase(status), detail }));
}
