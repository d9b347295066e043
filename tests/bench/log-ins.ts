import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hash } from 'bcryptjs';
import { freePort } from '../fixtures/free-port.ts';
import { type DigestUser, digestRequests } from './digest-client.ts';
import { load, once } from './load.ts';
import { measure } from './measure.ts';
import { percentile } from './pace.ts';
import { row } from './report.ts';
import { type BenchServer, startBuilt } from './servers.ts';
import { compareInTurns } from './turns.ts';

const product = fileURLToPath(new URL('../..', import.meta.url));
const PATH = '/platform/documentation/Library-v1/Book';
const USER: DigestUser = { name: 'alice', password: 'correct horse', realm: 'bench' };
const BASIC = `Basic ${Buffer.from(`${USER.name}:${USER.password}`).toString('base64')}`;
const CONNECTIONS = 32;
const BCRYPT_COST = 10;
const CHALLENGES = 200_000;
const WRONG_PER_SECOND = 50;
/** Addresses that wrong passwords come from. */
const CLIENTS = [1, 200];

/** Documentation behind log-ins beside a server that sends the same bytes to the same requests; floods beside quiet. */
export async function benchLogIns(project: string): Promise<void> {
  cpSync(join(product, 'api-descriptors'), join(project, 'api-descriptors'), { recursive: true });
  mkdirSync(join(project, 'data'));
  mkdirSync(join(project, 'config/autoload'), { recursive: true });
  writeFileSync(join(project, 'data/htpasswd'), `${USER.name}:${await hash(USER.password, BCRYPT_COST)}\n`);
  const ha1 = createHash('md5').update(`${USER.name}:${USER.realm}:${USER.password}`).digest('hex');
  writeFileSync(join(project, 'data/htdigest'), `${USER.name}:${USER.realm}:${ha1}\n`);
  configure(project, 'basic', 'memory');
  const built = await measure([process.execPath, join(product, 'src/cli/platform-docs.mjs'), 'build'], project);
  if (built.status !== 0) throw new Error(`The build failed:\n${built.output}`);

  console.log('A service page behind a log-in, 32 connections, 80 turns, requests/s (95 % interval)');
  await withServer(project, async (server) => {
    const request = `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nAuthorization: ${BASIC}\r\n\r\n`;
    await compare('Basic, bcrypt 10', server, () => Promise.resolve(() => () => request));
  });
  configure(project, 'digest', 'memory');
  await withServer(project, async (server) => {
    await compare('Digest', server, () => digestRequests(server.port, PATH, USER, CONNECTIONS));
    await challengeFlood(server);
  });
  await withRedis(async (url) => {
    configure(project, 'digest', 'redis', url);
    await withServer(project, (server) =>
      compare('Digest, Redis', server, () => digestRequests(server.port, PATH, USER, CONNECTIONS)),
    );
  });
  configure(project, 'map', 'memory');
  await withServer(project, passwordFlood);
}

function configure(project: string, access: 'basic' | 'digest' | 'map', driver: 'memory' | 'redis', url = ''): void {
  const adapter = (scheme: string, files: string): string => `
        adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter
        options: { accept_schemes: [${scheme}], realm: ${USER.realm}, ${files} }`;
  writeFileSync(
    join(project, 'config/autoload/global.yaml'),
    `platform-documentation:
  access: ${access === 'map' ? 'public' : access}
platform-mvc-auth:
  authentication:
    adapters:
      basic:${adapter('basic', 'htpasswd: data/htpasswd')}
      digest:${adapter('digest', 'htdigest: data/htdigest')}
    ${access === 'map' ? 'map: { Library-v1: basic }' : ''}
  throttle: { failures: 0, per_seconds: 60 }
  state: { driver: ${driver}${driver === 'redis' ? `, url: '${url}'` : ''} }
`,
  );
}

async function withServer(project: string, use: (server: BenchServer) => Promise<void>): Promise<void> {
  const server = await startBuilt(project, { PLATFORM_NONCE_KEYS: 'ab'.repeat(32) });
  try {
    await use(server);
  } finally {
    await server.stop();
  }
}

/** Requests that log in, to our server and to one that does not look at them. */
async function compare(
  name: string,
  { port }: BenchServer,
  requests: () => Promise<(connection: number) => () => string>,
): Promise<void> {
  await compareInTurns(name, port, await firstPage(port, requests), requests);
}

/** Answer to a log-in, retried. Nonces issued before the server knew its store are stale (RFC 7616 §3.3). */
async function firstPage(port: number, requests: () => Promise<(connection: number) => () => string>): Promise<Buffer> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const answer = await once(port, (await requests())(0)());
    if (answer.toString('latin1', 0, 15) === 'HTTP/1.1 200 OK') return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('No user can log in.');
}

/** Guests who never log in must leave nothing behind. */
async function challengeFlood(server: BenchServer): Promise<void> {
  const speed = async (): Promise<number> =>
    (
      await load(server.port, await digestRequests(server.port, PATH, USER, CONNECTIONS), {
        connections: CONNECTIONS,
        seconds: 3,
      })
    ).requestsPerSecond;
  const before = { speed: await speed(), memory: residentMegabytes(server.pid) };
  const guest = `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
  let sent = 0;
  while (sent < CHALLENGES)
    sent += (await load(server.port, guest, { connections: CONNECTIONS, seconds: 2 })).requestsPerSecond * 2;
  const after = { speed: await speed(), memory: residentMegabytes(server.pid) };
  console.log(`After ${Math.round(sent)} challenges that were not answered`);
  row('Digest, requests/s', after.speed, before.speed, 'before', 0);
  row('memory, MB', after.memory, before.memory, 'before', 0);
}

/** Wrong passwords at a steady rate, and other requests beside them; then beside as many requests without a log-in. */
async function passwordFlood(server: BenchServer): Promise<void> {
  // Code that runs for the first time is slow, flood or not.
  await latencies(server.port, 2);
  console.log(`Other requests beside ${WRONG_PER_SECOND} wrong bcrypt passwords a second`);
  for (const clients of CLIENTS) {
    const guests = await besideLogIns(server.port, clients, () => '');
    const wrong = await besideLogIns(server.port, clients, (index) => {
      const credentials = Buffer.from(`${USER.name}:wrong ${index}`).toString('base64');
      return `Authorization: Basic ${credentials}\r\n`;
    });
    row(`p99, ms, ${clients} client${clients === 1 ? '' : 's'}`, wrong, guests, 'beside requests of guests', 2);
  }
}

/** 99th percentile, in milliseconds, of requests beside others that come at a steady rate. */
async function besideLogIns(port: number, clients: number, field: (index: number) => string): Promise<number> {
  let index = 0;
  const timer = setInterval(() => {
    index += 1;
    const request = `GET /library/loan HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${field(index)}\r\n`;
    // On Linux every address of 127.0.0.0/8 is this machine.
    const localAddress = `127.0.0.${2 + (index % clients)}`;
    const socket = connect({ port, host: '127.0.0.1', localAddress }, () => socket.write(request));
    socket.on('error', () => undefined).resume();
  }, 1000 / WRONG_PER_SECOND);
  const found = await latencies(port, 10);
  clearInterval(timer);
  return percentile(found, 99);
}

/** Latencies of requests one after the other, in milliseconds. */
async function latencies(port: number, seconds: number): Promise<readonly number[]> {
  const found: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const start = performance.now();
    await once(port, `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\n\r\n`);
    found.push(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return found;
}

function residentMegabytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024;
}

/** A store of its own, without a file. Says so where there is no program for one. */
async function withRedis(use: (url: string) => Promise<void>): Promise<void> {
  const program = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0);
  if (program === undefined) {
    console.log('  Digest, Redis: not measured, there is neither valkey-server nor redis-server here.');
    return;
  }
  const port = await freePort();
  const child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
  });
  try {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await use(`redis://127.0.0.1:${port}`);
  } finally {
    child.kill();
  }
}
