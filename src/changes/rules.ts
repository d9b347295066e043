import type { Key } from '../words/words.ts';

/**
 * `breaking`: a client that relies on the first description may fail. `notable`: the API differs, but no such client
 * fails. `docs-only`: only texts or unused parts differ.
 */
export type ChangeClass = 'breaking' | 'notable' | 'docs-only';

/** Classes of changes, the most severe first. */
export const CHANGE_CLASSES = ['breaking', 'notable', 'docs-only'] as const satisfies readonly ChangeClass[];

/** Key of a sentence in the message catalogues. */
export type Reason = Extract<Key, `reason.${string}`>;
type ReasonName = Reason extends `reason.${infer Name}` ? Name : never;

export interface Verdict {
  readonly class: ChangeClass;
  readonly reason: Reason;
}

/** Verdicts on a change in a request (clients send it) and in a response (clients receive it). */
interface Effect {
  readonly request: Verdict;
  readonly response: Verdict;
}

const breaking = (reason: ReasonName): Verdict => ({ class: 'breaking', reason: `reason.${reason}` });
const notable = (reason: ReasonName): Verdict => ({ class: 'notable', reason: `reason.${reason}` });
const always = (verdict: Verdict): Effect => ({ request: verdict, response: verdict });

/** Fewer messages are valid. */
const NARROWS: Effect = { request: breaking('refused'), response: notable('fewer') };
/** More messages are valid. */
const WIDENS: Effect = { request: notable('accepted'), response: breaking('unknown') };
/** Some messages become valid and others invalid, or the effect is unknown. */
const REPLACES: Effect = { request: breaking('refused'), response: breaking('unknown') };
/** An optional part is added. Clients ignore it if they do not know it. */
const OFFERS: Effect = { request: notable('new'), response: notable('tolerant') };
/** A part is removed. */
const TAKES: Effect = { request: breaking('ignored'), response: breaking('missing') };
const WORDS: Effect = always({ class: 'docs-only', reason: 'reason.documentation' });
const NEW = always(notable('new'));
const GONE = always(breaking('gone'));
const LIFECYCLE = always(notable('lifecycle'));
const FALLBACK = always(notable('fallback'));

/** Verdict on a change in a component that no operation uses. */
export const UNUSED: Verdict = { class: 'docs-only', reason: 'reason.unused' };

/** Rules with their opposites and the effects of both. Swapping the two descriptions swaps a rule and its opposite. */
const PAIRS = [
  // Operations.
  ['operation-added', NEW, 'operation-removed', GONE],
  ['webhook-added', NEW, 'webhook-removed', always(breaking('unheard'))],
  ['callback-added', NEW, 'callback-removed', always(breaking('unheard'))],
  ['path-added', NEW, 'path-removed', GONE],
  ['operation-deprecated', LIFECYCLE, 'operation-no-longer-deprecated', LIFECYCLE],
  ['sunset-added', LIFECYCLE, 'sunset-removed', LIFECYCLE],
  ['sunset-earlier', LIFECYCLE, 'sunset-later', LIFECYCLE],
  // Servers and log-ins.
  ['server-added', NEW, 'server-removed', always(breaking('address'))],
  ['log-in-required', always(breaking('closed')), 'log-in-dropped', always(notable('opened'))],
  ['log-in-added', NEW, 'log-in-removed', always(breaking('way'))],
  ['log-in-flow-added', NEW, 'log-in-flow-removed', always(breaking('way'))],
  ['offered-scope-added', NEW, 'offered-scope-removed', GONE],
  ['scope-added', always(breaking('closed')), 'scope-removed', always(notable('opened'))],
  // Parameters.
  ['parameter-added', OFFERS, 'parameter-removed', TAKES],
  ['required-parameter-added', NARROWS, 'required-parameter-removed', TAKES],
  ['parameter-became-required', NARROWS, 'parameter-became-optional', WIDENS],
  ['parameter-deprecated', LIFECYCLE, 'parameter-no-longer-deprecated', LIFECYCLE],
  ['empty-value-refused', NARROWS, 'empty-value-allowed', WIDENS],
  // Bodies and responses. Clients choose media types, even of responses, so all media types have the same effect.
  ['body-added', OFFERS, 'body-removed', TAKES],
  ['required-body-added', NARROWS, 'required-body-removed', TAKES],
  ['body-became-required', NARROWS, 'body-became-optional', WIDENS],
  ['media-type-added', NEW, 'media-type-removed', GONE],
  ['response-added', always(notable('tolerant')), 'response-removed', always(breaking('missing'))],
  ['error-response-added', always(notable('tolerant')), 'error-response-removed', always(notable('fewer'))],
  ['header-added', OFFERS, 'header-removed', TAKES],
  ['header-became-required', NARROWS, 'header-became-optional', WIDENS],
  ['header-deprecated', LIFECYCLE, 'header-no-longer-deprecated', LIFECYCLE],
  ['link-added', NEW, 'link-removed', always(notable('fewer'))],
  // Fields.
  ['field-added', OFFERS, 'field-removed', TAKES],
  ['required-field-added', { ...NARROWS, response: notable('tolerant') }, 'required-field-removed', TAKES],
  ['field-became-required', NARROWS, 'field-became-optional', { ...WIDENS, response: breaking('missing') }],
  ['became-read-only', { request: breaking('unsettable'), response: notable('fewer') }, 'no-longer-read-only', NEW],
  ['became-write-only', { request: notable('new'), response: breaking('missing') }, 'no-longer-write-only', OFFERS],
  ['free-names-refused', NARROWS, 'free-names-allowed', { ...WIDENS, response: notable('tolerant') }],
  ['deprecated', LIFECYCLE, 'no-longer-deprecated', LIFECYCLE],
  // Values.
  ['type-narrowed', NARROWS, 'type-widened', WIDENS],
  ['null-refused', NARROWS, 'null-allowed', WIDENS],
  ['format-added', NARROWS, 'format-removed', WIDENS],
  ['format-narrowed', NARROWS, 'format-widened', WIDENS],
  ['enum-added', NARROWS, 'enum-removed', WIDENS],
  ['enum-value-removed', NARROWS, 'enum-value-added', WIDENS],
  ['range-tightened', NARROWS, 'range-loosened', WIDENS],
  ['length-tightened', NARROWS, 'length-loosened', WIDENS],
  ['item-count-tightened', NARROWS, 'item-count-loosened', WIDENS],
  ['field-count-tightened', NARROWS, 'field-count-loosened', WIDENS],
  ['step-tightened', NARROWS, 'step-loosened', WIDENS],
  ['unique-items-required', NARROWS, 'unique-items-dropped', WIDENS],
  ['pattern-added', NARROWS, 'pattern-removed', WIDENS],
  ['default-added', FALLBACK, 'default-removed', FALLBACK],
  ['variant-removed', NARROWS, 'variant-added', WIDENS],
  ['alternatives-added', NARROWS, 'alternatives-removed', WIDENS],
  ['discriminator-added', REPLACES, 'discriminator-removed', REPLACES],
  ['discriminator-value-removed', NARROWS, 'discriminator-value-added', WIDENS],
  ['condition-added', NARROWS, 'condition-removed', WIDENS],
  ['condition-tightened', NARROWS, 'condition-loosened', WIDENS],
] as const satisfies readonly (readonly [string, Effect, string, Effect])[];

/** Rules that stay the same when the two descriptions are swapped. */
const ALONE = {
  'operation-moved': GONE,
  'operation-id-changed': always(notable('identifier')),
  'api-renamed': always(breaking('address')),
  'version-changed': always(breaking('address')),
  'base-path-changed': always(breaking('address')),
  'log-in-scheme-changed': always(breaking('way')),
  'log-in-address-changed': always(notable('way')),
  'parameter-moved': always(breaking('ignored')),
  'parameter-style-changed': REPLACES,
  'path-parameter-renamed': WORDS,
  'encoding-changed': REPLACES,
  'link-changed': always(notable('other')),
  'type-changed': REPLACES,
  'format-changed': REPLACES,
  'step-changed': REPLACES,
  'pattern-changed': REPLACES,
  'default-changed': FALLBACK,
  'discriminator-changed': REPLACES,
  'condition-changed': { request: breaking('conditions'), response: breaking('conditions') },
  'content-coding-changed': REPLACES,
  'xml-changed': always(notable('xml')),
  'keyword-changed': always(notable('other')),
  'comparison-incomplete': always(breaking('incomplete')),
  'description-changed': WORDS,
  'title-changed': WORDS,
  'example-changed': WORDS,
  'tags-changed': WORDS,
  'information-changed': WORDS,
} as const satisfies Readonly<Record<string, Effect>>;

/** Removals of deprecated parts. If the two descriptions are swapped, the opposite is an ordinary addition. */
const ANNOUNCED = {
  'deprecated-operation-removed': [always(notable('announced')), 'operation-added'],
  'operation-removed-before-sunset': [always(breaking('beforeSunset')), 'operation-added'],
  'deprecated-parameter-removed': [always(notable('announced')), 'parameter-added'],
  'deprecated-header-removed': [always(notable('announced')), 'header-added'],
  'deprecated-field-removed': [always(notable('announced')), 'field-added'],
} as const satisfies Readonly<Record<string, readonly [Effect, mirror: string]>>;

type Pair = (typeof PAIRS)[number];
export type RuleName = Pair[0] | Pair[2] | keyof typeof ALONE | keyof typeof ANNOUNCED;

interface Rule extends Effect {
  readonly name: RuleName;
  /** Rule that applies when the two descriptions are swapped. */
  readonly mirror: RuleName;
}

/**
 * Rules by name, in the order of the documentation. Most rules are about the set of valid messages: a smaller set may
 * break senders, a larger set may break receivers. Therefore, each rule has a class for requests and one for responses.
 */
export const rules: ReadonlyMap<RuleName, Rule> = new Map<RuleName, Rule>([
  ...PAIRS.flatMap(([name, effect, mirror, mirrored]): (readonly [RuleName, Rule])[] => [
    [name, { ...effect, name, mirror }],
    [mirror, { ...mirrored, name: mirror, mirror: name }],
  ]),
  ...namesOf(ALONE).map((name): [RuleName, Rule] => [name, { ...ALONE[name], name, mirror: name }]),
  ...namesOf(ANNOUNCED).map((name): [RuleName, Rule] => {
    const [effect, mirror] = ANNOUNCED[name];
    return [name, { ...effect, name, mirror }];
  }),
]);

export function ruleNamed(name: RuleName): Rule {
  const rule = rules.get(name);
  if (rule === undefined) throw new Error(`There is no rule ${name}.`);
  return rule;
}

function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(table) as Name[];
}
