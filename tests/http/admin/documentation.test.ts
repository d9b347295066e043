import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../src/auth/password-hashes/passwords.ts';
import { basicAdapter } from '../../fixtures/auth/basic-adapter.ts';
import { whileTesting } from '../../while-testing.ts';
import { serveProject } from '../served-project.ts';
import { buildProject, makeSampleProject, provideBuild } from '../servers.ts';
import { AdminClient, ROOT } from './admin-client.ts';
import { addEdited, FILE, PAGE, SERVICE, valueIn } from './edited-texts.ts';

const CONFIGURATION = `${basicAdapter('admins', 'data/admins')}platform-server: { audit_log: data/audit.log }
platform-admin: { adapter: admins }
`;
function makeProject(): string {
  const folder = makeSampleProject();
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'data/admins'), `root:${hashPassword('toor', 'sha1')}\n`);
  addEdited(folder);
  return folder;
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
    for (const text of ['npm run build', 'Ugly-v1', 'these pages edit only the native format'])
      expect(list.body).toContain(text);
    const api = await admin.get(`${ROOT}/documentation/api?api=Orders-v1`);
    expect(api.body).toContain('Read-only.');
    expect((await admin.get(`${ROOT}/documentation/service?api=Orders-v1&service=orders`)).status).toBe(404);
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
    await expect.poll(page).toContain('On the &#x3C;cover>');
  });

  test('descriptors that are not on this machine are read-only', async () => {
    rmSync(join(folder, 'api-descriptors'), { recursive: true });
    const { status, body } = await admin.get(`${ROOT}/documentation/api?api=Ugly-v1`);
    expect(status).toBe(200);
    expect(body).toContain('is not on this machine');
    expect((await admin.get(SERVICE)).status).toBe(404);
  });
});
