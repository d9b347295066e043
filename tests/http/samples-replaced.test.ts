import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { commandIn } from '../commands/commands.ts';
import { makeSampleProject, type RunningServer, removeProject, startProject } from './servers.ts';

const DESCRIPTOR = `openapi: 3.1.0
info: { title: Bakery, version: 1.0.0, x-platform-api: Bakery }
paths:
  /bread: { get: { summary: List bread, responses: { '200': { description: OK } } } }
`;

/** Samples and settings that README tells a project to replace by a descriptor of its own. */
const SAMPLES = ['api-descriptors/library', 'api-descriptors/orders', 'config/autoload/library.local.yaml'];

let folder: string;
let server: RunningServer | undefined;
beforeAll(async () => {
  folder = makeSampleProject();
  server = await startProject(folder, { PORT: '0' });
});
afterAll(async () => {
  await server?.stop();
  removeProject(folder);
});

const inFolder = (path: string): string => join(folder, path);

async function build(): Promise<{ readonly status: number | null; readonly text: string }> {
  const { code, stdout, stderr } = await commandIn(folder, ['build']);
  return { status: code, text: stdout + stderr };
}

async function namesServed(): Promise<readonly string[]> {
  const response = await fetch(`${server?.origin}/platform/documentation`, { headers: { accept: 'application/json' } });
  const list: readonly { readonly name: string }[] = JSON.parse(await response.text());
  return list.map(({ name }) => name);
}

describe('replacing the samples by an own OpenAPI file', () => {
  test('with a server running, and the settings of the sample still there: warnings, and the own API is served', async () => {
    for (const sample of SAMPLES.slice(0, 2)) rmSync(inFolder(sample), { recursive: true });
    writeFileSync(inFolder('api-descriptors/bakery.yaml'), DESCRIPTOR);
    const { status, text } = await build();
    expect({ status, text }).toMatchObject({ status: 0 });
    expect(text).toMatch(
      /^config\/autoload\/library\.local\.yaml:\d+:\d+: warning configuration .*Library-v1 was removed/m,
    );
    expect(text).toContain('Published 1 API version');
    await vi.waitFor(async () => expect(await namesServed()).toEqual(['Bakery']));
    // Nothing was mapped for it: it is as open as its descriptor says.
    expect((await fetch(`${server?.origin}/bread`)).status).toBe(200);
  });

  test('the next build, of which the release before knows no sample either, succeeds as well', async () => {
    writeFileSync(inFolder('api-descriptors/bakery.yaml'), DESCRIPTOR.replace('List bread', 'List all bread'));
    const { status, text } = await build();
    expect({ status, text }).toMatchObject({ status: 0 });
    expect(text).toContain('Library-v1 was removed');
  });

  test('without the settings of the sample there is no warning, running on or started anew', async () => {
    rmSync(inFolder(SAMPLES[2] ?? ''));
    expect(await build()).toMatchObject({ status: 0, text: expect.not.stringContaining('warning') });
    expect(await namesServed()).toEqual(['Bakery']);
    await server?.stop();
    server = undefined;
    server = await startProject(folder, { PORT: '0' });
    expect(server.output()).not.toMatch(/warning|error|Library/);
    expect(await namesServed()).toEqual(['Bakery']);
  });

  test('a misspelt name is an error all the same, and what was published stays', async () => {
    writeFileSync(
      inFolder('config/autoload/own.local.yaml'),
      'platform-mvc-auth: { authentication: { map: { Bakerie: staff } } }\n',
    );
    const { status, text } = await build();
    expect(status).toBe(1);
    expect(text).toContain('There is no API "Bakerie". Write one of Bakery, Bakery-v1.');
    rmSync(inFolder('config/autoload/own.local.yaml'));
  });
});
