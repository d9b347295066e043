import { closeNames } from '../model/close-names.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { versionedName } from '../model/locations.ts';
import {
  RULE_SETS,
  type Rule,
  type RuleException,
  type RuleSet,
  type RuleSettings,
  type Severity,
} from './contract.ts';
import { rules } from './registry.ts';

/** Place of a finding, for exceptions to match. */
interface FindingPlace {
  readonly name: string;
  readonly version: number;
  /** True at the place that an exception names, and below it. */
  isWithin(at: string): boolean;
}

/** Rules with the settings of one project, for one reading of its descriptors. */
export class RuleBook {
  /** Rules with a check of their own that are not switched off. */
  readonly checks: readonly (Rule & Required<Pick<Rule, 'check'>>)[];
  readonly #settings: RuleSettings;
  readonly #used = new Set<RuleException>();
  #excused = 0;
  /** Exceptions by {@link keyOf}: a project may have thousands, which each finding is compared with. */
  readonly #exceptions = new Map<string, RuleException[]>();

  constructor(settings: RuleSettings = DEFAULT_RULES) {
    this.#settings = settings;
    for (const exception of settings.exceptions) {
      const key = keyOf(exception.rule, exception.api);
      const others = this.#exceptions.get(key);
      if (others === undefined) this.#exceptions.set(key, [exception]);
      else others.push(exception);
    }
    this.checks = [...rules.values()].flatMap((rule) =>
      rule.check !== undefined && severityOf(rule, settings) !== 'off' ? [{ ...rule, check: rule.check }] : [],
    );
  }

  /**
   * Gives a finding its configured severity; undefined if it is switched off or excepted. An error stays an error,
   * because it stops publication.
   * @param place left out for a finding about no API
   */
  judge(diagnostic: Diagnostic, place?: FindingPlace): Diagnostic | undefined {
    const rule = rules.get(diagnostic.rule);
    if (rule === undefined || diagnostic.severity === 'error') return diagnostic;
    const severity = severityOf(rule, this.#settings);
    if (severity === 'off') return undefined;
    const exceptions = rule.from === 'always' ? [] : this.#exceptionsFor(rule.name, place);
    for (const exception of exceptions) this.#used.add(exception);
    if (exceptions.length > 0) {
      this.#excused += 1;
      return undefined;
    }
    return severity === diagnostic.severity ? diagnostic : { ...diagnostic, severity };
  }

  /** Number of excepted findings so far. */
  get excused(): number {
    return this.#excused;
  }

  /** Indexes of the exceptions that matched no finding. */
  unused(): readonly number[] {
    return this.#settings.exceptions.flatMap((exception, index) => (this.#used.has(exception) ? [] : [index]));
  }

  #exceptionsFor(name: string, place: FindingPlace | undefined): readonly RuleException[] {
    const apis = place === undefined ? [null] : [null, place.name, versionedName(place.name, place.version)];
    return apis
      .flatMap((api) => this.#exceptions.get(keyOf(name, api)) ?? [])
      .filter(({ at }) => at === null || place?.isWithin(at) === true);
  }
}

/** Place of a finding about an API as a whole. */
export function wholeApi({ name, version }: Pick<FindingPlace, 'name' | 'version'>): FindingPlace {
  return { name, version, isWithin: () => false };
}

/** Names of rules have no spaces. */
function keyOf(rule: string, api: string | null): string {
  return api === null ? rule : `${rule} ${api}`;
}

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

/** Explains that a rule does not exist, with a close name; undefined for an existing rule. */
export function problemOfName(name: string): string | undefined {
  if (rules.has(name)) return undefined;
  const elsewhere = [...rules.values()].find(({ alsoKnownAs = [] }) => alsoKnownAs.includes(name));
  const close = elsewhere?.name ?? closeNames(name, rules.keys())[0];
  const hint = close === undefined ? '' : elsewhere === undefined ? `; ${close} is close` : `; here it is ${close}`;
  return `There is no rule ${JSON.stringify(name)}${hint}.`;
}

/** Explains why a rule cannot have a severity; undefined if it can. */
export function problemOfSeverity(name: string, severity: Severity): string | undefined {
  const rule = rules.get(name);
  if (rule === undefined) return undefined;
  if (rule.finds === 'errors')
    return severity === 'error' ? undefined : 'What it finds stops publication and always is an error.';
  return severity === 'off' && rule.from === 'always'
    ? 'It is about who may read or call what and cannot be switched off.'
    : undefined;
}
