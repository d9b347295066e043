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

/** Place of a finding, which exceptions are compared with. */
interface FindingPlace {
  readonly name: string;
  readonly version: number;
  /** Returns true if the finding is at the place `at` of an exception, or below it. */
  isWithin(at: string): boolean;
}

/** Applies the settings of a project to the findings of one reading of its descriptors. */
export class RuleBook {
  /** Rules to check after reading an API, without those that are switched off. */
  readonly checks: readonly (Rule & Required<Pick<Rule, 'check'>>)[];
  readonly #settings: RuleSettings;
  readonly #used = new Set<RuleException>();
  #excused = 0;
  /** Exceptions by {@link keyOf}, for fast lookup: a project may have thousands. */
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
   * Returns a finding with its configured severity; undefined if its rule is switched off or an exception matches. An
   * error stays an error, because it stops publication.
   * @param place omitted if the finding does not concern an API
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

  /** Number of findings that matched an exception so far. */
  get excused(): number {
    return this.#excused;
  }

  /** Returns the indexes of exceptions that matched no finding. */
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

/** Creates the place of a finding that concerns an API as a whole. */
export function wholeApi({ name, version }: Pick<FindingPlace, 'name' | 'version'>): FindingPlace {
  return { name, version, isWithin: () => false };
}

/** Key of exceptions for a rule and an API. It is unique, since rule names contain no spaces. */
function keyOf(rule: string, api: string | null): string {
  return api === null ? rule : `${rule} ${api}`;
}

export const DEFAULT_RULES: RuleSettings = { extends: 'recommended', rules: {}, exceptions: [] };

/** Severity of the warnings of a rule; does not apply to its errors. */
export function severityOf(rule: Rule, { extends: set, rules: own }: RuleSettings): Severity {
  const written = Object.hasOwn(own, rule.name) ? own[rule.name] : undefined;
  if (written !== undefined && problemOfSeverity(rule.name, written) === undefined) return written;
  return isInSet(rule, set) ? 'warning' : 'off';
}

function isInSet({ from }: Rule, set: RuleSet): boolean {
  return from === 'always' || RULE_SETS.indexOf(from) <= RULE_SETS.indexOf(set);
}

/** Explains that a rule does not exist, and suggests a similar name; undefined if the rule exists. */
export function problemOfName(name: string): string | undefined {
  if (rules.has(name)) return undefined;
  const elsewhere = [...rules.values()].find(({ alsoKnownAs = [] }) => alsoKnownAs.includes(name));
  const close = elsewhere?.name ?? closeNames(name, rules.keys())[0];
  const hint = close === undefined ? '' : elsewhere === undefined ? `; ${close} is close` : `; here it is ${close}`;
  return `There is no rule ${JSON.stringify(name)}${hint}.`;
}

/** Explains why a rule cannot have a severity; undefined if it can, or if the rule is unknown. */
export function problemOfSeverity(name: string, severity: Severity): string | undefined {
  const rule = rules.get(name);
  if (rule === undefined) return undefined;
  if (rule.finds === 'errors')
    return severity === 'error' ? undefined : 'What it finds stops publication and always is an error.';
  return severity === 'off' && rule.from === 'always'
    ? 'It is about who may read or call what and cannot be switched off.'
    : undefined;
}
