import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../fixtures/free-port.ts';
import { RunningProgram } from '../running-program.ts';

const deployment = fileURLToPath(new URL('../../../docs/deployment/', import.meta.url));

/** A real nginx with the configuration of `compose.yaml`, in front of these ports of this machine. */
export async function startNginx(upstreams: readonly number[]): Promise<RunningProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'platform-documentation-nginx-'));
  const port = await freePort();
  const site = replaceEach(readFileSync(join(deployment, 'compose/nginx.conf'), 'utf8'), {
    'listen 8080;': `listen 127.0.0.1:${port};`,
    'server documentation:4321;': upstreams.map((upstream) => `server 127.0.0.1:${upstream};`).join(' '),
    '/etc/nginx/snippets/platform-documentation-proxy.conf': join(deployment, 'nginx/proxy.conf'),
  });
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  const file = join(folder, 'nginx.conf');
  const http = `access_log off; ${folders} ${site}`;
  writeFileSync(file, `daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${http} }\n`);
  return RunningProgram.start({
    command: 'nginx',
    args: ['-p', folder, '-e', 'stderr', '-c', file],
    folder,
    origin: `http://127.0.0.1:${port}`,
    path: '/healthz',
    isReady: ({ ok }) => ok,
  });
}

/** @throws where a text is not there: the file has changed, and the test with it */
function replaceEach(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((replaced, [from, to]) => {
    if (!replaced.includes(from)) throw new Error(`The configuration of nginx has no ${from}`);
    return replaced.replace(from, () => to);
  }, text);
}
