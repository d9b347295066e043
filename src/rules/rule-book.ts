import type { Diagnostic } from '../model/diagnostic.ts';
import { versionedName } from '../model/locations.ts';
import type { Rule, RuleException, RuleSettings } from './contract.ts';
import { rules } from './registry.ts';
import { DEFAULT_RULES, severityOf } from './settings.ts';

/** Place of a finding, as far as exceptions name it. */
export interface FindingPlace {
  readonly name: string;
  readonly version: number;
  /** Whether it is at what an exception names, or below. */
  isWithin(at: string): boolean;
}

/** The rules as one project wants them, while its descriptors are read once. */
export class RuleBook {
  /** Rules that look at an API once it is read and are not switched off. */
  readonly checks: readonly (Rule & Required<Pick<Rule, 'check'>>)[];
  readonly #settings: RuleSettings;
  readonly #used = new Set<RuleException>();
  #excused = 0;
  /** Exceptions by {@link keyOf}: a project may have thousands, and each finding asks. */
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
   * The finding with its severity; undefined where it is switched off or an exception. An error stays what it is: it is
   * what keeps a mistake from being published.
   * @param place left out where it is about no API in particular
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

  /** Number of findings that were exceptions so far. */
  get excused(): number {
    return this.#excused;
  }

  /** Numbers of the exceptions, from 0, that no finding was one of. */
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
