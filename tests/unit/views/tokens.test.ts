import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contrast, mixed, parseColour } from '../../../src/project/theme/colour.ts';

const tokens = readFileSync(new URL('../../../src/views/styles/tokens.css', import.meta.url), 'utf8');
const guide = readFileSync(new URL('../../../docs/theming.md', import.meta.url), 'utf8');

const COLOURS = new Map(
  [...tokens.matchAll(/^ {2}--pd-([\w-]+): light-dark\((#\w{6}), (#\w{6})\);/gm)].map(
    ([, name = '', light = '', dark = '']) => [name, { light: parseColour(light), dark: parseColour(dark) }] as const,
  ),
);
const SCHEMES = ['light', 'dark'] as const;

function colour(name: string, scheme: (typeof SCHEMES)[number]): readonly [number, number, number] {
  const found = COLOURS.get(name);
  if (found === undefined) throw new Error(`There is no --pd-${name}.`);
  return found[scheme];
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'other'];
const TEXTS = ['text', 'muted', 'link', 'brand', 'required', 'ok', 'warn', 'bad', ...METHODS];
const CODE = ['string', 'number', 'keyword', 'key', 'comment'];

describe.each(SCHEMES)('in the %s scheme', (scheme) => {
  test.each([...TEXTS, ...CODE])('%s can be read wherever text is', (name) => {
    for (const ground of ['bg', 'raised', 'code'])
      expect(contrast(colour(name, scheme), colour(ground, scheme)), ground).toBeGreaterThanOrEqual(4.5);
  });

  test.each(['border', 'focus'])('%s of controls can be seen', (name) => {
    for (const ground of ['bg', 'raised', 'code'])
      expect(contrast(colour(name, scheme), colour(ground, scheme)), ground).toBeGreaterThanOrEqual(3);
  });

  test('what stands on a ground of its own can be read', () => {
    const bg = colour('bg', scheme);
    const pairs = {
      'text on mark': contrast(colour('text', scheme), colour('mark', scheme)),
      'warn on notice': contrast(colour('warn', scheme), colour('notice', scheme)),
      'link on notice': contrast(colour('link', scheme), colour('notice', scheme)),
      'brand on its tint': contrast(colour('brand', scheme), mixed(colour('brand', scheme), 0.09, bg)),
      'ground on brand': contrast(bg, colour('brand', scheme)),
      'ground on bad': contrast(bg, colour('bad', scheme)),
    };
    expect(Object.entries(pairs).filter(([, ratio]) => ratio < 4.5)).toEqual([]);
  });

  test('examples are dark and can be read', () => {
    for (const name of [...CODE, 'text', 'muted', 'ok', 'warn', 'bad'])
      expect(contrast(colour(name, 'dark'), colour('panel', scheme)), name).toBeGreaterThanOrEqual(4.5);
  });
});

test('the guide has every property, and no other', () => {
  const defined = new Set([...tokens.matchAll(/^ {2}(--pd-[\w-]+):/gm)].map(([, name]) => name));
  const told = new Set(guide.match(/`--pd-[\w-]+`/g)?.map((name) => name.slice(1, -1)));
  // A shade of the frame of examples, not for anybody to set.
  defined.delete('--pd-panel-line');
  expect([...told].sort()).toEqual([...defined].sort());
});
