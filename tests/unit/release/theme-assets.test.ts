import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { PreviousRelease } from '../../../src/release/previous-release.ts';
import { publish } from '../../../src/release/publish.ts';
import { apiRecord } from '../../fixtures/model/rich-api.ts';
import { siteReading } from '../../fixtures/site-reading.ts';

const folder = mkdtempSync(join(tmpdir(), 'theme-assets-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('files of a theme are still there for a static tree when a release has them', async () => {
  const bytes = new TextEncoder().encode(':root { --pd-brand: #5b2bd8; }');
  const themeAssets = new Map([['/_astro/theme.css', { mediaType: 'text/css', bytes }]]);
  const renderPage = async (): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(1);
  const renderer = { clientFolder: join(folder, 'client'), renderPage };
  await publish(
    folder,
    siteReading(folder, [apiRecord({})], { themeAssets }),
    { compilation: Promise.resolve('one'), isCurrent: true, renderer: async () => renderer },
    { keepGoing: false, before: new PreviousRelease(null) },
  );
  expect(new TextDecoder().decode(themeAssets.get('/_astro/theme.css')?.bytes)).toContain('#5b2bd8');
});
