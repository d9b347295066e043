import type { ThemeRecord } from '../../config/configuration.ts';
import { type Colour, contrast, formatColour, mixed, nearest, parseColour } from './colour.ts';

/** WCAG 2.2, 1.4.3: the name of the current item is text in the brand colour. */
export const LEAST_CONTRAST = 4.5;

/** `--pd-bg` of `views/styles/tokens.css`, and the share of the brand in `--pd-tint`, which lies behind that name. */
export const GROUNDS = { light: '#ffffff', dark: '#11161d' } as const;
export const TINT_SHARE = 0.09;

type Scheme = keyof typeof GROUNDS;

/** A colour that is hard to read, and the nearest one that is not. */
interface WeakBrand {
  readonly scheme: Scheme;
  readonly colour: string;
  readonly contrast: number;
  readonly better: string;
}

/** The brand in both schemes. What is not written for the dark one is the nearest that can be read there. */
export function brandOf({ light, dark }: NonNullable<ThemeRecord['brand']>): Readonly<Record<Scheme, string>> {
  return { light, dark: dark ?? readable(light, 'dark') };
}

/** Finds the configured colours that are hard to read. */
export function weakBrands({ light, dark }: NonNullable<ThemeRecord['brand']>): readonly WeakBrand[] {
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
  // Black and white are of every hue, and one of them fits.
  return formatColour(found ?? parseColour(scheme === 'light' ? '#000000' : '#ffffff'));
}

/** The lower one of those on the page and on the tint. */
function contrastOn(colour: Colour, scheme: Scheme): number {
  const ground = parseColour(GROUNDS[scheme]);
  return Math.min(contrast(colour, ground), contrast(colour, mixed(colour, TINT_SHARE, ground)));
}
