/** Colour in sRGB; each component ranges from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number];

/** Colour in Oklab, as lightness and two colour axes: https://www.w3.org/TR/css-color-4/#ok-lab */
type Oklab = readonly [lightness: number, a: number, b: number];

/** @param hex `#abc` or `#aabbcc` */
export function parseColour(hex: string): Colour {
  const digits = hex.length === 4 ? hex.slice(1).replaceAll(/./g, '$&$&') : hex.slice(1);
  const part = (at: number): number => Number.parseInt(digits.slice(at, at + 2), 16) / 255;
  return [part(0), part(2), part(4)];
}

/** Formats a colour as `#aabbcc`. */
export function formatColour(colour: Colour): string {
  return `#${colour
    .map((part) =>
      Math.round(within(part) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** Computes the contrast ratio, from 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: Colour, other: Colour): number {
  const [least = 0, most = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (most + 0.05) / (least + 0.05);
}

/** Computes `color-mix(in oklab, colour share, ground)`. */
export function mixed(colour: Colour, share: number, ground: Colour): Colour {
  const [from, to] = [toOklab(colour), toOklab(ground)];
  return toColour([0, 1, 2].map((at) => (from[at] ?? 0) * share + (to[at] ?? 0) * (1 - share)));
}

/**
 * Finds the fitting colour of the same hue whose lightness is nearest.
 * @returns undefined if no colour fits
 */
export function nearest(colour: Colour, fits: (candidate: Colour) => boolean): Colour | undefined {
  const [lightness, a, b] = toOklab(colour);
  for (let step = 0; step <= 100; step += 0.5) {
    for (const candidate of [lightness - step / 100, lightness + step / 100]) {
      if (candidate < 0 || candidate > 1) continue;
      // The rounded colour must fit, because stylesheets contain the rounded colour.
      const rounded = parseColour(formatColour(toColour([candidate, a, b])));
      if (fits(rounded)) return rounded;
    }
  }
  return undefined;
}

function luminance(colour: Colour): number {
  const [red, green, blue] = linear(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(colour: Colour): Colour {
  const [red, green, blue] = colour.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return [red ?? 0, green ?? 0, blue ?? 0];
}

function toOklab(colour: Colour): Oklab {
  const [red, green, blue] = linear(colour);
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  ];
}

/** Converts from Oklab; clamps values outside of sRGB. */
function toColour([lightness = 0, a = 0, b = 0]: readonly number[]): Colour {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const curved = (part: number): number => within(part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);
  return [
    curved(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short),
    curved(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short),
    curved(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short),
  ];
}

function within(part: number): number {
  return Math.min(1, Math.max(0, part));
}
