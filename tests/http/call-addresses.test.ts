import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Call } from '../readers/calls.ts';
import { callsInHtml, callsOfSamples } from '../readers/html.ts';
import { callsInJson } from '../readers/json.ts';
import { callsInMarkdown } from '../readers/markdown.ts';
import { callsInOpenApi } from '../readers/openapi.ts';
import { callsInRaml } from '../readers/raml.ts';
import { callsInSwagger } from '../readers/swagger.ts';
import { whileTesting } from '../while-testing.ts';
import { serveProject } from './served-project.ts';
import { makeSampleProject, provideBuild } from './servers.ts';

const VERSIONS = ['Library-v1', 'Library-v2', 'Orders-v1'] as const;

/** Every version has an adapter of its own, whose realm in the challenge tells who would have answered. */
const settings = {
  'platform-mvc-auth': {
    authentication: {
      adapters: Object.fromEntries(
        VERSIONS.map((name) => [
          name,
          {
            adapter: 'Platform\\MvcAuth\\Authentication\\HttpAdapter',
            options: { accept_schemes: ['basic'], realm: name, htpasswd: 'data/htpasswd' },
          },
        ]),
      ),
      map: Object.fromEntries(VERSIONS.map((name) => [name, name])),
    },
  },
};

const project = whileTesting(async () => {
  const folder = makeSampleProject();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/htpasswd'), 'reader:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\n');
  writeFileSync(join(folder, 'config/autoload/local.yaml'), JSON.stringify(settings));
  await provideBuild(folder);
  return serveProject(folder);
});

async function textOf(path: string): Promise<string> {
  const response = await fetch(`${project.server.origin}/platform/documentation/${path}`);
  expect(response.status).toBe(200);
  return response.text();
}

/** The realm of who answers; addresses without a port of their own are called at this project.server. */
async function answeredBy({ method, url }: Call): Promise<string> {
  const { origin, pathname, search } = new URL(url.replaceAll(/\{(\w+)\}/g, '$1'), 'http://127.0.0.1:4321');
  const target = `${origin === 'http://127.0.0.1:4321' ? project.server.origin : origin}${pathname}${search}`;
  const response = await fetch(target, { method });
  await response.arrayBuffer();
  return `${response.status} ${/realm="([^"]*)"/.exec(response.headers.get('www-authenticate') ?? '')?.[1]}`;
}

async function expectAnswersBy(name: string, calls: readonly Call[]): Promise<void> {
  expect(calls).not.toEqual([]);
  for (const call of calls) expect([call, await answeredBy(call)]).toEqual([call, `401 ${name}`]);
}

describe.each(VERSIONS)('every address of %s leads to that version', (name) => {
  const formats: readonly (readonly [extension: string, read: (text: string) => readonly Call[]])[] = [
    ['.json', callsInJson],
    ['.openapi.json', callsInOpenApi],
    ['.openapi.yaml', callsInOpenApi],
    ['.openapi-3.0.json', callsInOpenApi],
    ['.openapi-3.2.json', callsInOpenApi],
    ['.openapi-3.0.yaml', callsInOpenApi],
    ['.openapi-3.2.yaml', callsInOpenApi],
    ['.swagger.json', callsInSwagger],
    ['.raml', callsInRaml],
    ['.md', callsInMarkdown],
  ];

  test.each(formats)('in %s', async (extension, read) => {
    await expectAnswersBy(name, read(await textOf(name + extension)));
  });

  test('in documents of its services, and on their pages', async () => {
    const { services }: { readonly services: readonly { readonly name: string; readonly kind: string }[] } = JSON.parse(
      await textOf(`${name}.json`),
    );
    for (const { name: one } of services.filter(({ kind }) => kind !== 'webhook')) {
      const path = `${name}/${encodeURIComponent(one)}`;
      const html = await textOf(`${path}.html`);
      await expectAnswersBy(name, callsInHtml(html));
      await expectAnswersBy(name, callsOfSamples(html));
      await expectAnswersBy(name, callsInOpenApi(await textOf(`${path}.openapi.json`)));
      await expectAnswersBy(name, callsInMarkdown(await textOf(`${path}.md`)));
    }
  });

  test('in the sample of its overview', async () => {
    await expectAnswersBy(name, callsOfSamples(await textOf(`${name}.html`)));
  });
});
