import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import german from '../../src/words/catalogues/de.json' with { type: 'json' };
import { english } from '../../src/words/catalogues/en.ts';
import { commandIn } from '../commands/commands.ts';
import { whileTesting } from '../while-testing.ts';
import { makeSampleProject, removeProject } from './servers.ts';

const ADDRESS = 'https://name.example';
const BASE = '/project';
const TEXT = /\.(?:html|json|md|txt|xml|yaml|raml|atom)$|api-catalog$/;

const ENTITIES: Readonly<Record<string, string>> = { '&quot;': '"', '&#039;': "'", '&#39;': "'", '&amp;': '&' };

function withoutEntities(text: string): string {
  return text.replaceAll(/&(?:quot|#0?39|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** Serves the files of this address, with the redirection of folders that file servers have. */
async function servePlainly(files: string, base: string) {
  const server = createServer(({ url = '' }, response) => {
    const path = decodeURIComponent(url.replace(/[?#].*/, ''));
    const file = join(files, path.slice(base.length));
    const isFolder = existsSync(file) && statSync(file).isDirectory();
    if (isFolder && !path.endsWith('/')) return void response.writeHead(301, { Location: `${path}/` }).end();
    const status = path.startsWith(`${base}/`) && existsSync(isFolder ? join(file, 'index.html') : file) ? 200 : 404;
    response.writeHead(status).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { statusOf: async (path: string) => (await fetch(origin + path, { redirect: 'manual' })).status, server };
}

function plainTree(settings: Readonly<Record<string, unknown>>, base: string) {
  return whileTesting(async () => {
    const folder = makeSampleProject();
    const file = join(folder, 'config/autoload/site.local.yaml');
    writeFileSync(file, JSON.stringify({ 'platform-documentation': settings }));
    const { code, stdout, stderr } = await commandIn(folder, ['build', '--plain']);
    if (code !== 0) throw new Error(`The build ended with ${code}:\n${stdout}${stderr}`);
    const root = join(folder, 'dist/static');
    const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.test(name));
    const texts = new Map(names.map((name) => [name, withoutEntities(readFileSync(join(root, name), 'utf8'))]));
    const { statusOf, server } = await servePlainly(root, base);
    return {
      texts: () => texts,
      statusOf,
      output: () => stdout + stderr,
      isPublished: () => existsSync(join(folder, 'dist/documentation')),
      close() {
        server.close();
        removeProject(folder);
      },
    };
  });
}

/** Places where a file says that the format of a documentation address is chosen by a header field. */
function choicesByAccept(texts: ReadonlyMap<string, string>): readonly string[] {
  const sentences = [english, german].flatMap((words) =>
    [words['formats.negotiated'], words['list.negotiatedHow']].filter((sentence) => sentence !== undefined),
  );
  return [...texts].flatMap(([name, html]) => {
    const text = html.replaceAll(/<\/?[a-z][^<>]*>/g, '');
    const said = [/curl [^\n]*Accept[^']*'[^']*'[^']*\/platform\/documentation/, /`Accept: /].flatMap(
      (pattern) => pattern.exec(text) ?? [],
    );
    return [...said, ...sentences.filter((sentence) => text.includes(sentence))].map((found) => `${name}: ${found}`);
  });
}

/** Addresses of the site itself, not those of calls; relative ones of what programs read. */
function addressesIn(texts: ReadonlyMap<string, string>, prefix: string): ReadonlySet<string> {
  const own = new RegExp(
    `${prefix}(/(?:platform/|platform$|_astro/|\\.well-known/|llms|sitemap)[^\\s"'<>)\\]\`#\\\\]*)`,
    'g',
  );
  return new Set([...texts].flatMap(([, text]) => [...text.matchAll(own)].map(([, path = '']) => path)));
}

describe('a plain tree whose address has a path', () => {
  const tree = plainTree({ base_url: ADDRESS + BASE, locales: ['en', 'de'] }, BASE);

  test('says nowhere that Accept chooses, and names the files for programs', () => {
    expect(choicesByAccept(tree.texts())).toEqual([]);
    expect(tree.texts().get('llms.txt')).toContain('`.md`');
    expect(tree.texts().get('platform/documentation/index.html')).toContain(
      `${ADDRESS + BASE}/platform/documentation.json`,
    );
  });

  test('every address of the site that a file names is answered without a redirection', async () => {
    const addresses = [...addressesIn(tree.texts(), ADDRESS + BASE)];
    const statuses = await Promise.all(addresses.map((path) => tree.statusOf(BASE + path)));
    expect(addresses.filter((_, index) => statuses[index] !== 200)).toEqual([]);
    expect(addresses.length).toBeGreaterThan(200);
  });

  test('each page names itself as search engines shall know it: canonical, og:url, breadcrumbs and the sitemap', () => {
    const sitemap = tree.texts().get('sitemap.xml') ?? '';
    const pages = [...tree.texts()].filter(([, text]) => text.includes('rel="canonical"') && !text.includes('refresh'));
    expect(pages.length).toBeGreaterThan(100);
    for (const [name, text] of pages) {
      const address = `${ADDRESS + BASE}/${name.replace(/index\.html$/, '')}`;
      expect(text).toContain(`rel="canonical" href="${address}"`);
      expect(text).toContain(`property="og:url" content="${address}"`);
      expect(sitemap).toContain(`<loc>${address}</loc>`);
    }
  });

  test('what programs read names no path from the root of the host', () => {
    const machine = new Map([...tree.texts()].filter(([name]) => !name.endsWith('.html')));
    expect([...addressesIn(machine, '(?<=["(<])')]).toEqual([]);
  });

  test('the server has nothing of it: its own pages say what it does', () => {
    expect(tree.isPublished()).toBe(false);
  });

  test('the build ends with the address', () => {
    expect(tree.output()).toMatch(/can serve dist\/static at https:\/\/name\.example\/project\.\n$/);
  });
});

describe('a plain tree without an address', () => {
  const tree = plainTree({}, '');

  test('names no host of this machine, and no choice by Accept', () => {
    const local = [...tree.texts()].filter(([, text]) => /127\.0\.0\.1|localhost|\[::1\]/.test(text));
    expect(local.map(([name]) => name)).toEqual([]);
    expect(choicesByAccept(tree.texts())).toEqual([]);
  });

  test('the build ends with where it may stand, and what a path needs', () => {
    expect(tree.output()).toMatch(/at the root of a host name\.\nTo publish it below a path, .*base_url.* first\.\n$/);
  });

  test('paths that programs read lead to files', async () => {
    const machine = new Map([...tree.texts()].filter(([name]) => !name.endsWith('.html')));
    const paths = [...addressesIn(machine, '(?<=["(<])')];
    const statuses = await Promise.all(paths.map(tree.statusOf));
    expect(paths.filter((_, index) => statuses[index] !== 200)).toEqual([]);
    expect(paths.length).toBeGreaterThan(30);
  });
});
