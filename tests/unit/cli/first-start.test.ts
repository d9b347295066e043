import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { digestOf, parseHtpasswd } from '../../../src/auth/password-files/kinds.ts';
import { verifyPassword } from '../../../src/auth/password-hashes/passwords.ts';
import { prepareFirstStart } from '../../../src/cli/first-start.ts';
import { readProject } from '../../../src/project/read-project.ts';
import { schemes } from '../../fixtures/auth/tools.ts';
import { projectWith } from '../config/project.ts';

const product = fileURLToPath(new URL('../../../', import.meta.url));
const shipped = (path: string): string => readFileSync(join(product, path), 'utf8');
const DIST = shipped('config/autoload/local.yaml.dist');
const LOCAL = 'config/autoload/local.yaml';
const SAMPLE_DIST = 'api-descriptors/library/local.yaml.dist';
const SAMPLE_LOCAL = 'config/autoload/library.local.yaml';

const sample = (files: Readonly<Record<string, string>> = {}): string =>
  projectWith({
    'config/autoload/local.yaml.dist': DIST,
    [SAMPLE_DIST]: shipped(SAMPLE_DIST),
    'data/.gitkeep': '',
    ...files,
  });

/** Text that a start prints whose server then listens on this port. */
function start(folder: string, environment: Readonly<Record<string, string>> = {}, port = 4321): string {
  const lines: string[] = [];
  prepareFirstStart({
    schemes,
    projectFolder: folder,
    environment,
    terminal: { print: (line) => void lines.push(String(line)) },
  })(port);
  return lines.join('\n');
}

const textOf = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');
const passwordOf = (printed: string): string => /password ([\w-]{16})$/m.exec(printed)?.[1] ?? '';

describe('the first start', () => {
  test('makes local.yaml and both files with one password, and prints it with a curl line for each scheme', () => {
    const folder = sample();
    const printed = start(folder);
    const password = passwordOf(printed);
    expect(textOf(folder, LOCAL)).toBe(DIST);
    expect(textOf(folder, SAMPLE_LOCAL)).toBe(shipped(SAMPLE_DIST));
    expect(printed).toContain(`First start: created ${LOCAL} and ${SAMPLE_LOCAL}.`);
    const stored = textOf(folder, 'data/htpasswd');
    expect(stored).toMatch(/^demo:\$2[aby]\$10\$.{53}\n$/);
    expect([
      verifyPassword(password, stored.trim().slice(5)),
      verifyPassword(`${password}x`, stored.trim().slice(5)),
    ]).toEqual([true, false]);
    expect(parseHtpasswd(stored).kind).toBe('read');
    expect(textOf(folder, 'data/htdigest')).toBe(
      `demo:Library partners:${digestOf('demo', 'Library partners', password, 'MD5')}\n`,
    );
    expect(printed).toContain(`curl --basic  -u 'demo:${password}' http://127.0.0.1:4321/library/loan`);
    expect(printed).toContain(`curl --digest -u 'demo:${password}' http://127.0.0.1:4321/v2/library/loan`);
    for (const path of [LOCAL, SAMPLE_LOCAL, 'data/htpasswd', 'data/htdigest'])
      expect(statSync(join(folder, path)).mode & 0o777).toBe(0o600);
  });

  test('the curl lines name the host that is configured and the port that the server has', () => {
    expect(start(sample(), { HOST: '0.0.0.0', PORT: '0' }, 8080)).toContain('http://127.0.0.1:8080/library/loan');
    expect(start(sample(), { HOST: '::1' })).toContain('http://[::1]:4321/library/loan');
  });

  test('without the samples nothing is mapped, and the adapters have their user all the same', () => {
    const folder = projectWith({
      'config/autoload/local.yaml.dist': DIST,
      'api-descriptors/openapi.yaml': 'openapi: 3.1.0\n',
    });
    const printed = start(folder);
    expect(printed).toContain(`First start: created ${LOCAL}.`);
    expect(passwordOf(printed)).not.toBe('');
    expect(printed).not.toContain('Try it');
    expect(existsSync(join(folder, SAMPLE_LOCAL))).toBe(false);
  });

  test.each([
    ['a file', (descriptors: string) => writeFileSync(descriptors, '')],
    ['a link to itself', (descriptors: string) => symlinkSync(descriptors, descriptors)],
  ])('happens too where the folder of descriptors is %s', (_, make) => {
    const folder = projectWith({ 'config/autoload/local.yaml.dist': DIST });
    make(join(folder, 'api-descriptors'));
    expect(passwordOf(start(folder))).not.toBe('');
  });

  test('happens once, with another password everywhere', () => {
    const folder = sample();
    const first = passwordOf(start(folder));
    const before = textOf(folder, 'data/htpasswd');
    expect(start(folder)).toBe('');
    expect(textOf(folder, 'data/htpasswd')).toBe(before);
    expect(passwordOf(start(sample()))).not.toBe(first);
  });

  test.each([
    ['local.yaml', { [LOCAL]: '' }],
    ['another local file', { 'config/autoload/prod.local.yaml': '' }],
  ])('does not happen where there is %s', (_, files) => {
    const folder = sample(files);
    expect(start(folder)).toBe('');
    expect([existsSync(join(folder, 'data/htpasswd')), existsSync(join(folder, 'data/htdigest'))]).toEqual([
      false,
      false,
    ]);
  });

  test('does not happen without local.yaml.dist', () => {
    const folder = projectWith({ 'config/autoload/global.yaml': '' });
    expect([start(folder), existsSync(join(folder, LOCAL))]).toEqual(['', false]);
    expect(start(projectWith({ 'a.txt': '' }))).toBe('');
  });

  test('a password file that is there stays, and is said to', () => {
    const folder = sample({ 'data/htpasswd': 'alice:{SHA}x\n' });
    const printed = start(folder);
    expect(textOf(folder, 'data/htpasswd')).toBe('alice:{SHA}x\n');
    expect(printed).toContain('data/htpasswd exists already and was not changed');
    expect(printed).not.toContain('--basic');
    expect(textOf(folder, 'data/htdigest')).toContain(digestOf('demo', 'Library partners', passwordOf(printed), 'MD5'));
  });

  test('with both files there it prints no password', () => {
    const folder = sample({ 'data/htpasswd': 'a:{SHA}x\n', 'data/htdigest': 'x' });
    expect(passwordOf(start(folder))).toBe('');
    expect([textOf(folder, 'data/htpasswd'), textOf(folder, 'data/htdigest')]).toEqual(['a:{SHA}x\n', 'x']);
  });

  test('a symbolic link is never written through', () => {
    const folder = sample();
    symlinkSync(join(folder, 'elsewhere'), join(folder, 'data/htpasswd'));
    start(folder);
    expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
  });

  test('one that fails leaves nothing, and the next one is the first again', () => {
    const folder = sample();
    // A file where the folder of the password files is to be.
    rmSync(join(folder, 'data'), { recursive: true });
    writeFileSync(join(folder, 'data'), '');
    expect(() => start(folder)).toThrow();
    expect(readdirSync(join(folder, 'config/autoload'))).toEqual(['local.yaml.dist']);
    rmSync(join(folder, 'data'));
    expect(passwordOf(start(folder))).not.toBe('');
  });

  test('one that was killed before local.yaml was there is gone on with', () => {
    const folder = sample({ [SAMPLE_LOCAL]: shipped(SAMPLE_DIST) });
    expect(passwordOf(start(folder))).not.toBe('');
    expect(textOf(folder, LOCAL)).toBe(DIST);
  });

  test('no user is added to adapters of other files', () => {
    const adapter =
      'live: { adapter: Platform\\MvcAuth\\Authentication\\HttpAdapter, options: { accept_schemes: [basic], realm: live, htpasswd: data/live } }';
    const folder = sample();
    writeFileSync(
      join(folder, 'config/autoload/global.yaml'),
      `platform-mvc-auth: { authentication: { adapters: { ${adapter} } } }\n`,
    );
    start(folder);
    expect([existsSync(join(folder, 'data/live')), existsSync(join(folder, 'data/htpasswd'))]).toEqual([false, true]);
  });
});

describe('local.yaml.dist', () => {
  test('is right for the sample APIs, with the settings of the sample', async () => {
    const descriptors = ['library/v1.yaml', 'library/v2.yaml'].map((name) => [
      `api-descriptors/${name}`,
      shipped(`api-descriptors/${name}`),
    ]);
    const folder = sample({ ...Object.fromEntries(descriptors), [LOCAL]: DIST, [SAMPLE_LOCAL]: shipped(SAMPLE_DIST) });
    const { problems, configuration } = await readProject(folder, {});
    expect(problems).toEqual([]);
    expect(configuration.authentication.adapters.map(({ schemes }) => schemes)).toEqual([['basic'], ['digest']]);
    expect(configuration.authorization.rules.some(({ service }) => service === 'Loan')).toBe(false);
  });

  test('what it makes is not kept in version control, what is shipped is', () => {
    const ignored = (path: string): boolean =>
      spawnSync('git', ['check-ignore', '-q', path], { cwd: product }).status === 0;
    expect(
      [LOCAL, 'config/autoload/x.local.yaml', 'data/htpasswd', 'data/htdigest', 'data/audit.log'].map(ignored),
    ).not.toContain(false);
    expect(
      ['config/autoload/local.yaml.dist', 'config/autoload/global.yaml', 'data/.gitkeep'].map(ignored),
    ).not.toContain(true);
  });
});
