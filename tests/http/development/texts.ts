import { readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AdminClient, type Fields, hiddenIn, ROOT } from '../admin/admin-client.ts';
import { addEdited, FILE, JSON_FILE, OPERATION, PAGE, SERVICE, valueIn } from '../admin/edited-texts.ts';
import type { DevelopedSite } from './developed-site.ts';

/** Forms for the texts of descriptors, which are there meanwhile. */
export function describeTexts({ folder, server }: DevelopedSite): void {
  describe('texts of descriptors that are edited while developing', () => {
    let guest: AdminClient;
    beforeAll(() => {
      addEdited(folder());
      guest = new AdminClient(server().port, null);
    });
    afterAll(() => {
      for (const file of [FILE, JSON_FILE]) rmSync(dirname(join(folder(), file)), { recursive: true });
    });
    const read = (file: string): string => readFileSync(join(folder(), file), 'utf8');
    const documented = async (path: string): Promise<string> =>
      (await guest.get(path, { accept: 'application/json' })).body;

    test('a change shows at the very next request, in YAML and in JSON', async () => {
      // An added file may be read a moment later.
      await expect.poll(async () => (await guest.get(SERVICE)).status).toBe(200);
      for (let round = 0; round < 2; round += 1) {
        expect(
          (
            await guest.send(SERVICE, {
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
      expect((await guest.send(cart, { 'field:a%2Fb%20c': 'Odd "name"' })).status).toBe(303);
      expect(await documented('/platform/documentation/Shop-v1/Cart')).toContain('Odd \\"name\\"');
      expect(read(JSON_FILE)).toContain('"x-own": {"kept":   true},');
    });

    test('an example is proposed, and answers requests once it is taken over', async () => {
      const proposed = await guest.send(OPERATION, { intent: 'generate-response' });
      expect(proposed.status).toBe(200);
      const example = valueIn(proposed.body, 'response_example') ?? '';
      const before = read(FILE);
      expect(JSON.parse(example)).toMatchObject({ title: 'Say "no"' });
      const changed: Fields = { response_example: example.replace('no', 'yes') };
      expect((await guest.post(OPERATION, { ...hiddenIn(proposed.body), ...changed })).status).toBe(303);
      expect(read(FILE)).not.toBe(before);
      const created = await fetch(`${server().origin}/book`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/hal+json' },
        body: '{"title":"x"}',
      });
      expect([created.status, await created.text()]).toEqual([201, expect.stringContaining('Say \\"yes\\"')]);
    });
  });
}
