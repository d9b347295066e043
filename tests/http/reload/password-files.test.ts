import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { whileTesting } from '../../while-testing.ts';
import { basicCredentials, DigestClient, get } from '../clients/log-in.ts';
import { ANNA, htdigestOf, htpasswdOf, OTTO, type User, writePasswords } from '../clients/protected-project.ts';
import { ProtectedSite } from '../clients/protected-site.ts';

const NEW: User = { name: 'berta', password: 'brand new' };
const CHANGED: User = { name: ANNA.name, password: 'changed since' };

const FILES = [
  { adapter: 'staff', file: 'htpasswd', content: htpasswdOf },
  { adapter: 'partners', file: 'htdigest', content: (users: readonly User[]) => htdigestOf(users, 'MD5') },
] as const;

/** Unit tests of watched files list the ways in which a file comes and goes. */
const site = whileTesting(() => ProtectedSite.open());

describe.each(FILES)('$file, while the server runs', ({ adapter, file, content }) => {
  const path = (): string => join(site.folder, 'data', file);
  const clients = new Map<User, DigestClient>();
  let logged: number;

  const answerTo = (user: User): Promise<Response> => {
    const target = `/${adapter}/notes`;
    if (adapter === 'staff') return get(site.origin + target, basicCredentials(user));
    const client = clients.get(user) ?? new DigestClient(user);
    clients.set(user, client);
    return client.get(site.origin, target);
  };
  const statusesOf = (...users: readonly User[]): Promise<readonly number[]> =>
    Promise.all(users.map(async (user) => (await answerTo(user)).status));
  const becomes = (statuses: readonly number[], ...users: readonly User[]): Promise<void> =>
    vi.waitFor(async () => expect(await statusesOf(...users)).toEqual(statuses));
  /** Log since the test began. */
  const log = (): string => site.server.output().slice(logged);
  const replace = (text: string, target = path()): void => {
    writeFileSync(`${target}.new`, text);
    renameSync(`${target}.new`, target);
  };

  beforeEach(async () => {
    rmSync(path(), { force: true });
    writePasswords(site.folder, [ANNA, OTTO]);
    await becomes([200, 200, 401], ANNA, OTTO, NEW);
    logged = site.server.output().length;
    site.upstream.take();
  });

  test('is taken over when it is written in place', async () => {
    appendFileSync(path(), content([NEW]));
    await becomes([200, 200, 200], ANNA, OTTO, NEW);
  });

  test('that is deleted closes its adapter and nothing else, with the reason in the log; when it is back, all is well', async () => {
    rmSync(path());
    await becomes([503, 503, 503], ANNA, OTTO, NEW);
    const response = await answerTo(ANNA);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    await expect.poll(log).toMatch(new RegExp(`${file}: .*(not found|missing|no such)`, 'i'));
    const other = adapter === 'staff' ? 'partners' : 'staff';
    expect((await get(`${site.origin}/${other}/open`)).status).toBe(200);
    expect((await get(`${site.origin}/${other}/notes`)).status).toBe(401);
    expect((await get(`${site.origin}/platform/documentation/Staff`)).status).toBe(200);
    expect((await get(`${site.origin}/healthz`)).status).toBe(200);
    site.upstream.take();
    writeFileSync(path(), content([ANNA, NEW]));
    await becomes([200, 401, 200], ANNA, OTTO, NEW);
  });

  test.each([
    ['a line that is none', 'what is this\n'],
    ['control characters', 'carla:\u0007bell:\u0000\n'],
  ])(
    'that is damaged by %s closes its adapter, with the number of the line in the log and nothing of the line',
    async (_, damage) => {
      const lines = content([ANNA]).trimEnd().split('\n');
      replace(`# users\n${lines.join('\n')}\n${damage}${content([OTTO])}`);
      await becomes([503, 503], ANNA, OTTO);
      await expect.poll(log).toContain(`${file}:${lines.length + 2}: `);
      expect(log()).not.toMatch(/what is this|carla/);
      replace(content([ANNA, OTTO]));
      await becomes([200, 200], ANNA, OTTO);
    },
  );

  test('with one value that cannot be used names its line, and refuses that user alone', async () => {
    replace(`${content([OTTO])}anna:${adapter === 'staff' ? '' : 'Library partners:'}letmein\n${content([NEW])}`);
    await becomes([401, 200, 200], ANNA, OTTO, NEW);
    await expect.poll(log).toContain(`${file}:${content([OTTO]).split('\n').length}: `);
    expect(log()).not.toContain('letmein');
  });

  test('without a user keeps that user out for good from the first refusal on, who was in a moment ago', async () => {
    const statuses: number[] = [];
    replace(content([OTTO]));
    await expect.poll(async () => (await answerTo(ANNA)).status, { interval: 1 }).toBe(401);
    const until = Date.now() + 1000;
    while (Date.now() < until) statuses.push((await answerTo(ANNA)).status);
    expect(new Set(statuses)).toEqual(new Set([401]));
    expect(await statusesOf(OTTO)).toEqual([200]);
  });

  test('with another password for a user lets in the new one and no longer the old one', async () => {
    replace(content([CHANGED, OTTO]));
    await becomes([401, 200, 200], ANNA, CHANGED, OTTO);
  });

  test('never shows a hash or a password in the log', () => {
    const secrets = readFileSync(path(), 'utf8').trim().split('\n');
    for (const line of secrets) expect(site.server.output()).not.toContain(line.split(':').at(-1));
    for (const { password } of [ANNA, OTTO, NEW, CHANGED]) expect(site.server.output()).not.toContain(password);
  });
});
