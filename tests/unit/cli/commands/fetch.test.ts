import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectWith } from '../../config/project.ts';
import { quarry, SourceServer } from '../fetch/source-server.ts';
import { runIn } from '../run-cli.ts';

const server = new SourceServer();
const STONE = 'type: object\nproperties: { weight: { type: number } }\n';
const LOCK = 'config/sources.lock.json';

/** A project with sources: paths below `api-descriptors/`, and paths or URLs at the server. */
function projectOf(sources: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}): string {
  const urls = Object.entries(sources).map(([path, url]) => {
    return `    ${path}: '${url.startsWith('/') ? server.origin + url : url}'\n`;
  });
  const sourcesText = `platform-documentation:\n  sources:\n${urls.join('')}`;
  return projectWith({ 'config/autoload/global.yaml': sourcesText, ...more });
}

const fetchIn = (folder: string, ...args: readonly string[]) => runIn(folder, ['fetch', ...args]);
const textOf = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

/** Paths of all files of a project. */
function filesOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

describe('platform-docs fetch', () => {
  test('writes a descriptor with the files that it refers to, and says what changed', async () => {
    server.serve({
      '/apis/quarry.yaml': quarry({ '/stones': 'parts/stone.yaml' }),
      '/apis/parts/stone.yaml': STONE,
    });
    const folder = projectOf({ 'quarry/v1.yaml': '/apis/quarry.yaml?token=hush' });
    const written = ['api-descriptors/quarry/v1.yaml', 'api-descriptors/quarry/parts/stone.yaml', LOCK];
    const stdout = ['quarry/v1.yaml: new, 1 operation.', ...written.map((path) => `Wrote ${path}`), ''].join('\n');
    expect(await fetchIn(folder)).toEqual({ code: 0, stdout, stderr: '' });
    expect(textOf(folder, 'api-descriptors/quarry/v1.yaml')).toBe(quarry({ '/stones': 'parts/stone.yaml' }));
    expect(textOf(folder, 'api-descriptors/quarry/parts/stone.yaml')).toBe(STONE);
    expect(server.asked).toEqual(['/apis/quarry.yaml?token=hush', '/apis/parts/stone.yaml']);
    const sum = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(JSON.parse(textOf(folder, LOCK))).toEqual({
      version: 1,
      sources: {
        'quarry/v1.yaml': {
          url: `${server.origin}/apis/quarry.yaml?…`,
          files: { 'quarry/parts/stone.yaml': sum, 'quarry/v1.yaml': sum },
        },
      },
    });
    expect((await runIn(folder, ['check'])).code).toBe(0);
    expect((await fetchIn(folder)).stdout).toBe('quarry/v1.yaml: unchanged.\n');
    expect((await fetchIn(folder, '--check')).code).toBe(0);
    // The part is no longer referred to.
    server.serve({ '/apis/quarry.yaml': quarry({ '/rocks': '', '/pits': '' }) });
    const before = textOf(folder, LOCK);
    const changed = 'quarry/v1.yaml: 1 breaking, 2 notable, 0 docs-only.\n';
    expect(await fetchIn(folder, '--check')).toEqual({ code: 1, stdout: changed, stderr: '' });
    expect(textOf(folder, LOCK)).toBe(before);
    const replaced = `Wrote ${written[0]}\nRemoved ${written[1]}\nWrote ${LOCK}\n`;
    expect(await fetchIn(folder)).toEqual({ code: 0, stdout: changed + replaced, stderr: '' });
    expect(filesOf(folder)).toEqual(['api-descriptors/quarry/v1.yaml', 'config/autoload/global.yaml', LOCK]);
  });

  test('check warns until it was run', async () => {
    const folder = projectOf({ 'quarry/v1.yaml': '/quarry.yaml' }, { 'api-descriptors/a.yaml': quarry({ '/a': '' }) });
    const { stdout } = await runIn(folder, ['check']);
    expect(stdout).toMatch(/global\.yaml:\d+:\d+: warning configuration .*It was not fetched yet\. Run "platform-docs/);
  });

  test('a file that was edited is not replaced, nor one that is not from the source', async () => {
    server.serve({ '/quarry.yaml': quarry({ '/stones': '' }), '/other.yaml': quarry({ '/others': '' }) });
    const folder = projectOf(
      { 'one.yaml': '/quarry.yaml', 'two.yaml': '/other.yaml' },
      { 'api-descriptors/two.yaml': 'mine' },
    );
    expect(await fetchIn(folder)).toMatchObject({
      code: 1,
      stderr:
        'api-descriptors/two.yaml: this file is there already. Remove it, or write another path for the source.\n' +
        'platform-docs: nothing was written, because of the errors above.\n',
    });
    expect(filesOf(folder)).not.toContain('api-descriptors/one.yaml');
    expect((await fetchIn(folder, 'one.yaml')).code).toBe(0);
    writeFileSync(join(folder, 'api-descriptors/one.yaml'), quarry({ '/edited': '' }));
    for (const args of [['one.yaml'], ['one.yaml', '--check']])
      expect(await fetchIn(folder, ...args)).toMatchObject({
        code: 1,
        stdout: 'one.yaml: unchanged.\n',
        stderr: expect.stringContaining(
          'api-descriptors/one.yaml: this file was edited since it was fetched. Write the',
        ),
      });
    rmSync(join(folder, 'api-descriptors/one.yaml'));
    expect(await fetchIn(folder, 'one.yaml', '--check')).toMatchObject({
      code: 1,
      stdout: 'one.yaml: new, 1 operation.\n',
    });
    expect((await fetchIn(folder, 'one.yaml')).code).toBe(0);
    expect((await fetchIn(folder, 'one.yaml', '--check')).code).toBe(0);
  });

  test('two sources do not share a file', async () => {
    const parted = quarry({ '/stones': 'stone.yaml' });
    server.serve({
      '/a/a.yaml': parted,
      '/a/stone.yaml': STONE,
      '/b/b.yaml': parted,
      '/b/stone.yaml': `${STONE}# b\n`,
    });
    const folder = projectOf({ 'x/a.yaml': '/a/a.yaml', 'x/b.yaml': '/b/b.yaml' });
    const { code, stderr } = await fetchIn(folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining('x/stone.yaml: another source has this file, too.')]);
    expect(filesOf(folder)).toEqual(['config/autoload/global.yaml']);
  });

  test.each<readonly [title: string, answers: Parameters<SourceServer['serve']>[0], message: RegExp]>([
    ['an address that has nothing', {}, /\/q\.yaml\?…: There is no such file \(404\)\. Correct the address\.$/m],
    ['a log-in', { '/q.yaml': 401 }, /It needs a log-in \(401\)\. Download the file with curl/],
    ['an error of the server', { '/q.yaml': 503 }, /answers with the status 503\. Try again later\.$/m],
    ['a page', { '/q.yaml': '<!DOCTYPE html><title>Log in</title>' }, /\/q\.yaml\?…: This is a web page\. Name/],
    ['another format', { '/q.yaml': 'asyncapi: 3.0.0\n' }, /The file is AsyncAPI, .*markdown-template”\.$/m],
    ['SOAP', { '/q.yaml': '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>' }, /The file is WSDL, .*soap-conv/],
    ['no description', { '/q.yaml': 'a: 1\n' }, /What the server answers is not a description that is read\. Name a/],
    [
      'a description with an error',
      { '/q.yaml': 'openapi: 7\ninfo: {}\n' },
      /^api-descriptors\/quarry\.yaml:1:\d+: error openapi-/,
    ],
    [
      'a file that leads out',
      { '/q.yaml': quarry({ '/a': '../../x.yaml' }) },
      /^api-descriptors\/quarry\.yaml:4:\d+: error ref-outside/,
    ],
    [
      'a file of another origin',
      { '/q.yaml': quarry({ '/a': 'https://other.example/x.yaml' }) },
      /error ref-outside .*“https:\/\/other/,
    ],
    [
      'a part behind a log-in',
      { '/q.yaml': quarry({ '/a': 'x.yaml' }), '/x.yaml': 403 },
      /\/x\.yaml: It needs a log-in/,
    ],
    [
      'a file that refers to itself',
      { '/q.yaml': quarry({ '/a': 'q.yaml#/paths' }) },
      /refer to it by its name\. Write a path with that name/,
    ],
    [
      'a redirect to a file',
      { '/q.yaml': { redirect: 'file:///etc/passwd' } },
      /redirects to an address that is not https/,
    ],
    [
      'a redirect to http',
      { '/q.yaml': { redirect: 'http://example.com/' } },
      /redirects to an address that is not https/,
    ],
    [
      'a redirect with a password',
      { '/q.yaml': { redirect: 'https://me:hush@example.com/' } },
      /contains a user name or password/,
    ],
    ['redirects without end', { '/q.yaml': { redirect: '/q.yaml?again' } }, /There are more than 5 redirects\./],
    ['a redirect to nowhere', { '/q.yaml': { redirect: 'http://[' } }, /It redirects to no URL\./],
  ])('%s leaves everything as it was', async (_, answers, message) => {
    server.serve({ ...answers, '/good.yaml': quarry({ '/good': '' }) });
    const folder = projectOf({ 'good.yaml': '/good.yaml', 'quarry.yaml': '/q.yaml?token=hush' });
    const { code, stderr } = await fetchIn(folder);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('hush');
    expect([code, filesOf(folder)]).toEqual([1, ['config/autoload/global.yaml']]);
  });

  test.each<readonly [name: string, text: string, message: string]>([
    ...[
      '.git/config',
      'parts/.stone.yaml',
      'node_modules/stone.yaml',
      'parts/Node_Modules/stone.json',
      'GIT~1/stone.yaml',
      'node_modules./stone.yaml',
      'parts/stone.yaml:more.yaml',
      'parts/\u200dstone.yaml',
      'parts//stone.yaml/',
    ].map((name) => [name, STONE, 'is a hidden file, or has a name that is not safe'] as const),
    ...['stone', 'stone.php', 'stone.yaml.js', 'stone.config.php', 'stone.sh', 'stone.html', 'stone.apib'].map(
      (name) => [name, STONE, 'is not YAML, JSON, RAML, XML, Markdown or plain text'] as const,
    ),
    ...[
      ['other.yaml', quarry({ '/others': '' })],
      ['other.json', '{"swagger":"2.0","info":{"title":"Other","version":"1"},"paths":{}}'],
      ['other.raml', '#%RAML 1.0\ntitle: Other\n'],
      ['other.md', 'FORMAT: 1A\n\n# Other\n\n# GET /others\n+ Response 204\n'],
      ['notice.yaml', 'overlay: 1.0.0\nextends: ../mine.yaml\nactions: [{ target: $.paths, remove: true }]\n'],
      ['guides/stones.md', '# Stones\n'],
    ].map(([name = '', text = '']) => [name, text, 'is a descriptor, an overlay or a guide of its own.'] as const),
  ])('a descriptor that refers to %s is refused', async (name, text, message) => {
    const path = `/${name.split('/').map(encodeURIComponent).join('/')}`.replaceAll(/\/(?=\/|$)/g, '');
    const reference = encodeURI(name);
    server.serve({
      '/q.yaml': quarry({ '/a': `./${reference}` }),
      '/q.raml': `#%RAML 1.0\ntitle: Q\ndocumentation:\n  - title: Q\n    content: !include ./${reference}\n`,
      [path]: text,
    });
    for (const ending of ['yaml', 'raml']) {
      const folder = projectOf({ [`far/q.${ending}`]: `/q.${ending}` });
      const { code, stderr } = await fetchIn(folder);
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
      expect(stderr).toContain('Bundle the descriptor into one file');
      expect(filesOf(folder)).toEqual(['config/autoload/global.yaml']);
    }
  });

  test('a descriptor has parts of every kind that is data', async () => {
    const names = ['a.yaml', 'b.yml', 'c.json', 'd.raml', 'e.md', 'f.txt', 'g.xml', 'h.xsd', 'i j-k_l@2+ü (m).JSON'];
    const items = names.map((name) => `  - { title: ${name.at(0)}, content: !include 'parts/${encodeURI(name)}' }\n`);
    server.serve({
      '/q.raml': `#%RAML 1.0\ntitle: Q\ndocumentation:\n${items.join('')}`,
      ...Object.fromEntries(names.map((name) => [`/parts/${encodeURIComponent(name)}`, '"A text"'])),
    });
    const folder = projectOf({ 'q.raml': '/q.raml' });
    expect(await fetchIn(folder)).toMatchObject({ code: 0, stderr: '' });
    for (const name of names) expect(filesOf(folder)).toContain(`api-descriptors/parts/${name}`);
  });

  test('a link out of the folder of descriptors is not followed', async () => {
    server.serve({ '/a.yaml': quarry({ '/a': 'hooks/x.yaml' }), '/hooks/x.yaml': STONE });
    const folder = projectOf({ 'v/a.yaml': '/a.yaml' });
    mkdirSync(join(folder, 'api-descriptors/v'), { recursive: true });
    symlinkSync('../../config', join(folder, 'api-descriptors/v/hooks'));
    const { code, stderr } = await fetchIn(folder);
    expect([code, stderr]).toEqual([1, expect.stringContaining('api-descriptors/v/hooks/x.yaml: a link leads out of')]);
    expect(existsSync(join(folder, 'config/x.yaml'))).toBe(false);
  });

  test('a disk that refuses a file leaves the others as they were', async () => {
    server.serve({ '/a.yaml': quarry({ '/a': 'parts/x.yaml' }), '/parts/x.yaml': STONE });
    const folder = projectOf({ 'a.yaml': '/a.yaml' });
    mkdirSync(join(folder, 'api-descriptors'));
    writeFileSync(join(folder, 'api-descriptors/parts'), '');
    const { code, stderr } = await fetchIn(folder);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/ENOTDIR|EEXIST/)]);
    expect(existsSync(join(folder, 'api-descriptors/a.yaml'))).toBe(false);
  });

  test.each([
    ['http://example.com/a.yaml', 1, 'http://example.com/a.yaml: The address is not https. Write https://'],
    ['https://me:hush@example.com/a.yaml', 1, 'a.yaml: It contains a user name or password.'],
    ['ftp://example.com/a.yaml', 1, 'a.yaml: It is not an https URL.'],
    ['http://127.0.0.1:1/a.yaml', 1, 'http://127.0.0.1:1/a.yaml: The server cannot be reached ('],
  ])('%s ends with %i', async (url, expected, message) => {
    const { code, stderr } = await fetchIn(projectOf({ 'a.yaml': url }));
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)]);
    expect(stderr).not.toContain('hush');
  });

  test('without sources it says where to write them', async () => {
    expect(await fetchIn(projectWith({}))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('below platform-documentation.sources'),
    });
    const folder = projectOf({ 'a.yaml': '/a.yaml' });
    expect(await fetchIn(folder, 'b.yaml')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('"b.yaml" is not below'),
    });
    const unsafe = ['../x', '/x', 'C:/x', 'a\\x', '', 'a/', 'a//x', 'a\0x', '.git/x', 'a/node_modules/x', 'GIT~1/x'];
    const locks = unsafe.map((path) => ({ version: 1, sources: { a: { url: 'x', files: { [path]: 'y' } } } }));
    for (const lock of ['{', ...locks.map((value) => JSON.stringify(value))]) {
      writeFileSync(join(folder, LOCK), lock);
      expect(await fetchIn(folder)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('config/sources.lock.json is damaged.'),
      });
    }
  });

  test.each(['../a.yaml', '/a.yaml', 'x/.hidden/a.yaml', 'a', 'a\\\\b.yaml'])(
    '%s is no path of a source',
    async (path) => {
      const { code, stderr } = await fetchIn(projectOf({ [`"${path}"`]: '/a.yaml' }));
      expect([code, stderr]).toEqual([1, expect.stringContaining('This is not the path of a file there.')]);
    },
  );
});
