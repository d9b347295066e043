import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hashPassword } from '../../src/auth/password-hashes/passwords.ts';
import { productVersion } from '../../src/project/product.ts';
import { commandIn } from '../commands/commands.ts';
import { MCP_PATH } from './mcp/cases.ts';
import { buildProject, makeSampleProject, type RunningServer, removeProject, startBuiltServer } from './servers.ts';

const PASSWORD = 'wonderland';
const CONFIGURATION = `
platform-mvc-auth:
  authentication:
    adapters:
      staff: { adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter', options: { accept_schemes: [basic], realm: Staff, htpasswd: staff } }
    map: { Library-v1: staff, Library-v2: staff }
  authorization:
    Library-v1/Book: { collection: { GET: [bob] } }
platform-server: { metrics: true, audit_log: '-' }
`;

let folder: string;
let server: RunningServer;
const current = (): string => readFileSync(join(folder, 'dist/documentation/current'), 'utf8').trim();
const ask = async (path: string, password?: string): Promise<Response> =>
  fetch(server.origin + path, {
    headers: password === undefined ? {} : { Authorization: `Basic ${btoa(`alice:${password}`)}` },
  });
const textOf = async (path: string): Promise<string> => (await ask(path)).text();

beforeAll(async () => {
  folder = makeSampleProject();
  writeFileSync(join(folder, 'staff'), `alice:${hashPassword(PASSWORD, 'sha1')}\n`);
  writeFileSync(join(folder, 'config/autoload/local.yaml'), CONFIGURATION);
  await buildProject(folder);
  server = await startBuiltServer(folder, { PLATFORM_ACCESS_LOG: '1' });
});
afterAll(async () => {
  await server?.stop();
  removeProject(folder);
});

type Line = Readonly<Record<string, unknown>>;

/** Lines of JSON that a request has left on standard output, those of the access log last. */
async function linesOf(send: () => Promise<unknown>): Promise<readonly Line[]> {
  const before = server.output().length;
  await send();
  const lines = (): readonly Line[] =>
    server
      .output()
      .slice(before)
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line): Line => JSON.parse(line));
  await vi.waitFor(() => expect(lines().some((line) => 'milliseconds' in line)).toBe(true));
  return lines();
}

describe('the logs', () => {
  test.each<[asked: string, path: string, password: string | undefined, audited: Line[], user: string | null]>([
    ['of a guest', '/platform/documentation', undefined, [], null],
    ['of a user', '/v1/library/loan', PASSWORD, [{ outcome: 'authenticated', user: 'alice' }], 'alice'],
    ['with a wrong password', '/v1/library/loan', 'no', [{ outcome: 'rejected', user: null }], null],
    [
      'of a user who may not',
      '/v1/library/book',
      PASSWORD,
      [
        { outcome: 'authenticated', user: 'alice' },
        { outcome: 'forbidden', user: 'alice' },
      ],
      'alice',
    ],
  ])('of a request %s name the user, and share its id', async (_, path, password, audited, user) => {
    const lines = await linesOf(() => ask(path, password));
    const { request } = lines.at(-1) ?? {};
    expect(request).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/);
    expect(lines).toMatchObject([
      ...audited.map((entry) => ({ ...entry, request, adapter: 'staff' })),
      { request, target: path, user, adapter: user && 'staff' },
    ]);
  });

  test('have no credentials, also those that stand in the target', async () => {
    const { port } = server;
    const lines = await linesOf(
      () =>
        new Promise((resolve, reject) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.end(
              'GET http://alice:s3cr3t@127.0.0.1/healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n',
            );
          });
          socket.on('error', reject).on('close', resolve).resume();
        }),
    );
    expect(lines).toMatchObject([{ target: 'http://127.0.0.1/healthz' }]);
    for (const secret of [PASSWORD, 's3cr3t', btoa(`alice:${PASSWORD}`)]) expect(server.output()).not.toContain(secret);
  });
});

describe('what is served', () => {
  test('is named by /healthz and /metrics', async () => {
    expect(await textOf('/healthz')).toBe(`ok\nrelease ${current()}\nversion ${productVersion()}\n`);
    expect(await textOf('/metrics')).toContain(
      `\nplatform_build_info{version="${productVersion()}",release="${current()}"} 1\n`,
    );
  });

  test('is another release after a build, the former one after a rollback, and the log says so', async () => {
    const first = current();
    const global = join(folder, 'config/autoload/global.yaml');
    writeFileSync(global, readFileSync(global, 'utf8').replace('Example APIs', 'Other APIs'));
    await buildProject(folder);
    const second = current();
    const isServed = (id: string): Promise<void> =>
      vi.waitFor(async () => expect(await textOf('/healthz')).toContain(`release ${id}\n`));
    await isServed(second);
    expect(await textOf('/platform/documentation.html')).toContain('Other APIs');
    expect(await commandIn(folder, ['rollback'])).toMatchObject({ code: 0 });
    expect(current()).toBe(first);
    await isServed(first);
    expect(await textOf('/platform/documentation.html')).toContain('Example APIs');
    const line = (now: string, before: string): string => `The release ${now} is served, in place of ${before}.`;
    expect(server.output().match(/^The release .*$/gm)).toEqual([line(second, first), line(first, second)]);
    // Nothing has changed since the build that was taken back: it goes forward all the same.
    await buildProject(folder);
    expect(current()).toBe(second);
    await isServed(second);
  });
});

describe('/metrics', () => {
  /** Value of a sample. */
  const sample = async (name: string): Promise<number> =>
    Number(
      (await textOf('/metrics'))
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1),
    );

  const DURATION = 'platform_request_duration_seconds';

  test.each([
    ['documentation', '/platform/documentation/Library.json'],
    ['documentation', '/llms.txt'],
    ['apis', '/v1/library/loan'],
    ['site', '/nothing'],
    ['mcp', MCP_PATH],
  ])('measures requests of the part %s: %s', async (part, path) => {
    const count = async (): Promise<number> => (await sample(`${DURATION}_count{part="${part}"}`)) || 0;
    const before = await count();
    await ask(path);
    await expect.poll(count).toBe(before + 1);
    expect(await sample(`${DURATION}_bucket{part="${part}",le="+Inf"}`)).toBe(before + 1);
    expect(await sample(`${DURATION}_sum{part="${part}"}`)).toBeGreaterThan(0);
  });

  test('counts itself as a part of its own', async () => {
    const before = await sample(`${DURATION}_count{part="apis"}`);
    const own = await sample(`${DURATION}_count{part="own"}`);
    await expect.poll(() => sample(`${DURATION}_count{part="own"}`)).toBeGreaterThan(own);
    expect(await sample(`${DURATION}_count{part="apis"}`)).toBe(before);
  });

  test('has memory and sockets', async () => {
    expect(await sample('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    const before = await sample('platform_open_sockets');
    const sockets = Array.from({ length: 20 }, () => connect(server.port, '127.0.0.1'));
    await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    await vi.waitFor(async () => expect(await sample('platform_open_sockets')).toBeGreaterThanOrEqual(before + 19));
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect(await sample('platform_open_sockets')).toBeLessThan(before + 10));
  });
});
