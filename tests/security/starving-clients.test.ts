import { writeFileSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
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

const GREEDY = '192.0.2.1';
const OTHER = '192.0.2.9';

interface Logged {
  readonly client: string;
  /** When the server had answered; its clock is that of this process. */
  readonly time: number;
  /** Work that waits too long is not done. */
  readonly isRefused: boolean;
}

/** Answers in the order of the server, which no pause of this process changes. */
const answers: Logged[] = [];
let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = makeSampleProject();
  await provideBuild(folder);
  writeFileSync(join(folder, 'config/autoload/local.yaml'), 'platform-mvc-auth: { trusted_proxies: [127.0.0.1] }\n');
  server = await startBuiltServer(folder, { PLATFORM_ACCESS_LOG: '1' });
  createInterface({ input: server.process.stdout as Readable }).on('line', (line) => {
    if (!line.startsWith('{')) return;
    const { client, time, status } = JSON.parse(line);
    answers.push({ client, time: Date.parse(time), isRefused: status === 429 || status === 503 });
  });
});
afterAll(async () => {
  await server?.stop();
  removeProject(folder);
});

/** @param client behind the connection from this machine @returns the status, and when all had been sent */
function ask(
  client: string,
  { headers, ...options }: RequestOptions,
  body?: string,
): Promise<{ readonly status: number | undefined; readonly sent: number }> {
  return new Promise((resolve, reject) => {
    let sent = Number.POSITIVE_INFINITY;
    const all = { host: '127.0.0.1', port: server.port, ...options };
    const asked = request({ ...all, headers: { ...headers, 'x-forwarded-for': client } }, (answer) => {
      answer.resume().once('end', () => resolve({ status: answer.statusCode, sent }));
    });
    asked.once('finish', () => (sent = Date.now())).once('error', reject);
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
  const state = { isOver: false };
  const keepAsking = async (): Promise<void> => {
    while (!state.isOver) await ask(GREEDY, { ...options, agent }, body);
  };
  const from = answers.length;
  const all = Promise.all(Array.from({ length: CONNECTIONS }, keepAsking));
  const between = async (path: string): Promise<number> => {
    const counts: number[] = [];
    for (let probe = 0; probe < PROBES; probe += 1) {
      const before = answers.length;
      const { status, sent } = await ask(OTHER, { path, agent: false });
      expect(status).toBe(200);
      const own = (): number => answers.findIndex(({ client }, at) => at >= before && client === OTHER);
      while (own() < 0) await pause(10);
      counts.push(answers.slice(before, own()).filter(({ time, isRefused }) => time >= sent && !isRefused).length);
    }
    // Two of the requests may meet a machine that has other work.
    return counts.toSorted((a, b) => a - b).at(-3) ?? Number.POSITIVE_INFINITY;
  };
  while (answers.length - from < CONNECTIONS) await pause(10);
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
