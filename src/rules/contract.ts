import type { ComponentsRecord } from '../model/openapi-objects.ts';
import type { ApiRecord, OperationRecord } from '../model/records.ts';

/** What becomes of a finding. */
export type Severity = 'error' | 'warning' | 'off';

/** The smallest first; each has the rules of those before it. */
export const RULE_SETS = ['minimal', 'recommended', 'strict'] as const;
export type RuleSet = (typeof RULE_SETS)[number];

/** What configuration says of the rules. */
export interface RuleSettings {
  readonly extends: RuleSet;
  /** By name, over what the set has. */
  readonly rules: Readonly<Record<string, Severity>>;
  readonly exceptions: readonly RuleException[];
}

/** Findings that are known and stay. */
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

/** What descriptors are checked for, as configuration and documentation name it. */
export interface Rule {
  /** In small letters with hyphens; what is wrong: `summary-missing`. */
  readonly name: string;
  /**
   * `errors`: each finding stops publication; `warnings`: none does; `both`: what is wrong decides. Configuration
   * changes warnings alone.
   */
  readonly finds: 'errors' | 'warnings' | 'both';
  /** The smallest set that has its warnings. `always`: they are about who may read or call what, and stay. */
  readonly from: RuleSet | 'always';
  /** Why it is a mistake and what to write; sentences in Markdown. */
  readonly about: string;
  /** Parts of messages, `…` where names and places stand. */
  readonly messages: readonly string[];
  /** What other linters call it. */
  readonly alsoKnownAs?: readonly string[];
  /** YAML of a descriptor that breaks the rule, without `openapi`, `info` and `paths` where they are not about it. */
  readonly bad?: string;
  /** The same without the mistake. */
  readonly good?: string;
  /** Left out: what reads descriptors reports it. */
  readonly check?: (api: CheckedApi) => Iterable<Finding>;
  /** A rule about what a format has no words for is not asked of its descriptors. */
  readonly topic?: Topic;
}

/** What some formats of descriptors cannot say. */
export type Topic = 'contact' | 'license' | 'log-ins' | 'servers';

/** An API as the rules look at it. */
export interface CheckedApi {
  readonly record: ApiRecord;
  /** Names of the tags that the descriptor itself declares; the record has those that are only used as well. */
  readonly declaredTags: readonly string[];
}

/** One thing that a rule found. */
export interface Finding {
  readonly part: Part;
  /** One sentence. */
  readonly message: string;
  /** One sentence. */
  readonly remedy: string;
}

/** What a finding is about. `below`: keys that lead on from there, as far as the descriptor has them. */
export type Part =
  /** The descriptor as a whole, or what stands at its top. */
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
