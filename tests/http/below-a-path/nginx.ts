import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../fixtures/free-port.ts';
import { RunningProgram } from '../running-program.ts';

const deployment = fileURLToPath(new URL('../../../docs/deployment/', import.meta.url));
const SNIPPET = '/etc/nginx/snippets/platform-documentation-proxy.conf';

/** A real nginx in front of two servers, with the configurations of the document. */
export interface Proxies {
  /** Passes everything on to a site at the root of its host. */
  readonly root: string;
  /** Passes on what is below `/docs`, with that path. */
  readonly keeping: string;
  /** Passes on what is below `/docs`, without that path. */
  readonly stripping: string;
  close(): Promise<void>;
}

/** @param port of a site at the root of its host @param portBelow of a site below `/docs` */
export async function startProxies(port: number, portBelow: number): Promise<Proxies> {
  const folder = mkdtempSync(join(tmpdir(), 'platform-documentation-nginx-'));
  const [root, keeping, stripping] = [await freePort(), await freePort(), await freePort()];
  const [map = '', location = ''] = blockOf('nginx strips the path').split('# within server { }');
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  const text = `daemon off; pid ${folder}/pid; error_log stderr; events {}
http {
access_log off; ${folders}
upstream site { server 127.0.0.1:${port}; }
upstream platform_documentation { server 127.0.0.1:${portBelow}; }
${map}
server { listen 127.0.0.1:${root}; location / { include ${SNIPPET}; proxy_pass http://site; } }
server { listen 127.0.0.1:${keeping}; ${blockOf('nginx keeps the path')} ${blockOf('nginx well-known')} }
server { listen 127.0.0.1:${stripping}; ${location} }
}
`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, text.replaceAll(SNIPPET, join(deployment, 'nginx/proxy.conf')));
  const origin = `http://127.0.0.1:${root}`;
  const program = await RunningProgram.start({
    command: 'nginx',
    args: ['-p', folder, '-e', 'stderr', '-c', file],
    folder,
    origin,
    path: '/healthz',
    isReady: ({ ok }) => ok,
  });
  return {
    root: origin,
    keeping: `http://127.0.0.1:${keeping}`,
    stripping: `http://127.0.0.1:${stripping}`,
    close: () => program.stop(),
  };
}

/** @throws where the document has no such block */
function blockOf(name: string): string {
  const text = readFileSync(join(deployment, 'below-a-path.md'), 'utf8');
  const block = text
    .split(`<!-- configuration: ${name} -->`)[1]
    ?.split('```')[1]
    ?.replace(/^nginx\n/, '');
  if (block === undefined) throw new Error(`There is no configuration "${name}".`);
  return block;
}
