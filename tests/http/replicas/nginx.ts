import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../fixtures/free-port.ts';

const deployment = fileURLToPath(new URL('../../../docs/deployment/', import.meta.url));
const POLL_MILLISECONDS = 50;

export const isNginxInstalled = spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status === 0;

/** A real nginx with the configuration of `compose.yaml`, in front of these ports of this machine. */
export class Nginx {
  readonly origin: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(origin: string, folder: string, process: ChildProcess) {
    this.origin = origin;
    this.#folder = folder;
    this.#process = process;
  }

  static async start(upstreams: readonly number[]): Promise<Nginx> {
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
    const http = `access_log off; ${folders} ${site}`;
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; pid ${folder}/pid; error_log stderr; events {} http { ${http} }\n`,
    );
    const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const origin = `http://127.0.0.1:${port}`;
    while (child.exitCode === null && !(await answers(origin)))
      await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
    if (child.exitCode !== null) throw new Error('nginx did not start.');
    return new Nginx(origin, folder, child);
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    await ended;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function answers(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/healthz`)).ok;
  } catch {
    return false;
  }
}

/** @throws where a text is not there: the file has changed, and the test with it */
function replaceEach(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((replaced, [from, to]) => {
    if (!replaced.includes(from)) throw new Error(`The configuration of nginx has no ${from}`);
    return replaced.replace(from, () => to);
  }, text);
}
