import { closeNames } from '../model/close-names.ts';
import { RULE_SETS, type Rule, type RuleSet, type RuleSettings, type Severity } from './contract.ts';
import { rules } from './registry.ts';

export const DEFAULT_RULES: RuleSettings = { extends: 'recommended', rules: {}, exceptions: [] };

/** Severity of the warnings of a rule. Errors of the rule stay errors. */
export function severityOf(rule: Rule, { extends: set, rules: own }: RuleSettings): Severity {
  const written = Object.hasOwn(own, rule.name) ? own[rule.name] : undefined;
  if (written !== undefined && problemOfSeverity(rule.name, written) === undefined) return written;
  return isInSet(rule, set) ? 'warning' : 'off';
}

function isInSet({ from }: Rule, set: RuleSet): boolean {
  return from === 'always' || RULE_SETS.indexOf(from) <= RULE_SETS.indexOf(set);
}

/** Why there is no such rule, with what may have been meant; undefined where there is. */
export function problemOfName(name: string): string | undefined {
  if (rules.has(name)) return undefined;
  const elsewhere = [...rules.values()].find(({ alsoKnownAs = [] }) => alsoKnownAs.includes(name));
  const close = elsewhere?.name ?? closeNames(name, rules.keys())[0];
  const hint = close === undefined ? '' : elsewhere === undefined ? `; ${close} is close` : `; here it is ${close}`;
  return `There is no rule ${JSON.stringify(name)}${hint}.`;
}

/** Why a rule cannot have a severity; undefined where it can. */
export function problemOfSeverity(name: string, severity: Severity): string | undefined {
  const rule = rules.get(name);
  if (rule === undefined) return undefined;
  if (rule.finds === 'errors')
    return severity === 'error' ? undefined : 'What it finds stops publication and always is an error.';
  return severity === 'off' && rule.from === 'always'
    ? 'It is about who may read or call what and cannot be switched off.'
    : undefined;
}
