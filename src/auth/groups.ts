/** The groups that a user belongs to, without `@`; empty for an unknown user. */
export type GroupsOf = (user: string) => readonly string[];

/** Groups and their members, as configuration (`Object.entries`) and group files (a map) have them. */
type GroupMembers = Iterable<readonly [group: string, members: Iterable<string>]>;

/** Turns lists of members round; a group that several sources have is all of them together. */
export function groupsFrom(...sources: readonly GroupMembers[]): GroupsOf {
  const groups = new Map<string, Set<string>>();
  for (const [group, members] of sources.flatMap((source) => [...source])) {
    for (const member of members) {
      const own = groups.get(member);
      if (own === undefined) groups.set(member, new Set([group]));
      else own.add(group);
    }
  }
  const lists = new Map([...groups].map(([user, own]): [string, readonly string[]] => [user, [...own]]));
  return (user) => lists.get(user) ?? [];
}
