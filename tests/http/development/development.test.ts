import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { whileTesting } from '../../while-testing.ts';
import { mcpCases } from '../mcp/cases.ts';
import { runMcpCase } from '../mcp/run-case.ts';
import { isProbeFor, runProbe, send } from '../probe-runner.ts';
import { discoveryProbes } from '../probes/discovery-probes.ts';
import { choiceProbes } from '../probes/negotiation-probes.ts';
import { probes } from '../probes.ts';
import { serveProject } from '../served-project.ts';
import { makeSampleProject, startDevelopmentServer } from '../servers.ts';
import { describeAdministration } from './administration.ts';
import { describeFiles } from './files.ts';
import { describePagesInBrowser } from './pages-in-browser.ts';
import { describeTexts } from './texts.ts';

const project = whileTesting(() => {
  const folder = makeSampleProject();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/htpasswd'), 'demo:a secret\n');
  return serveProject(folder, startDevelopmentServer);
});
beforeAll(async () => {
  // What the first page needs is compiled when it is asked for, which may take longer than a probe waits.
  await fetch(`${project.server.origin}/platform/documentation`, { headers: { accept: 'text/html' } });
});

// One server for all, which takes seconds to start. What changes the project comes last.
describe('the development server answers', () => {
  // What Accept chooses of a live model is asked of the handler alone, in tests/unit/server/documentation.
  const asked = [...probes, ...discoveryProbes].filter((probe) => !choiceProbes.includes(probe));
  test.each(asked.filter((probe) => isProbeFor('development', probe)))('$name ($source)', async (probe) => {
    expect(await runProbe(project.server.origin, probe)).toEqual([]);
  });
});

test.each(mcpCases)('programs of language models: $name ($source)', async (one) => {
  expect(await runMcpCase(project.server.origin, one)).toEqual([]);
});

test('the log says that the documentation is ready once its templates are compiled, Astro says nothing', async () => {
  await expect.poll(() => project.server.output()).toContain('The documentation is ready.');
  expect(project.server.output()).not.toContain('ready in');
});

test('samples name the port of the server, without a script', async () => {
  const { origin } = project.server;
  const page = await fetch(`${origin}/platform/documentation/Library-v1/Book`, { headers: { accept: 'text/html' } });
  const html = await page.text();
  expect(html).toContain(`${origin}/library/book`);
  expect(html).not.toContain(':4321');
  expect(page.headers.get('content-length')).toBe(String(Buffer.byteLength(html)));
});

describeFiles({ folder: () => project.folder, server: () => project.server });

describe('an edit', () => {
  const added = (): string => join(project.folder, 'api-descriptors/added.yaml');
  const small = (api: string): string =>
    `api: ${api}\nversion: 1\nservices:\n  - name: Thing\n    kind: rest\n    route: /thing\n    operations: [{ method: GET }]\n`;
  const names = async (): Promise<readonly string[]> => {
    const path = '/platform/documentation';
    const { body } = await send(project.server.origin, {
      method: 'GET',
      path,
      headers: { Accept: 'application/json' },
    });
    return (JSON.parse(body) as readonly { readonly name: string }[]).map(({ name }) => name);
  };
  const become = (wanted: readonly string[]): Promise<void> => expect.poll(names, { interval: 100 }).toEqual(wanted);
  afterAll(() => rmSync(added(), { force: true }));

  test('shows at the next request; an API with errors is left out, and taken back when it is right', async () => {
    expect(await names()).toEqual(['Library', 'Orders']);
    writeFileSync(added(), small('Added'));
    await become(['Added', 'Library', 'Orders']);
    expect((await fetch(`${project.server.origin}/thing`)).status).toBe(200);
    writeFileSync(added(), `${small('Added')}nonsense: [\n`);
    await become(['Library', 'Orders']);
    const { status } = await send(project.server.origin, {
      method: 'GET',
      path: '/platform/documentation/Added',
      headers: { Accept: 'application/json' },
    });
    expect(status).toBe(503);
    expect((await fetch(`${project.server.origin}/thing`)).status).toBe(503);
    await expect.poll(() => project.server.output()).toMatch(/api-descriptors\/added\.yaml:\d+:\d+: error /);
    writeFileSync(added(), small('Again'));
    await become(['Again', 'Library', 'Orders']);
    expect((await fetch(`${project.server.origin}/nothing`)).status).toBe(404);
  });

  test('reloads open pages once all is written, also after the second of two quick saves', async () => {
    const { origin } = project.server;
    const [, token = ''] = /wsToken = "([^"]+)"/.exec(await (await fetch(`${origin}/@vite/client`)).text()) ?? [];
    const socket = new WebSocket(`${origin.replace('http', 'ws')}/?token=${token}`, 'vite-hmr');
    let lastReload = 0;
    socket.addEventListener('message', ({ data }) => {
      if (JSON.parse(String(data)).type === 'full-reload') lastReload = performance.now();
    });
    try {
      await once(socket, 'open');
      // Vite's watcher reports no second change within 50 ms.
      for (const milliseconds of [36, 40, 44, 48]) {
        writeFileSync(added(), small('Added'));
        await pause(milliseconds);
        const saved = performance.now();
        writeFileSync(added(), small('Again'));
        await expect.poll(() => lastReload).toBeGreaterThan(saved);
      }
    } finally {
      socket.close();
    }
  });

  test('keeps what a descriptor says of a server at the usual port', async () => {
    const said = 'http://127.0.0.1:4321/other';
    const info = `{ title: Local, version: '1', description: 'Try ${said}.' }`;
    writeFileSync(added(), `openapi: 3.1.0\ninfo: ${info}\nservers: [{ url: '${said}' }]\npaths: {}\n`);
    await become(['added', 'Library', 'Orders']);
    const page = await fetch(`${project.server.origin}/platform/documentation/added`, {
      headers: { accept: 'text/html' },
    });
    expect((await page.text()).replaceAll('<wbr>', '').match(/>http:[^<>]*</g)).toEqual([`>${said}<`, `>${said}<`]);
  });
});

describe('in a browser', () => describePagesInBrowser(project));

describeTexts({ folder: () => project.folder, server: () => project.server });

describeAdministration({ server: () => project.server });
