import { type FSWatcher, realpathSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Health } from '../contract.ts';
import { type Complaint, damaged, type FileReading } from './lines.ts';
import { type FileState, fileState, readTextFile } from './text-file.ts';

interface WatchTimings {
  /** Interval at which the file is polled, for folders whose changes are not reported (network file systems). */
  readonly pollMilliseconds: number;
  /** Delay between a reported change and reading, so that a writer can finish. */
  readonly settleMilliseconds: number;
  /** Time for which valid content is kept after a failed reading: a file may be missing while it is replaced. */
  readonly gapMilliseconds: number;
}

const WATCH_TIMINGS: WatchTimings = { pollMilliseconds: 2000, settleMilliseconds: 25, gapMilliseconds: 1000 };

/** Coarsest step of file system clocks: a change this soon after reading may not change the file's state. */
const COARSEST_CLOCK_MILLISECONDS = 2000;
const COMPLAINTS_QUOTED = 5;

/**
 * Parsed content of a file, updated after in-place writes, atomic renames, changed targets of symbolic links, deletion
 * and re-creation. Content is replaced as a whole. A file that is missing, unreadable, too large or damaged has no
 * content after a short gap, so users of a lost file cannot log in.
 */
export class WatchedFile<T> {
  readonly #path: string;
  readonly #parse: (text: string) => FileReading<T>;
  readonly #log: (message: string) => void;
  readonly #timings: WatchTimings;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #poll: NodeJS.Timeout;
  #content: T | undefined;
  #health: Health = { kind: 'closed', reason: 'not read yet' };
  #state: FileState | undefined;
  #mayHaveChanged = false;
  #settling: NodeJS.Timeout | undefined;
  #gap: NodeJS.Timeout | undefined;
  #reason = '';
  #logged = '';

  /** Reads the file at once. Never throws: problems are in {@link health}. */
  constructor(
    path: string,
    parse: (text: string) => FileReading<T>,
    log: (message: string) => void,
    timings: WatchTimings = WATCH_TIMINGS,
  ) {
    this.#path = path;
    this.#parse = parse;
    this.#log = log;
    this.#timings = timings;
    this.#watchFolders();
    this.#read();
    this.#poll = setInterval(() => this.#look(), timings.pollMilliseconds).unref();
  }

  /** Parsed content; undefined while the file cannot be used. */
  content(): T | undefined {
    return this.#content;
  }

  health(): Health {
    return this.#health;
  }

  /** Stops watching, and discards the content. */
  close(): void {
    clearInterval(this.#poll);
    clearTimeout(this.#settling);
    clearTimeout(this.#gap);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#content = undefined;
    this.#health = { kind: 'closed', reason: `${this.#path}: no longer watched` };
  }

  #look(): void {
    this.#watchFolders();
    if (this.#mayHaveChanged || fileState(this.#path)?.signature !== this.#state?.signature) this.#read();
  }

  #read(): void {
    const startedMilliseconds = Date.now();
    const reading = readTextFile(this.#path);
    this.#state = reading.kind === 'text' ? reading.state : fileState(this.#path);
    this.#mayHaveChanged =
      this.#state !== undefined && this.#state.modifiedMilliseconds > startedMilliseconds - COARSEST_CLOCK_MILLISECONDS;
    const parsed =
      reading.kind === 'text'
        ? this.#parse(reading.text)
        : damaged(`${reading.problem}. Put a file there that this process can read, or correct the path.`);
    const problems = problemsText(this.#path, parsed.complaints);
    if (parsed.kind === 'damaged') {
      this.#lose(problems);
      return;
    }
    clearTimeout(this.#gap);
    this.#gap = undefined;
    this.#content = parsed.content;
    this.#health = { kind: 'working' };
    this.#say(problems);
  }

  /** Keeps valid content for the gap, which begins with the first failure; later failures do not extend it. */
  #lose(reason: string): void {
    this.#reason = reason;
    if (this.#content === undefined) this.#shut();
    else this.#gap ??= setTimeout(() => this.#shut(), this.#timings.gapMilliseconds).unref();
  }

  #shut(): void {
    this.#gap = undefined;
    this.#content = undefined;
    this.#health = { kind: 'closed', reason: this.#reason };
    this.#say(`${this.#reason}\nUntil then, nothing of this file is used.`);
  }

  /** Logs problems if they differ from those logged last. @param problems `''`: the file has no problems */
  #say(problems: string): void {
    if (problems !== this.#logged) this.#log(problems === '' ? `${this.#path}: was read and is active` : problems);
    this.#logged = problems;
  }

  /** Schedules a reading after the delay; further changes do not postpone it. */
  #changed(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      this.#watchFolders();
      this.#read();
    }, this.#timings.settleMilliseconds).unref();
  }

  /** Watches the folders of the file and of the target of a symbolic link; watches a replaced folder anew. */
  #watchFolders(): void {
    const folders = new Map<string, string>();
    for (const path of [this.#path, realPath(this.#path)]) {
      const identity = path === undefined ? undefined : folderIdentity(dirname(path));
      if (path !== undefined && identity !== undefined) folders.set(identity, path);
    }
    for (const [identity, watcher] of this.#watchers) {
      if (folders.has(identity)) continue;
      watcher.close();
      this.#watchers.delete(identity);
    }
    for (const [identity, path] of folders) if (!this.#watchers.has(identity)) this.#watchFolder(identity, path);
  }

  #watchFolder(identity: string, path: string): void {
    try {
      const watcher = watch(dirname(path), { persistent: false }, (_, name) => {
        // A change of another name matters only if it changed a link in the path to the file.
        if (name === null || name === basename(path) || fileState(this.#path)?.signature !== this.#state?.signature)
          this.#changed();
      });
      watcher.on('error', () => {
        watcher.close();
        this.#watchers.delete(identity);
      });
      this.#watchers.set(identity, watcher);
    } catch {
      // The folder is missing, or no more watchers are allowed: polling finds changes and tries again.
    }
  }
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function folderIdentity(folder: string): string | undefined {
  const [device, inode] = fileState(folder)?.signature.split('|') ?? [];
  return inode === undefined ? undefined : `${folder}|${device}|${inode}`;
}

function problemsText(path: string, complaints: readonly Complaint[]): string {
  const quoted = complaints
    .slice(0, COMPLAINTS_QUOTED)
    .map(({ line, problem }) => (line === 0 ? `${path}: ${problem}` : `${path}:${line}: ${problem}`));
  const more = complaints.length - quoted.length;
  return [...quoted, ...(more > 0 ? [`${path}: has ${more} more lines that cannot be used`] : [])].join('\n');
}
