import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../src/auth/password-hashes/new-password.ts';
import { basicAdapter } from '../../fixtures/auth/basic-adapter.ts';
import { JSON_DESCRIPTOR, UGLY } from '../../unit/admin/ugly-descriptor.ts';
import { whileTesting } from '../../while-testing.ts';
import { serveProject } from '../served-project.ts';
import { buildProject, makeSampleProject, provideBuild, startDevelopmentServer } from '../servers.ts';
import { AdminClient, type Fields, hiddenIn, ROOT } from './admin-client.ts';

const FILE = 'api-descriptors/ugly/v1.yaml';
const DESCRIPTOR = UGLY.replace('"Library"', 'Ugly');
const CONFIGURATION = `${basicAdapter('admins', 'data/admins')}platform-server: { audit_log: data/audit.log }
platform-admin: { adapter: admins }
`;
const SERVICE = `${ROOT}/documentation/service?api=Ugly-v1&service=Book`;
const OPERATION = `${ROOT}/documentation/operation?api=Ugly-v1&service=Book&operation=collection+POST`;
const PAGE = '/platform/documentation/Ugly-v1/Book';

function makeProject(): string {
  const folder = makeSampleProject();
  for (const name of ['data', 'api-descriptors/ugly', 'api-descriptors/shop'])
    mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'data/admins'), `root:${hashPassword('toor', 'sha1')}\n`);
  writeFileSync(join(folder, FILE), DESCRIPTOR);
  writeFileSync(join(folder, 'api-descriptors/shop/v1.json'), JSON_DESCRIPTOR);
  return folder;
}

/** The text of the control of a page. */
function valueIn(body: string, name: string): string | undefined {
  const [, text] = new RegExp(`name="${name}"[^>]*>\\n([^<]*)</textarea>`).exec(body) ?? [];
  return text
    ?.replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

let folder: string;
const read = (path = FILE): string => readFileSync(join(folder, path), 'utf8');

describe('in production', () => {
  const project = whileTesting(async () => {
    folder = makeProject();
    writeFileSync(join(folder, 'config/autoload/local.yaml'), CONFIGURATION);
    await provideBuild(folder);
    return serveProject(folder);
  });
  let admin: AdminClient;
  beforeAll(() => {
    admin = new AdminClient(project.server.admin.port, 'root:toor');
  });

  test('the pages say when a change shows, and why some descriptors are read-only', async () => {
    const list = await admin.get(`${ROOT}/documentation`);
    expect([list.status, list.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    for (const text of ['npm run build', 'Ugly-v1', 'only the native format is edited here'])
      expect(list.body).toContain(text);
    const api = await admin.get(`${ROOT}/documentation/api?api=Orders-v1`);
    expect(api.body).toContain('Read-only.');
    expect((await admin.get(`${ROOT}/documentation/service?api=Orders-v1&service=orders`)).status).toBe(404);
  });

  test('no form is taken without its token, or made for another service; nothing changes on GET', async () => {
    const hidden = await admin.hidden(SERVICE);
    for (const sent of [{}, { ...hidden, token: '' }, await admin.hidden(OPERATION)])
      expect((await admin.post(SERVICE, { ...sent, summary: 'evil' })).status).toBe(403);
    expect((await admin.get(`${SERVICE}&${new URLSearchParams({ ...hidden, summary: 'evil' })}`)).status).toBe(200);
    expect(read()).toBe(DESCRIPTOR);
  });

  test('what was typed comes back as text, with what is wrong', async () => {
    const hostile = '</textarea><script>alert(1)</script>\u0007';
    const answer = await admin.send(SERVICE, { description: hostile, response_status_codes: '<b>' });
    expect(answer.status).toBe(422);
    expect(answer.body).not.toContain('<script');
    expect(answer.body).not.toContain('<b>');
    expect(valueIn(answer.body, 'description')).toContain('</textarea><script>');
  });

  test('a change is in the file at once, in the audit log, and in the documentation after the next build', async () => {
    const saved = await admin.send(SERVICE, { summary: 'Ten thousand books', 'field:title': 'On the <cover>' });
    expect([saved.status, saved.headers.location]).toEqual([
      303,
      expect.stringContaining(`${ROOT}/documentation/api?api=Ugly-v1&done=texts-saved-for-build&`),
    ]);
    expect((await admin.get(saved.headers.location ?? '')).body).toContain('after the next build');
    expect(read()).toContain('summary: Ten thousand books');
    expect((await admin.get(SERVICE)).body).toContain('Ten thousand books');
    const page = (): Promise<string> =>
      fetch(project.server.origin + PAGE, { headers: { accept: 'text/html' } }).then((answer) => answer.text());
    expect(await page()).not.toContain('On the');
    await expect
      .poll(() => readFileSync(join(folder, 'data/audit.log'), 'utf8'))
      .toContain('documentation changed: Summary, title');
    await buildProject(folder);
    await expect.poll(page, { timeout: 10_000 }).toContain('On the &#x3C;cover>');
  }, 60_000);

  test('descriptors that are not on this machine are read-only', async () => {
    rmSync(join(folder, 'api-descriptors'), { recursive: true });
    const { status, body } = await admin.get(`${ROOT}/documentation/api?api=Ugly-v1`);
    expect(status).toBe(200);
    expect(body).toContain('is not on this machine');
    expect((await admin.get(SERVICE)).status).toBe(404);
  });
});

describe('while developing', () => {
  const project = whileTesting(() => {
    folder = makeProject();
    return serveProject(folder, startDevelopmentServer);
  });
  let nobody: AdminClient;
  beforeAll(() => {
    nobody = new AdminClient(project.server.port, null);
  });
  const documented = async (path: string): Promise<string> =>
    (await nobody.get(path, { accept: 'application/json' })).body;

  test('a change shows at the very next request, in YAML and in JSON', async () => {
    for (let round = 0; round < 2; round += 1) {
      expect(
        (
          await nobody.send(SERVICE, {
            summary: `Round ${round}`,
            'field:title': `Title ${round}`,
            response_status_codes: `50${round} Out`,
          })
        ).status,
      ).toBe(303);
      const text = await documented(PAGE);
      expect(text).toContain(`Title ${round}`);
      expect(text).toContain(`50${round}`);
    }
    const cart = `${ROOT}/documentation/service?api=Shop-v1&service=Cart`;
    expect((await nobody.send(cart, { 'field:a%2Fb%20c': 'Odd "name"' })).status).toBe(303);
    expect(await documented('/platform/documentation/Shop-v1/Cart')).toContain('Odd \\"name\\"');
    expect(read('api-descriptors/shop/v1.json')).toContain('"x-own": {"kept":   true},');
  }, 60_000);

  test('an example is proposed, and answers requests once it is taken over', async () => {
    const proposed = await nobody.send(OPERATION, { intent: 'generate-response' });
    expect(proposed.status).toBe(200);
    const example = valueIn(proposed.body, 'response_example') ?? '';
    const before = read();
    expect(JSON.parse(example)).toMatchObject({ title: 'Say "no"' });
    const changed: Fields = { response_example: example.replace('no', 'yes') };
    expect((await nobody.post(OPERATION, { ...hiddenIn(proposed.body), ...changed })).status).toBe(303);
    expect(read()).not.toBe(before);
    const created = await fetch(`${project.server.origin}/book`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/hal+json' },
      body: '{"title":"x"}',
    });
    expect([created.status, await created.text()]).toEqual([201, expect.stringContaining('Say \\"yes\\"')]);
  });
});
