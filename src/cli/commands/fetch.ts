import { changesView } from '../../changes/change-view.ts';
import { readDescriptor } from '../../descriptors/read-descriptors.ts';
import { Api } from '../../model/api.ts';
import { countOf } from '../../model/diagnostic.ts';
import { readConfiguration } from '../../project/configuration.ts';
import { toDiagnostic } from '../../project/findings.ts';
import { DESCRIPTOR_FOLDER } from '../../project/folders.ts';
import { type Command, type Terminal, UsageError } from '../command.ts';
import { summaryOf } from '../diff/reports.ts';
import { FetchError } from '../fetch/download.ts';
import { type FetchedSource, fetchSource } from '../fetch/fetched-source.ts';
import {
  LOCK_FILE,
  type LockedSource,
  leadsOut,
  lockedSource,
  lockText,
  readDescriptorFile,
  readLock,
  replaceFiles,
  sha256,
} from '../fetch/lock-file.ts';
import { complainOf } from '../problem-report.ts';

const HELP = `Usage: platform-docs fetch [<path>] [--check]

Fetches the descriptors that platform-documentation.sources names by URL, with the files that they refer to by
relative references, and writes them to ${DESCRIPTOR_FOLDER}/. Their SHA-256 is kept in ${LOCK_FILE}:
a file that was edited since is not replaced. Says of each source what changed, and names the files written.
If one cannot be fetched, or has errors, nothing is written. Of the other commands, only
"init --from <url>" asks for a descriptor by network.

Arguments:
  <path>   One source by its path, such as library/v1.yaml; by default all

Options:
  --check  Write nothing, and end with 1 if a source or a file differs from ${LOCK_FILE}

Exit codes: 0 fetched, 1 something cannot be fetched or written, or --check found a difference, 2 wrong use
`;

/** Fetches descriptors from URLs. */
export const fetchCommand: Command = {
  help: HELP,
  options: { check: { type: 'boolean' } },
  mostArguments: 1,
  async run({ arguments: [wanted], options, projectFolder, environment, terminal }) {
    const { configuration, problems } = readConfiguration(projectFolder, environment);
    if (problems.length > 0) {
      complainOf({ diagnostics: problems.map((problem) => toDiagnostic(problem, 'error', projectFolder)) }, terminal);
      return 1;
    }
    const sources = configuration.sources.filter(({ path }) => wanted === undefined || path === wanted);
    if (sources.length === 0)
      throw new UsageError(
        wanted === undefined
          ? 'No source is configured. Write paths and URLs below platform-documentation.sources.'
          : `${JSON.stringify(wanted)} is not below platform-documentation.sources.`,
      );
    const lock = readLock(projectFolder);
    if (lock === undefined) {
      terminal.complain(
        `platform-docs: ${LOCK_FILE} is damaged. Restore it, or remove it with the files that it names.`,
      );
      return 1;
    }
    const known = new Set(configuration.sources.map(({ path }) => path));
    const next = new Map([...lock].filter(([path]) => known.has(path)));
    const contents = new Map<string, Uint8Array | string | null>();
    let isRefused = false;
    const refuse = (line: string): void => {
      isRefused = true;
      terminal.complain(line);
    };
    for (const { path, url } of sources) {
      const source = await fetched(path, new URL(url), terminal);
      isRefused ||= source === undefined;
      if (source === undefined) continue;
      const before = lock.get(path)?.files ?? {};
      next.set(path, lockedSource(source, new URL(url)));
      const own = changedFiles(source, before, projectFolder, refuse);
      for (const [file, content] of own) {
        if (contents.has(file)) refuse(`${file}: another source has this file, too. ${OTHER_PATH}`);
        contents.set(file, content);
      }
      terminal.print(`${path}: ${own.size === 0 ? 'unchanged.' : changesIn(source, projectFolder)}`);
    }
    const isLocked = lockText(next) === lockText(lock);
    if (options.has('check')) return isRefused || contents.size > 0 || !isLocked ? 1 : 0;
    if (isRefused) {
      terminal.complain('platform-docs: nothing was written, because of the errors above.');
      return 1;
    }
    if (contents.size === 0 && isLocked) return 0;
    contents.set(LOCK_FILE, lockText(next));
    replaceFiles(projectFolder, [...contents]);
    for (const [file, content] of contents) terminal.print(`${content === null ? 'Removed' : 'Wrote'} ${file}`);
    return 0;
  },
};

/** @returns undefined after a failure, which is reported */
async function fetched(path: string, url: URL, terminal: Terminal): Promise<FetchedSource | undefined> {
  try {
    const source = await fetchSource(url, path);
    const errors = source.diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return source;
    complainOf({ diagnostics: errors }, terminal);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    terminal.complain(`platform-docs: ${path}: ${error.message}`);
  }
  return undefined;
}

/** Compares a source with the descriptor that is there, if there is one: `1 breaking, 0 notable, 2 docs-only.` */
function changesIn({ path, records }: FetchedSource, projectFolder: string): string {
  const place = { projectRoot: projectFolder, folder: DESCRIPTOR_FOLDER, path: `${DESCRIPTOR_FOLDER}/${path}` };
  const [old, api] = [readDescriptor(place)?.record, records[0]].map((record) => record && new Api(record));
  if (api === undefined) return 'changed.';
  return old === undefined
    ? `new, ${countOf(api.getOperationCount(), 'operation')}.`
    : summaryOf(changesView(old, api));
}

/**
 * Determines the files of a source to write, and those to remove, as null, by their paths in the project.
 * @param before hashes of the files that were fetched last; others are refused, as are edited files
 */
function changedFiles(
  { files }: FetchedSource,
  before: LockedSource['files'],
  projectFolder: string,
  refuse: (line: string) => void,
): ReadonlyMap<string, Uint8Array | null> {
  const contents = new Map<string, Uint8Array | null>();
  for (const path of new Set([...files.keys(), ...Object.keys(before)])) {
    const next = files.get(path) ?? null;
    const there = readDescriptorFile(projectFolder, path);
    if (next === null ? there === undefined : there?.equals(next) === true) continue;
    const file = `${DESCRIPTOR_FOLDER}/${path}`;
    if (leadsOut(projectFolder, path)) refuse(`${file}: a link leads out of ${DESCRIPTOR_FOLDER}. Remove the link.`);
    else if (there === undefined || sha256(there) === before[path]) contents.set(file, next);
    else if (before[path] === undefined) refuse(`${file}: this file is there already. ${OTHER_PATH}`);
    else refuse(`${file}: this file was edited since it was fetched. Write the edits into an overlay, and remove it.`);
  }
  return contents;
}

const OTHER_PATH = 'Remove it, or write another path for the source.';
