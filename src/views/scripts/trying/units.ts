/** Numbers with their units, in the language of the page; digits are those of programs, as everywhere on it. */

function written(value: number, unit: string, most: number): string {
  const { lang } = document.documentElement;
  return new Intl.NumberFormat(lang === '' ? 'en' : lang, {
    style: 'unit',
    unit,
    // A byte has no symbol in most languages.
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: most,
    numberingSystem: 'latn',
  }).format(value);
}

const STEP = 1024;
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

export function bytesIn(count: number): string {
  const at = count < STEP ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(count) / Math.log(STEP)));
  return written(count / STEP ** at, UNITS[at] ?? 'byte', at === 0 ? 0 : 1);
}

export function millisecondsIn(milliseconds: number): string {
  return written(Math.round(milliseconds), 'millisecond', 0);
}

export function secondsIn(milliseconds: number): string {
  return written(milliseconds / 1000, 'second', 1);
}
