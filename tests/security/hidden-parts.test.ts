import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandIn } from '../commands/commands.ts';
import {
  buildProject,
  makeSampleProject,
  type RunningServer,
  removeProject,
  startBuiltServer,
} from '../http/servers.ts';

/** All that is hidden has `zqs` in its name. */
const PUBLIC = `openapi: 3.1.0
info: { title: Public, version: 1.0.0, x-platform-api: Public }
paths:
  /users:
    get:
      parameters:
        - { name: X-Shown, in: header, schema: { type: string } }
        - { name: X-Zqs-Trace, in: header, x-internal: true, schema: { type: string } }
      responses: &answer
        '200': { description: OK, content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
    post:
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/User' } } } }
      responses: *answer
    delete: { x-internal: true, responses: *answer }
  /zqs/debug: { get: { x-internal: true, responses: *answer } }
  /partners: { x-audience: zqs-partners, get: { responses: *answer } }
components:
  schemas:
    User:
      type: object
      required: [name, zqsSecret]
      properties:
        name: { type: string, examples: [Anna] }
        zqsSecret: { x-internal: true, type: string, enum: [zqs-one] }
`;
const SECRET = `openapi: 3.1.0
info: { title: Secret, version: 1.0.0, x-platform-api: Secret, x-internal: true }
paths: { /zqs-secret: { get: { responses: { '200': { description: OK } } } } }
`;

let folder: string;
let upstream: Server;
let server: RunningServer;

const configure = (services: Readonly<Record<string, unknown>>): void =>
  writeFileSync(join(folder, 'config/autoload/local.yaml'), JSON.stringify({ 'platform-services': services }));
const toUpstream = (): unknown => ({
  backend: 'proxy',
  target: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`,
});

beforeAll(async () => {
  folder = makeSampleProject();
  rmSync(join(folder, 'api-descriptors'), { recursive: true });
  mkdirSync(join(folder, 'api-descriptors'));
  writeFileSync(join(folder, 'api-descriptors/public.yaml'), PUBLIC);
  writeFileSync(join(folder, 'api-descriptors/secret.yaml'), SECRET);
  upstream = createServer((_, response) => response.end('{}'));
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  configure({});
  await buildProject(folder);
  server = await startBuiltServer(folder);
});
afterAll(async () => {
  await server?.stop();
  upstream.close();
  removeProject(folder);
});

async function ask(method: string, path: string, body?: string): Promise<readonly [status: number, said: string]> {
  const headers = { accept: 'application/json', ...(body !== undefined && { 'content-type': 'application/json' }) };
  const origin = { origin: 'https://app.example', 'access-control-request-method': 'GET' };
  const response = await fetch(server.origin + path, {
    method,
    headers: { ...headers, ...origin },
    body: body ?? null,
  });
  return [response.status, JSON.stringify([...response.headers]) + (await response.text())];
}

describe('examples know nothing that is hidden', () => {
  test.each([
    ['GET', '/users', 200],
    ['OPTIONS', '/users', 204],
    ['PUT', '/users', 405],
    ['DELETE', '/users', 405],
    ['GET', '/zqs/debug', 404],
    ['OPTIONS', '/zqs/debug', 404],
    ['GET', '/v1/zqs/debug', 404],
    ['GET', '/partners', 404],
    ['GET', '/zqs-secret', 404],
    ['GET', '/v1/zqs-secret', 404],
  ])('%s %s: %i', async (method, path, status) => {
    const [found, said] = await ask(method, path);
    expect(found).toBe(status);
    expect(said).not.toMatch(/zqs(?!-secret"|\/debug")|"DELETE|DELETE,/i);
  });

  test('neither do messages about a body', async () => {
    const [status, said] = await ask('POST', '/users', '{}');
    expect([status, said]).toEqual([422, expect.stringContaining('name')]);
    expect(said).not.toMatch(/zqs/i);
    expect((await ask('POST', '/users', '{"name":"Berta"}'))[0]).toBe(200);
  });
});

test('a server behind a proxy is asked for all, and the check says what is open', async () => {
  configure({ Public: toUpstream(), Secret: toUpstream() });
  await expect.poll(async () => (await ask('GET', '/zqs/debug'))[0]).toBe(200);
  expect((await ask('GET', '/zqs-secret'))[0]).toBe(200);
  expect((await ask('DELETE', '/users'))[0]).toBe(200);
  const { stdout } = await commandIn(folder, ['check']);
  expect(stdout).toContain(
    'public.yaml: warning hidden-operation-open DELETE /users and 2 more of Public-v1 is hidden from readers, but open to everyone. Map the API to an adapter, or write a rule.',
  );
  expect(stdout).toContain('secret.yaml: warning hidden-operation-open GET /zqs-secret of Secret-v1 is hidden');
});
