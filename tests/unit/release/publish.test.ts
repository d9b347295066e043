import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Format } from '../../../src/formats/contract.ts';
import type { CustomFormat } from '../../../src/formats/extension/to-format.ts';
import { formats } from '../../../src/formats/registry.ts';
import { siteFormats } from '../../../src/formats/site-formats.ts';
import type { ProjectReading } from '../../../src/project/project-reading.ts';
import { TemplateError } from '../../../src/release/build-errors.ts';
import { publish } from '../../../src/release/publish.ts';
import { openRelease } from '../../../src/store/artifact-store.ts';
import { shortHash } from '../../../src/store/stored-bytes.ts';
import { apiRecord, richApi } from '../../fixtures/model/rich-api.ts';
import { siteReading } from '../../fixtures/site-reading.ts';
import { draftOf, plain } from '../formats/extension/fixtures.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'publish-'));
  mkdirSync(join(folder, 'client'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Course {
  /** Resolves when the templates are compiled. */
  readonly compilation?: Promise<string | undefined>;
  readonly renderPage?: () => Promise<Uint8Array<ArrayBuffer>>;
}

function published(
  project: ProjectReading,
  { compilation = Promise.resolve(undefined), renderPage = async () => new Uint8Array(8) }: Course = {},
): Promise<string> {
  const renderer = () =>
    compilation.then(() => ({
      clientFolder: join(folder, 'client'),
      renderPage,
    }));
  return publish(folder, project, { compilation, renderer }, { keepGoing: false }).then(({ release }) => release);
}

/** 300 texts, enough for a thread of their own. */
const talkative = apiRecord({
  extensions: { 'x-texts': Array.from({ length: 300 }, (_, index) => ({ description: `*${index}*` })) },
});
const failing: Format = {
  ...(formats.find(({ render }) => render !== null) ?? formats[0]),
  render: () => {
    throw new Error('broken format');
  },
};
const endless = Array.from({ length: 50_000 }).reduce<unknown>((inner) => [inner], 'x');

describe('what fails leaves no draft', () => {
  test.each<[string, () => Promise<string>, string]>([
    [
      'templates that do not compile while machine formats are written',
      () =>
        published(siteReading(folder, [richApi, talkative]), {
          compilation: setTimeout(200).then(() => Promise.reject(new TemplateError('wrong template'))),
        }),
      'wrong template',
    ],
    [
      'a page',
      () =>
        published(siteReading(folder, [richApi, talkative]), {
          renderPage: () => Promise.reject(new Error('broken page')),
        }),
      'broken page',
    ],
    ['a format', () => published(siteReading(folder, [richApi, talkative], { formats: [failing] })), 'broken format'],
    [
      'a record that no stack holds',
      () => published(siteReading(folder, [apiRecord({ extensions: { 'x-deep': endless } })])),
      'Maximum call stack',
    ],
  ])('%s', async (_, publishing, message) => {
    await expect(publishing()).rejects.toThrow(message);
    // Some fail before anything is written.
    const releases = join(folder, 'releases');
    expect(existsSync(releases) ? readdirSync(releases) : []).toEqual([]);
    expect(existsSync(join(folder, 'current'))).toBe(false);
  });
});

test('a release has the same name whether its templates were compiled before or while it was written', async () => {
  const project = siteReading(folder, [richApi, talkative]);
  const before = await published(project);
  expect(await published(project, { compilation: setTimeout(300, undefined) })).toBe(before);
});

describe('a format that gives bytes later', () => {
  const archive: CustomFormat = {
    ...plain,
    levels: ['list', 'api', 'service'],
    renderer: { render: async (model) => gzipSync(`${model.getVariable('type')}`) },
  };

  test.each([true, false])(
    'is in the release or derived with the same bytes and tag, compressed too (written: %s)',
    async (writtenAtBuild) => {
      const { formats: own } = siteFormats([], [draftOf({ ...archive, writtenAtBuild })]);
      const release = await published(siteReading(folder, [richApi], { formats: own }));
      const index = JSON.parse(readFileSync(join(folder, 'releases', release, 'index.json'), 'utf8'));
      const key = `plain /platform/documentation/${richApi.name}-v${richApi.version}`;
      expect(Object.hasOwn(index.artifacts, key)).toBe(writtenAtBuild);
      const store = openRelease(join(folder, 'releases', release), { formats: own });
      const api = { level: 'api', api: richApi.name, version: richApi.version } as const;
      const representation = await store.representation(api, 'plain');
      if (representation.kind !== 'bytes') throw new Error('Bytes were expected.');
      expect(representation.tag).toBe(shortHash(gzipSync('api')));
      expect(gunzipSync(await representation.body('identity')).toString()).toBe('api');
      // A body that does not become smaller is stored as it is.
      const isCompressed = representation.codings.includes('gzip');
      const compressed = isCompressed
        ? gunzipSync(await representation.body('gzip'))
        : await representation.body('identity');
      expect(gunzipSync(compressed).toString()).toBe('api');
      const [service] = richApi.services;
      const below = await store.representation({ ...api, level: 'service', name: service?.name ?? '' }, 'plain');
      expect(below.kind === 'bytes' && gunzipSync(await below.body('identity')).toString()).toBe('service');
    },
  );

  test('that rejects fails the build with its key, and leaves no draft', async () => {
    const rejecting = draftOf({ ...archive, renderer: { render: () => Promise.reject(new Error('no luck')) } });
    const { formats: own } = siteFormats([], [rejecting]);
    await expect(published(siteReading(folder, [richApi], { formats: own }))).rejects.toThrow(
      /platform-documentation\.formats\.plain: config\/formats\/plain\.ts: The format plain cannot render .*: no luck/,
    );
    expect(readdirSync(join(folder, 'releases'))).toEqual([]);
  });
});
