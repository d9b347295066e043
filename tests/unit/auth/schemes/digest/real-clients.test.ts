import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAdapter } from '../../../../../src/auth/adapter.ts';
import { createMemoryState } from '../../../../../src/auth/state/memory.ts';
import { adapterOptions, authTools } from '../../../../fixtures/auth/tools.ts';
import { createServer } from './set-up.ts';

/** An htdigest file, and nothing else of it. */
const files = createServer();
let server: HttpServer;
let origin: string;
let served: string[];

beforeAll(async () => {
  const options = adapterOptions({ schemes: ['digest'], htdigest: `${files.folder}/htdigest` });
  const adapter = createAdapter(options, authTools({ state: createMemoryState(Date.now) }));
  server = createHttpServer(async (request, response) => {
    const { method = '', url: target = '' } = request;
    const authorization = request.headersDistinct['authorization'] ?? [];
    const result = await adapter.authenticate({ method, target, authorization, client: '192.0.2.1' });
    if (result.kind === 'authenticated') {
      served.push(`${method} ${target} ${result.identity.name}`);
      response.writeHead(200, [...result.headers]).end('served');
    } else response.writeHead(401, { 'WWW-Authenticate': [...adapter.challenges()] }).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(() => {
  server.close();
  files.close();
});

/** @returns what the client printed, undefined when it is not installed */
async function run(command: string, ...parameters: string[]): Promise<string | undefined> {
  served = [];
  return new Promise((resolve) => {
    const environment = { ...process.env, http_proxy: '', no_proxy: '*' };
    execFile(command, parameters, { env: environment, timeout: LIMITS.wait }, (error, output) =>
      resolve(error !== null && error.code === 'ENOENT' ? undefined : output),
    );
  });
}

const PYTHON = `
import sys
from urllib.request import *
passwords = HTTPPasswordMgrWithDefaultRealm()
passwords.add_password(None, sys.argv[1], sys.argv[2], sys.argv[3])
print(build_opener(HTTPDigestAuthHandler(passwords)).open(sys.argv[1]).read().decode(), end='')
`;
const REQUESTS = `
import sys, requests
from requests.auth import HTTPDigestAuth
session = requests.Session()
session.auth = HTTPDigestAuth(sys.argv[2], sys.argv[3])
session.get(sys.argv[1])
print(session.get(sys.argv[1]).text, end='')
`;

import { LIMITS } from '../../../../limits.ts';

const QUERY = '/library/book?page=2&q=%22a%22&z=%25';

describe('real clients log in', () => {
  test.each([
    ['curl', ['-s', '--digest', '-u', 'ada:secret'], QUERY, 'ada'],
    ['curl', ['-s', '--anyauth', '-u', 'ada:secret'], QUERY, 'ada'],
    ['curl', ['-s', '--digest', '-u', 'ada:secret'], '/a"b\\c?q="x"', 'ada'],
    ['curl', ['-s', '--digest', '-u', 'Jäsøn:pässwörd', '-X', 'POST', '-d', 'a=b'], QUERY, 'Jäsøn'],
    ['wget', ['-q', '-O-', '--user=ada', '--password=secret'], QUERY, 'ada'],
  ])('%s %j %s', async (command, parameters, path, name) => {
    const output = await run(command, ...parameters, `${origin}${path}`);
    if (output === undefined) return;
    expect(output).toBe('served');
    expect(served).toEqual([`${parameters.includes('POST') ? 'POST' : 'GET'} ${path} ${name}`]);
  });

  test.each([
    ['urllib', PYTHON],
    ['requests', REQUESTS],
  ])('%s', async (module, program) => {
    if ((await run('python3', '-c', `import ${module}; print('there', end='')`)) !== 'there') return;
    expect(await run('python3', '-c', program, `${origin}${QUERY}`, 'ada', 'secret')).toBe('served');
    expect(await run('python3', '-c', program, `${origin}${QUERY}`, 'ada', 'wrong')).not.toBe('served');
    expect(served).toEqual([]);
  });

  test('curl, when the server is its proxy', async () => {
    const output = await run(
      'curl',
      '-s',
      '--noproxy',
      '',
      '-x',
      origin,
      '--digest',
      '-u',
      'ada:secret',
      'http://api.example.com/a?b',
    );
    if (output !== undefined) expect(output).toBe('served');
  });

  test('curl and wget with a wrong password do not', async () => {
    expect((await run('curl', '-s', '--digest', '-u', 'ada:wrong', `${origin}${QUERY}`)) ?? '').toBe('');
    expect((await run('wget', '-q', '-O-', '--user=ada', '--password=wrong', `${origin}${QUERY}`)) ?? '').toBe('');
    expect(served).toEqual([]);
  });
});
