import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { download } from '../../../../src/cli/fetch/download.ts';
import { fetchSource } from '../../../../src/cli/fetch/fetched-source.ts';
import { quarry, SourceServer } from './source-server.ts';

const server = new SourceServer();
const MEGABYTE = 1024 * 1024;
const LIMITS = { milliseconds: 60_000, bytes: MEGABYTE, files: 3 };
afterEach(() => vi.unstubAllGlobals());

const fetchFrom = (path: string, limits = LIMITS) => fetchSource(new URL(server.origin + path), new Set(), limits);

describe('a hostile server', () => {
  test('that sends without end is left', async () => {
    let isLeft = Promise.resolve<unknown>(undefined);
    server.serve({
      '/q.yaml': (_, response) => {
        isLeft = once(response, 'close');
        const more = (): void => {
          while (!response.destroyed && response.write('#'.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      },
    });
    await expect(fetchFrom('/q.yaml')).rejects.toThrow('/q.yaml: The file is larger than 1 MB, so');
    await isLeft;
  });

  test('that compresses a large file to a small one gets no memory for it', async () => {
    const bomb = gzipSync(Buffer.alloc(256 * MEGABYTE, ' '));
    server.serve({ '/q.yaml': (_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb) });
    await expect(fetchFrom('/q.yaml')).rejects.toThrow('The file is larger than 1 MB, so');
  });

  test('that compresses several times is refused', async () => {
    const twice = gzipSync(gzipSync('openapi: 3.1.0'));
    server.serve({ '/q.yaml': (_, answer) => answer.writeHead(200, { 'Content-Encoding': 'gzip, gzip' }).end(twice) });
    await expect(fetchFrom('/q.yaml')).rejects.toThrow('The answer is compressed several times.');
  });

  test.each([
    ['the head', () => undefined],
    ['the body', (_: unknown, response: { write(text: string): unknown }) => void response.write('openapi')],
  ])('that never ends %s is left', async (_, answer) => {
    server.serve({ '/q.yaml': answer });
    await expect(fetchFrom('/q.yaml', { ...LIMITS, milliseconds: 50 })).rejects.toThrow('The server takes too long.');
  });

  test('that ends the connection is named', async () => {
    server.serve({ '/q.yaml': (request) => request.socket.destroy() });
    await expect(fetchFrom('/q.yaml')).rejects.toThrow(/The server cannot be reached \(\w+\)\./);
  });

  test('whose files refer to more and more', async () => {
    const parts = Object.fromEntries(
      Array.from({ length: 9 }, (_, at) => [`/p${at}.yaml`, `type: array\nitems: { $ref: p${at + 1}.yaml }\n`]),
    );
    server.serve({ '/q.yaml': quarry({ '/a': 'p0.yaml' }), ...parts });
    await expect(fetchFrom('/q.yaml')).rejects.toThrow('It refers to more than 3 files. Bundle them into one.');
  });

  test('whose files together are too large', async () => {
    const large = `type: string\ndescription: ${'x'.repeat(0.9 * MEGABYTE)}\n`;
    const names = ['a', 'b', 'c'];
    server.serve({
      '/q.yaml': quarry(Object.fromEntries(names.map((name) => [`/${name}`, `${name}.yaml`]))),
      ...Object.fromEntries(names.map((name) => [`/${name}.yaml`, large])),
    });
    await expect(fetchFrom('/q.yaml')).rejects.toThrow('the files have more than 2 MB');
  });

  test.each(['..%2f..%2fevil.yaml', '..%5cevil.yaml', '/%2e%2e/evil', '%00evil', '.evil.yaml', '-evil.yml'])(
    'whose file is named %s',
    async (name) => {
      const path = new URL(`/x/${name}`, server.origin).pathname;
      server.serve({ [path]: quarry({ '/a': '' }) });
      const { files } = await fetchFrom(path);
      expect([...files.keys()]).toEqual([expect.stringMatching(/^[a-z][\w-]*\.ya?ml$/)]);
    },
  );
});

describe('a redirect', () => {
  const answers = (locations: Readonly<Record<string, string>>) =>
    vi.stubGlobal('fetch', (url: URL) => {
      const location = locations[url.href];
      return Promise.resolve(
        location === undefined ? new Response('found') : new Response('', { status: 302, headers: { location } }),
      );
    });
  const from = (url: string) => download(new URL(url), AbortSignal.abort());

  test.each([
    'http://127.0.0.1:8080/',
    'https://127.0.0.2/',
    'http://localhost/',
    'http://[::1]/',
    'https://2130706433/',
    'https://localhost./',
    'https://api.localhost/',
    'https://0.0.0.0/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:0.0.0.0]/',
  ])('from elsewhere to this machine, %s, is refused', async (location) => {
    answers({ 'https://api.example/q.yaml': location });
    await expect(from('https://api.example/q.yaml')).rejects.toThrow(
      'api.example/q.yaml: It redirects to this machine.',
    );
  });

  test.each(['http://10.0.0.1/', 'http://127.0.0.1.api.example/', 'ftp://api.example/', 'data:text/plain,x'])(
    'to %s is refused',
    async (location) => {
      answers({ 'https://api.example/q.yaml': location });
      await expect(from('https://api.example/q.yaml')).rejects.toThrow('It redirects to an address that is not https.');
    },
  );

  test('to https is followed', async () => {
    answers({ 'https://api.example/q.yaml': '/r.yaml', 'https://api.example/r.yaml': 'https://cdn.example/s.yaml' });
    expect((await from('https://api.example/q.yaml')).url.href).toBe('https://cdn.example/s.yaml');
  });
});

describe('a part', () => {
  const other = new SourceServer();

  test('stays at the origin of its descriptor', async () => {
    server.serve({ '/q.yaml': quarry({ '/a': 'a.yaml' }), '/a.yaml': { redirect: `${other.origin}/b.yaml` } });
    other.serve({ '/b.yaml': 'type: string\n' });
    await expect(fetchFrom('/q.yaml')).rejects.toThrow('/a.yaml: It redirects to another origin.');
    expect(other.asked).toEqual([]);
  });

  test('may be redirected there, and the descriptor elsewhere', async () => {
    server.serve({ '/q.yaml': { redirect: `${other.origin}/r.yaml` } });
    other.serve({
      '/r.yaml': quarry({ '/a': 'a.yaml' }),
      '/a.yaml': { redirect: '/b.yaml' },
      '/b.yaml': 'type: string\n',
    });
    expect([...(await fetchFrom('/q.yaml')).files.keys()]).toEqual(['q.yaml', 'a.yaml']);
  });
});

describe('a descriptor gets a name', () => {
  test.each([
    ['/v3/api-docs', '{"openapi":"3.1.0","info":{"title":"Q","version":"1"},"paths":{}}', 'api-docs.json'],
    ['/openapi.json', quarry({ '/a': '' }), 'openapi.yaml'],
    ['/openapi.yaml', '{"openapi":"3.1.0","info":{"title":"Q","version":"1"},"paths":{}}', 'openapi.json'],
    ['/', quarry({ '/a': '' }), 'openapi.yaml'],
    ['/q', '#%RAML 1.0\ntitle: Q\n/a: { get: }\n', 'q.raml'],
    ['/q.md', 'FORMAT: 1A\n\n# Q\n\n# GET /a\n+ Response 204\n', 'q.apib'],
  ])('from its address and its content: %s', async (path, text, name) => {
    server.serve({ [path]: text });
    const { files, records } = await fetchFrom(path);
    expect([[...files.keys()], records.length]).toEqual([[name], 1]);
  });

  test('with the folders that its references need', async () => {
    server.serve({
      '/specs/v1/q.yaml': quarry({ '/a': '../shared/a.yaml' }),
      '/specs/shared/a.yaml': 'type: object\nproperties: { b: { $ref: ../deep/er/b.yaml } }\n',
      '/specs/deep/er/b.yaml': 'type: string\n',
    });
    const { files, diagnostics } = await fetchFrom('/specs/v1/q.yaml');
    expect([...files.keys()]).toEqual(['v1/q.yaml', 'shared/a.yaml', 'deep/er/b.yaml']);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(server.asked).toHaveLength(3);
  });

  test('and a reference to a file that is not there stays a warning', async () => {
    server.serve({ '/q.yaml': quarry({ '/a': 'gone.yaml' }) });
    const { files, diagnostics } = await fetchFrom('/q.yaml');
    expect([...files.keys()]).toEqual(['q.yaml']);
    expect(diagnostics.map(({ rule }) => rule)).toContain('ref-not-found');
  });
});
