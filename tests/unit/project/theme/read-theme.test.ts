import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { formatProblem } from '../../../../src/options/problem.ts';
import { readConfiguration } from '../../../../src/project/configuration.ts';
import {
  brandOf,
  brandWarnings,
  GROUNDS,
  iconIn,
  readTheme,
  TINT_SHARE,
} from '../../../../src/project/theme/read-theme.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function read(
  theme: unknown,
  files: Readonly<Record<string, string>> = {},
  prepare: (folder: string) => void = () => undefined,
) {
  const folder = mkdtempSync(join(tmpdir(), 'read-theme-'));
  folders.push(folder);
  const configuration = JSON.stringify({ 'platform-documentation': { theme } });
  for (const [path, text] of Object.entries({ 'autoload/global.yaml': configuration, ...files })) {
    mkdirSync(dirname(join(folder, 'config', path)), { recursive: true });
    writeFileSync(join(folder, 'config', path), text);
  }
  prepare(folder);
  const reading = readConfiguration(folder, {});
  const { theme: found, assets, problems } = readTheme(folder, reading);
  return {
    theme: found,
    assets: [...assets].map(([path, { mediaType, bytes }]) => [path, mediaType, new TextDecoder().decode(bytes)]),
    problems: [...reading.problems, ...problems].map(formatProblem),
    warnings: brandWarnings(reading).map(formatProblem),
  };
}

const HASH = /\.[\w-]{8}\./;
const withoutHash = (path: string | null | undefined): string | undefined => path?.replace(HASH, '.*.');

describe('a theme', () => {
  test('has no file that a link leads out of its folder for', () => {
    const { problems, assets } = read({ logo: 'logo.svg' }, { 'secret.svg': 'secret', 'theme/x.svg': '' }, (folder) =>
      symlinkSync('../secret.svg', join(folder, 'config/theme/logo.svg')),
    );
    expect(problems).toHaveLength(1);
    expect(assets).toEqual([]);
  });

  test('that is not configured changes nothing and publishes nothing', () => {
    expect(read({})).toEqual({ theme: undefined, assets: [], problems: [], warnings: [] });
  });

  test('publishes its files under names that change with what is in them', () => {
    const files = { 'theme/logo.svg': '<svg/>', 'theme/night.png': '.PNG', 'theme/site.css': 'h1 { color: red; }' };
    const given = {
      logo: { light: 'logo.svg', dark: 'night.png' },
      image: 'night.png',
      stylesheet: 'site.css',
      font: 'system',
    };
    const { theme, assets, problems } = read(given, files);
    expect(problems).toEqual([]);
    expect(theme?.image).toBe(theme?.logo?.dark);
    expect(assets.map(([path, ...rest]) => [withoutHash(path), ...rest])).toEqual([
      ['/_astro/logo.*.svg', 'image/svg+xml', '<svg/>'],
      ['/_astro/night.*.png', 'image/png', '.PNG'],
      [
        '/_astro/theme.*.css',
        'text/css; charset=utf-8',
        ':root { --pd-font: system-ui, sans-serif; }\nh1 { color: red; }',
      ],
    ]);
    expect(withoutHash(theme?.logo?.dark)).toBe('/_astro/night.*.png');
    const changed = read(given, { ...files, 'theme/logo.svg': '<svg />' }).theme;
    expect(changed?.logo?.light).not.toBe(theme?.logo?.light);
    expect(changed?.logo?.dark).toBe(theme?.logo?.dark);
  });

  test('publishes the files that its stylesheet names, and names them as they are published', () => {
    const css = [
      '/* url(old.woff2) */ @font-face { src: url(own.woff2) format("woff2"), url( "own.woff2" ); }',
      `h1 { background: url('./dots.png'), url(shapes.svg#dot); }`,
      'h2 { background: url(data:image/png;base64,AA==), url(/logo.png); }',
    ].join('\n');
    const files = { 'theme/own.woff2': 'font', 'theme/dots.png': 'png', 'theme/shapes.svg': '<svg/>' };
    const { assets, problems } = read({ stylesheet: 'site.css' }, { ...files, 'theme/site.css': css });
    expect(problems).toEqual([]);
    expect(
      assets.map(([path, type, text]) => [withoutHash(path), type, text?.replaceAll(/\.[\w-]{8}\./g, '.*.')]),
    ).toEqual([
      ['/_astro/own.*.woff2', 'font/woff2', 'font'],
      ['/_astro/dots.*.png', 'image/png', 'png'],
      ['/_astro/shapes.*.svg', 'image/svg+xml', '<svg/>'],
      [
        '/_astro/theme.*.css',
        'text/css; charset=utf-8',
        [
          '/* url(old.woff2) */ @font-face { src: url(own.*.woff2) format("woff2"), url( "own.*.woff2" ); }',
          `h1 { background: url('dots.*.png'), url(shapes.*.svg#dot); }`,
          'h2 { background: url(data:image/png;base64,AA==), url(/logo.png); }',
        ].join('\n'),
      ],
    ]);
  });

  test.each([
    ['a { src: url(x.woff2) }', '1:14', 'There is no file config/theme/x.woff2.'],
    ['\na { src: url("fonts/x.woff2") }', '2:14', '“fonts/x.woff2” is not the name of a file that pages may load.'],
    ['a { src: url(../autoload/local.yaml) }', '1:14', '“../autoload/local.yaml” is not the name of'],
    ['a { src: url(x.ttf) }', '1:14', '“x.ttf” is not the name of a file that pages may load.'],
    ['a { src: url(https://example.com/x.woff2) }', '1:14', '“https://example.com/x.woff2” is not the name of'],
    ['a { src: url(//example.com/x.png) }', '1:14', '“//example.com/x.png” is not the name of'],
    ['a { src: url(data:font/woff2;base64,AA==) }', '1:14', 'A font in a data: URL is not loaded.'],
    ['/* */ @import "more.css";', '1:7', '@import is not followed.'],
    ['@import url(https://example.com/x.css);', '1:1', '@import is not followed.'],
  ])('refuses what browsers would not load: %j', (css, place, message) => {
    const { problems } = read({ stylesheet: 'site.css' }, { 'theme/site.css': css, 'theme/fonts/x.woff2': '' });
    expect(problems).toEqual([expect.stringContaining(`config/theme/site.css:${place}: `)]);
    expect(problems[0]).toContain(message);
  });

  test('has an icon in the colour of its brand, until it has one of its own', () => {
    expect(read({ brand: '#5b2bd8' }).assets.map(([, , text]) => text)).toEqual([
      iconIn('#5b2bd8'),
      expect.stringMatching(/^:root \{ --pd-brand: light-dark\(#5b2bd8, #[0-9a-f]{6}\); \}$/),
    ]);
    expect(withoutHash(read({ icon: 'own.ico' }, { 'theme/own.ico': '\0\0' }).theme?.icon)).toBe('/_astro/own.*.ico');
  });

  test('names a file that is not there, with its key', () => {
    expect(read({ logo: 'logo.svg', stylesheet: 'site.css' }).problems).toEqual([
      'config/autoload/global.yaml: platform-documentation.theme.stylesheet: There is no file config/theme/site.css. Create it, or correct the name; files of the theme are in config/theme.',
      'config/autoload/global.yaml: platform-documentation.theme.logo: There is no file config/theme/logo.svg. Create it, or correct the name; files of the theme are in config/theme.',
    ]);
  });

  test.each([
    ['logo', '../local.yaml'],
    ['logo', 'theme/logo.svg'],
    ['stylesheet', 'site.js'],
    ['icon', '.svg'],
    ['brand', 'red'],
    ['brand', '#12345'],
    ['brand', 'url(x)'],
    ['brand', { dark: '#ffffff' }],
    ['font', 'Comic Sans'],
  ])('refuses %s: %j', (key, value) => {
    const { problems, assets } = read({ [key]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(`platform-documentation.theme.${key}`);
    expect(assets).toEqual([]);
  });
});

test.each([
  ['logo', 'logo.gif', 'Write the name of an image in config/theme (svg, png, webp, avif).'],
  ['icon', 'icons/icon.svg', 'Write the name of an image in config/theme (svg, png, webp, avif, ico).'],
  ['stylesheet', 'site.scss', 'Write the name of a stylesheet in config/theme (css).'],
  ['brand', { dark: '#ffffff' }, 'Write one below light, too.'],
])('what %s: %j should be is said', (key, value, remedy) => {
  expect(read({ [key]: value }).problems).toEqual([expect.stringContaining(` ${remedy}`)]);
});

test.each([
  ['logo.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', []],
  ['logo.png', '.PNG\r\n', []],
  ['logo.png', 'GIF89a', []],
  ['logo.svg', '<html>Not found</html>', ['logo: config/theme/logo.svg is not an image. Replace it with one']],
  ['logo.png', '', ['logo: config/theme/logo.png is not an image.']],
])('a logo %s of %j has the problems %j', (logo, text, expected) => {
  const { problems, assets } = read({ logo }, { [`theme/${logo}`]: text });
  expect(problems).toEqual(expected.map((problem) => expect.stringContaining(problem)));
  expect(assets).toHaveLength(expected.length === 0 ? 1 : 0);
});

describe('a brand', () => {
  test('that is hard to read is used, reported, and its nearest readable neighbour is named', () => {
    const { theme, warnings } = read({ brand: { light: '#7aa2ff', dark: '#102040' } });
    expect(theme?.stylesheet).not.toBeNull();
    expect(warnings).toEqual([
      expect.stringMatching(
        /theme\.brand: #7aa2ff has a contrast of 2\.\d in the light scheme; text needs 4\.5\. Write "#[0-9a-f]{6}", the nearest that has it\.$/,
      ),
      expect.stringMatching(/#102040 has a contrast of 1\.\d in the dark scheme/),
    ]);
    const better = warnings.map((line) => /Write "(#\w+)"/.exec(line)?.[1]);
    expect(read({ brand: { light: better[0], dark: better[1] } }).warnings).toEqual([]);
  });

  test('for the light scheme alone is made readable in the dark one', () => {
    expect(read({ brand: '#0b57b8' }).warnings).toEqual([]);
    const { light, dark } = brandOf({ light: '#0b57b8', dark: null });
    expect(light).toBe('#0b57b8');
    expect(read({ brand: { light, dark } }).warnings).toEqual([]);
  });

  test('is measured on what the stylesheet has', () => {
    const tokens = readFileSync(new URL('../../../../src/views/styles/tokens.css', import.meta.url), 'utf8');
    expect(tokens).toContain(`--pd-bg: light-dark(${GROUNDS.light}, ${GROUNDS.dark});`);
    expect(tokens).toContain(`--pd-tint: color-mix(in oklab, var(--pd-brand) ${TINT_SHARE * 100}%, var(--pd-bg));`);
  });

  test('of ours colours the icon', () => {
    const icon = readFileSync(new URL('../../../../src/views/icon.svg', import.meta.url), 'utf8');
    expect(icon).toBe(iconIn('#0b57b8'));
  });
});
