import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { ASSET_TYPES } from '../../../src/http/document-fields.ts';
import { GUIDE_FILES } from '../../../src/model/locations.ts';
import { readProject } from '../../../src/project/read-project.ts';
import {
  composeDevelopment,
  type KeptInDevelopment,
  NO_FORMAT_MODULES,
} from '../../../src/server/development/compose-development.ts';
import { siteRequestOf } from '../../../src/server/node/node-request.ts';
import { dispatch } from '../../../src/server/node/request-listener.ts';
import { cpuMilliseconds } from '../../tooling/cpu-time.ts';
import { projectWith } from '../config/project.ts';

const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47);
const FILES = {
  'api-descriptors/v1.yaml': 'api: Handbook\nservices: []\n',
  'api-descriptors/guides/a.md': '![A](./img/Über%20a.png) [b](/b.pdf)',
  'api-descriptors/guides/img/Über a.png': PNG,
  'api-descriptors/guides/b.pdf': 'b',
  'api-descriptors/guides/unnamed.png': PNG,
};
const PICTURE = '/_astro/guides/-ber-a.0f4636c78f65.png';

async function filesOf(files: Readonly<Record<string, string | Uint8Array>>, audience: readonly string[] = []) {
  const configuration = JSON.stringify({ 'platform-documentation': { audience } });
  const folder = projectWith({ ...FILES, ...files, 'config/autoload/local.yaml': configuration });
  const { themeAssets, problems, apis } = await readProject(folder, {});
  const messages = problems.map(({ file, line, column, message }) => `${file}:${line}:${column} ${message}`);
  return {
    paths: [...themeAssets.keys()].filter((path) => path.startsWith(GUIDE_FILES)),
    messages,
    texts: apis.flatMap(({ guides = [] }) => guides.map((g) => g.text)),
  };
}

describe('files beside guides', () => {
  test('that one links to are published, others are not', async () => {
    const { paths, messages, texts } = await filesOf({});
    expect(paths).toEqual([PICTURE, expect.stringMatching(/^\/_astro\/guides\/b\.[0-9a-f]{12}\.pdf$/)]);
    expect(texts).toEqual([`![A](${paths[0]}) [b](${paths[1]})`]);
    expect(messages).toEqual([]);
  });

  test('are published where readers see the guide', async () => {
    const internal = { 'api-descriptors/guides/a.md': '---\ndraft: true\n---\n![A](img/%C3%9Cber%20a.png)' };
    expect((await filesOf(internal)).paths).toEqual([]);
    expect((await filesOf(internal, ['internal'])).paths).toEqual([PICTURE]);
  });

  test.each(['../v1.yaml', '../../config/autoload/local.yaml', '../notes.txt', 'img', '%00', 'gone.png'])(
    'and nothing else: %s is not published',
    async (target) => {
      const { paths, messages } = await filesOf({
        'api-descriptors/notes.txt': 'Ours.',
        'api-descriptors/guides/a.md': `[a](${target})`,
      });
      expect(paths).toEqual([]);
      expect(messages).toEqual([
        `api-descriptors/guides/a.md:1:5 No guide has “${target}”, so the link leads nowhere.`,
      ]);
    },
  );

  test.each([
    ['A.PNG', 'A.ba7816bf8f01.png'],
    ['a.p"n g', 'a.ba7816bf8f01.p-n-g'],
    ['ä.ü', '-.ba7816bf8f01.-'],
    ['b', 'b.ba7816bf8f01'],
    [`${'a'.repeat(240)}.png`, `${'a'.repeat(100)}.ba7816bf8f01.png`],
    // Files that a browser or a server would run.
    ['a.js', 'a.ba7816bf8f01-js.txt'],
    ['a.HTML', 'a.ba7816bf8f01-html.txt'],
    ['a.php.gif', 'a-php.ba7816bf8f01.gif'],
    ['a.xml', 'a.ba7816bf8f01-xml.txt'],
  ])('have names that are addresses anywhere, and no programs: %s', async (name, published) => {
    const { paths } = await filesOf({
      'api-descriptors/guides/a.md': `[a](${encodeURIComponent(name)})`,
      [`api-descriptors/guides/${name}`]: 'abc',
    });
    expect(paths).toEqual([`/_astro/guides/${published}`]);
  });

  const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
  const svg = (attributes: string): Uint8Array => bytes(`<?xml version="1.0"?>\n<svg xmlns="s" ${attributes}></svg>`);
  const webp = (kind: string, ...rest: readonly number[]): Uint8Array =>
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8', kind, [0, 0, 0, 0], rest);

  test.each([
    ['a.png', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 2, 128, 0, 0, 1, 224]), '640x480'],
    ['a.GIF', bytes('GIF89a', [128, 2, 224, 1]), '640x480'],
    // Another segment, with what looks like a frame, precedes the frame.
    ['a.jpg', bytes([255, 216, 255, 225, 0, 6, 255, 192, 0, 0, 255, 194, 0, 11, 8, 1, 224, 2, 128]), '640x480'],
    // The scan, a segment shorter than its own length, or other bytes end the search: no size is read from pixels.
    ['a.jpg', bytes([255, 216, 255, 218, 0, 2, 1, 0, 0, 11, 8, 1, 224, 2, 128]), undefined],
    ['a.jpg', bytes([255, 216, 255, 218, 0, 2, 255, 192, 0, 11, 8, 1, 224, 2, 128]), undefined],
    ['a.jpg', bytes([255, 216, 255, 225, 0, 0, 255, 192, 0, 11, 8, 1, 224, 2, 128]), undefined],
    ['a.jpg', bytes([255, 216, 255, 196, 0, 1, 192, 0, 11, 8, 1, 224, 2, 128, 1]), undefined],
    // The ending does not say what a file is.
    ['a.png', bytes([255, 216, 255, 192, 0, 11, 8, 1, 224, 2, 128]), '640x480'],
    ['a.webp', webp(' ', 0, 0, 0, 0x9d, 1, 0x2a, 128, 2, 224, 1), '640x480'],
    ['a.webp', webp('L', 0x2f, 127, 194, 119, 0), '640x480'],
    ['a.webp', webp('X', 0, 0, 0, 0, 127, 2, 0, 223, 1, 0), '640x480'],
    [
      'a.avif',
      bytes([0, 0, 0, 8], 'ftypavif', [0, 0, 0, 20], 'ispe', [0, 0, 0, 0, 0, 0, 2, 128, 0, 0, 1, 224]),
      '640x480',
    ],
    ['a.svg', svg('width="640" height="480px" viewBox="0 0 64 48"'), '640x480'],
    ['a.svg', svg('width="100%" viewBox="-1,-1 639.6 480"'), '640x480'],
    ['a.svg', svg('stroke-width="640" stroke-height="480"'), undefined],
    ['a.png', bytes('\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [255, 255, 255, 255, 0, 0, 1, 224]), undefined],
    ['a.png', bytes('\x89PNG'), undefined],
    ['a.pdf', bytes('GIF89a', [128, 2, 224, 1]), undefined],
  ])('have the sizes of pictures in their names: %s', async (name, content, size) => {
    const { paths } = await filesOf({
      'api-descriptors/guides/a.md': `![a](${name})`,
      [`api-descriptors/guides/${name}`]: content,
    });
    expect(/-(\d+x\d+)\.\w+$/.exec(paths[0] ?? '')?.[1]).toBe(size);
  });

  test('are no texts of guides, which may be kept from readers', async () => {
    const { paths } = await filesOf({
      'api-descriptors/guides/a.md': '[a](_part.mdx) [b](kept.md)',
      'api-descriptors/guides/_part.mdx': 'Ours.',
      // These bytes are valid in no encoding.
      'api-descriptors/guides/kept.md': Uint8Array.of(0x41, 0xc3, 0x28, 0xff),
    });
    expect(paths).toEqual([]);
  });

  test('are no descriptors and no guides by other names', async () => {
    const { paths } = await filesOf({
      'api-descriptors/guides/a.md': '[a](copy.txt) [b](v2.yaml) [c](kept.txt) [d](b.pdf)',
      'api-descriptors/guides/copy.txt': FILES['api-descriptors/v1.yaml'],
      'api-descriptors/guides/v2.yaml': 'api: Other\nx-internal: true\nservices: []\n',
      'api-descriptors/guides/kept.md': '---\ndraft: true\n---\n',
      'api-descriptors/guides/kept.txt': '---\ndraft: true\n---\n',
    });
    expect(paths).toEqual([expect.stringContaining('.pdf')]);
  });

  test('are at no path that is longer than one can be, and no time is spent on it', async () => {
    const target = '../'.repeat(100_000);
    const before = cpuMilliseconds();
    const { messages } = await filesOf({
      'api-descriptors/guides/a.md': `One [a](${target.slice(0, 4500)})\n\nTwo [b](/${target.slice(0, 4500)})`,
      // Pages show the text of such a link as it is written.
      'api-descriptors/guides/b.md': `[a](${target})`,
      'api-descriptors/v2.json': `{"openapi": "3.1.0", "paths": {"/a": {"$ref": "${target}"}}}`,
    });
    expect(messages.filter((message) => message.includes('…”, so the link'))).toHaveLength(2);
    expect(cpuMilliseconds() - before).toBeLessThan(2000);
  });

  test.each([
    ['slides.pdf', 'application/pdf'],
    ['calls.json', 'application/json'],
    ['archive.zip', 'application/octet-stream'],
  ])('%s is sent as %s by our server and by those that are configured', async (name, mediaType) => {
    const folder = projectWith({
      ...FILES,
      'api-descriptors/guides/a.md': `[a](${name})`,
      [`api-descriptors/guides/${name}`]: '{}',
    });
    const { themeAssets } = await readProject(folder, {});
    const ofGuides = [...themeAssets].filter(([path]) => path.startsWith(GUIDE_FILES));
    expect(ofGuides.map(([, asset]) => asset.mediaType)).toEqual([mediaType]);
    const configured = ASSET_TYPES.find(([ending]) => name.endsWith(ending))?.[1] ?? 'application/octet-stream';
    expect(configured).toBe(mediaType);
  });

  test('of the descriptor formats are no descriptors where guides link to them', async () => {
    const { messages } = await filesOf({
      'api-descriptors/guides/a.md': '[a](calls.json)',
      'api-descriptors/guides/calls.json': '{"log":{"version":"1.2","entries":[]}}',
    });
    expect(messages).toEqual([]);
  });
});

describe('a file beside a guide', () => {
  async function answerOf(
    access: string | null,
    target: string,
    method = 'GET',
    user?: string,
    address: 'routes' | 'administrationRoutes' = 'routes',
  ) {
    const adapter = 'Platform\\MvcAuth\\Authentication\\HttpAdapter';
    const options = { accept_schemes: ['basic'], realm: 'Staff', htpasswd: 'htpasswd' };
    const projectFolder = projectWith({
      ...FILES,
      htpasswd: 'alice:{SHA}5en6G6MezRroT3XKqkdPOmY/BfQ=\n',
      'config/autoload/local.yaml': JSON.stringify({
        'platform-documentation': access === null ? {} : { access },
        'platform-mvc-auth': { authentication: { adapters: { staff: { adapter, options } } } },
      }),
    });
    const kept: KeptInDevelopment = { resources: null, runtime: null, reading: null, composed: null, isWrong: false };
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const runtime = await composeDevelopment(
      { projectFolder, formatModules: NO_FORMAT_MODULES, hasPages: false },
      kept,
    );
    const request = new IncomingMessage(new Socket());
    const rawHeaders = user === undefined ? [] : ['Authorization', `Basic ${btoa(user)}`];
    Object.assign(request, { url: target, method, rawHeaders });
    const response = new ServerResponse(request);
    const asked = siteRequestOf(request);
    const routed = await dispatch(runtime[address], { request, response, asked, awaitsContinue: false });
    kept.runtime?.close();
    await kept.resources?.close();
    return routed.kind === 'bytes' || routed.kind === 'page' ? routed : null;
  }

  test.each([
    [null, PICTURE, 'GET', 200],
    ['staff', PICTURE, 'GET', 401],
    ['staff', PICTURE, 'HEAD', 401],
    ['staff', `${PICTURE}?a`, 'GET', 401],
    ['staff', '/_astro/guides/none.png', 'GET', 401],
  ])('with access %s: %s %s is %d', async (access, target, method, status) => {
    expect((await answerOf(access, target, method))?.status).toBe(status);
  });

  test.each([
    [PICTURE, 'GET', 200],
    [PICTURE, 'POST', 404],
    ['/_astro/guides/none.png', 'GET', 404],
    ['/_astro/guides/', 'GET', 404],
  ])('for who has logged in: %s %s is %d, and in no shared cache', async (target, method, status) => {
    const answer = await answerOf('staff', target, method, 'alice:secret');
    expect(answer?.status).toBe(status);
    const fields = answer?.headers.join('\n') ?? '';
    expect(fields).toMatch(/Vary\n.*Authorization/);
    if (status === 200) expect(fields).toMatch(/Cache-Control\nprivate, max-age/);
  });

  test('is not at the address of the administration, whose users may be others', async () => {
    const answer = await answerOf('staff', PICTURE, 'GET', 'alice:secret', 'administrationRoutes');
    expect(answer?.status).not.toBe(200);
  });
});
