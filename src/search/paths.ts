import { ENTRY_KINDS } from './entry.ts';
import { NAME_AND_PLACE, OTHER_FORM } from './order.ts';
import type { Shard } from './shard.ts';
import { inOtherNumber, joinedName } from './terms.ts';

/** Placeholder that `wholeName` writes for a path parameter. */
const PLACEHOLDER = '{}';

/** Minimum length of a name that may have a typo. A shorter name with a different letter is a different name. */
const SHORTEST_WITH_TYPO = 4;

const FIELD = ENTRY_KINDS.indexOf('field');
const SCHEMA = ENTRY_KINDS.indexOf('schema');
/** Kinds of entries at which a path may begin. */
const BEGINNINGS: ReadonlySet<number> = new Set([
  FIELD,
  SCHEMA,
  ENTRY_KINDS.indexOf('parameter'),
  ENTRY_KINDS.indexOf('header'),
]);

/**
 * Follows a path of names through a shard: from a field, parameter or named schema to the fields inside, and from a
 * value with a named schema to that schema's fields. Paths across several schemas therefore need no entries.
 * @param found called, possibly repeatedly, for each entry at the end of the path. `path`: it starts at a message or a
 * named schema; `end of a path`: at a field inside; `beginning`: the last name only begins the entry's name
 */
export function forEachOnPath(
  shard: Shard,
  path: readonly string[],
  found: (entry: number, by: 'path' | 'end of a path' | 'beginning') => void,
): void {
  const [first = '', ...others] = path;
  const begins = [...named(shard, first)].filter((entry) => BEGINNINGS.has(shard.kindNumber(entry)));
  follow(shard, new Set(begins), others, (entry, isWhole) => found(entry, isWhole ? 'end of a path' : 'beginning'));
  const roots = new Set(begins.filter((entry) => !isFieldInside(shard, entry)));
  follow(shard, roots, others, (entry, isWhole) => isWhole && found(entry, 'path'));
}

function follow(
  shard: Shard,
  begins: ReadonlySet<number>,
  names: readonly string[],
  found: (entry: number, isWhole: boolean) => void,
): void {
  const last = names.at(-1);
  if (last === undefined) return;
  let reached = begins;
  for (const name of names.slice(0, -1)) reached = inside(shard, named(shard, name), reached);
  if (reached.size === 0) return;
  const whole = named(shard, last);
  const begun = new Set(whole);
  shard.names.visitBeginning(last, (entry) => void begun.add(entry));
  for (const entry of inside(shard, begun, reached)) found(entry, whole.has(entry));
}

/**
 * Follows the paths that differ from a path by one typo in one name: in the unknown name, or in any if all are known.
 * @param found also called with the path that was followed
 */
export function forEachClosePath(
  shard: Shard,
  path: readonly string[],
  found: (entry: number, by: 'path' | 'end of a path', followed: readonly string[]) => void,
): void {
  const unknown = path.flatMap((name, at) => (named(shard, name).size === 0 ? [at] : []));
  if (unknown.length > 1) return;
  for (const at of unknown.length === 1 ? unknown : path.keys()) {
    const name = path[at] ?? '';
    if (name.length < SHORTEST_WITH_TYPO) continue;
    shard.names.visitOneEditFrom(name, (key) => {
      const close = shard.names.key(key);
      const followed = path.with(at, close);
      forEachOnPath(shard, followed, (entry, by) => {
        if (by !== 'beginning') found(entry, by, followed);
      });
    });
  }
}

/**
 * Finds entries whose path has placeholders where a question has values: `repos/octocat/hello-world/issues/1` matches
 * `repos/{}/{}/issues/{}`. Finds only paths with the fewest placeholders, and none if the question is one typo from a
 * name: the `lst` of `teams/lst` is a typo, not a value of `teams/{}`. Query strings are ignored.
 */
export function forEachFilledPath(shard: Shard, name: string, found: (entry: number) => void): void {
  const { names } = shard;
  const [, method = '', path = ''] = /^([a-z]+ )?([^\s?#]+)/.exec(name) ?? [];
  const segments = path.replace(/\/$/, '').split('/');
  if (segments.length < 2) return;
  let prefixes: readonly PathPrefix[] = [{ text: method, words: 0 }];
  for (const [index, segment] of segments.entries()) {
    const end = index + 1 < segments.length ? '/' : '';
    prefixes = prefixes
      .flatMap(({ text, words }) => [
        ...(segment === PLACEHOLDER ? [] : [{ text: `${text}${segment}${end}`, words: words + 1 }]),
        { text: `${text}${PLACEHOLDER}${end}`, words },
      ])
      .filter(({ text }) => names.hasBeginning(text));
  }
  // Excludes a text that is only the beginning of a longer name.
  const whole = prefixes.flatMap(({ text, words }) => {
    const key = names.find(text);
    return key === null ? [] : [{ key, words }];
  });
  const most = Math.max(1, ...whole.map(({ words }) => words));
  const keys = whole.flatMap(({ key, words }) => (words === most ? [key] : []));
  let isTypo = false;
  if (keys.length > 0) names.visitOneEditFrom(name, () => (isTypo = true));
  if (!isTypo) for (const key of keys) names.visit(key, found);
}

/** A prefix of known paths that matches the question, and the number of its segments that are not placeholders. */
interface PathPrefix {
  readonly text: string;
  readonly words: number;
}

/** Maximum number of fields that are tried beside a schema's own, and of entries around one field that are followed. */
const MOST_TRIED = 50;
const MOST_AROUND = 2000;

/**
 * Finds the fields with a name that are anywhere inside a named schema: `deployment limits`. The first words of the
 * question name the schema, the others the field.
 * @param found called with a better grade for a field of the schema itself: `charge amount` is `charge.amount`
 */
export function forEachInside(
  shard: Shard,
  words: readonly string[],
  found: (entry: number, grade: number) => void,
): void {
  for (let at = 1; at < words.length; at += 1) {
    const schemas = new Set(ofKind(shard, words.slice(0, at).join(' '), SCHEMA));
    if (schemas.size === 0) continue;
    for (const [index, entry] of ofKind(shard, words.slice(at).join(' '), FIELD).entries()) {
      if (schemas.has(ownerOf(shard, entry) ?? Number.NaN)) found(entry, OTHER_FORM);
      else if (index < MOST_TRIED && isAnywhereInside(shard, entry, schemas)) found(entry, NAME_AND_PLACE);
    }
  }
}

/** Entries of a kind with a name, in singular or plural. */
function ofKind(shard: Shard, name: string, kind: number): readonly number[] {
  const entries = [name, ...inOtherNumber(name)].flatMap((one) => [...named(shard, one)]);
  return entries.filter((entry) => shard.kindNumber(entry) === kind);
}

function isAnywhereInside(shard: Shard, entry: number, schemas: ReadonlySet<number>): boolean {
  const around = new Set([entry]);
  // The loop also visits entries that it adds to the set.
  for (const one of around) {
    if (schemas.has(one)) return true;
    const owner = ownerOf(shard, one);
    if (owner !== null) around.add(owner);
    if (shard.kindNumber(one) === SCHEMA && around.size < MOST_AROUND)
      shard.holders.visitAll(shard.name(one).toWellFormed(), (holder) => void around.add(holder));
  }
  return false;
}

function named(shard: Shard, name: string): Set<number> {
  const entries = new Set<number>();
  for (const text of [name, joinedName(name)]) shard.names.visitAll(text, (entry) => void entries.add(entry));
  return entries;
}

/** Returns the entries that are fields of a reached entry. */
function inside(shard: Shard, entries: ReadonlySet<number>, reached: ReadonlySet<number>): ReadonlySet<number> {
  const owners = new Map<number, boolean>();
  const isInside = (entry: number): boolean => {
    const owner = shard.kindNumber(entry) === FIELD ? ownerOf(shard, entry) : null;
    if (owner === null) return false;
    const known = owners.get(owner);
    const is = known ?? (shard.kindNumber(owner) === SCHEMA ? isReached(shard, owner, reached) : reached.has(owner));
    owners.set(owner, is);
    return is;
  };
  return new Set([...entries].filter(isInside));
}

/** Field or named schema that directly contains a field; null for a top-level field of a message. */
function ownerOf(shard: Shard, entry: number): number | null {
  const depth = shard.depth(entry);
  if (depth === 0) return null;
  let owner = entry - 1;
  while (owner >= 0 && shard.depth(owner) >= depth) owner -= 1;
  return owner < 0 ? null : owner;
}

function isFieldInside(shard: Shard, entry: number): boolean {
  const owner = ownerOf(shard, entry);
  return owner !== null && shard.kindNumber(owner) === FIELD;
}

/** Whether a path reached a named schema, or an entry that contains its fields, directly or through schemas. */
function isReached(shard: Shard, schema: number, reached: ReadonlySet<number>): boolean {
  const holders = new Set([schema]);
  for (const holder of holders) {
    if (reached.has(holder)) return true;
    if (shard.kindNumber(holder) !== SCHEMA) continue;
    shard.holders.visitAll(shard.name(holder).toWellFormed(), (other) => void holders.add(other));
  }
  return false;
}
