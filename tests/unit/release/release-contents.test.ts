import { expect, test } from 'vitest';
import type { DocumentReference } from '../../../src/model/locations.ts';
import { contentsOf } from '../../../src/release/release-contents.ts';
import { artifactKey, navigationKey } from '../../../src/store/release.ts';

const site = { title: 'APIs', baseUrl: '', languages: [{ tag: 'en' }, { tag: 'de' }] } as unknown as Parameters<
  typeof contentsOf
>[2];
const outlines = [
  { api: 'Shop', version: 1 },
  { api: 'Shop', version: 10 },
  { api: 'Größe & Co', version: 1 },
];
const service = (api: string, version: number): DocumentReference => ({
  level: 'service',
  api,
  version,
  name: 'a/b',
});

test('documents are counted by version and format, in all languages together; the list is of no API', () => {
  const artifacts: readonly (readonly [string, boolean])[] = [
    [artifactKey({ level: 'list' }, 'html'), false],
    [artifactKey({ level: 'api', api: 'Shop', version: 1 }, 'html'), true],
    [artifactKey({ level: 'api', api: 'Shop', version: 1 }, 'html', 'de'), false],
    [artifactKey(service('Shop', 1), 'html'), false],
    [artifactKey({ level: 'api', api: 'Shop', version: 10 }, 'openapi-3.0'), true],
    [artifactKey({ level: 'api', api: 'Shop', version: 10 }, 'markdown', 'de'), true],
    [artifactKey({ level: 'api', api: 'Shop', version: 10 }, 'markdown'), true],
    [artifactKey(service('Größe & Co', 1), 'html'), true],
    // No document.
    [navigationKey('Shop', 1, 'de'), true],
  ];
  const none = { rendered: 0, reused: 0 };
  expect(contentsOf(artifacts, outlines, site)).toEqual([
    { name: 'Shop', version: 1, pages: { rendered: 2, reused: 1 }, formats: {} },
    {
      name: 'Shop',
      version: 10,
      pages: none,
      formats: { markdown: { rendered: 0, reused: 2 }, 'openapi-3.0': { rendered: 0, reused: 1 } },
    },
    { name: 'Größe & Co', version: 1, pages: { rendered: 0, reused: 1 }, formats: {} },
  ]);
});
