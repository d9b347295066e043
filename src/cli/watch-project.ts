import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfiguration } from '../project/configuration.ts';
import { EXTENSION_FILES, extensionsOf, namedFiles } from '../project/extensions.ts';
import { statesOf } from '../project/fingerprint.ts';
import { SITE_FOLDERS } from '../project/folders.ts';
import { runBuildProcess, SIGNALS } from './build-process.ts';
import type { Invocation } from './command.ts';

/** Changed files that a message names. */
const MOST_NAMED = 3;

/**
 * Builds a project, and builds it again after every change of its files, until SIGINT or SIGTERM. A build reports its
 * problems, and the release from before stays; the next change is built all the same.
 * @param say prints information between builds
 */
export async function watchProject(invocation: Invocation, say: (line: string) => void): Promise<void> {
  const { projectFolder } = invocation;
  const abort = new AbortController();
  const onSignal = (): void => abort.abort();
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const files = new WatchedFiles(invocation);
  let isFirst = true;
  try {
    await rebuildOnChange({
      look: () => files.states(),
      async build(changed) {
        if (changed.length > 0) say(`Changed: ${listOf(changed)}.`);
        await runBuildProcess(optionsOf(invocation, isFirst), projectFolder);
        if (isFirst && !abort.signal.aborted) say('Changes are built when files are saved. Ctrl-C ends this.');
        isFirst = false;
        files.learn();
      },
      pause: (milliseconds) => sleep(milliseconds, undefined, { signal: abort.signal }).catch(() => undefined),
      clock: () => performance.now(),
      signal: abort.signal,
    });
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

/** Options of each build. Only the first build has `--force`. */
function optionsOf({ options }: Invocation, isFirst: boolean): readonly string[] {
  return [...options].flatMap(([name, value]) => {
    if (name === 'watch' || (name === 'force' && !isFirst)) return [];
    return [value === true ? `--${name}` : `--${name}=${value}`];
  });
}

function listOf(paths: readonly string[]): string {
  const rest = paths.length - MOST_NAMED;
  return paths.slice(0, MOST_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** Time for which files must not change before a build reads them: editors save several at once, and in steps. */
const SETTLED_MILLISECONDS = 100;
/** Longest wait for files to settle: then a build reads them although a program still writes. */
const MOST_SETTLING_MILLISECONDS = 2_000;
const LOOK_MILLISECONDS = 300;
/** Largest share of the time that comparing files may take, for any number of files. */
const LOOK_SHARE = 1 / 20;

interface Rebuilding {
  /** State of all watched files by their paths; equal texts mean unchanged files. */
  look(): ReadonlyMap<string, string>;
  /** @param changed paths; none at the first build */
  build(changed: readonly string[]): Promise<void>;
  /** Returns early at the signal. */
  pause(milliseconds: number): Promise<void>;
  /** Milliseconds. */
  clock(): number;
  readonly signal: AbortSignal;
}

/**
 * Builds, and builds again after every change, until the signal. There is one build at a time; changes during a build
 * lead to one more. Files are compared, not watched, so that no change is missed on any file system.
 */
export async function rebuildOnChange({ look, build, pause, clock, signal }: Rebuilding): Promise<void> {
  let seen = look();
  await build([]);
  while (!signal.aborted) {
    const start = clock();
    let now = look();
    const interval = Math.max(LOOK_MILLISECONDS, (clock() - start) / LOOK_SHARE);
    if (changedPaths(seen, now).length === 0) {
      await pause(interval);
      continue;
    }
    for (let settling = true; settling && !signal.aborted && clock() - start < MOST_SETTLING_MILLISECONDS; ) {
      await pause(SETTLED_MILLISECONDS);
      const later = look();
      settling = changedPaths(now, later).length > 0;
      now = later;
    }
    const changed = changedPaths(seen, now);
    seen = now;
    // A file that was changed and changed back needs no build.
    if (changed.length > 0 && !signal.aborted) await build(changed);
  }
}

function changedPaths(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path)).sort();
}

/** Everything that a build of a project reads: descriptors, guides, configuration, words, theme, templates, formats. */
export class WatchedFiles {
  readonly #projectFolder: string;
  readonly #environment: Invocation['environment'];
  /** Paths relative to the project. None is removed, since a configuration may be faulty for a moment. */
  readonly #paths = new Set<string>(SITE_FOLDERS);

  constructor({ projectFolder, environment }: Pick<Invocation, 'projectFolder' | 'environment'>) {
    this.#projectFolder = projectFolder;
    this.#environment = environment;
    this.learn();
  }

  /** Adds templates and formats, and the files they import, as the configuration and the last build name them. */
  learn(): void {
    const { configuration } = readConfiguration(this.#projectFolder, this.#environment);
    for (const { file } of namedFiles(extensionsOf(this.#projectFolder, configuration))) {
      const path = resolve(this.#projectFolder, file);
      this.#paths.add(this.#relative(path));
      // Templates that never compiled may import files beside them. The whole project would be too much.
      const folder = dirname(path);
      if (relative(folder, this.#projectFolder).startsWith('..') && folder !== this.#projectFolder)
        this.#paths.add(this.#relative(folder));
    }
    for (const file of importedFiles(this.#projectFolder)) this.#paths.add(file);
  }

  /** File → text that changes with the file, cheap enough to compute several times a second. */
  states(): ReadonlyMap<string, string> {
    return new Map(
      [...statesOf(this.#projectFolder, [...this.#paths])].map(([file, state]) => [this.#relative(file), state]),
    );
  }

  #relative(path: string): string {
    return relative(this.#projectFolder, path).split(sep).join('/');
  }
}

function importedFiles(projectFolder: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(join(projectFolder, 'dist/server', EXTENSION_FILES), 'utf8')) as readonly string[];
  } catch {
    return [];
  }
}
