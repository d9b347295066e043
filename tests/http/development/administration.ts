import { describe, expect, test } from 'vitest';
import { AdminClient, ROOT, statusWithTwoHosts } from '../admin/admin-client.ts';
import type { DevelopedSite } from './developed-site.ts';

const NEW = `${ROOT}/authentication/new`;
const CHUNKED = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
const STAFF = { name: 'staff', type: 'basic', realm: 'api', htpasswd: 'data/admins', intent: 'save' };

/** Pages without a log-in, for this machine alone. The last test protects an API. */
export function describeAdministration({ server }: Pick<DevelopedSite, 'server'>): void {
  describe('the administration, while developing', () => {
    test('the pages are there for this machine, asked by its own name', async () => {
      const guest = new AdminClient(server().port, null);
      for (const host of [`localhost:${server().port}`, `127.0.0.1:${server().port}`, `[::1]:${server().port}`]) {
        expect((await guest.get(`${ROOT}/status`, { host })).status).toBe(200);
      }
    });

    test.each([
      ['a name that leads here', { host: 'evil.example' }],
      ['a name that begins like ours', { host: 'localhost.evil.example' }],
      ['a tunnel', { 'x-forwarded-for': '203.0.113.1' }],
      ['a proxy', { forwarded: 'for=203.0.113.1' }],
      ['a proxy that tells the address alone', { 'x-real-ip': '203.0.113.1' }],
    ])('they are not there for %s', async (_title, headers) => {
      const answer = await new AdminClient(server().port, null).get(`${ROOT}/status`, headers);
      expect(answer.body).not.toContain('Problems of the configuration');
      expect([403, 404]).toContain(answer.status);
    });

    test('a request with two hosts is refused, as in production', async () => {
      expect(await statusWithTwoHosts(server().port)).toBe(400);
    });

    test('a form of more than 1 MB is refused as in production, announced or not', async () => {
      const guest = new AdminClient(server().port, null);
      const large = { ...(await guest.hidden(NEW)), ...STAFF, realm: 'x'.repeat(1_100_000) };
      for (const headers of [{}, CHUNKED]) {
        const answer = await guest.post(NEW, large, headers);
        expect(answer.status).toBe(413);
        expect(answer.body).toContain('A form must not be larger than 1048576 bytes.');
      }
    });

    test('a form is accepted, and active at the next request', async () => {
      const guest = new AdminClient(server().port, null);
      const fields = {
        ...STAFF,
        htpasswd: 'data/users',
        user: 'anna',
        password: 'secret word',
        again: 'secret word',
        intent: 'create-file',
      };
      expect((await guest.send(NEW, fields)).status).toBe(303);
      expect((await guest.send(`${ROOT}/authentication/map?target=Library`, { adapter: 'staff' })).status).toBe(303);
      expect((await guest.get('/v2/library/book', { accept: '*/*' })).status).toBe(401);
      expect(
        (await new AdminClient(server().port, 'anna:secret word').get('/v2/library/book', { accept: '*/*' })).status,
      ).toBe(200);
    });
  });
}
