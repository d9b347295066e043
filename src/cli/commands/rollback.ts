import { publishedReleases, returnTo } from '../../release/published-releases.ts';
import { currentRelease } from '../../store/release.ts';
import type { Command } from '../command.ts';
import { publishedFolder } from './releases.ts';

const HELP = `Usage: platform-docs rollback [id]

Makes a former release the current one: the one with the id, as "platform-docs releases" lists them,
or the one published before the current one. A running server switches within two seconds. The next
build publishes what the project says then. dist/static and dist/server stay as they are.

Exit codes: 0 done, 1 there is no such release or it cannot be served, 2 wrong use
`;

/** Publishes an earlier release again, atomically. */
export const rollback: Command = {
  help: HELP,
  options: {},
  mostArguments: 1,
  async run(invocation) {
    const { terminal } = invocation;
    const folder = publishedFolder(invocation);
    if (folder === undefined) return 1;
    const current = currentRelease(folder);
    const ids = publishedReleases(folder).map((release) => release.id);
    const [asked] = invocation.arguments;
    const id = asked ?? ids[ids.indexOf(current) + 1];
    if (id === undefined || !ids.includes(id)) {
      const what = asked === undefined ? `before ${current}` : JSON.stringify(asked);
      terminal.complain(`There is no release ${what}. "platform-docs releases" lists all.`);
      return 1;
    }
    if (id === current) {
      terminal.inform(`The release ${id} is the current one already.`);
      return 0;
    }
    try {
      await returnTo(folder, id);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      terminal.complain(`The release ${id} cannot be served; ${current} stays current: ${reason}`);
      return 1;
    }
    terminal.inform(`The release ${id} is the current one, in place of ${current}.`);
    return 0;
  },
};
