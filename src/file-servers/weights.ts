import type { Rule, Template } from './table.ts';

/**
 * Weights of Accept and its like, without arithmetic, which file servers do not have: a rule for each first decimal,
 * the highest first. What differs in the second decimal alone is taken in the order of the client.
 * @see RFC 9110 §12.4.2
 */
const AFTER_WEIGHT = '[ \\t]*(?:;[^,;]*)*';

const LEVELS: readonly string[] = [
  `(?:;[ \\t]*q=1(?:[.]0?0?0?)?${AFTER_WEIGHT})?`,
  ...[9, 8, 7, 6, 5, 4, 3, 2, 1].map((decimal) => `;[ \\t]*q=0[.]${decimal}[0-9]?[0-9]?${AFTER_WEIGHT}`),
  `;[ \\t]*q=0[.]0(?:[1-9][0-9]?|0[1-9])${AFTER_WEIGHT}`,
];

/** Begins a member of a list. */
export const MEMBER = '(?:^|,)[ \\t]*';
/** Ends it; the space before it is that before or after the weight, so that there is one way to read it. */
const END = '(?:,|$)';

/**
 * Of the members of a list that are one of these, the one of the highest weight; of equal weights that which the
 * earlier class has, then the client's first.
 * @param classes patterns without groups and without space at their ends, and what is made of the member, which is
 * group 1
 */
export function byWeight(classes: readonly { readonly pattern: string; readonly value: Template }[]): readonly Rule[] {
  return LEVELS.flatMap((weight) =>
    classes.map(({ pattern, value }) => ({ pattern: `${MEMBER}(${pattern})[ \\t]*${weight}${END}`, value })),
  );
}

const ANY_WEIGHT = `(?:;[ \\t]*q=(?:1(?:[.]0?0?0?)?|0(?:[.][0-9]?[0-9]?[0-9]?)?)${AFTER_WEIGHT})?`;

/** The member with any weight, a refusal too; with other parameters than the pattern has it is another member. */
export function named(pattern: string): string {
  return `${MEMBER}(?:${pattern})[ \\t]*${ANY_WEIGHT}${END}`;
}
