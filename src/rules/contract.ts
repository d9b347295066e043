import type { ComponentsRecord } from '../model/openapi-objects.ts';
import type { ApiRecord, OperationRecord } from '../model/records.ts';

export type Severity = 'error' | 'warning' | 'off';

/** Sets from the smallest on; each has the rules of those before it. */
export const RULE_SETS = ['minimal', 'recommended', 'strict'] as const;
export type RuleSet = (typeof RULE_SETS)[number];

/** Configuration of the rules. */
export interface RuleSettings {
  readonly extends: RuleSet;
  /** Severities by rule, which override those of the set. */
  readonly rules: Readonly<Record<string, Severity>>;
  readonly exceptions: readonly RuleException[];
}

/** Findings that a project accepts. */
export interface RuleException {
  readonly rule: string;
  /** `Library` or `Library-v1`; null: any. */
  readonly api: string | null;
  /**
   * `GET /books`, `POST` and the name of a webhook, `/books`, or a JSON Pointer `#/paths/~1books`, with all that is
   * below; null: anywhere.
   */
  readonly at: string | null;
}

/** A rule for descriptors, as configuration and documentation name it. */
export interface Rule {
  /** Name of the mistake in lower case with hyphens: `summary-missing`. */
  readonly name: string;
  /**
   * `errors`: each finding stops publication; `warnings`: none does; `both`: some do. Configuration changes only the
   * severity of warnings.
   */
  readonly finds: 'errors' | 'warnings' | 'both';
  /** Smallest set with the warnings of the rule. `always`: they concern access, and cannot be switched off. */
  readonly from: RuleSet | 'always';
  /** Why it is a mistake and what to write; sentences in Markdown. */
  readonly about: string;
  /** Parts of messages, with `…` for names and places. */
  readonly messages: readonly string[];
  /** Names of the rule in other linters. */
  readonly alsoKnownAs?: readonly string[];
  /** YAML of a descriptor that breaks the rule, without `openapi`, `info` and `paths` if they do not matter. */
  readonly bad?: string;
  /** YAML of a descriptor without the mistake. */
  readonly good?: string;
  /** Check of an API; left out: the readers of descriptors report the rule. */
  readonly check?: (api: CheckedApi) => Iterable<Finding>;
  /** Topic of the rule: it is skipped for formats that cannot express the topic. */
  readonly topic?: Topic;
}

/** Topics that some formats of descriptors cannot express. */
export type Topic = 'contact' | 'license' | 'log-ins' | 'servers';

/** An API as rules check it. */
export interface CheckedApi {
  readonly record: ApiRecord;
  /** Names of the tags that the descriptor itself declares; the record has those that are only used as well. */
  readonly declaredTags: readonly string[];
}

/** A finding of a rule. */
export interface Finding {
  readonly part: Part;
  /** One sentence. */
  readonly message: string;
  /** One sentence. */
  readonly remedy: string;
}

/** Subject of a finding. `below`: keys that lead on from there, as far as the descriptor has them. */
export type Part =
  /** The descriptor as a whole, or a part at its top. */
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

/** Rules that check an API after it was read: only the largest set has them, and they stop nothing. */
export function strictWarnings(rules: readonly CheckedRule[]): readonly Rule[] {
  return rules.map((rule) => ({ ...rule, finds: 'warnings', from: 'strict' }));
}
