import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isInstalled } from '../../http/clients/programs.ts';
import { knownVariables, REPOSITORY, readImage, readText, readUnit } from './files.ts';

const UNIT = 'docs/deployment/systemd/platform-documentation.service';
const image = readImage();
const unit = readUnit(UNIT);
const unitValues = (name: string): readonly string[] => unit.filter(([key]) => key === name).map(([, value]) => value);

describe('the systemd unit', () => {
  const [command = ''] = unitValues('ExecStart');

  test('runs the command of the image, in the folder that its other files name', () => {
    expect(command.split(' ').slice(1)).toEqual(image.command.slice(1));
    const variables = unitValues('Environment').flatMap((value) =>
      value.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    );
    expect(variables.filter((name) => !knownVariables.has(name))).toEqual([]);
    const [folder = ''] = unitValues('WorkingDirectory');
    const written = readUnit('docs/deployment/systemd/administration.conf').map(([, value]) => value.replace(/^-/, ''));
    expect(written).toEqual(['config', 'data', 'api-descriptors'].map((name) => `${folder}/${name}`));
  });

  test.skipIf(!isInstalled('systemd-analyze'))(
    'is what systemd understands, and exposes little (skipped where it is not installed: systemd-analyze)',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'unit-'));
      const file = join(folder, 'platform-documentation.service');
      writeFileSync(file, readText(UNIT).replace(command, command.replace(/^\S+/, process.execPath)));
      const verify = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' });
      const security = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=15', file], {
        encoding: 'utf8',
      });
      rmSync(folder, { recursive: true });
      expect([verify.status, verify.stderr]).toEqual([0, '']);
      expect([security.status, security.stdout.split('\n').slice(-3).join(' ')]).toEqual([
        0,
        expect.stringContaining('OK'),
      ]);
    },
  );
});

describe.skipIf(!isInstalled('nginx'))('the configuration of nginx (skipped where it is not installed: nginx)', () => {
  test.each([
    ['compose/nginx.conf', 1],
    ['nginx/site.conf', 2],
  ])('%s is understood, and passes on paths as they came', (path, passes) => {
    const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
    const text = readText(`docs/deployment/${path}`);
    // A path after the name would replace the one that Digest has signed.
    expect(text.match(/proxy_pass http:\/\/[\w.:]+;/g)).toHaveLength(passes);
    expect(text.match(/proxy_pass/g)).toHaveLength(passes);
    const run = (...args: readonly string[]): ReturnType<typeof spawnSync> =>
      spawnSync(args[0] ?? '', args.slice(1), { cwd: folder, encoding: 'utf8' });
    run(
      'openssl',
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=api.example.com',
      '-keyout',
      'key.pem',
      '-out',
      'certificate.pem',
    );
    const local = text
      .replaceAll(
        '/etc/nginx/snippets/platform-documentation-proxy.conf',
        join(REPOSITORY, 'docs/deployment/nginx/proxy.conf'),
      )
      .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${folder}/key.pem;`)
      .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${folder}/certificate.pem;`)
      .replace('server documentation:', 'server 127.0.0.1:');
    const settings = `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')} include ${folder}/site.conf; }`;
    writeFileSync(join(folder, 'site.conf'), local);
    writeFileSync(join(folder, 'nginx.conf'), settings);
    const { status, stderr } = run('nginx', '-t', '-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf'));
    rmSync(folder, { recursive: true });
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
    expect(readText('docs/deployment/nginx/proxy.conf')).toContain('X-Forwarded-For $remote_addr;');
  });
});
