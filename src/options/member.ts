import { isNamed, Place, type Sourced } from './place.ts';
import type { Schema, Shape } from './schema.ts';

/**
 * Member of a registry, chosen by name in the configuration, with options of its own: a scheme, a driver of the shared
 * state, a backend. Sections of the configuration, their JSON Schema, the reference of all keys, and forms are
 * generated from the options of the members.
 */
export interface Member<K extends Shape = Shape> {
  /** Name in the configuration, in lower case. */
  readonly name: string;
  /** Keys of the section that chooses the member. Members with the same key share its schema. */
  readonly options: Readonly<K>;
  /** Groups of keys: one key of each group is required; messages ask for its first. */
  readonly needs: readonly (readonly [Key<K>, ...Key<K>[]])[];
}

type Key<K extends Shape> = Extract<keyof K, string>;

/** Parsed options of a member, by key; null where an option without a default is left out. */
export type OptionsOf<K extends Shape> = {
  readonly [N in keyof K]: K[N] extends Schema<infer T>
    ? K[N] extends { readonly fallback: unknown }
      ? T
      : T | null
    : never;
};

/** Options of any member: plain JSON. */
export type OptionsRecord = Readonly<Record<string, unknown>>;

/** A member that was chosen, with its options. */
export interface MemberRecord {
  /** Name of the member. */
  readonly kind: string;
  readonly options: OptionsRecord;
}

type Members<M extends Member> = readonly [M, ...M[]];

/** @throws for an unknown name, which the configuration refuses */
export function memberNamed<M extends Member>(members: readonly M[], name: string): M {
  const member = members.find((candidate) => candidate.name === name);
  if (member === undefined) throw new Error(`${name} is none of ${members.map((each) => each.name).join(', ')}.`);
  return member;
}

/**
 * The option keys of all members, in the order of the registry.
 * @param own keys that the section itself has
 * @throws where one key has two schemas
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

/** Completes the options that were read with the defaults of those that are left out or wrong. */
export function completeOptions(keys: Shape, read: OptionsRecord | undefined): OptionsRecord {
  return Object.fromEntries(Object.entries(keys).map(([key, schema]) => [key, read?.[key] ?? fallbackOf(schema)]));
}

/**
 * The member that a section chooses, the first where it names none. Reports missing options that the member needs; then
 * the first member is returned as a placeholder, which is never used: the problem closes everything that depends on it.
 * @param kind word for messages: `backend`
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

/** @param isGiven whether the key is there, with a value or without */
export function complainOfNeeds(
  kind: string,
  { name, options, needs }: Member,
  isGiven: (key: string) => boolean,
  place: Place,
): void {
  for (const keys of needs)
    if (!keys.some(isGiven))
      place
        .at(keys[0])
        .complain(`The ${kind} ${name} needs it, and it is missing.`, `Write ${options[keys[0]]?.expected}.`);
}

/** Parsed default of an option; null if it has none. */
export function fallbackOf(schema: Schema<unknown>): unknown {
  if (!('fallback' in schema)) return null;
  const findings = { environment: {}, problems: [], variables: new Set<string>(), replacements: [] };
  return schema.read({ kind: 'value', value: schema.fallback, file: '' }, new Place(findings, ''));
}

/** `a, b, or c`. */
export function alternatives(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`;
}
