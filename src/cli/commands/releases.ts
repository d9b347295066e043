import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { RELEASE_FOLDER } from '../../project/folders.ts';
import { publishedReleases } from '../../release/published-releases.ts';
import { CURRENT_FILE, currentRelease } from '../../store/release.ts';
import type { Command, Invocation } from '../command.ts';
import { NOT_PUBLISHED } from '../problem-report.ts';

const HELP = `Usage: platform-docs releases

Lists the releases in dist/documentation, the last one published first: id, date and size. The
current one is marked with *. A build keeps three: its own, the one before it and one more, to which
"platform-docs rollback" returns. Packs that several releases share count for each of them.

Exit codes: 0 done, 1 nothing is published, 2 wrong use
`;

/** Lists the releases that `rollback` can restore. */
export const releases: Command = {
  help: HELP,
  options: {},
  mostArguments: 0,
  async run(invocation) {
    const folder = publishedFolder(invocation);
    if (folder === undefined) return 1;
    const current = currentRelease(folder);
    for (const { id, publishedAt, bytes } of publishedReleases(folder)) {
      const date = publishedAt.toISOString().replace(/T(.*)\.\d+Z$/, ' $1 UTC');
      invocation.terminal.print(`${id === current ? '*' : ' '} ${id}  ${date}  ${(bytes / 1e6).toFixed(1)} MB`);
    }
    return 0;
  },
};

/** Returns the path of `dist/documentation`; prints a message and returns undefined if no release is published. */
export function publishedFolder({
  projectFolder,
  terminal,
}: Pick<Invocation, 'projectFolder' | 'terminal'>): string | undefined {
  const folder = join(projectFolder, 'dist', RELEASE_FOLDER);
  if (existsSync(join(folder, CURRENT_FILE))) return folder;
  terminal.complain(NOT_PUBLISHED);
  return undefined;
}
