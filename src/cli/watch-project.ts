import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfiguration } from '../project/configuration.ts';
import { EXTENSION_FILES, extensionsOf, namedFiles } from '../project/extensions.ts';
import { statesOf } from '../project/fingerprint.ts';
import { SITE_FOLDERS } from '../project/folders.ts';
import { runBuildProcess, SIGNALS } from './build-process.ts';
import type { Invocation } from './command.ts';

/** Maximum number of changed files in a message. */
const MOST_NAMED = 3;

/**
 * Builds a project, and builds it again after every change of its files, until SIGINT or SIGTERM. A failed build prints
 * its problems and keeps the previous release; the next change starts another build.
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
        const start = Date.now();
        const { remedy, isKilled } = await runBuildProcess(optionsOf(invocation, isFirst), projectFolder);
        if (isKilled) say(`The build failed. ${remedy}, then save a file again.`);
        if (isFirst && !abort.signal.aborted) say('Saved changes are built at once. Ctrl-C ends this command.');
        isFirst = false;
        return files.learn(start);
      },
      pause: (milliseconds) => sleep(milliseconds, undefined, { signal: abort.signal }).catch(() => undefined),
      clock: () => performance.now(),
      signal: abort.signal,
    });
  } finally {
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

/** Options for a build process. `--force` applies only to the first build. */
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

/** Time without changes before a build starts: editors may save several files, or one file in several steps. */
const SETTLED_MILLISECONDS = 100;
/** Maximum wait for a time without changes; then a build starts even if files still change. */
const MOST_SETTLING_MILLISECONDS = 2_000;
const LOOK_MILLISECONDS = 300;
/** Maximum share of time spent on comparing files: with many files, the interval grows. */
const LOOK_SHARE = 1 / 20;

interface Rebuilding {
  /** States of all watched files by path; an equal state means an unchanged file. */
  look(): ReadonlyMap<string, string>;
  /**
   * @param changed changed paths; empty for the first build
   * @returns states of the files that are watched only since this build
   */
  build(changed: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Waits, but returns early when the signal is aborted. */
  pause(milliseconds: number): Promise<void>;
  /** Returns the current time in milliseconds. */
  clock(): number;
  readonly signal: AbortSignal;
}

/**
 * Builds, and builds again after every change, until the signal is aborted. Only one build runs at a time; changes
 * during a build lead to one more build. File states are polled, since watching misses changes on some file systems.
 */
export async function rebuildOnChange({ look, build, pause, clock, signal }: Rebuilding): Promise<void> {
  let seen = look();
  const buildOnce = async (changed: readonly string[]): Promise<void> => {
    seen = new Map([...(await build(changed)), ...seen]);
  };
  await buildOnce([]);
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
    // No build is needed if the changes were reverted meanwhile.
    if (changed.length > 0 && !signal.aborted) await buildOnce(changed);
  }
}

function changedPaths(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...now.keys()])].filter((path) => before.get(path) !== now.get(path)).sort();
}

/** Files that a build reads: descriptors, guides, configuration, words, theme, templates, formats. */
export class WatchedFiles {
  readonly #projectFolder: string;
  readonly #environment: Invocation['environment'];
  /** Paths relative to the project. Paths are never removed, since the configuration may be invalid for a moment. */
  readonly #paths = new Set<string>(SITE_FOLDERS);

  constructor({ projectFolder, environment }: Pick<Invocation, 'projectFolder' | 'environment'>) {
    this.#projectFolder = projectFolder;
    this.#environment = environment;
    this.learn(0);
  }

  /**
   * Adds the configured templates and formats, and the files that they imported in the last build.
   * @param built when that build started, in milliseconds
   * @returns states of the files added, without those that changed since then
   */
  learn(built: number): ReadonlyMap<string, string> {
    const known = this.states();
    const { configuration } = readConfiguration(this.#projectFolder, this.#environment);
    for (const { file } of namedFiles(extensionsOf(this.#projectFolder, configuration))) {
      const path = resolve(this.#projectFolder, file);
      this.#paths.add(this.#relative(path));
      // The imports of a template that was never compiled are unknown: its folder is watched unless it is the project.
      const folder = dirname(path);
      if (relative(folder, this.#projectFolder).startsWith('..') && folder !== this.#projectFolder)
        this.#paths.add(this.#relative(folder));
    }
    for (const file of importedFiles(this.#projectFolder)) this.#paths.add(file);
    // A state begins with the time of the last change.
    return new Map([...this.states()].filter(([file, state]) => !known.has(file) && Number.parseFloat(state) < built));
  }

  /** Maps each file to a text that changes with the file; fast enough to call several times a second. */
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
