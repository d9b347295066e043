import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashPassword } from '../../../src/auth/password-hashes/passwords.ts';
import { placeInProject, runIn } from '../../package/installed-project.ts';

const product = fileURLToPath(new URL('../../..', import.meta.url));

/** The password of alice, whom `/reports` lets in. */
export const PASSWORD = 'secret';

/** An Astro site with pages, a layout and middleware of its own, which has installed the product. */
export async function makeSite(): Promise<string> {
  const site = await placeInProject();
  cpSync(join(product, 'tests/fixtures/astro-site'), site, { recursive: true });
  cpSync(join(product, 'api-descriptors'), join(site, 'api-descriptors'), { recursive: true });
  mkdirSync(join(site, 'data'));
  writeFileSync(join(site, 'data/htpasswd'), `alice:${hashPassword(PASSWORD, 'bcrypt', 4)}\n`);
  return site;
}

/** Runs `astro build`. */
export function buildSite(
  site: string,
  ...args: readonly string[]
): { readonly status: number | null; readonly output: string } {
  const { status, output, errors } = runIn(site, process.execPath, [
    join(site, 'node_modules/astro/bin/astro.mjs'),
    'build',
    ...args,
  ]);
  return { status, output: output + errors };
}

/** Serves files as the plainest of servers do: by their paths, a folder's `index.html` for its path with a slash. */
export async function serveFiles(
  read: (path: string) => Uint8Array | undefined,
): Promise<{ readonly origin: string; stop(): void }> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?', 1)[0] ?? '/');
    const body = read(path.endsWith('/') ? `${path}index.html` : path);
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
