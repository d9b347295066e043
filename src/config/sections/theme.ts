import { oneOf } from '../../options/scalars.ts';
import { about, type MapOf, map, matching, type Schema, scalar } from '../../options/schema.ts';
import type { ThemeRecord } from '../configuration.ts';

const FONTS = ['inter', 'system'] as const;
const IMAGES = 'svg|png|webp|avif';

/** Schema of a file name in `config/theme`. Paths are not allowed, since builds depend only on files in this folder. */
function themeFile(kind: string, extensions: string): Schema<string> {
  const expected = `the name of ${kind} in config/theme (${extensions.replaceAll('|', ', ')})`;
  return matching(expected, new RegExp(`^[\\w-][\\w.-]*\\.(?:${extensions})$`), 'It is not the name of such a file.');
}

const colour = scalar(
  'a colour such as "#0b57b8"',
  { type: 'string', pattern: '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' },
  (value, wrong) =>
    typeof value === 'string' && /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)
      ? value.toLowerCase()
      : wrong('It is not a colour of three or six hexadecimal digits, between quotes.'),
);

type BySchemes<T> = MapOf<{ readonly light: Schema<T>; readonly dark: Schema<T> }>;

/** Schema of one value for both colour schemes, or one value for each. */
function bySchemes<T>(one: Schema<T>): Schema<BySchemes<T>> {
  const both = map({ light: one, dark: one });
  return {
    expected: `${one.expected}, or one below light and one below dark`,
    json: { anyOf: [one.json, both.json] },
    read(sourced, place) {
      if (sourced.kind !== 'map') {
        const light = one.read(sourced, place);
        return light === undefined ? undefined : { light, dark: undefined };
      }
      const read = both.read(sourced, place);
      return read !== undefined && read.light === undefined && !sourced.entries.has('light')
        ? place.complain('It has no value for light.', 'Write one below light, too.')
        : read;
    },
  };
}

const keys = {
  logo: about('Image in place of the title in the header.', bySchemes(themeFile('an image', IMAGES))),
  icon: about('Image that browsers show beside the title of a page.', themeFile('an image', `${IMAGES}|ico`)),
  image: about(
    'Programs show it beside a link to any page (`og:image`, best 1200 × 630); needs `base_url`.',
    themeFile('an image', 'png|jpg|jpeg|webp|gif'),
  ),
  brand: about(
    'The colour of the mark, the current item and buttons. Builds compute its contrast; without one for dark it is made lighter there.',
    bySchemes(colour),
  ),
  font: about('Inter is published with the pages, 48 kB once; system leaves it out.', oneOf(FONTS), 'inter'),
  stylesheet: about('A stylesheet of your own, loaded after the built-in ones.', themeFile('a stylesheet', 'css')),
};

/** Schema of `platform-documentation.theme`. */
export const themeSection = about('How pages look; files are in `config/theme`.', map(keys));

export function toTheme(section: MapOf<typeof keys> | undefined): ThemeRecord {
  const pair = <T>(value: BySchemes<T> | undefined): { readonly light: T; readonly dark: T | null } | null =>
    value?.light === undefined ? null : { light: value.light, dark: value.dark ?? null };
  return {
    logo: pair(section?.logo),
    icon: section?.icon ?? null,
    image: section?.image ?? null,
    brand: pair(section?.brand),
    font: section?.font ?? 'inter',
    stylesheet: section?.stylesheet ?? null,
  };
}
