import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import type { ThemeRecord } from '../../config/configuration.ts';
import type { ConfigurationReading } from '../../config/read-configuration.ts';
import type { SiteTheme } from '../../model/page/document.ts';
import type { ConfigurationProblem, ConfigurationWarning } from '../../options/problem.ts';
import { THEME_FOLDER } from '../folders.ts';
import { brandOf, LEAST_CONTRAST, weakBrands } from './brand.ts';
import { iconIn } from './icon.ts';

const KEYS = ['platform-documentation', 'theme'] as const;

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.css': 'text/css; charset=utf-8',
};

/** A file that pages link to, published with them. */
export interface ThemeAsset {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

interface ThemeReading {
  /** Undefined where pages look as they come. */
  readonly theme: SiteTheme | undefined;
  /** By URL path, which has a hash of what is in the file. */
  readonly assets: ReadonlyMap<string, ThemeAsset>;
  readonly problems: readonly ConfigurationProblem[];
  readonly warnings: readonly ConfigurationWarning[];
}

/** `platform-documentation.theme` with the files that it names; what users wrote never makes it throw. */
export function readTheme(projectFolder: string, reading: ConfigurationReading): ThemeReading {
  const { theme: record } = reading.configuration;
  const assets = new Map<string, ThemeAsset>();
  const problems: ConfigurationProblem[] = [];
  const add = (name: string, mediaType: string, bytes: Uint8Array<ArrayBuffer>): string => {
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 8);
    const extension = extname(name);
    const path = `/_astro/${name.slice(0, -extension.length)}.${hash}${extension}`;
    assets.set(path, { mediaType, bytes });
    return path;
  };
  const at = (key: string): Pick<ConfigurationProblem, 'file' | 'line' | 'column' | 'path'> => ({
    file: reading.fileOf([...KEYS, key]),
    line: 0,
    column: 0,
    path: [...KEYS, key].join('.'),
  });
  const bytesOf = (key: string, file: string): Uint8Array<ArrayBuffer> | undefined => {
    try {
      return Uint8Array.from(readFileSync(fileInTheme(projectFolder, file)));
    } catch {
      problems.push({
        ...at(key),
        message: `There is no file ${THEME_FOLDER}/${file}.`,
        remedy: `Create it, or correct the name; files of the theme are in ${THEME_FOLDER}.`,
        closes: { kind: 'everything' },
      });
      return undefined;
    }
  };
  const published = (key: string, file: string | null): string | null => {
    const bytes = file === null ? undefined : bytesOf(key, file);
    return file === null || bytes === undefined
      ? null
      : add(file, MEDIA_TYPES[extname(file).toLowerCase()] ?? 'application/octet-stream', bytes);
  };
  const text = (content: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(content);

  const own = record.stylesheet === null ? undefined : bytesOf('stylesheet', record.stylesheet);
  const css = [...rulesOf(record), ...(own === undefined ? [] : [new TextDecoder().decode(own)])].join('\n');
  const light = published('logo', record.logo?.light ?? null);
  const dark = published('logo', record.logo?.dark ?? null);
  const icon =
    published('icon', record.icon) ??
    (record.brand === null ? null : add('icon.svg', 'image/svg+xml', text(iconIn(record.brand.light))));
  const theme: SiteTheme = {
    stylesheet: css === '' ? null : add('theme.css', 'text/css; charset=utf-8', text(css)),
    logo: light === null ? null : { light, dark },
    icon,
    font: record.font,
  };
  const isPlain = theme.stylesheet === null && theme.logo === null && theme.icon === null;
  const warnings = record.brand === null ? [] : weakBrands(record.brand);
  return {
    theme: isPlain ? undefined : theme,
    assets,
    problems,
    warnings: warnings.map(({ scheme, colour, contrast, better }) => ({
      ...at('brand'),
      message: `${colour} has a contrast of ${contrast.toFixed(1)} in the ${scheme} scheme; text needs ${LEAST_CONTRAST}.`,
      remedy: `Write "${better}", the nearest that has it.`,
    })),
  };
}

/** @throws where there is none, and where a link leads out of the folder: what is read is published */
function fileInTheme(projectFolder: string, file: string): string {
  const folder = realpathSync(join(projectFolder, THEME_FOLDER));
  const path = realpathSync(join(folder, file));
  if (!path.startsWith(folder + sep) || !statSync(path).isFile()) throw new Error(`${file} is not in the folder.`);
  return path;
}

/** What a stylesheet of the project comes after: it can override all of it. */
function rulesOf({ brand, font }: ThemeRecord): readonly string[] {
  const both = brand === null ? undefined : brandOf(brand);
  return [
    ...(both === undefined ? [] : [`:root { --pd-brand: light-dark(${both.light}, ${both.dark}); }`]),
    ...(font === 'system' ? [':root { --pd-font: system-ui, sans-serif; }'] : []),
  ];
}
