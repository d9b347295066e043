import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from './servers.ts';
import { makeSampleProject, provideBuild, removeProject, startBuiltServer } from './servers.ts';

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

let folder: string;
let server: RunningServer;
beforeAll(async () => {
  folder = makeSampleProject();
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data/htpasswd'), 'reader:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=\n');
  writeFileSync(join(folder, 'config/autoload/local.yaml'), JSON.stringify(settings));
  provideBuild(folder);
  server = await startBuiltServer(folder);
}, 60_000);
afterAll(async () => {
  await server?.stop();
  removeProject(folder);
});

interface Call {
  readonly method: string;
  /** Absolute, or of this site; with or without expressions. */
  readonly url: string;
}

/** A document, or a reading of it that a test walks into wherever it likes. */
// biome-ignore lint/suspicious/noExplicitAny: see above
type Json = any;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

function operationsOf(item: Json): readonly (readonly [string, Json])[] {
  return Object.entries<Json>(item).filter(([key]) => METHODS.includes(key));
}

const below = (server: string, path: string): string => server.replace(/\/$/, '') + path;

function inOpenApi(text: string): readonly Call[] {
  const { servers, paths } = load(text) as Json;
  return Object.entries<Json>(paths).flatMap(([path, item]) =>
    operationsOf(item).map(([method, operation]) => ({
      method,
      url: below((operation.servers ?? servers)[0].url, path),
    })),
  );
}

function inSwagger(text: string): readonly Call[] {
  const { host, basePath, paths } = JSON.parse(text);
  const origin = host === undefined ? '' : `https://${host}`;
  return Object.entries<Json>(paths).flatMap(([path, item]) =>
    operationsOf(item).map(([method]) => ({ method, url: below(origin + basePath, path) })),
  );
}

function inRaml(text: string): readonly Call[] {
  const { baseUri = '', ...document } = load(text) as Json;
  return Object.entries<Json>(document).flatMap(([path, resource]) =>
    path.startsWith('/') ? operationsOf(resource).map(([method]) => ({ method, url: below(baseUri, path) })) : [],
  );
}

function inJson(text: string): readonly Call[] {
  const { services, servers, base_path: basePath } = JSON.parse(text);
  const calls = (operations: Json): readonly Call[] =>
    Object.entries<Json>(operations).flatMap(([key, { paths }]) =>
      paths.map((path: string) => ({
        method: key.replace(/ .*/, ''),
        url: below(servers[0].url, path.slice(basePath.length)),
      })),
    );
  return services.flatMap((one: Json) =>
    one.kind === 'webhook' ? [] : [...calls(one.operations), ...calls(one.entity_operations)],
  );
}

function inMarkdown(text: string): readonly Call[] {
  return text
    .split('\n')
    .flatMap((line) => (/^`[A-Z]+ \/\S*`( or |$)/.test(line) ? [...line.matchAll(/`([A-Z]+) (\S+)`/g)] : []))
    .map(([, method = '', url = '']) => ({ method, url }));
}

/** What a reader sees, without marks. */
function plain(html: string): string {
  const named: Readonly<Record<string, string>> = { quot: '"', amp: '&', lt: '<', gt: '>' };
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
      name === undefined
        ? String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10))
        : (named[name] ?? whole),
    );
}

function inCurl(html: string): readonly Call[] {
  const samples = [...html.matchAll(/<pre class="pd-shell"[^>]*><code>(curl.*?)<\/code>/gs)].map(([, command = '']) =>
    plain(command),
  );
  return samples
    .map((command) => ({
      method: /-X (\w+)/.exec(command)?.[1] ?? (/--data|-F /.test(command) ? 'POST' : 'GET'),
      url: /'(http[^']*)'$/.exec(command)?.[1] ?? '',
    }))
    .filter(({ url }) => !url.includes('/platform/documentation'));
}

function inPathsOfPages(html: string): readonly Call[] {
  const lines = [...html.matchAll(/<div class="pd-paths">(.*?)<\/div>/gs)].flatMap(([, block = '']) =>
    block.split('</p>').map(plain),
  );
  return lines.flatMap((line) => {
    const [, method = '', url = ''] = /([A-Z]+)\s+(\S+)/.exec(line) ?? [];
    return url === '' ? [] : [{ method, url }];
  });
}

async function textOf(path: string): Promise<string> {
  const response = await fetch(`${server.origin}/platform/documentation/${path}`);
  expect(response.status).toBe(200);
  return response.text();
}

/** The realm of who answers; addresses without a port of their own are called at this server. */
async function answeredBy({ method, url }: Call): Promise<string> {
  const { origin, pathname, search } = new URL(url.replaceAll(/\{(\w+)\}/g, '$1'), 'http://127.0.0.1:4321');
  const target = `${origin === 'http://127.0.0.1:4321' ? server.origin : origin}${pathname}${search}`;
  const response = await fetch(target, { method: method.toUpperCase() });
  await response.arrayBuffer();
  return `${response.status} ${/realm="([^"]*)"/.exec(response.headers.get('www-authenticate') ?? '')?.[1]}`;
}

async function expectAnswersBy(name: string, calls: readonly Call[]): Promise<void> {
  expect(calls).not.toEqual([]);
  for (const call of calls) expect([call, await answeredBy(call)]).toEqual([call, `401 ${name}`]);
}

describe.each(VERSIONS)('every address of %s leads to that version', (name) => {
  const formats: readonly (readonly [extension: string, read: (text: string) => readonly Call[]])[] = [
    ['.json', inJson],
    ['.openapi.json', inOpenApi],
    ['.openapi.yaml', inOpenApi],
    ['.openapi-3.0.json', inOpenApi],
    ['.openapi-3.2.json', inOpenApi],
    ['.openapi-3.0.yaml', inOpenApi],
    ['.openapi-3.2.yaml', inOpenApi],
    ['.swagger.json', inSwagger],
    ['.raml', inRaml],
    ['.md', inMarkdown],
  ];

  test.each(formats)('in %s', async (extension, read) => {
    await expectAnswersBy(name, read(await textOf(name + extension)));
  });

  test('in documents of its services, and on their pages', async () => {
    const { services } = JSON.parse(await textOf(`${name}.json`));
    for (const { name: one } of services.filter(({ kind }: Json) => kind !== 'webhook')) {
      const path = `${name}/${encodeURIComponent(one)}`;
      const html = await textOf(`${path}.html`);
      await expectAnswersBy(name, inPathsOfPages(html));
      await expectAnswersBy(name, inCurl(html));
      await expectAnswersBy(name, inOpenApi(await textOf(`${path}.openapi.json`)));
      await expectAnswersBy(name, inMarkdown(await textOf(`${path}.md`)));
    }
  });

  test('in the sample of its overview', async () => {
    await expectAnswersBy(name, inCurl(await textOf(`${name}.html`)));
  });
});
