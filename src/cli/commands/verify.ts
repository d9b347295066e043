import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checksumsOf } from '../../files/checksums.ts';
import { countOf } from '../../model/diagnostic.ts';
import { PLAIN_RELEASE_FOLDER, RELEASE_FOLDER, STATIC_FOLDER } from '../../project/folders.ts';
import { build } from '../../release/build.ts';
import { CURRENT_FILE } from '../../store/release.ts';
import { onInterruption } from '../build-process.ts';
import type { Command } from '../command.ts';
import { complainOf, NOT_PUBLISHED } from '../problem-report.ts';

const HELP = `Usage: platform-docs verify [--keep-going]

Builds the project once more, in a temporary folder and without anything of the build before, and
compares the SHA-256 of every file with that in dist/: the same input gives the same bytes.
Reports files that were changed, damaged or made from another state of the project, and files in
dist/static that are not of this build.

Options:
  --keep-going  Build the APIs without errors, as "platform-docs build --keep-going" does

Exit codes: 0 every file is the same, 1 one is not or nothing can be built, 2 wrong use,
130 ended by Ctrl-C or SIGTERM
`;

/**
 * Matches files of the only folder that each build replaces completely. Other folders also contain the files of older
 * releases, so extra files there are not errors.
 */
const OF_ONE_BUILD = new RegExp(`^${STATIC_FOLDER}/`);

/** Compares the published files with those of a new build of the project. */
export const verify: Command = {
  help: HELP,
  options: { 'keep-going': { type: 'boolean' } },
  mostArguments: 0,
  async run({ options, projectFolder, environment, terminal }) {
    const distFolder = join(projectFolder, 'dist');
    const kinds = builtKinds(distFolder);
    if (kinds.length === 0) {
      terminal.complain(NOT_PUBLISHED);
      return 1;
    }
    const newFolder = mkdtempSync(join(tmpdir(), 'platform-docs-verify-'));
    const progress = terminal.progress('Writing documents');
    try {
      for (const kind of kinds) {
        const result = await onInterruption((signal) =>
          build({
            projectFolder,
            distFolder: newFolder,
            environment,
            // The second build reuses the templates that the first build compiled.
            force: kind === kinds[0],
            keepGoing: options.has('keep-going'),
            strict: false,
            ...kind,
            signal,
            onProgress: progress.update,
          }),
        ).finally(progress.end);
        if (result.kind === 'interrupted') return 130;
        if (result.kind !== 'published') {
          complainOf(result, terminal);
          return 1;
        }
      }
      const written = checksumsOf(newFolder);
      const published = checksumsOf(distFolder);
      const differing = [...written].filter(([name, sum]) => published.get(name) !== sum);
      for (const [name] of differing)
        terminal.complain(`dist/${name} ${published.has(name) ? 'differs from a new build' : 'is missing'}.`);
      const added = [...published.keys()].filter((name) => OF_ONE_BUILD.test(name) && !written.has(name));
      for (const name of added) terminal.complain(`dist/${name} is not a file of this build.`);
      const wrong = differing.length + added.length;
      if (wrong > 0) {
        terminal.complain(`${wrong} of ${countOf(written.size, 'file')} differ. Run "platform-docs build --force".`);
        return 1;
      }
      terminal.inform(`${countOf(written.size, 'file')} of dist match a new build.`);
      return 0;
    } finally {
      rmSync(newFolder, { recursive: true, force: true });
    }
  },
};

/** Options of the builds to repeat: one for our server, with or without `dist/static`, and one for a plain host. */
function builtKinds(distFolder: string): readonly { readonly static: boolean; readonly plain: boolean }[] {
  const isPublished = (folder: string): boolean => existsSync(join(distFolder, folder, CURRENT_FILE));
  const hasCopies = existsSync(join(distFolder, STATIC_FOLDER, 'index.html.gz'));
  const hasFiles = existsSync(join(distFolder, STATIC_FOLDER));
  return [
    ...(isPublished(RELEASE_FOLDER) ? [{ static: hasFiles && hasCopies, plain: false }] : []),
    ...(isPublished(PLAIN_RELEASE_FOLDER) && !hasCopies && hasFiles ? [{ static: true, plain: true }] : []),
  ];
}
