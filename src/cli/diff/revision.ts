import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DESCRIPTOR_ENDING } from '../../descriptors/path-names.ts';

/** Descriptors of one Git revision, copied to a temporary folder. */
interface Revision {
  /** Absolute path. The files below it have the same relative paths as in the project. */
  readonly folder: string;
  /** Paths of the files, relative to the folder. */
  readonly paths: readonly string[];
  /** Deletes the folder. */
  close(): void;
}

/** Error for a revision that cannot be read, with a remedy in the message. */
export class RevisionError extends Error {
  override readonly name = 'RevisionError';
}

type Environment = Readonly<Record<string, string | undefined>>;

const OTHERWISE = 'Name a file, an API, or a commit, branch or tag.';
const SHALLOW =
  'This clone has only the latest revisions: run "git fetch --unshallow", ' +
  'or give actions/checkout the option fetch-depth: 0.';
const MOST_BYTES = 512 * 1024 * 1024;
const MOST_FILES = 20_000;

/**
 * Copies the YAML and JSON files of a revision below a path to a temporary folder, without changing the repository.
 * Symbolic links and submodules are skipped.
 * @param path relative to the project, with forward slashes
 * @throws RevisionError if Git fails or is missing, or the revision does not exist, has no such files or too many, or
 * is incomplete in a partial clone
 */
export function openRevision(
  projectFolder: string,
  revision: string,
  path: string,
  environment: Environment,
): Revision {
  const git = (args: readonly string[], input?: string): Buffer => {
    const { status, stdout, stderr } = runGit(projectFolder, args, environment, input);
    // Exit code 1 means that the revision does not exist.
    if (status !== 0 && status !== 1) throw new RevisionError(`${noRevision(revision)} git says: ${gitWords(stderr)}`);
    return status === 0 ? stdout : Buffer.alloc(0);
  };
  // After --end-of-options, Git cannot read the revision as an option; all later commands use the commit hash.
  const commit = git(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`])
    .toString()
    .trim();
  if (!/^[0-9a-f]{40,64}$/.test(commit)) {
    const isShallow = git(['rev-parse', '--is-shallow-repository']).toString().trim() === 'true';
    throw new RevisionError(`${noRevision(revision)} ${isShallow ? SHALLOW : OTHERWISE}`);
  }
  const listed = git(['ls-tree', '-r', '-z', commit, '--', path]).toString('utf8');
  const entries = listed.split('\0').flatMap((line) => {
    const { mode, object, file } = /^(?<mode>\d+) \w+ (?<object>[0-9a-f]+)\t(?<file>.+)$/s.exec(line)?.groups ?? {};
    const isFile = mode === '100644' || mode === '100755';
    return isFile && object !== undefined && file !== undefined && isInside(file) ? [{ object, file }] : [];
  });
  const files = entries.filter(({ file }) => DESCRIPTOR_ENDING.test(file) || /\.(?:md|txt|xsd|php)$/i.test(file));
  if (files.length === 0 || files.length > MOST_FILES) {
    const found = files.length === 0 ? 'has no YAML or JSON file' : 'has too many files';
    throw new RevisionError(
      `The revision ${revision} ${found} below ${path}. Name a descriptor or a folder by its path in the project.`,
    );
  }
  const folder = mkdtempSync(join(tmpdir(), 'platform-docs-revision-'));
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const contents = splitBatch(
      revision,
      git(['cat-file', '--batch'], files.map(({ object }) => `${object}\n`).join('')),
    );
    for (const [index, { file }] of files.entries()) {
      const target = join(folder, file);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, contents[index] ?? '');
    }
    return { folder, paths: files.map(({ file }) => file), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** True if a path stays inside the folder it is joined to: names in a Git tree may contain `..` or backslashes. */
function isInside(file: string): boolean {
  return !file.includes('\\') && file.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

/** Splits the output of `git cat-file --batch`, which is a line `<object> blob <size>` and the bytes of each file. */
function splitBatch(revision: string, output: Buffer): readonly Buffer[] {
  const contents: Buffer[] = [];
  for (let start = 0; start < output.length; ) {
    const end = output.indexOf(10, start);
    const size = Number(/ blob (\d+)$/.exec(output.toString('latin1', start, end))?.[1]);
    if (!Number.isInteger(size))
      throw new RevisionError(`This clone lacks a file of the revision ${revision}: clone without --filter.`);
    contents.push(output.subarray(end + 1, end + 1 + size));
    start = end + 2 + size;
  }
  return contents;
}

function noRevision(name: string): string {
  return `There is no file, API or revision ${JSON.stringify(name)}.`;
}

/** Formats an error message of Git on one line, with the remedy that Git may suggest. */
function gitWords(stderr: Buffer): string {
  const words = stderr
    .toString()
    .replace(/^fatal: /, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
  return /[.]$/.test(words) ? words : `${words}.`;
}

function runGit(cwd: string, args: readonly string[], environment: Environment, input?: string) {
  // Git runs without a shell, treats paths literally, fetches nothing, and does not ask for a password.
  const run = spawnSync('git', ['--literal-pathspecs', '--no-optional-locks', ...args], {
    cwd,
    env: { ...environment, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1' },
    maxBuffer: MOST_BYTES,
    windowsHide: true,
    ...(input === undefined ? {} : { input }),
  });
  const { error } = run;
  if (error !== undefined && 'code' in error && error.code === 'ENOENT')
    throw new RevisionError('git is not installed here. Install it, or name files in place of revisions.');
  if (error !== undefined) throw new RevisionError(`git cannot read the revision: ${error.message}.`);
  return run;
}
