import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import { basename, extname, join, sep } from 'node:path';
import type { ThemeRecord } from '../../config/configuration.ts';
import type { ConfigurationReading } from '../../config/read-configuration.ts';
import type { ConfigurationProblem, ConfigurationWarning } from '../../options/problem.ts';
import type { SiteTheme } from '../../presentation/page-data/site.ts';
import { THEME_FOLDER } from '../folders.ts';
import { type Colour, contrast, formatColour, mixed, nearest, parseColour } from './colour.ts';

const KEYS = ['platform-documentation', 'theme'] as const;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.pdf': 'application/pdf',
};

/** First bytes, as Latin-1, of images that browsers show; in SVG, other text may precede `<svg`. */
const PICTURE = /<svg[\s/>]|^(?:.PNG|GIF8|RIFF.{4}WEBP|.{4}ftyp|\u{ff}\u{d8}\u{ff}|\0\0)/su;

/** File that pages link to and that is published with them. */
export interface ThemeAsset {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface ThemeReading {
  /** Theme of the pages; undefined for the default appearance. */
  readonly theme: SiteTheme | undefined;
  /** Files by URL path, which contains a hash of the file's content. */
  readonly assets: ReadonlyMap<string, ThemeAsset>;
  readonly problems: readonly ConfigurationProblem[];
}

/** Reads `platform-documentation.theme` and the files that it names; reports invalid content without throwing. */
export function readTheme(projectFolder: string, reading: ConfigurationReading): ThemeReading {
  const { stylesheet, logo, brand, font, icon, image } = reading.configuration.theme;
  const problems: ConfigurationProblem[] = [];
  const assets = new Assets();
  const complain = (key: string, message: string, remedy: string): void => {
    problems.push({ ...placeIn(reading, key), message, remedy, closes: { kind: 'everything' } });
  };
  const bytesOf = (key: string, file: string): Uint8Array<ArrayBuffer> | undefined => {
    const bytes = bytesInTheme(projectFolder, file);
    const remedy = `Create it, or correct the name; files of the theme are in ${THEME_FOLDER}.`;
    if (bytes === undefined) complain(key, `There is no file ${THEME_FOLDER}/${file}.`, remedy);
    return bytes;
  };
  const published = (key: string, file: string | null): string | null => {
    const bytes = file === null ? undefined : bytesOf(key, file);
    if (file === null || bytes === undefined) return null;
    if (PICTURE.test(Buffer.from(bytes).toString('latin1'))) return assets.add(file, bytes);
    complain(key, `${THEME_FOLDER}/${file} is not an image.`, 'Replace it with one that browsers show.');
    return null;
  };
  const rulesIn = (bytes: Uint8Array): string => {
    const found = withPublishedFiles(new TextDecoder().decode(bytes), (file) => {
      const named = bytesInTheme(projectFolder, file);
      return named && basename(assets.add(file, named));
    });
    const place = { ...placeIn(reading, 'stylesheet'), file: `${THEME_FOLDER}/${stylesheet}` };
    problems.push(
      ...found.problems.map((problem) => ({ ...place, ...problem, closes: { kind: 'everything' } as const })),
    );
    return found.css;
  };
  const own = stylesheet === null ? undefined : bytesOf('stylesheet', stylesheet);
  const css = [...rulesOf(reading.configuration.theme), ...(own ? [rulesIn(own)] : [])].join('\n');
  const light = published('logo', logo?.light ?? null);
  const dark = published('logo', logo?.dark ?? null);
  const theme: SiteTheme = {
    icon: published('icon', icon) ?? (brand === null ? null : assets.addText('icon.svg', iconIn(brand.light))),
    stylesheet: css === '' ? null : assets.addText('theme.css', css),
    logo: light === null ? null : { light, dark },
    image: published('image', image),
    font,
  };
  const isPlain = theme.stylesheet === null && theme.logo === null && theme.icon === null && theme.image === null;
  return { theme: isPlain ? undefined : theme, assets: assets.byPath, problems };
}

/** Warns about brand colours whose contrast is too low for text. */
export function brandWarnings(reading: ConfigurationReading): readonly ConfigurationWarning[] {
  const { brand } = reading.configuration.theme;
  if (brand === null) return [];
  return weakBrands(brand).map(({ scheme, colour, contrast, better }) => ({
    ...placeIn(reading, 'brand'),
    message: `${colour} has a contrast of ${contrast.toFixed(1)} in the ${scheme} scheme; text needs ${LEAST_CONTRAST}.`,
    remedy: `Write "${better}", the nearest that has it.`,
  }));
}

/** Creates the default icon in a site's brand colour; `views/icon.svg` is the same icon in the product's colour. */
export function iconIn(colour: string): string {
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><title>API documentation</title>' +
    `<rect x="1" y="1" width="22" height="22" rx="5" fill="${colour}"/>` +
    '<path d="M6.5 8h11M6.5 12h7M6.5 16h9" stroke="#fff" stroke-width="2"/></svg>\n'
  );
}

/** Files that are published with pages. */
export class Assets {
  readonly byPath = new Map<string, ThemeAsset>();

  /** @returns the URL path of the published file */
  add(name: string, bytes: Uint8Array<ArrayBuffer>): string {
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
    const extension = extname(name);
    const path = `/_astro/${name.slice(0, -extension.length)}.${hash}${extension}`;
    this.byPath.set(path, toAsset(path, bytes));
    return path;
  }

  addText(name: string, text: string): string {
    return this.add(name, new TextEncoder().encode(text));
  }
}

export function toAsset(path: string, bytes: Uint8Array<ArrayBuffer>): ThemeAsset {
  return { mediaType: MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream', bytes };
}

function placeIn(
  { fileOf }: ConfigurationReading,
  key: string,
): Pick<ConfigurationProblem, 'file' | 'line' | 'column' | 'path'> {
  const path = [...KEYS, key];
  return { file: fileOf(path), line: 0, column: 0, path: path.join('.') };
}

/** Reads a theme file, which is then published; returns undefined if it is missing or a link out of the folder. */
function bytesInTheme(projectFolder: string, file: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const folder = realpathSync(join(projectFolder, THEME_FOLDER));
    const path = realpathSync(join(folder, file));
    return path.startsWith(folder + sep) ? Uint8Array.from(readFileSync(path)) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns CSS rules that precede the project's stylesheet, so that the stylesheet can override them. */
function rulesOf({ brand, font }: ThemeRecord): readonly string[] {
  const both = brand === null ? undefined : brandOf(brand);
  return [
    ...(both === undefined ? [] : [`:root { --pd-brand: light-dark(${both.light}, ${both.dark}); }`]),
    ...(font === 'system' ? [':root { --pd-font: system-ui, sans-serif; }'] : []),
  ];
}

/** Minimum contrast of text (WCAG 2.2, 1.4.3): the name of the current item has the brand colour. */
const LEAST_CONTRAST = 4.5;

/** `--pd-bg` in `views/styles/tokens.css`, and the brand's share in `--pd-tint`, the current item's background. */
export const GROUNDS = { light: '#ffffff', dark: '#11161d' } as const;
export const TINT_SHARE = 0.09;

type Scheme = keyof typeof GROUNDS;

/** Brand colour with too little contrast, and the nearest colour with enough contrast. */
interface WeakBrand {
  readonly scheme: Scheme;
  readonly colour: string;
  readonly contrast: number;
  readonly better: string;
}

/** Returns the brand colours of both schemes; a missing dark colour is derived as the nearest readable one. */
export function brandOf({ light, dark }: NonNullable<ThemeRecord['brand']>): Readonly<Record<Scheme, string>> {
  return { light, dark: dark ?? readable(light, 'dark') };
}

/** Finds the configured colours with too little contrast. */
function weakBrands({ light, dark }: NonNullable<ThemeRecord['brand']>): readonly WeakBrand[] {
  const written = [{ scheme: 'light', colour: light } as const, { scheme: 'dark', colour: dark } as const];
  return written.flatMap(({ scheme, colour }) => {
    const found = colour === null ? LEAST_CONTRAST : contrastOn(parseColour(colour), scheme);
    return colour === null || found >= LEAST_CONTRAST
      ? []
      : [{ scheme, colour, contrast: found, better: readable(colour, scheme) }];
  });
}

function readable(colour: string, scheme: Scheme): string {
  const found = nearest(parseColour(colour), (candidate) => contrastOn(candidate, scheme) >= LEAST_CONTRAST);
  // If no colour of the hue is readable, black or white is used.
  return formatColour(found ?? parseColour(scheme === 'light' ? '#000000' : '#ffffff'));
}

/** Returns the lower of the contrasts with the page background and with the tint. */
function contrastOn(colour: Colour, scheme: Scheme): number {
  const ground = parseColour(GROUNDS[scheme]);
  return Math.min(contrast(colour, ground), contrast(colour, mixed(colour, TINT_SHARE, ground)));
}

interface StylesheetProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly remedy: string;
}

/** Pattern of `@import` and `url()`. Also matches whole comments, so that references in comments are skipped. */
const REFERENCE =
  /\/\*[\s\S]*?\*\/|(?<rule>@import)\b[^;]*|(?<=\burl\()(?<open>\s*(?<quote>["']?))(?<target>.+?)(?=\k<quote>\s*\))/gi;
const NAME = /^(?:\.\/)?(?<file>[\w-][\w.-]*\.(?:woff2|svg|png|webp|avif|jpe?g|gif))(?<fragment>#.*)?$/i;
/** References that are kept unchanged: a path of the site, a fragment, or an image as a `data:` URL. */
const AS_IT_IS = /^(?:\/(?!\/)|#|data:(?!font\/|application\/))/i;

/**
 * Replaces file names in a stylesheet with the names of the published files, which are in the same folder.
 * @param publish returns the published name; undefined if the file does not exist
 */
function withPublishedFiles(
  css: string,
  publish: (file: string) => string | undefined,
): { readonly css: string; readonly problems: readonly StylesheetProblem[] } {
  const problems: StylesheetProblem[] = [];
  const written = css.replaceAll(REFERENCE, (whole: string, ...found: readonly unknown[]) => {
    const { rule, open = '', target } = found.at(-1) as Readonly<Record<string, string | undefined>>;
    const wrong = (message: string, remedy: string): string => {
      const before = css.slice(0, found.at(-3) as number).split('\n');
      problems.push({ line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message, remedy });
      return whole;
    };
    if (rule !== undefined) return wrong(`${rule} is not followed.`, 'Write the rules into this stylesheet.');
    if (target === undefined || AS_IT_IS.test(target)) return whole;
    const place = `Put a file (woff2, svg, png, webp, avif, jpg, gif) into ${THEME_FOLDER}, and write its name.`;
    if (/^data:/i.test(target)) return wrong('A font in a data: URL is not loaded.', place);
    const { file, fragment = '' } = NAME.exec(target)?.groups ?? {};
    if (file === undefined) return wrong(`“${target}” is not the name of a file that pages may load.`, place);
    const published = publish(file);
    if (published !== undefined) return `${open}${published}${fragment}`;
    return wrong(`There is no file ${THEME_FOLDER}/${file}.`, 'Create it, or correct the name.');
  });
  return { css: written, problems };
}
