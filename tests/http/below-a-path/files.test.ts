import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whileTesting } from '../../while-testing.ts';
import { isInstalled } from '../clients/programs.ts';
import { PROGRAMS, type ProgramName, startFileServer } from '../file-servers/running.ts';
import { API, LIST, SERVICE } from '../probes/sample-site.ts';
import type { RunningProgram } from '../running-program.ts';
import { makeSampleProject, provideBuild, removeProject } from '../servers.ts';

const PATH = '/docs';

const project = whileTesting(async () => {
  const folder = makeSampleProject();
  // Apache reads files with the rights of another user, where it is started by root.
  chmodSync(folder, 0o755);
  const settings = { 'platform-documentation': { base_url: `https://example.org${PATH}` } };
  writeFileSync(join(folder, 'config/autoload/site.local.yaml'), JSON.stringify(settings));
  await provideBuild(folder, '--static');
  const tree = join(folder, 'files');
  mkdirSync(tree);
  cpSync(join(folder, 'dist/static'), tree + PATH, { recursive: true });
  return { tree, close: () => removeProject(folder) };
});

describe.each(Object.keys(PROGRAMS) as ProgramName[])('%s', (name) => {
  describe.skipIf(!isInstalled(PROGRAMS[name].command))(
    `(skipped where it is not installed: ${PROGRAMS[name].command})`,
    () => {
      let server: RunningProgram;
      beforeAll(async () => {
        server = await startFileServer(name, project.tree, null, PATH);
      });
      afterAll(() => server?.stop());

      const read = async (path: string, accept: string) => {
        const answer = await fetch(server.origin + path, { headers: { accept, 'accept-encoding': 'identity' } });
        return { answer, text: await answer.text() };
      };

      test.each([
        [LIST, 'text/html', 'text/html; charset=utf-8'],
        [SERVICE, 'text/html', 'text/html; charset=utf-8'],
        [SERVICE, 'application/json', 'application/json'],
        [`${API}.openapi.json`, '*/*', 'application/vnd.oai.openapi+json'],
        ['/.well-known/api-catalog', '*/*', 'application/linkset+json'],
      ])('%s for %s', async (address, accept, type) => {
        const { answer } = await read(PATH + address, accept);
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type]);
      });

      test('every address of a page, of its styles and of the page of missing files leads somewhere', async () => {
        const pages = [await read(PATH + SERVICE, 'text/html'), await read(`${PATH}${LIST}/Nothing/More`, 'text/html')];
        expect(pages.map(({ answer }) => answer.status)).toEqual([200, 404]);
        const addresses = pages.flatMap(({ text }) =>
          [...text.matchAll(/\s(?:href|src|data-(?!pages)[a-z-]+)="(\/[^"#?]*)/g)].map(([, path = '']) => path),
        );
        const unique = [...new Set(addresses)].filter((path) => path !== `${PATH}/platform/documentation`);
        expect(unique.length).toBeGreaterThan(20);
        expect(unique.filter((path) => !path.startsWith(`${PATH}/`))).toEqual([]);
        for (const path of unique) {
          const { answer, text } = await read(path, '*/*');
          expect([path, answer.status]).toEqual([path, 200]);
          if (path.includes('/_astro/')) expect(answer.headers.get('cache-control')).toContain('immutable');
          for (const [, font = ''] of path.endsWith('.css') ? text.matchAll(/url\(([^)"']+)\)/g) : [])
            expect((await read(new URL(font, `http://a${path}`).pathname, '*/*')).answer.status).toBe(200);
        }
      });
    },
  );
});
