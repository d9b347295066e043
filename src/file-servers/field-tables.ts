import { flag, literal, REQUEST, type Table, table, template } from './table.ts';
import { byWeight, named } from './weights.ts';

/** Of compressed copies: coding → what stands at the end of their names; ours on equal weights first. */
export const COPY_ENDINGS = { br: '.br', zstd: '.zst', gzip: '.gz' } as const;

export type Coding = keyof typeof COPY_ENDINGS;

/** `coding`: what Accept-Encoding chooses; '' for the bytes as they are. */
export function codingTable(codings: readonly Coding[]): Table {
  const ours = (Object.keys(COPY_ENDINGS) as Coding[]).filter((coding) => codings.includes(coding));
  return table(
    'coding',
    template`${REQUEST.acceptEncoding}`,
    byWeight([
      ...ours.map((coding) => ({ pattern: coding === 'gzip' ? '(?:x-)?gzip' : coding, value: [coding] })),
      { pattern: 'identity', value: [] },
    ]),
  );
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
    table('language_best', template`${REQUEST.acceptLanguage}`, best),
    ...tags.map((tag, index) => flag(`language_${index}`, template`${REQUEST.acceptLanguage}`, named(rangesFor(tag)))),
    table(
      'language',
      [{ variable: 'language_best' }, '|', ...tags.map((_, index) => ({ variable: `language_${index}` }))],
      [
        // The longest first: pt-BR before pt.
        ...tags
          .toSorted((one, other) => other.length - one.length)
          .map((tag) => ({ pattern: `^${literal(tag)}(?:-[a-z0-9*-]+)?[|]`, value: languageAs(tag) })),
        ...[standard, ...others].map((tag) => ({ pattern: `^(?:${rangesFor(tag)})[|]`, value: languageAs(tag) })),
        ...tags.map((tag, index) => ({ pattern: `^[*][|]${'1'.repeat(index)}0`, value: languageAs(tag) })),
      ],
    ),
  ];
}

/** Ranges that find a tag: it, what continues it, and what it continues. */
function rangesFor(tag: string): string {
  const parts = tag.split('-');
  const shorter = parts.slice(0, -1).map((_, index) => literal(parts.slice(0, index + 1).join('-')));
  return [`${literal(tag)}(?:-[a-z0-9*-]+)?`, ...shorter].join('|');
}
