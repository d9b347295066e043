import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import bcrypt from 'bcryptjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isInstalled } from '../clients/programs.ts';
import { API, LIST, SERVICE } from '../probes/sample-site.ts';
import type { RunningProgram } from '../running-program.ts';
import { makeSampleProject, provideBuild, removeProject } from '../servers.ts';
import { type LogIn, PROGRAMS, type ProgramName, startFileServer } from './running.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const OPENAPI = 'application/vnd.oai.openapi+json';

let folder: string;
let tree: string;
let logIn: LogIn;
beforeAll(async () => {
  folder = makeSampleProject();
  tree = join(folder, 'dist/static');
  // Apache reads files with the rights of another user, where it is started by root.
  chmodSync(folder, 0o755);
  await provideBuild(folder, '--static');
  const hash = bcrypt.hashSync('secret', 4);
  logIn = { htpasswd: join(folder, 'htpasswd'), htdigest: join(folder, 'htdigest'), bcrypt: hash };
  writeFileSync(logIn.htpasswd, `anna:${hash}\n`);
  const ha1 = createHash('md5').update('anna:api:secret').digest('hex');
  writeFileSync(logIn.htdigest, `anna:api:${ha1}\n`);
});
afterAll(() => removeProject(folder));

describe.each(Object.keys(PROGRAMS) as ProgramName[])('%s, with the configuration of the document', (name) => {
  const isHere = isInstalled(PROGRAMS[name].command);

  describe.skipIf(!isHere)(`(skipped where it is not installed: ${PROGRAMS[name].command})`, () => {
    let server: RunningProgram;
    beforeAll(async () => {
      server = await startFileServer(name, tree);
    });
    afterAll(() => server?.stop());

    test.each([
      // Address            Accept                                  file                        Content-Type
      [LIST, BROWSER, `${LIST}/index.html`, 'text/html; charset=utf-8'],
      [LIST, 'application/json', `${LIST}.json`, 'application/json'],
      [`${LIST}/`, BROWSER, `${LIST}/index.html`, 'text/html; charset=utf-8'],
      [SERVICE, BROWSER, `${SERVICE}/index.html`, 'text/html; charset=utf-8'],
      [SERVICE, '*/*', `${SERVICE}/index.html`, 'text/html; charset=utf-8'],
      [SERVICE, 'application/json', `${SERVICE}.json`, 'application/json'],
      [SERVICE, 'Application/JSON;q=0.5', `${SERVICE}.json`, 'application/json'],
      [SERVICE, 'text/markdown', `${SERVICE}.md`, 'text/markdown'],
      [SERVICE, OPENAPI, `${SERVICE}.openapi.json`, OPENAPI],
      [SERVICE, `application/json, ${OPENAPI}`, `${SERVICE}.openapi.json`, OPENAPI],
      [SERVICE, 'application/vnd.swagger+json', `${SERVICE}.swagger.json`, 'application/vnd.swagger+json'],
      [SERVICE, 'application/raml+yaml', `${SERVICE}.raml`, 'application/raml+yaml'],
      [`${SERVICE}.openapi.json`, BROWSER, `${SERVICE}.openapi.json`, OPENAPI],
      [`${SERVICE}.openapi.yaml`, BROWSER, `${SERVICE}.openapi.yaml`, 'application/vnd.oai.openapi'],
      ['/.well-known/api-catalog', '*/*', '/.well-known/api-catalog', 'application/linkset+json'],
      ['/', BROWSER, '/index.html', 'text/html; charset=utf-8'],
    ])('%s for %s is %s as %s', async (address, accept, file, contentType) => {
      const answer = await fetch(server.origin + address, { headers: { accept, 'accept-encoding': 'identity' } });
      expect([answer.status, mediaTypeOf(answer, contentType)]).toEqual([200, contentType]);
      expect(Buffer.from(await answer.arrayBuffer()).equals(readFileSync(tree + file))).toBe(true);
      expect(answer.headers.get('vary')?.toLowerCase()).toMatch(/accept\b(?!-)/);
    });

    test.each(name === 'nginx' ? ['gzip'] : ['br', 'gzip'])(
      'a copy in %s is sent with the type of the document',
      async (coding) => {
        const sent = [
          [SERVICE, BROWSER, 'text/html; charset=utf-8'],
          [SERVICE, OPENAPI, OPENAPI],
          [`${API}.json`, '*/*', 'application/json'],
        ];
        for (const [address, accept = '', type = ''] of sent) {
          const answer = await fetch(server.origin + address, { headers: { accept, 'accept-encoding': coding } });
          expect([answer.status, mediaTypeOf(answer, type), answer.headers.get('content-encoding')]).toEqual([
            200,
            type,
            coding,
          ]);
          expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
        }
      },
    );

    test('an address that does not exist is 404 with the page', async () => {
      const answer = await fetch(`${server.origin}${LIST}/Nothing`, { headers: { accept: BROWSER } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await answer.text()).toContain('404');
    });

    test('pages cannot be framed, and bring their own policy', async () => {
      const answer = await fetch(server.origin + SERVICE, { headers: { accept: BROWSER } });
      expect(
        [
          'content-security-policy',
          'x-content-type-options',
          'referrer-policy',
          'cache-control',
          'access-control-allow-origin',
        ].map((field) => answer.headers.get(field)),
      ).toEqual(["frame-ancestors 'none'", 'nosniff', 'same-origin', 'no-cache', '*']);
      expect(await answer.text()).toContain('http-equiv="Content-Security-Policy" content="default-src');
    });

    test('files that pages link to stay, and an SVG may do nothing', async () => {
      const page = await (await fetch(server.origin + SERVICE)).text();
      for (const [ending, policy] of [
        ['css', "frame-ancestors 'none'"],
        ['svg', "sandbox; frame-ancestors 'none'"],
      ]) {
        const path = new RegExp(`/_astro/[^"]+\\.${ending}`).exec(page)?.[0] ?? '';
        const { status, headers } = await fetch(server.origin + path);
        expect([status, headers.get('cache-control'), headers.get('content-security-policy')]).toEqual([
          200,
          'max-age=31536000, immutable',
          policy,
        ]);
      }
    });

    test('the script for pages of other sites may be loaded by them, and is asked for again', async () => {
      const { status, headers } = await fetch(`${server.origin}/platform/operation.js`);
      const fields = ['content-type', 'cache-control', 'access-control-allow-origin'].map((name) => headers.get(name));
      expect([status, ...fields]).toEqual([200, expect.stringMatching(/^text\/javascript/), 'no-cache', '*']);
    });

    test('the log-in of its comments keeps guests out and lets anna in', async () => {
      const closed = await startFileServer(name, tree, logIn);
      try {
        for (const path of [LIST, `${SERVICE}.json`, '/llms.txt', '/_astro/'])
          expect([path, (await fetch(closed.origin + path)).status]).toEqual([path, 401]);
        const scheme = name === 'apache' ? '--digest' : '--basic';
        for (const [password, status] of [
          ['secret', '200'],
          ['wrong', '401'],
        ]) {
          const args = ['-q', '-s', '-o', '/dev/null', '-w', '%{http_code}', scheme, '-u', `anna:${password}`];
          expect(spawnSync('curl', [...args, closed.origin + SERVICE]).stdout.toString()).toBe(status);
        }
      } finally {
        await closed.stop();
      }
    });
  });
});

/** Servers may say the charset of Markdown. */
function mediaTypeOf(answer: Response, expected: string): string | null {
  const type = answer.headers.get('content-type');
  return type === `${expected}; charset=utf-8` ? expected : type;
}
