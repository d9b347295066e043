import type { Member } from '../options/member.ts';
import type { RuleSet, Severity } from '../rules/contract.ts';
import type { AnswersFrom } from './configuration.ts';

/** Members that configuration chooses from; a composition root takes them from the registries. */
export interface Members {
  /** Log-in schemes, the simplest first. */
  readonly schemes: readonly SchemeMember[];
  /** Drivers of the shared state; the first is the default. */
  readonly drivers: readonly [DriverMember, ...DriverMember[]];
  readonly backends: readonly [BackendMember, ...BackendMember[]];
  /** Languages of samples on pages. */
  readonly samples: SampleMembers;
  /** Rules that descriptors are checked by. */
  readonly rules: RuleMembers;
}

interface RuleMembers {
  /** Sets of rules, the smallest first. */
  readonly sets: readonly RuleSet[];
  /** Set that is used when none is configured. */
  readonly fallback: RuleSet;
  /** Names of rules of which some findings can be changed. */
  readonly names: readonly string[];
  /** Problem in one sentence; undefined for the name of a rule. */
  problemOfName(name: string): string | undefined;
  /** Problem in one sentence; undefined when the rule may have the severity. */
  problemOfSeverity(name: string, severity: Severity): string | undefined;
}

interface SampleMembers {
  readonly names: readonly string[];
  /** Names that are used when none is configured; pages show the first one first. */
  readonly fallback: readonly string[];
}

interface SchemeMember extends Member {
  readonly token: string;
  readonly realm?: { readonly about: string; problem(realm: string): string | undefined };
}

/** Driver of the shared state; `about` ends a sentence. */
interface DriverMember extends Member {
  readonly about: string;
}

interface BackendMember extends Member {
  readonly about: string;
  readonly answersFrom: AnswersFrom;
}
