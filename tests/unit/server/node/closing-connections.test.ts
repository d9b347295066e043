import { Agent, createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLastAnswers } from '../../../../src/server/node/http-server.ts';
import { oneAfterTheOther } from '../../../../src/server/node/pipelined-requests.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const server = createServer();
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
  server.close();
});

describe('a server that stops', () => {
  test('says of every answer from then on that it is the last one of its connection', async () => {
    const waiting: ServerResponse[] = [];
    const lastAnswers = createLastAnswers(server);
    const listener = oneAfterTheOther((_, response) => {
      lastAnswers.follow(response);
      waiting.push(response);
    });
    server.on('request', (request, response) => listener(request, response, false));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const ask = (): Promise<string | undefined> =>
      new Promise((resolve, reject) => {
        const request = get({ host: '127.0.0.1', port, agent }, (response) => {
          response.resume().on('end', () => resolve(response.headers.connection));
        });
        request.on('error', reject);
      });
    const answer = async (): Promise<void> => {
      const response = await vi.waitFor(() => waiting.shift() ?? Promise.reject(new Error('No client has asked yet.')));
      response.writeHead(200, ['Content-Length', '0']).end();
    };

    const before = ask();
    await answer();
    expect(await before).toBe('keep-alive');

    const underWay = ask();
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    lastAnswers.begin();
    await answer();
    expect(await underWay).toBe('close');

    const afterwards = ask();
    await answer();
    expect(await afterwards).toBe('close');
  });
});
