import type { Rule } from './contract.ts';

type CheckedRule = Omit<Rule, 'finds' | 'from' | 'check'> & Required<Pick<Rule, 'check'>>;
type More = Partial<Pick<Rule, 'bad' | 'good' | 'alsoKnownAs'>>;

/** A rule whose findings stop publication. */
export function error(name: string, messages: readonly string[], about: string, more: More = {}): Rule {
  return { name, messages, about, finds: 'errors', from: 'always', ...more };
}

/** A rule whose findings stop nothing. */
export const warning = rowOf('warnings');

/** A rule of which some findings stop publication. */
export const both = rowOf('both');

function rowOf(finds: Rule['finds']) {
  return (name: string, from: Rule['from'], messages: readonly string[], about: string, more: More = {}): Rule => ({
    name,
    messages,
    about,
    finds,
    from,
    ...more,
  });
}

/** Rules that look at an API once it is read: they are asked for by the largest set alone, and stop nothing. */
export function strictWarnings(rules: readonly CheckedRule[]): readonly Rule[] {
  return rules.map((rule) => ({ ...rule, finds: 'warnings', from: 'strict' }));
}
