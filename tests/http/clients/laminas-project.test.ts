import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { commandIn } from '../../commands/commands.ts';
import { whileTesting } from '../../while-testing.ts';
import { serveProject } from '../served-project.ts';
import { provideBuild } from '../servers.ts';
import { basicCredentials, DigestClient, get } from './log-in.ts';

/** The PHP server: answers with what it was asked. */
const php = whileTesting(async () => {
  const server = createServer((request, response) => {
    const { url, headers } = request;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ url, user: headers['x-platform-identity'], token: headers.authorization }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  return { origin, close: () => server.close() };
});

const project = whileTesting(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platform-documentation-site-'));
  const { code, stderr } = await commandIn(folder, ['init', '--from', resolve('tests/fixtures/laminas'), '--yes']);
  if (code !== 0) throw new Error(stderr);
  const settings = join(folder, 'config/autoload/global.yaml');
  writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll('http://127.0.0.1:8080', php.origin));
  await provideBuild(folder);
  return serveProject(folder);
});

const at = (path: string): string => `${project.server.origin}${path}`;
const answer = async (path: string, init?: RequestInit): Promise<unknown> => (await fetch(at(path), init)).json();

test('old addresses lead to the documents, in the format that is asked for', async () => {
  const moved = await fetch(at('/api-tools/documentation/Harbour-v1/Ship'), { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/platform/documentation/Harbour-v1/Ship']);
  const headers = { accept: 'application/vnd.swagger+json' };
  const swagger = await fetch(at('/apigility/swagger/Harbour-v2'), { headers });
  expect(await swagger.json()).toMatchObject({ swagger: '2.0', info: { version: '2' } });
  const blueprint = await fetch(at('/api-tools/blueprint/Harbour-v1'), {
    headers: { accept: 'text/vnd.apiblueprint+markdown, text/html;q=0.5' },
  });
  expect(blueprint.status).toBe(200);
  // Without a version, Laminas answers with version 1.
  expect(
    await answer('/api-tools/documentation/Harbour/Ship', { headers: { accept: 'application/json' } }),
  ).toMatchObject({
    name: 'Ship',
    request_content_types: ['application/vnd.harbour.v1+json', 'application/json'],
  });
});

test('calls need the log-ins that they needed, and reach the version that they are for', async () => {
  expect(await answer('/ship')).toEqual({ url: '/v1/ship' });
  expect(await answer('/v2/ship?sort=name')).toEqual({ url: '/v2/ship?sort=name' });
  const alice = basicCredentials({ name: 'alice', password: 'password' });
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Tern"}' };
  expect((await fetch(at('/v1/ship'), post)).status).toBe(401);
  const allowed = { ...post, headers: { ...post.headers, authorization: alice } };
  expect(await answer('/v1/ship', allowed)).toEqual({ url: '/v1/ship', user: 'alice' });
  const refused = await fetch(at('/v2/ship'), post);
  expect(refused.headers.get('www-authenticate')).toMatch(/^Digest realm="pilots"/);
});

test('a Digest client logs in with the user of the old file', async () => {
  const bob = new DigestClient({ name: 'bob', password: 'secret' });
  expect((await get(at('/v2/ship/1'))).status).toBe(401);
  expect((await bob.get(project.server.origin, '/v2/ship/1')).status).toBe(200);
});

test('tokens of OAuth 2 pass to the PHP server, and pages say how to get one', async () => {
  const headers = { authorization: 'Bearer abc' };
  expect(await answer('/sailor', { headers })).toEqual({ url: '/sailor', token: 'Bearer abc' });
  const page = await fetch(at('/platform/documentation/Crew-v1.md'));
  expect(await page.text()).toContain('/oauth');
});
