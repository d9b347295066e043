import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtSettings } from '../../../src/config/configuration.ts';

test('the manual names each setting that waits for the next build', () => {
  const manual = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
  const [, sentences = ''] = /These settings are part of the pages(.*?)`npx platform-docs dev`/s.exec(manual) ?? [];
  const named = [...sentences.matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
  const settings = builtSettings.map((key) => key.split('.').at(-1));
  expect(named.filter((name) => name !== 'build').toSorted()).toEqual(settings.toSorted());
});
