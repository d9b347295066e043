import type { Member } from '../options/member.ts';
import type { RuleSet, Severity } from '../rules/contract.ts';
import type { AnswersFrom } from './configuration.ts';

/** Members of the registries that the configuration can select by name; composition roots pass them in. */
export interface Members {
  /** Log-in schemes, the simplest first. */
  readonly schemes: readonly SchemeMember[];
  /** Drivers of the shared state; the first is the default. */
  readonly drivers: readonly [DriverMember, ...DriverMember[]];
  readonly backends: readonly [BackendMember, ...BackendMember[]];
  /** Languages of code samples on pages. */
  readonly samples: SampleMembers;
  /** Rules for checking descriptors. */
  readonly rules: RuleMembers;
}

interface RuleMembers {
  /** Names of rule sets, the smallest first. */
  readonly sets: readonly RuleSet[];
  /** Default rule set. */
  readonly fallback: RuleSet;
  /** Names of rules whose severity can be configured, at least for some findings. */
  readonly names: readonly string[];
  /** Returns a problem as one sentence; undefined if a rule has the name. */
  problemOfName(name: string): string | undefined;
  /** Returns a problem as one sentence; undefined if the rule can have the severity. */
  problemOfSeverity(name: string, severity: Severity): string | undefined;
}

interface SampleMembers {
  readonly names: readonly string[];
  /** Default languages, in the order of display. */
  readonly fallback: readonly string[];
}

interface SchemeMember extends Member {
  readonly token: string;
  readonly realm?: { readonly about: string; problem(realm: string): string | undefined };
}

/** Driver of the shared state. `about` is the end of a sentence. */
interface DriverMember extends Member {
  readonly about: string;
}

interface BackendMember extends Member {
  readonly about: string;
  readonly answersFrom: AnswersFrom;
}
