import type { Rule, RuleSet } from './contract.ts';

type Text = Pick<Rule, 'name' | 'about' | 'messages'> & Partial<Pick<Rule, 'bad' | 'good'>>;
type CheckedRule = Omit<Rule, 'finds' | 'from' | 'check'> & Required<Pick<Rule, 'check'>>;
type More = Partial<Pick<Rule, 'bad' | 'good' | 'alsoKnownAs'>>;

/** A rule whose findings stop publication. */
export function error(name: string, messages: readonly string[], about: string, more: More = {}): Rule {
  return { ...textOf(name, messages, about), finds: 'errors', from: 'always', ...more };
}

/** A rule whose findings stop nothing. */
export function warning(
  name: string,
  from: RuleSet | 'always',
  messages: readonly string[],
  about: string,
  more: More = {},
): Rule {
  return { ...textOf(name, messages, about), finds: 'warnings', from, ...more };
}

/** A rule of which some findings stop publication. */
export function both(
  name: string,
  from: RuleSet | 'always',
  messages: readonly string[],
  about: string,
  more: More = {},
): Rule {
  return { ...textOf(name, messages, about), finds: 'both', from, ...more };
}

/** Rules that look at an API once it is read: they are asked for by the largest set alone, and stop nothing. */
export function strictWarnings(rules: readonly CheckedRule[]): readonly Rule[] {
  return rules.map((rule) => ({ ...rule, finds: 'warnings', from: 'strict' }));
}

function textOf(name: string, messages: readonly string[], about: string): Text {
  return { name, messages, about };
}
