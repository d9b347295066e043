import { isNamed, Place, type Sourced } from './place.ts';
import type { Schema, Shape } from './schema.ts';

/**
 * Member of a registry that the configuration selects by name, with its own options: a scheme, a driver of the shared
 * state, or a backend. Configuration sections, their JSON Schema, the reference documentation and forms are generated
 * from the options of the members.
 */
export interface Member<K extends Shape = Shape> {
  /** Name in the configuration, in lower case. */
  readonly name: string;
  /** Option schemas by key, for the section that selects the member. Members with the same key share one schema. */
  readonly options: Readonly<K>;
  /** Groups of option keys. At least one key of each group is required; messages suggest the first. */
  readonly needs: readonly (readonly [Key<K>, ...Key<K>[]])[];
}

type Key<K extends Shape> = Extract<keyof K, string>;

/** Parsed options of a member by key; null for a missing option without default. */
export type OptionsOf<K extends Shape> = {
  readonly [N in keyof K]: K[N] extends Schema<infer T>
    ? K[N] extends { readonly fallback: unknown }
      ? T
      : T | null
    : never;
};

/** Options of any member, as plain JSON values. */
export type OptionsRecord = Readonly<Record<string, unknown>>;

/** The selected member, with its options. */
export interface MemberRecord {
  /** Name of the member. */
  readonly kind: string;
  readonly options: OptionsRecord;
}

type Members<M extends Member> = readonly [M, ...M[]];

/** @throws for an unknown name; not expected, since the configuration refuses unknown names */
export function memberNamed<M extends Member>(members: readonly M[], name: string): M {
  const member = members.find((candidate) => candidate.name === name);
  if (member === undefined) throw new Error(`${name} is none of ${members.map((each) => each.name).join(', ')}.`);
  return member;
}

/**
 * Collects the option schemas of all members by key, in the order of the registry.
 * @param own schemas of the section's own keys
 * @throws if two different schemas have the same key
 */
export function optionKeysOf(members: readonly Member[], own: Shape): Shape {
  const keys = new Map<string, Schema<unknown>>();
  for (const { name, options } of members)
    for (const [key, schema] of Object.entries(options)) {
      const known = Object.hasOwn(own, key) ? own[key] : keys.get(key);
      if (known !== undefined && known !== schema)
        throw new Error(`${name} reads the option ${key} otherwise than what stands beside it. Give it another name.`);
      keys.set(key, schema);
    }
  return Object.fromEntries(keys);
}

/** Adds defaults for missing and invalid options. */
export function completeOptions(keys: Shape, read: OptionsRecord | undefined): OptionsRecord {
  return Object.fromEntries(Object.entries(keys).map(([key, schema]) => [key, read?.[key] ?? fallbackOf(schema)]));
}

/**
 * Returns the member that a section selects, by default the first. If a required option is missing, reports it and
 * returns the first member as a placeholder, which is not used: the problem closes everything that depends on it.
 * @param kind noun for messages: `backend`
 */
export function chosenMember<M extends Member>(
  kind: string,
  members: Members<M>,
  name: string | undefined,
  section: { readonly read: OptionsRecord | undefined; readonly sourced: Sourced; readonly place: Place },
): { readonly member: M; readonly record: MemberRecord } {
  const [first] = members;
  const chosen = members.find((candidate) => candidate.name === name) ?? first;
  complainOfNeeds(kind, chosen, (key) => isNamed(section.sourced, [key]), section.place);
  const options = completeOptions(chosen.options, section.read);
  const isWhole = chosen.needs.every((keys) => keys.some((key) => options[key] !== null));
  const member = isWhole ? chosen : first;
  return { member, record: { kind: member.name, options: isWhole ? options : completeOptions(first.options, {}) } };
}

/** Reports missing options. @param isGiven returns true if the key exists, with or without a value */
export function complainOfNeeds(
  kind: string,
  { name, options, needs }: Member,
  isGiven: (key: string) => boolean,
  place: Place,
): void {
  for (const keys of needs)
    if (!keys.some(isGiven))
      place.at(keys[0]).complain(`The ${kind} ${name} requires this key.`, `Write ${options[keys[0]]?.expected}.`);
}

/** Parsed default of an option; null if the option has no default. */
export function fallbackOf(schema: Schema<unknown>): unknown {
  if (!('fallback' in schema)) return null;
  const findings = { environment: {}, problems: [], variables: new Set<string>(), replacements: [] };
  return schema.read({ kind: 'value', value: schema.fallback, file: '' }, new Place(findings, ''));
}

/** Joins words as `a, b, or c`. */
export function alternatives(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`;
}
