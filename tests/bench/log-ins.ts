import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hash } from 'bcryptjs';
import { type DigestUser, digestRequests } from './digest-client.ts';
import { load, once } from './load.ts';
import { measure } from './measure.ts';
import { middleRow, type Pair, row } from './report.ts';
import { type BenchServer, startBare, startBuilt } from './servers.ts';

const product = fileURLToPath(new URL('../..', import.meta.url));
const PATH = '/platform/documentation/Library-v1/Book';
const USER: DigestUser = { name: 'alice', password: 'correct horse', realm: 'bench' };
const BASIC = `Basic ${Buffer.from(`${USER.name}:${USER.password}`).toString('base64')}`;
const CONNECTIONS = 32;
const BCRYPT_COST = 10;
const CHALLENGES = 200_000;
const WRONG_PER_SECOND = 50;

/** Documentation behind log-ins beside a server that sends the same bytes to the same requests; floods beside quiet. */
export async function benchLogIns(project: string, rounds: number): Promise<void> {
  cpSync(join(product, 'api-descriptors'), join(project, 'api-descriptors'), { recursive: true });
  mkdirSync(join(project, 'data'));
  mkdirSync(join(project, 'config/autoload'), { recursive: true });
  writeFileSync(join(project, 'data/htpasswd'), `${USER.name}:${await hash(USER.password, BCRYPT_COST)}\n`);
  const ha1 = createHash('md5').update(`${USER.name}:${USER.realm}:${USER.password}`).digest('hex');
  writeFileSync(join(project, 'data/htdigest'), `${USER.name}:${USER.realm}:${ha1}\n`);
  configure(project, 'basic', 'memory');
  const built = await measure([process.execPath, join(product, 'src/cli/platform-docs.mjs'), 'build'], project);
  if (built.status !== 0) throw new Error(`The build failed:\n${built.output}`);

  console.log('A service page behind a log-in, 32 connections, requests/s');
  await withServer(project, async (server) => {
    const request = `GET ${PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nAuthorization: ${BASIC}\r\n\r\n`;
    await compare('Basic, bcrypt 10', server, () => Promise.resolve(() => () => request), rounds);
  });
  configure(project, 'digest', 'memory');
  await withServer(project, async (server) => {
    await compare('Digest', server, () => digestRequests(server.port, PATH, USER, CONNECTIONS), rounds);
    await challengeFlood(server);
  });
  await withRedis(async (url) => {
    configure(project, 'digest', 'redis', url);
    await withServer(project, (server) =>
      compare('Digest, Redis', server, () => digestRequests(server.port, PATH, USER, CONNECTIONS), rounds),
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
  rounds: number,
): Promise<void> {
  const bare = await startBare(await firstPage(port, requests));
  const results: Pair[] = [];
  // Short rounds, and more of them than elsewhere: what else the machine does is in both alike.
  for (let round = 0; round < rounds * 2 + 1; round += 1) {
    const theirs = await load(bare.port, await requests(), { connections: CONNECTIONS, seconds: 2 });
    const ours = await load(port, await requests(), { connections: CONNECTIONS, seconds: 2 });
    results.push({ ours: ours.requestsPerSecond, bare: theirs.requestsPerSecond });
  }
  bare.stop();
  middleRow(name, results);
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

/** Wrong passwords at a steady rate, and beside them requests that need none. */
async function passwordFlood(server: BenchServer): Promise<void> {
  // Code that runs for the first time is slow, flood or not.
  await latencies(server.port, 2);
  const quiet = await latencies(server.port, 5);
  let wrong = 0;
  const timer = setInterval(() => {
    wrong += 1;
    const credentials = Buffer.from(`${USER.name}:wrong ${wrong}`).toString('base64');
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write(
        `GET /library/loan HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nAuthorization: Basic ${credentials}\r\n\r\n`,
      ),
    );
    socket.on('error', () => undefined).resume();
  }, 1000 / WRONG_PER_SECOND);
  const flooded = await latencies(server.port, 10);
  clearInterval(timer);
  console.log(`Other requests while ${WRONG_PER_SECOND} wrong bcrypt passwords a second come (${wrong} sent)`);
  row('p99, ms', percentile(flooded, 0.99), percentile(quiet, 0.99), 'without them', 2);
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

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;
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
  const port = 20_000 + Math.floor(Math.random() * 20_000);
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
