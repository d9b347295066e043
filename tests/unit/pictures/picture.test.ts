import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COLOURS, drawPicture } from '../../../src/pictures/picture.ts';
import { noteIn } from '../../../src/pictures/png.ts';
import { capitalsOf, linesOf, WEIGHTS, widthOf } from '../../../src/pictures/text.ts';
import type { PictureTexts } from '../../../src/presentation/link-picture.ts';
import { OUR_BRAND, pictureLook } from '../../../src/project/theme/brand.ts';
import { readPng } from './png-reader.ts';

const LOOK = { brand: '#0b57b8', hasMark: true };
const TEXTS: PictureTexts = {
  site: 'Example APIs',
  title: 'Town Library',
  version: 'Version 2',
  sentence: 'Books and loans of a town library.',
  count: '34 operations',
};
const BODY = { size: 34, weight: WEIGHTS.regular };

function drawn(texts: Partial<PictureTexts> = {}, look = LOOK) {
  return readPng(drawPicture({ ...TEXTS, ...texts }, look, 'note'));
}

/** Columns, or rows, in which a part of the picture has other pixels than its ground. */
function inked(
  picture: ReturnType<typeof readPng>,
  axis: 'x' | 'y',
  [left, top, right, bottom]: readonly [number, number, number, number],
): readonly number[] {
  const found = new Set<number>();
  for (let y = top; y < bottom; y += 1)
    for (let x = left; x < right; x += 1) if (picture.at(x, y) !== COLOURS.ground) found.add(axis === 'x' ? x : y);
  return [...found].sort((a, b) => a - b);
}

describe('a picture', () => {
  test('has the size that programs want, the ground of pages and an edge in the colour of the brand', () => {
    const picture = drawn({}, { brand: '#a3260b', hasMark: false });
    expect([picture.width, picture.height]).toEqual([1200, 630]);
    expect([picture.at(0, 0), picture.at(13, 629), picture.at(14, 0), picture.at(1199, 629)]).toEqual([
      ...['#a3260b', '#a3260b'],
      ...[COLOURS.ground, COLOURS.ground],
    ]);
  });

  test('has title, sentence and facts one below the other, and no text over another', () => {
    const rows = inked(drawn(), 'y', [40, 0, 1200, 630]);
    const bands = rows.filter((row, index) => row !== (rows[index - 1] ?? -2) + 1);
    expect(bands).toHaveLength(4);
  });

  test('draws large letters in the colour of text', () => {
    const picture = drawn({ title: 'IIII' });
    const middles = inked(picture, 'x', [80, 240, 400, 241]).map((x) => picture.at(x, 240));
    expect(middles.filter((colour) => colour === COLOURS.text).length).toBeGreaterThan(4 * 10);
  });

  test('has our mark only where the site has none of its own', () => {
    expect(drawn().at(84, 94)).toBe(LOOK.brand);
    expect(inked(drawn({ site: null }, { ...LOOK, hasMark: false }), 'y', [40, 0, 1200, 150])).toEqual([]);
  });

  test('has nothing where there is nothing to say', () => {
    const picture = drawn({ version: null, sentence: null, count: null });
    expect(inked(picture, 'y', [40, 320, 1200, 630])).toEqual([]);
  });

  test.each([
    ['one long word', 'W'.repeat(1000)],
    ['many words', 'Payments and settlement '.repeat(40)],
    ['narrow letters', 'i'.repeat(300)],
    ['markup', '<script>alert("&amp;")</script>'.repeat(9)],
  ])('keeps its margins with %s in every text', (_, text) => {
    const picture = drawn({ site: text, title: text, sentence: text });
    expect(inked(picture, 'x', [14, 0, 79, 630])).toEqual([]);
    expect(inked(picture, 'x', [1122, 0, 1200, 630])).toEqual([]);
    const rows = inked(picture, 'y', [40, 0, 1200, 630]);
    // Above the facts there is room.
    expect(rows.filter((row) => row > 470 && row < 500)).toEqual([]);
  });

  test('is the same for the same texts, another for others, and known by its note', () => {
    const [one, other] = [drawPicture(TEXTS, LOOK, 'abc_-9'), drawPicture({ ...TEXTS, title: 'Town' }, LOOK, 'abc_-9')];
    expect(Buffer.compare(one, drawPicture(TEXTS, LOOK, 'abc_-9'))).toBe(0);
    expect(Buffer.compare(one, other)).not.toBe(0);
    expect(noteIn(Buffer.from(one))).toBe('abc_-9');
    expect(noteIn(Buffer.from('no picture'))).toBeUndefined();
  });

  test('has the same pixels on every machine', () => {
    const picture = drawn({ title: 'Ünïcode Łódź, Привет', sentence: 'Ελληνικά, Tiếng Việt' });
    const hash = createHash('sha256');
    for (let y = 0; y < picture.height; y += 1)
      hash.update(Array.from({ length: picture.width }, (_, x) => picture.at(x, y)).join(''));
    expect(hash.digest('hex')).toMatchInlineSnapshot(
      `"9758686f4b60d71c8d15fa816f760bb8a4180b4dfe7e751a25555483bbd756ab"`,
    );
  });

  test('is small', () => {
    const long = {
      title: 'Payments and settlement of every account',
      sentence: 'All that there is to say. '.repeat(9),
    };
    expect(drawPicture(TEXTS, LOOK, '').byteLength).toBeLessThan(18_000);
    expect(drawPicture({ ...TEXTS, ...long }, LOOK, '').byteLength).toBeLessThan(22_000);
  });
});

describe('lines', () => {
  test.each<[string, string, number, number, readonly string[]]>([
    ['fit', 'Town Library', 600, 2, ['Town Library']],
    ['are broken at spaces', 'Books and loans', 170, 3, ['Books and', 'loans']],
    ['are broken behind hyphens', 'self-service', 130, 3, ['self-', 'service']],
    ['end in an ellipsis', 'Books and loans of a library', 160, 1, ['Books…']],
    ['end in no comma before it', 'Books, and loans of a library', 160, 1, ['Books…']],
    ['are none for no text', ' \n ', 600, 2, []],
    ['are one letter at least', 'WW', 1, 2, ['W', 'W']],
  ])('%s', (_, text, width, most, expected) => {
    expect(linesOf(text, BODY, width, most)).toEqual(expected);
  });

  test('are no wider than they may be but for the space before an ellipsis, nor more, and lose no letter before an ellipsis', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'abiWMé-,. '), maxLength: 30 }), { maxLength: 12 }),
        fc.integer({ min: 60, max: 1200 }),
        fc.integer({ min: 1, max: 4 }),
        (words, width, most) => {
          const text = words.join(' ').replaceAll(/\s+/g, ' ').trim();
          const lines = linesOf(text, BODY, width, most);
          expect(lines.length).toBeLessThanOrEqual(most);
          for (const line of lines) expect(widthOf(line, BODY)).toBeLessThan(width + 2);
          const shown = lines.join('').replaceAll(' ', '');
          const whole = text.replaceAll(' ', '');
          if (!shown.endsWith('…')) expect(shown).toBe(whole);
          else expect(whole.startsWith(shown.slice(0, -1))).toBe(true);
        },
      ),
      { seed: 7, numRuns: 300 },
    );
  });
});

test('capitals are as high as the font has them', () => {
  expect(capitalsOf({ size: 2048, weight: 0 })).toBe(1490);
});

test('colours are those of pages', () => {
  const tokens = readFileSync(new URL('../../../src/views/styles/tokens.css', import.meta.url), 'utf8');
  for (const [name, colour] of [
    ['bg', COLOURS.ground],
    ['text', COLOURS.text],
    ['muted', COLOURS.muted],
    ['brand', OUR_BRAND],
  ])
    expect(tokens).toContain(`--pd-${name}: light-dark(${colour}, `);
});

test.each([
  [{}, { brand: OUR_BRAND, hasMark: true }],
  [{ brand: { light: '#a31', dark: null } }, { brand: '#aa3311', hasMark: true }],
  [{ icon: 'own.svg' }, { brand: OUR_BRAND, hasMark: false }],
  [{ logo: { light: 'own.svg', dark: null } }, { brand: OUR_BRAND, hasMark: false }],
])('the theme %j makes pictures look like %j', (theme, expected) => {
  const plain = { stylesheet: null, logo: null, brand: null, font: 'inter', icon: null } as const;
  expect(pictureLook({ ...plain, ...theme })).toEqual(expected);
});
