import { literal, REQUEST, type Table, template } from './table.ts';
import { byWeight, named } from './weights.ts';

/** Of compressed copies: coding → what stands at the end of their names; ours on equal weights first. */
export const COPY_ENDINGS = { br: '.br', zstd: '.zst', gzip: '.gz' } as const;

export type Coding = keyof typeof COPY_ENDINGS;

/** `coding`: what Accept-Encoding chooses; '' for the bytes as they are. */
export function codingTable(codings: readonly Coding[]): Table {
  const ours = (Object.keys(COPY_ENDINGS) as Coding[]).filter((coding) => codings.includes(coding));
  return {
    name: 'coding',
    source: template`${REQUEST.acceptEncoding}`,
    rules: byWeight([
      ...ours.map((coding) => ({ pattern: coding === 'gzip' ? '(?:x-)?gzip' : coding, value: [coding] })),
      { pattern: 'identity', value: [] },
    ]),
    otherwise: [],
  };
}

/**
 * `language`: what Accept-Language chooses, as `negotiation/language.ts` does; '' for the default one.
 * @param tags the default first
 */
export function languageTables(tags: readonly string[]): readonly Table[] {
  const [standard = '', ...others] = tags;
  const languageAs = (tag: string): string[] => (tag === standard ? [] : [tag]);
  const ranges = [...tags.map(rangesFor), '[*]'].join('|');
  const best = byWeight([{ pattern: `(?:${ranges})`, value: template`${1}` }]);
  return [
    { name: 'language_best', source: template`${REQUEST.acceptLanguage}`, rules: best, otherwise: [] },
    ...tags.map(
      (tag, index): Table => ({
        name: `language_${index}`,
        source: template`${REQUEST.acceptLanguage}`,
        rules: [{ pattern: named(rangesFor(tag)), value: ['1'] }],
        otherwise: ['0'],
      }),
    ),
    {
      name: 'language',
      source: [{ variable: 'language_best' }, '|', ...tags.map((_, index) => ({ variable: `language_${index}` }))],
      rules: [
        // The longest first: pt-BR before pt.
        ...tags
          .toSorted((one, other) => other.length - one.length)
          .map((tag) => ({ pattern: `^${literal(tag)}(?:-[a-z0-9*-]+)?[|]`, value: languageAs(tag) })),
        ...[standard, ...others].map((tag) => ({ pattern: `^(?:${rangesFor(tag)})[|]`, value: languageAs(tag) })),
        ...tags.map((tag, index) => ({ pattern: `^[*][|]${'1'.repeat(index)}0`, value: languageAs(tag) })),
      ],
      otherwise: [],
    },
  ];
}

/** Ranges that find a tag: it, what continues it, and what it continues. */
function rangesFor(tag: string): string {
  const parts = tag.split('-');
  const shorter = parts.slice(0, -1).map((_, index) => literal(parts.slice(0, index + 1).join('-')));
  return [`${literal(tag)}(?:-[a-z0-9*-]+)?`, ...shorter].join('|');
}
