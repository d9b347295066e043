import type { ResolvedConfig } from 'vite';
import { expect, test } from 'vitest';
import { createSitePlugin } from '../../../src/release/site-plugin.ts';

test('a site is warned of its own styles, and not of what Vite does not know of ours', () => {
  const warnings: string[] = [];
  const config = { root: '', logger: { warn: (message: string) => void warnings.push(message) } };
  const { configResolved } = createSitePlugin(undefined);
  if (typeof configResolved !== 'function') throw new Error('It is no function.');
  Reflect.apply(configResolved, {}, [config as unknown as ResolvedConfig]);
  config.logger.warn("[lightningcss minify] 'target-current' is not recognized as a valid pseudo-class.");
  config.logger.warn("[lightningcss minify] 'hoover' is not recognized as a valid pseudo-class.");
  expect(warnings).toEqual(["[lightningcss minify] 'hoover' is not recognized as a valid pseudo-class."]);
});
