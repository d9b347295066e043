import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../fixtures/free-port.ts';
import { RunningProgram } from '../running-program.ts';

const APACHE_MODULES = '/usr/lib/apache2/modules';

/** What is served: folders that a build has written. */
export interface Served {
  readonly tree: string;
  readonly configuration: string;
}

interface Program {
  readonly command: string;
  /** Writes its configuration into a folder. @returns arguments */
  configure(folder: string, port: number, served: Served): readonly string[];
}

const nginx: Program = {
  command: 'nginx',
  configure(folder, port, { tree, configuration }) {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
      .join(' ');
    writeFileSync(
      join(folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; variables_hash_max_size 4096; ${temporary}
        include ${configuration}/nginx/maps.conf;
        server { listen 127.0.0.1:${port}; root ${tree}; include ${configuration}/nginx/server.conf; }
      }\n`,
    );
    return ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  },
};

const caddy: Program = {
  command: 'caddy',
  configure(folder, port, { tree, configuration }) {
    writeFileSync(
      join(folder, 'Caddyfile'),
      `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  root * ${tree}
  import ${configuration}/Caddyfile
}\n`,
    );
    return ['run', '--config', join(folder, 'Caddyfile')];
  },
};

/**
 * Of Debian's package, whose default modules are those that the configuration wants, and some that could be in its way.
 */
const apache: Program = {
  command: 'apache2',
  configure(folder, port, { tree, configuration }) {
    const modules = ['alias', 'authz_core', 'deflate', 'dir', 'filter', 'headers', 'mime', 'mpm_event', 'rewrite'];
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
AddLanguage de .de
AddLanguage br .br
AddEncoding x-gzip .gz
AddOutputFilterByType DEFLATE text/html text/plain application/json
<Directory ${tree}>
  Require all granted
</Directory>
<VirtualHost 127.0.0.1:${port}>
  DocumentRoot ${tree}
  Include ${configuration}/apache.conf
</VirtualHost>\n`,
    );
    return ['-D', 'FOREGROUND', '-f', join(folder, 'apache.conf')];
  },
};

export const PROGRAMS = { nginx, apache, caddy } as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof PROGRAMS;

/** A real file server with what was written for it. @throws with what it prints, where it ends at once */
export async function startFileServer(name: ProgramName, served: Served): Promise<RunningProgram> {
  const { command, configure } = PROGRAMS[name];
  const folder = mkdtempSync(join(tmpdir(), `platform-documentation-${name}-`));
  const port = await freePort();
  return RunningProgram.start({
    command,
    args: configure(folder, port, served),
    folder,
    origin: `http://127.0.0.1:${port}`,
    environment: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  });
}
