import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { elements, parseHtml, textContent } from '../../readers/html-tree.ts';
import { makeSampleProject, type RunningServer, removeProject, startProject } from '../servers.ts';
import { isInstalled, runProgram } from './programs.ts';

const PASSWORD_LINE = /^ {2}user (\S+), password (\S+)$/m;
const CURL_LINE = /^ +curl (\S+) +-u '([^']+)' (http\S+)$/gm;

/** Programs that run samples, each with a check whether it can. */
const SAMPLE_PROGRAMS: readonly (readonly [
  language: string,
  packageName: string,
  command: readonly (readonly string[])[],
  extension: string,
  withoutDigest: boolean,
])[] = [
  ['curl', 'curl', [['sh', '-c', 'curl --version']], 'sh', false],
  ['javascript', 'nodejs', [[process.execPath]], 'mjs', true],
  [
    'python',
    'python3-requests',
    ['python3', '/usr/bin/python3'].map((python) => [python, '-c', 'import requests']),
    'py',
    false,
  ],
  ['php', 'php-cli, php-curl', [['php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);']], 'php', false],
];

/** A fresh copy, started once and stopped, then once more: its settings are edited while the second one runs. */
let folder: string;
let server: RunningServer;
let printed: string;
let password: string;
beforeAll(async () => {
  folder = makeSampleProject();
  mkdirSync(join(folder, 'data'));
  server = await startProject(folder, { PORT: '0' });
  await vi.waitFor(() => expect(server.output().match(CURL_LINE)).toHaveLength(2));
  printed = server.output();
  password = PASSWORD_LINE.exec(printed)?.[2] ?? 'no password';
});
afterAll(async () => {
  await server?.stop();
  removeProject(folder);
});

const inFolder = (path: string): string => join(folder, path);
const secretsOf = (file: string): string => readFileSync(inFolder(file), 'utf8').trim().split(':').at(-1) ?? '';
const basic = (text: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(text).toString('base64')}`,
});

/** The first sample of a page in a language. */
async function sampleOf(path: string, language: string): Promise<string> {
  const response = await fetch(server.origin + path, { headers: { accept: 'text/html' } });
  const all = [...elements(parseHtml(await response.text()))];
  const figure = all.find(({ attributes }) => attributes.get('class') === 'pd-samples');
  const inside = figure === undefined ? [] : [...elements(figure)];
  const named = inside.findIndex(({ attributes }) => attributes.get('data-language') === language);
  const block = inside.slice(named).find(({ tag }) => tag === 'pre');
  return named < 0 || block === undefined ? '' : textContent(block);
}

async function statusOf(path: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await fetch(server.origin + path, { headers });
  await response.arrayBuffer();
  return response.status;
}

describe('the first start', () => {
  test('makes what is missing, for its owner alone', () => {
    for (const file of ['config/autoload/local.yaml', 'data/htpasswd', 'data/htdigest'])
      expect(statSync(inFolder(file)).mode & 0o777).toBe(0o600);
    expect(readdirSync(inFolder('data')).sort()).toEqual(['htdigest', 'htpasswd']);
  });

  test('prints the user and a password once, and nothing of what is stored', () => {
    expect(printed.match(new RegExp(PASSWORD_LINE, 'gm'))).toHaveLength(1);
    expect(password.length).toBeGreaterThanOrEqual(16);
    for (const file of ['data/htpasswd', 'data/htdigest']) expect(printed).not.toContain(secretsOf(file));
  });

  test('ends with what to do after an edit', async () => {
    await vi.waitFor(() => expect(server.output()).toMatch(/^After an edit, run .+ build; or run .+ dev .+\n$/m));
    expect(server.output().trimEnd().split('\n').at(-1)).toMatch(/^After an edit/);
  });

  test('writes the password into no file', async () => {
    // The release is built behind the first pages: its files come and go until then.
    await vi.waitFor(() => {
      expect(existsSync(inFolder('dist/documentation/current'))).toBe(true);
      expect(readdirSync(inFolder('dist')).filter((name) => name.startsWith('first'))).toEqual([]);
    });
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['htpasswd', 'htdigest', 'local.yaml', 'entry.mjs']),
    );
    expect(
      files.map((entry) => join(entry.parentPath, entry.name)).filter((file) => readFileSync(file).includes(password)),
    ).toEqual([]);
  });

  test('prints lines of curl for the port that the system gave it', () => {
    expect([...printed.matchAll(CURL_LINE)].map(([, , , url]) => url)).toEqual([
      `${server.origin}/library/loan`,
      `${server.origin}/v2/library/loan`,
    ]);
  });

  test.skipIf(!isInstalled('curl'))(
    'prints lines of curl that work as they are (skipped where it is not installed: curl)',
    async () => {
      const lines = [...printed.matchAll(CURL_LINE)];
      expect(lines.map(([, option]) => option)).toEqual(['--basic', '--digest']);
      for (const [line, option = '', credentials = '', url = ''] of lines) {
        const finished = await runProgram('sh', ['-c', line.trim().replace('curl ', 'curl -q -sS --fail-with-body ')]);
        expect(finished).toMatchObject({ status: 0, errors: '' });
        expect(JSON.parse(finished.output)).toHaveProperty('_embedded');
        const wrong = await runProgram('curl', [
          '-q',
          '-s',
          '-o',
          '/dev/null',
          '-w',
          '%{http_code}',
          option,
          '-u',
          `${credentials}x`,
          url,
        ]);
        expect(wrong.output).toBe('401');
      }
    },
  );

  describe.each(SAMPLE_PROGRAMS)(
    'samples of pages in %s',
    (language, packageName, command, extension, withoutDigest) => {
      const program = command.find(([name = '', ...probe]) => isInstalled(name, ...probe))?.[0];

      test.skipIf(program === undefined)(
        `call what is published and log in, whichever way it asks for (skipped where it is not installed: ${packageName})`,
        async () => {
          for (const api of ['Library-v1', 'Library-v2']) {
            const file = inFolder(`sample-${api}.${extension}`);
            const sample = await sampleOf(`/platform/documentation/${api}/Loan`, language);
            const mine = sample.replaceAll('http://127.0.0.1:4321', server.origin).replace(/\bUSER\b/, 'demo');
            // curl asks for the password at a terminal alone.
            writeFileSync(
              file,
              mine.replace('-u demo', () => `-q -sS -u 'demo:${password}'`),
            );
            const run = await runProgram('env', [`PASSWORD=${password}`, program ?? '', file]);
            const isRefused = withoutDigest && api === 'Library-v2';
            if (isRefused) expect(sample).toMatch(/^\/\/ .* does not support HTTP Digest/);
            expect(run).toMatchObject({ status: 0, errors: '' });
            expect(run.output).toMatch(isRefused ? /\b401\b/ : /"_embedded"/);
          }
        },
      );
    },
  );

  test('leaves open what the settings say is open, and nothing else', async () => {
    expect([
      await statusOf('/library/book'),
      await statusOf('/v2/library/book'),
      await statusOf('/library/ping'),
    ]).toEqual([200, 200, 200]);
    expect([await statusOf('/library/loan'), await statusOf('/v2/library/loan')]).toEqual([401, 401]);
    expect(await statusOf('/library/loan', basic(`demo:${password}`))).toBe(200);
  });
});

describe('the second start', () => {
  beforeAll(async () => {
    await server.stop();
    server = await startProject(folder, { PORT: '0' });
  });

  test('prints no password and changes no file, and the password is still right', async () => {
    expect(server.output()).not.toMatch(/password|First start/i);
    expect(server.output()).not.toContain(password);
    expect(await statusOf('/library/loan', basic(`demo:${password}`))).toBe(200);
  });

  test('counts and logs requests where configured, without a secret', async () => {
    expect(await statusOf('/metrics')).toBe(404);
    appendFileSync(
      inFolder('config/autoload/local.yaml'),
      '\nplatform-server: { metrics: true, audit_log: data/audit.log }\n',
    );
    await vi.waitFor(async () => expect(await statusOf('/metrics')).toBe(200));
    expect(await statusOf('/library/loan', basic(`demo:${password}`))).toBe(200);
    expect(await statusOf('/library/loan', basic('demo:s3cret-guess'))).toBe(401);
    expect(await statusOf('/library/loan', basic('s3cret-guess:demo'))).toBe(401);
    expect(await statusOf('/library/loan')).toBe(401);
    const nonce =
      /nonce="([^"]+)"/.exec(
        (await fetch(`${server.origin}/v2/library/loan`)).headers.get('www-authenticate') ?? '',
      )?.[1] ?? '';
    expect(nonce).toHaveLength(48);
    const forged = `Digest username="demo", realm="Library partners", nonce="${nonce}", uri="/v2/library/loan", qop=auth, nc=00000001, cnonce="0a4f113b", response="${'0'.repeat(32)}"`;
    expect(await statusOf('/v2/library/loan', { authorization: forged })).toBe(401);

    const audit = (): string => readFileSync(inFolder('data/audit.log'), 'utf8');
    await vi.waitFor(() => expect(audit().trimEnd().split('\n')).toHaveLength(4));
    const lines = audit()
      .trimEnd()
      .split('\n')
      .map((line): Record<string, unknown> => JSON.parse(line));
    const common = {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      request: expect.stringMatching(/^[\da-f]{12}-[\da-z]+$/),
      client: '127.0.0.1',
    };
    expect(lines).toEqual([
      { ...common, adapter: 'staff', user: 'demo', outcome: 'authenticated' },
      { ...common, adapter: 'staff', user: null, outcome: 'rejected', cause: 'wrong-credentials' },
      { ...common, adapter: 'staff', user: null, outcome: 'rejected', cause: 'wrong-credentials' },
      { ...common, adapter: 'partners', user: null, outcome: 'rejected', cause: expect.any(String) },
    ]);
    const secrets = [
      password,
      's3cret-guess',
      nonce,
      nonce.slice(0, 27),
      secretsOf('data/htpasswd'),
      secretsOf('data/htdigest'),
      '0a4f113b',
      '0'.repeat(32),
    ];
    const base64 = [`demo:${password}`, 'demo:s3cret-guess', 's3cret-guess:demo'].map((text) =>
      Buffer.from(text).toString('base64'),
    );
    for (const secret of [...secrets, ...base64, 'Basic', 'Digest']) {
      expect(audit()).not.toContain(secret);
      expect(server.output()).not.toContain(secret);
    }
    expect(statSync(inFolder('data/audit.log')).mode & 0o777).toBe(0o600);
  });

  test('reports the counts as Prometheus reads them', async () => {
    const response = await fetch(`${server.origin}/metrics`);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    for (const line of text.trimEnd().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? \d+(\.\d+)?(e-\d+)?)$/);
    const count = (labels: string): number =>
      Number(new RegExp(`^platform_authentications_total\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1]);
    expect(count('adapter="staff",outcome="authenticated"')).toBeGreaterThanOrEqual(1);
    expect(count('adapter="staff",outcome="rejected"')).toBe(2);
    expect(count('adapter="partners",outcome="rejected"')).toBe(1);
    expect(text).toMatch(/^platform_adapters_closed 0$/m);
    expect(Number(/^platform_requests_total\{status="4xx"\} (\d+)$/m.exec(text)?.[1])).toBeGreaterThanOrEqual(4);
  });
});
