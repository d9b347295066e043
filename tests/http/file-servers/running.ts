import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../fixtures/free-port.ts';
import { RunningProgram } from '../running-program.ts';

const APACHE_MODULES = '/usr/lib/apache2/modules';
const DOCUMENT = new URL('../../../docs/deployment/static.md', import.meta.url);

/** Password files of the log-in that the configurations have in comments. */
export interface LogIn {
  readonly htpasswd: string;
  readonly htdigest: string;
  /** Hash that Caddy has in place of a password file. */
  readonly bcrypt: string;
}

interface Program {
  readonly command: string;
  /** Language of the code block in the document. */
  readonly language: string;
  /** Replaces the names of files and addresses, and takes the log-in out of its comments. */
  adapt(block: string, port: number, logIn: LogIn | null): string;
  /** Writes the configuration around the block into a folder. @returns arguments */
  configure(folder: string, block: string, port: number): readonly string[];
}

const nginx: Program = {
  command: 'nginx',
  language: 'nginx',
  adapt: (block, port, logIn) =>
    uncommented(block.replace('listen 80;', `listen 127.0.0.1:${port};`), /# (auth_basic)/g, logIn).replace(
      '/etc/nginx/htpasswd',
      logIn?.htpasswd ?? '',
    ),
  configure(folder, block) {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join(' ');
    const user = process.getuid?.() === 0 ? 'user root; ' : '';
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${user}daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${temporary}\n${block}}\n`,
    );
    return ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  },
};

const caddy: Program = {
  command: 'caddy',
  language: 'caddy',
  adapt: (block, port, logIn) =>
    uncommented(
      block.replace('docs.example.com {', `http://127.0.0.1:${port} {`),
      /# (basic_auth \{|\s+anna|\})/g,
      logIn,
    )
      // The name of the directive before Caddy 2.8.
      .replace('basic_auth {', 'basicauth {')
      .replace(/anna \S+/, `anna ${logIn?.bcrypt}`),
  configure(folder, block) {
    writeFileSync(join(folder, 'Caddyfile'), `{\n  admin off\n  auto_https off\n}\n${block}`);
    return ['run', '--config', join(folder, 'Caddyfile')];
  },
};

/** Debian's package, with its default modules and some settings of its own that could be in the way. */
const apache: Program = {
  command: 'apache2',
  language: 'apache',
  adapt: (block, port, logIn) =>
    uncommented(block.replace('*:80', `127.0.0.1:${port}`), /# (Auth(?:Type|Name|UserFile)|Require valid-user)/g, logIn)
      .replace(logIn === null ? '' : 'Require all granted', '')
      .replace('/etc/apache2/htdigest', logIn?.htdigest ?? ''),
  configure(folder, block, port) {
    const modules = [
      ...['alias', 'auth_basic', 'auth_digest', 'authn_core', 'authn_file', 'authz_core', 'authz_user', 'deflate'],
      ...['dir', 'filter', 'headers', 'mime', 'mpm_event', 'rewrite', 'setenvif'],
    ];
    writeFileSync(
      join(folder, 'apache.conf'),
      `ServerRoot ${folder}
PidFile ${folder}/pid
ErrorLog ${folder}/errors
ServerName localhost
${process.getuid?.() === 0 ? 'User #65534\nGroup #65534' : ''}
Listen 127.0.0.1:${port}
${modules.map((name) => `LoadModule ${name}_module ${APACHE_MODULES}/mod_${name}.so`).join('\n')}
TypesConfig /etc/mime.types
AddLanguage br .br
AddEncoding x-gzip .gz
AddOutputFilterByType DEFLATE text/html text/plain application/json
${block}`,
    );
    return ['-D', 'FOREGROUND', '-f', join(folder, 'apache.conf')];
  },
};

export const PROGRAMS = { nginx, apache, caddy } as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof PROGRAMS;

/** Addresses that the configurations name, and that a path stands before. */
const NAMED = /(?<=[\s#^"])\/(?=404\.html|_astro\/|\.well-known\/)/g;

/**
 * A real file server with the configuration of the document.
 * @param path below which the files are
 * @throws with what it prints, where it ends at once
 */
export async function startFileServer(
  name: ProgramName,
  tree: string,
  logIn: LogIn | null = null,
  path = '',
): Promise<RunningProgram> {
  const { command, language, adapt, configure } = PROGRAMS[name];
  const folder = mkdtempSync(join(tmpdir(), `platform-documentation-${name}-`));
  const port = await freePort();
  const block = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(readFileSync(DOCUMENT, 'utf8'))?.[1] ?? '';
  return RunningProgram.start({
    command,
    args: configure(
      folder,
      adapt(block.replaceAll(NAMED, `${path}/`).replaceAll('/srv/documentation', tree), port, logIn),
      port,
    ),
    folder,
    origin: `http://127.0.0.1:${port}`,
    environment: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  });
}

function uncommented(block: string, comment: RegExp, logIn: LogIn | null): string {
  return logIn === null ? block : block.replaceAll(comment, '$1');
}
