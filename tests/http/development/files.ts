import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { send } from '../probe-runner.ts';
import type { DevelopedSite } from './developed-site.ts';

const product = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const descriptors = readdirSync(join(product, 'api-descriptors'), { recursive: true, encoding: 'utf8' });
const descriptor = `api-descriptors/${descriptors.find((name) => name.endsWith('.yaml')) ?? ''}`;

/** Tests that files of the product and of a project stay private. */
export function describeFiles({ folder, server }: DevelopedSite): void {
  const ask = (path: string): ReturnType<typeof send> =>
    send(server().origin, { method: 'GET', path, headers: { Accept: '*/*' } });

  describe('the development server keeps to itself', () => {
    const files = [
      'config/autoload/global.yaml',
      'config/autoload/local.yaml.dist',
      descriptor,
      'package.json',
      'tests/vitest.config.ts',
    ];
    const spellings = files.flatMap((file) => [
      `/${file}`,
      `/${file}?raw`,
      `/${file}?import&raw`,
      `/${file}?url`,
      `/${file}?import&url&inline`,
      `/@fs${product}/${file}`,
      `/@fs${product}/${file}?import&raw`,
      `/@fs/${product}/${file}?raw`,
      `/@id/${file}?raw`,
      `/@id/__x00__${product}/${file}?raw`,
      `/src/../${file}?raw`,
      `/${file.replace('.', '%2e')}`,
      `/%${file.charCodeAt(0).toString(16)}${file.slice(1)}?raw`,
      ...['_image', '%5fimage', '_image/'].flatMap((endpoint) =>
        ['png', 'svg'].flatMap((type) =>
          [`/${file}`, `/@fs${product}/${file}`, `/@fs${product}/./${file}`, `/@fs${product}/src/../${file}`].map(
            (href) => `/${endpoint}?f=${type}&href=${href}`,
          ),
        ),
      ),
    ]);
    test.each(spellings)('%s', async (path) => {
      const { status } = await ask(path);
      // Odd paths are no requests for an API.
      expect(/^[^?]*(?:\/\.\.|\/\/)/.test(path) ? [400, 404] : [404]).toContain(status);
    });

    test.each(['/data/htpasswd', '/data/htpasswd?raw', '/DATA/htpasswd?import&raw'])(
      '%s of a project elsewhere',
      async (path) => {
        const images = [
          path,
          `/@fs${folder()}${path}`,
          `/@fs${product}/..${folder().startsWith(join(product, '..')) ? folder().slice(join(product, '..').length) : `/..${folder()}`}${path}`,
        ];
        for (const target of [path, `/@fs${folder()}${path}`, ...images.map((href) => `/_image?f=png&href=${href}`)]) {
          const { status, body } = await ask(target);
          expect(status).toBe(404);
          expect(body).not.toContain('secret');
        }
      },
    );

    test.each([
      `/_image?f=png&href=/@fs${product}/../../../proc/self/environ`,
      '/_image?f=png&href=/platform/admin/authentication',
      '/_image?f=png&href=/platform/documentation',
      '/__open-in-editor?file=/etc/hostname',
      '/%5f_open-in-editor?file=/etc/hostname',
    ])('%s, whichever file it leads to', async (path) => {
      expect((await ask(path)).status).toBe(404);
    });

    test('and shows pages with their styles', async () => {
      const page = await send(server().origin, {
        method: 'GET',
        path: '/platform/documentation',
        headers: { Accept: 'text/html' },
      });
      expect(page.status).toBe(200);
      for (const [, path = ''] of page.body.matchAll(/(?:src|href)="(\/(?:src|@|node_modules)[^"]*)"/g))
        expect((await ask(path.replaceAll('&amp;', '&'))).status).toBe(200);
    });
  });
}
