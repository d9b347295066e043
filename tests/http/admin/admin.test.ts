import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../src/auth/password-hashes/passwords.ts';
import { loadYaml } from '../../../src/config/configuration-files.ts';
import { basicAdapter } from '../../fixtures/auth/basic-adapter.ts';
import { whileTesting } from '../../while-testing.ts';
import { serveProject } from '../served-project.ts';
import { makeSampleProject, provideBuild, startBuiltServer } from '../servers.ts';
import { AdminClient, hiddenIn, ROOT, statusWithTwoHosts } from './admin-client.ts';

const LOCAL = 'config/autoload/local.yaml';
const HTPASSWD = `root:${hashPassword('toor', 'sha1')}\n`;
const CONFIGURATION = `# of the administrator
${basicAdapter('admins', 'data/admins')}  throttle: { failures: 0 }
platform-server: { audit_log: data/audit.log }
platform-admin: { adapter: admins }
`;
const NEW = `${ROOT}/authentication/new`;
const CHUNKED = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
const STAFF = { name: 'staff', type: 'basic', realm: 'api', htpasswd: 'data/admins', intent: 'save' };

const project = whileTesting(async () => {
  const folder = makeSampleProject();
  await provideBuild(folder);
  mkdirSync(join(folder, 'data'), { recursive: true });
  writeFileSync(join(folder, 'data/admins'), HTPASSWD);
  writeFileSync(join(folder, LOCAL), CONFIGURATION);
  return serveProject(folder);
});
let admin: AdminClient;
beforeAll(async () => {
  admin = new AdminClient(project.server.admin.port, 'root:toor');
});

const local = (): string => readFileSync(join(project.folder, LOCAL), 'utf8');

describe('administration pages in production', () => {
  test.each([
    ['GET', ROOT],
    ['GET', `${ROOT}/status`],
    ['HEAD', `${ROOT}/authentication`],
    ['GET', `${ROOT}/nothing`],
    ['POST', NEW],
    ['OPTIONS', `${ROOT}/status`],
    ['DELETE', `${ROOT}/x`],
    ['GET', `${ROOT}/`],
    ['GET', `${ROOT}/status/`],
  ])('%s %s is 401 for a client that is not authenticated, also with other errors', async (method, path) => {
    for (const user of [null, 'root:wrong', 'nobody:toor']) {
      const answer = await new AdminClient(project.server.admin.port, user).ask(method, path, {
        origin: 'https://evil.example',
        'content-length': '0',
      });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toContain('realm="admins"');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test('are pages that no cache keeps, no site frames and no other origin reads', async () => {
    for (const path of [
      ...[
        'status',
        'authentication',
        'authentication/new',
        'content-negotiation',
        'authentication/map?target=Library-v1',
        'nothing',
      ],
      ...['documentation', 'documentation/api?api=Orders-v1', 'documentation/service?api=Library-v1&service=Book'],
    ]) {
      const { status, headers, body } = await admin.get(`${ROOT}/${path}`);
      expect(status).toBe(path === 'nothing' ? 404 : 200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
      expect(headers['content-security-policy']).toMatch(/form-action 'self'/);
      // The second policy narrows what the first one allows, which is no script.
      expect(String(headers['content-security-policy']).split(', ')[0]).not.toContain('script-src');
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(body).not.toContain('<script');
    }
  });

  test.each([
    ['GET', `${ROOT}/`, 308, ROOT],
    ['HEAD', `${ROOT}/status/`, 308, `${ROOT}/status`],
    ['GET', `${NEW}/?x=1`, 308, `${NEW}?x=1`],
    ['GET', `${ROOT}/status//`, 404, undefined],
    ['POST', `${NEW}/`, 404, undefined],
  ])('%s %s: %i, %s, as one slash at the end is one too many', async (method, path, status, location) => {
    const type = 'application/x-www-form-urlencoded';
    const answer = await admin.ask(method, path, {
      origin: admin.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': type,
      'content-length': '0',
    });
    expect([answer.status, answer.headers.location]).toEqual([status, location]);
  });

  test('report the state of the server', async () => {
    const { body } = await admin.get(`${ROOT}/status`);
    for (const text of ['Every adapter works.', 'Last build', ' UTC', 'api-descriptors/', 'Production'])
      expect(body).toContain(text);
    const adapters = (await admin.get(`${ROOT}/authentication`)).body;
    for (const text of ['Working', 'data/admins', '1 user', 'these administration pages'])
      expect(adapters).toContain(text);
  });

  test('change nothing on GET, with any query', async () => {
    const fields = new URLSearchParams({ ...(await admin.hidden(NEW)), ...STAFF });
    expect((await admin.get(`${NEW}?${fields}`)).status).toBe(200);
    expect(local()).toBe(CONFIGURATION);
  });

  test.each<readonly [string, Readonly<Record<string, string | undefined>>, number]>([
    ['another origin', { origin: 'https://evil.example' }, 403],
    ['another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['an opaque origin', { origin: 'null' }, 403],
    ['an origin that is a file', { origin: 'file://' }, 403],
    ['another site of the same origin header', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }, 403],
    ['nowhere', { 'sec-fetch-site': 'none' }, 403],
    ['a client that tells nothing of its origin', { origin: undefined, 'sec-fetch-site': undefined }, 403],
    ['a form of text', { 'content-type': 'text/plain' }, 415],
    ['a form of JSON', { 'content-type': 'application/json' }, 415],
    ['a form of parts', { 'content-type': 'multipart/form-data; boundary=x' }, 415],
    ['no type', { 'content-type': undefined }, 415],
    ['a compressed form', { 'content-encoding': 'gzip' }, 415],
  ])('take no form from %s', async (_title, headers, status) => {
    const answer = await admin.post(NEW, { ...(await admin.hidden(NEW)), ...STAFF }, headers);
    expect(answer.status).toBe(status);
    // Behind a proxy with TLS, pages open and forms are refused until it is configured.
    if (status === 403) expect(answer.body).toContain('base_url must be their address');
    expect(answer.body).not.toMatch(/<search|href="\/platform\/documentation/);
    expect(local()).toBe(CONFIGURATION);
  });

  test('take no form without its token', async () => {
    expect((await admin.post(NEW, STAFF)).status).toBe(403);
    expect(local()).toBe(CONFIGURATION);
  });

  test('take no form of more than 1 MB, said or not', async () => {
    const large = { ...(await admin.hidden(NEW)), ...STAFF, realm: 'x'.repeat(1_100_000) };
    expect((await admin.post(NEW, large)).status).toBe(413);
    const streamed = await admin.post(NEW, large, CHUNKED);
    expect(streamed.status).toBe(413);
    expect(streamed.headers['content-type']).toContain('text/html');
    expect(local()).toBe(CONFIGURATION);
  });

  test('answer 405 to other methods', async () => {
    const { status, headers } = await admin.ask('PUT', NEW, { 'content-length': '0' });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  });

  test('refuse a request with two hosts', async () => {
    expect(await statusWithTwoHosts(project.server.port)).toBe(400);
  });

  test('show what was typed as text', async () => {
    const answer = await admin.send(NEW, {
      ...STAFF,
      name: '"><script>alert(1)</script>',
      realm: '<img src=x onerror=alert(1)>',
    });
    expect(answer.status).toBe(422);
    expect(answer.body.replaceAll(/="[^"]*"/g, '')).not.toMatch(/<script|<img/);
  });
});

describe('a change', () => {
  test('is active at the next request, and is in the audit log', async () => {
    const path = '/v2/library/book';
    expect((await new AdminClient(project.server.port, null).get(path, { accept: '*/*' })).status).toBe(200);
    const created = await admin.send(NEW, STAFF);
    expect([created.status, created.headers.location]).toEqual([
      303,
      expect.stringContaining(`${ROOT}/authentication?done=adapter-created&proof=`),
    ]);
    expect((await admin.get(created.headers.location ?? '')).body).toContain('The adapter was created.');
    expect((await admin.send(`${ROOT}/authentication/map?target=Library`, { adapter: 'staff' })).status).toBe(303);
    const answer = await new AdminClient(project.server.port, null).get(path, { accept: '*/*' });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('realm="api"');
    expect(local().startsWith(CONFIGURATION.slice(0, CONFIGURATION.indexOf('  throttle')))).toBe(true);
    expect((await admin.send(`${ROOT}/authentication/map?target=Library`, { adapter: '' })).status).toBe(303);
    expect((await new AdminClient(project.server.port, null).get(path, { accept: '*/*' })).status).toBe(200);
    await expect.poll(() => readFileSync(join(project.folder, 'data/audit.log'), 'utf8')).toContain('API unmapped');
    const lines = readFileSync(join(project.folder, 'data/audit.log'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ outcome }) => outcome === 'changed')).toMatchObject([
      {
        adapter: 'admins',
        user: 'root',
        client: '127.0.0.1',
        change: { action: 'adapter created', target: 'staff', file: LOCAL },
      },
      { change: { action: 'API mapped to staff', target: 'Library' } },
      { change: { action: 'API unmapped' } },
    ]);
  });

  test('is none where credentials are tried, which is in the audit log', async () => {
    const path = `${ROOT}/authentication/test?name=admins`;
    const hidden = await admin.hidden(path);
    const statuses: number[] = [];
    for (let guess = 0; guess < 22; guess += 1)
      statuses.push((await admin.post(path, { ...hidden, user: 'root', password: `x${guess}` })).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
    const tested = (): readonly unknown[] =>
      readFileSync(join(project.folder, 'data/audit.log'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter(({ outcome }) => outcome === 'tested');
    await expect.poll(() => tested().length).toBe(22);
    const who = { adapter: 'admins', user: 'root', client: '127.0.0.1' };
    expect(tested()[0]).toMatchObject({ ...who, test: { adapter: 'admins', user: null, outcome: 'rejected' } });
    expect(tested()[21]).toMatchObject({ ...who, test: { adapter: 'admins', user: null, outcome: 'throttled' } });
    expect(JSON.stringify(tested())).not.toContain('x21');
  });

  test('that would take the administrator out is refused', async () => {
    const page = await admin.get(`${ROOT}/authentication/delete?name=admins`);
    expect(page.body).toContain('used by these administration pages');
    expect(hiddenIn(page.body)).toEqual({});
  });

  test('leaves the old or the new file, whole, when the process is killed in the middle', async () => {
    const namesOf = (round: number): readonly string[] => {
      const text = readFileSync(join(project.folder, 'config/autoload/global.yaml'), 'utf8');
      expect(text.endsWith('\n')).toBe(true);
      const value = loadYaml(text) as Record<string, { selectors: Record<string, unknown> }>;
      expect(value['platform-documentation']).toBeDefined();
      return Object.keys(value['platform-content-negotiation']?.selectors ?? {}).filter((name) =>
        name.startsWith(`Round${round}-`),
      );
    };
    for (let round = 0; round < 2; round += 1) {
      const own = await startBuiltServer(project.folder);
      const client = new AdminClient(own.admin.port, 'root:toor');
      const busy = (async () => {
        for (let index = 0; ; index += 1)
          await client.send(`${ROOT}/content-negotiation/new`, { name: `Round${round}-${index}` });
      })().catch(() => undefined);
      // The process is at work, and in another part of it each time.
      await expect.poll(() => namesOf(round).length, { interval: 7 + round }).toBeGreaterThanOrEqual(3 + round);
      own.process.kill('SIGKILL');
      await busy;
      const names = namesOf(round);
      expect(names.length).toBeGreaterThanOrEqual(3 + round);
      expect(names).toEqual(names.map((_, index) => `Round${round}-${index}`));
    }
    const left = 'config/autoload/.global.yaml.4194304-00000000.00000000-0000-4000-8000-000000000000.tmp';
    writeFileSync(join(project.folder, left), '');
    utimesSync(join(project.folder, left), new Date(0), new Date(0));
    expect((await admin.send(`${ROOT}/content-negotiation/new`, { name: 'Afterwards' })).status).toBe(303);
    expect(readdirSync(join(project.folder, 'config/autoload')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('while the files differ from the active configuration', () => {
  const status = async (): Promise<string> => (await admin.get(`${ROOT}/status`)).body;
  const GLOBAL = 'config/autoload/global.yaml';

  test.each([
    // what is wrong with local.yaml                what the status page tells of it
    ['a key that is not known', (text: string) => `${text}zzz: {}\n`, 'zzz: This key is not known.'],
    ['nothing', () => '', 'local.yaml: The file is missing or empty.'],
  ])(
    'and contain %s, the page reports it, the active configuration stays, and a form edits the files from its first sending on',
    async (_title, damage, told) => {
      const before = local();
      const others = readFileSync(join(project.folder, GLOBAL), 'utf8');
      writeFileSync(join(project.folder, LOCAL), damage(before));
      try {
        await expect.poll(status).toContain(told);
        const page = await status();
        expect(page).toContain(
          'The files of the configuration have changed, and the new ones are not active. They were refused',
        );
        expect(page).toContain('Needs attention: 1 problem of the configuration.');
        expect(page).not.toContain('The configuration has no problems.');
        expect(page).toContain('these administration pages');
        expect((await admin.get(`${ROOT}/content-negotiation`)).body).toContain(
          'The files of the configuration are not active',
        );
        expect((await admin.send(`${ROOT}/content-negotiation/new`, { name: `While${told.length}` })).status).toBe(303);
        expect(readFileSync(join(project.folder, GLOBAL), 'utf8')).toContain(`While${told.length}`);
      } finally {
        writeFileSync(join(project.folder, LOCAL), before);
        writeFileSync(join(project.folder, GLOBAL), others);
      }
      await expect.poll(status).not.toContain('not active');
    },
  );

  test('a form opened right after an edit by hand shows and changes what the file says', async () => {
    const before = local();
    writeFileSync(join(project.folder, LOCAL), before.replace('realm: admins', 'realm: by-hand'));
    const path = `${ROOT}/authentication/edit?name=admins`;
    expect((await admin.get(path)).body).toContain('value="by-hand"');
    expect((await admin.send(path, { type: 'basic', realm: 'sent', htpasswd: 'data/admins' })).status).toBe(303);
    expect(local()).toContain('realm: sent');
    writeFileSync(join(project.folder, LOCAL), before);
    await expect.poll(status).not.toContain('not active');
  });
});

describe('without an adapter, in production', () => {
  test('there is nothing, as anywhere else', async () => {
    writeFileSync(join(project.folder, LOCAL), CONFIGURATION.replace(/^platform-admin.*\n/m, ''));
    const reached = (): Promise<boolean> =>
      admin.get(`${ROOT}/status`).then(
        () => true,
        () => false,
      );
    await expect.poll(reached).toBe(false);
    const guest = new AdminClient(project.server.port, null);
    for (const [method, path] of [
      ['GET', `${ROOT}/status`],
      ['GET', ROOT],
      ['POST', NEW],
      ['GET', `${ROOT}/nothing`],
    ] as const) {
      const ours = await guest.ask(method, path, { accept: '*/*' });
      const other = await guest.ask(method, '/platform/nowhere', { accept: '*/*' });
      expect([ours.status, ours.body]).toEqual([other.status, other.body]);
      expect(Object.keys(ours.headers)).toEqual(Object.keys(other.headers));
    }
  });
});

describe('without an audit log', () => {
  test('a change and a test of credentials are in the log, and no log-in is', async () => {
    writeFileSync(join(project.folder, LOCAL), CONFIGURATION.replace(/^platform-server.*\n/m, ''));
    const own = await startBuiltServer(project.folder);
    try {
      const client = new AdminClient(own.admin.port, 'root:toor');
      expect((await client.send(`${ROOT}/content-negotiation/new`, { name: 'Logged' })).status).toBe(303);
      expect(
        (await client.send(`${ROOT}/authentication/test?name=admins`, { user: 'root', password: 'x' })).status,
      ).toBe(200);
      const lines = (): readonly unknown[] =>
        own
          .output()
          .split('\n')
          .filter((line) => line.startsWith('{'))
          .map((line) => JSON.parse(line) as unknown);
      await expect.poll(lines).toMatchObject([
        {
          adapter: 'admins',
          user: 'root',
          client: '127.0.0.1',
          outcome: 'changed',
          change: { action: 'selector created', target: 'Logged' },
        },
        { outcome: 'tested', test: { adapter: 'admins', user: null, outcome: 'rejected' } },
      ]);
    } finally {
      await own.stop();
    }
  });
});
