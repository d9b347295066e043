import { type FileReading, nameProblem, readLines } from './lines.ts';
import { WatchedFile } from './watched-file.ts';

/** Names of users by group. */
export type Groups = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Reads an Apache group file: `group: user user "user with spaces"`. Several lines for one group are combined. A file
 * without groups is valid.
 */
export function parseGroupFile(text: string): FileReading<Groups> {
  const lines = readLines(text, 2, 'group: user user');
  if (lines.kind === 'damaged') return lines;
  const groups = new Map<string, Set<string>>();
  const complaints = [];
  for (const { number, fields } of lines.records) {
    const [group = '', ...rest] = fields;
    const problem = nameProblem(group)?.replace('user name', 'group name');
    if (problem !== undefined) {
      complaints.push({ line: number, problem });
      continue;
    }
    const users = groups.get(group) ?? new Set<string>();
    for (const [, quoted, plain] of rest.join(':').matchAll(/"([^"]*)"|([^\s"]+)/g)) users.add(quoted ?? plain ?? '');
    groups.set(group, users);
  }
  return { kind: 'read', content: groups, complaints };
}

/**
 * Reads a group file once, and reports the problems that a server would log. `groups` is undefined if the file cannot
 * be used; then no group has a member.
 */
export function readGroupFile(path: string): {
  readonly groups: Groups | undefined;
  readonly problems: readonly string[];
} {
  let logged = '';
  const file = new WatchedFile(path, parseGroupFile, (text) => {
    logged = text;
  });
  const [groups, health] = [file.content(), file.health()];
  file.close();
  return { groups, problems: (health.kind === 'closed' ? health.reason : logged).split('\n').filter(Boolean) };
}
