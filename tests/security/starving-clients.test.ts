import { writeFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MCP_PATH } from '../../src/model/locations.ts';
import {
  makeSampleProject,
  provideBuild,
  type RunningServer,
  removeProject,
  startBuiltServer,
} from '../http/servers.ts';

const CONNECTIONS = 200;
const PROBES = 6;
/** Answers of the other client that may come between. Without turns all of its connections are answered before. */
const MOST_BETWEEN = CONNECTIONS / 4;

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = makeSampleProject();
  await provideBuild(folder);
  writeFileSync(join(folder, 'config/autoload/local.yaml'), 'platform-mvc-auth: { trusted_proxies: [127.0.0.1] }\n');
  server = await startBuiltServer(folder);
});
afterAll(async () => {
  await server?.stop();
  removeProject(folder);
});

/** @returns the status. @param client behind the connection from this machine */
function ask(client: string, { headers, ...options }: RequestOptions, body?: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const all = { host: '127.0.0.1', port: server.port, ...options };
    const asked = request({ ...all, headers: { ...headers, 'x-forwarded-for': client } }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

const inBrowser = { headers: { accept: 'text/html' } };
const TOOL = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search', arguments: { query: 'book' } },
});

test.each<[string, RequestOptions, string?]>([
  ['pages of answers', { path: '/platform/documentation?q=bok+of+the+librry', ...inBrowser }],
  ['answers as JSON', { path: '/platform/documentation.json?q=bok+of+the+librry' }],
  ['pages of 404', { path: '/platform/documentation/Library/find_the_boks', ...inBrowser }],
  ['pages of 404 beside the documentation', { path: '/nothing', ...inBrowser }],
  ['answers made of examples', { path: '/library/book' }],
  [
    'tools of language models',
    {
      path: MCP_PATH,
      method: 'POST',
      headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
    },
    TOOL,
  ],
])('a client that asks for %s over many connections keeps no other one waiting', async (_, options, body) => {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const state = { answers: 0, isOver: false };
  const keepAsking = async (): Promise<void> => {
    while (!state.isOver) {
      await ask('192.0.2.1', { ...options, agent }, body);
      state.answers += 1;
    }
  };
  const all = Promise.all(Array.from({ length: CONNECTIONS }, keepAsking));
  const between = async (path: string): Promise<number> => {
    const counts: number[] = [];
    for (let probe = 0; probe < PROBES; probe += 1) {
      const before = state.answers;
      const given: { status?: number | undefined } = {};
      const probed = ask('192.0.2.9', { path, agent: false }).then((status) => Object.assign(given, { status }));
      while (given.status === undefined && state.answers - before < CONNECTIONS)
        await Promise.race([probed, pause(10)]);
      counts.push(state.answers - before);
      expect(given.status ?? 200).toBe(200);
    }
    // Two of the requests may meet a machine that has other work.
    return counts.toSorted((a, b) => a - b).at(-3) ?? Number.POSITIVE_INFINITY;
  };
  while (state.answers < CONNECTIONS) await pause(10);
  try {
    expect(await between('/healthz')).toBeLessThan(MOST_BETWEEN);
    expect(await between('/platform/documentation.html')).toBeLessThan(MOST_BETWEEN);
    expect(await between('/platform/documentation.json?q=book')).toBeLessThan(MOST_BETWEEN);
  } finally {
    state.isOver = true;
    await all;
    agent.destroy();
  }
});
