import type { ComponentsRecord } from '../model/openapi-objects.ts';
import type { ApiRecord, OperationRecord } from '../model/records.ts';

export type Severity = 'error' | 'warning' | 'off';

/** Rule sets, the smallest first. Each set includes the rules of the previous sets. */
export const RULE_SETS = ['minimal', 'recommended', 'strict'] as const;
export type RuleSet = (typeof RULE_SETS)[number];

/** Configuration of rules. */
export interface RuleSettings {
  readonly extends: RuleSet;
  /** Severities by rule name. They override the severities of the set. */
  readonly rules: Readonly<Record<string, Severity>>;
  readonly exceptions: readonly RuleException[];
}

/** Exception for findings that a project accepts. */
export interface RuleException {
  readonly rule: string;
  /** API such as `Library` or `Library-v1`; null for any. */
  readonly api: string | null;
  /**
   * Place, including everything below it: `GET /books`, `POST` and the name of a webhook, `/books`, or a JSON Pointer
   * such as `#/paths/~1books`; null for any.
   */
  readonly at: string | null;
}

/** A rule for descriptors, with its documentation. */
export interface Rule {
  /** Name of the mistake in lower case with hyphens: `summary-missing`. */
  readonly name: string;
  /**
   * Severities of findings. `errors`: each finding stops publication; `warnings`: none does; `both`: some do. The
   * configuration can change only the severity of warnings.
   */
  readonly finds: 'errors' | 'warnings' | 'both';
  /** Smallest set that includes the warnings of the rule. `always`: they concern access and cannot be switched off. */
  readonly from: RuleSet | 'always';
  /** Explanation of the mistake and how to fix it, as sentences in Markdown. */
  readonly about: string;
  /** Message templates, with `…` in place of names and other values. */
  readonly messages: readonly string[];
  /** Names of equivalent rules in other linters. */
  readonly alsoKnownAs?: readonly string[];
  /** Example of a descriptor that breaks the rule, as YAML; `openapi`, `info` and `paths` may be omitted. */
  readonly bad?: string;
  /** The same example without the mistake. */
  readonly good?: string;
  /** Checks an API after reading; undefined if the readers of descriptors report the findings. */
  readonly check?: (api: CheckedApi) => Iterable<Finding>;
  /** Topic of the rule. The rule is skipped for descriptor formats that cannot express the topic. */
  readonly topic?: Topic;
}

/** Topics that some descriptor formats cannot express. */
export type Topic = 'contact' | 'identifiers' | 'license' | 'log-ins' | 'servers' | 'tags';

/** Input of a rule's check. */
export interface CheckedApi {
  readonly record: ApiRecord;
  /** Names of the tags that the descriptor declares. The record also contains tags that are only used. */
  readonly declaredTags: readonly string[];
}

/** A finding of a rule. */
export interface Finding {
  readonly part: Part;
  /** Problem, as one sentence. */
  readonly message: string;
  /** Instruction for the author, as one sentence. */
  readonly remedy: string;
}

/** Part of a descriptor that a finding concerns. `below`: further keys inside the part, if the descriptor has them. */
export type Part =
  /** Descriptor as a whole, or one of its top-level keys. */
  | { readonly kind: 'api'; readonly below: readonly string[] }
  | { readonly kind: 'operation'; readonly operation: OperationRecord; readonly below: readonly string[] }
  | {
      readonly kind: 'parameter';
      readonly operation: OperationRecord;
      readonly name: string;
      readonly in: string;
      readonly below: readonly string[];
    }
  | {
      readonly kind: 'component';
      readonly section: keyof ComponentsRecord;
      readonly name: string;
      readonly below: readonly string[];
    };

type CheckedRule = Omit<Rule, 'finds' | 'from' | 'check'> & Required<Pick<Rule, 'check'>>;
type More = Partial<Pick<Rule, 'bad' | 'good' | 'alsoKnownAs'>>;

/** Creates a rule whose findings stop publication. */
export function error(name: string, messages: readonly string[], about: string, more: More = {}): Rule {
  return { name, messages, about, finds: 'errors', from: 'always', ...more };
}

/** Creates a rule whose findings do not stop publication. */
export const warning = rowOf('warnings');

/** Creates a rule of which only some findings stop publication. */
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

/** Creates rules that check an API after reading. They are only in the largest set and do not stop publication. */
export function strictWarnings(rules: readonly CheckedRule[]): readonly Rule[] {
  return rules.map((rule) => ({ ...rule, finds: 'warnings', from: 'strict' }));
}
