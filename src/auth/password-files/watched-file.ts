import { type FSWatcher, realpathSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Health } from '../contract.ts';
import { type Complaint, damaged, type FileReading } from './lines.ts';
import { type FileState, fileState, readTextFile } from './text-file.ts';

interface WatchTimings {
  /** Interval of polling the file's state, for folders whose changes are not reported (network file systems). */
  readonly pollMilliseconds: number;
  /** Delay from a reported change to reading: lets a writer finish. */
  readonly settleMilliseconds: number;
  /**
   * Time that the last good content stays without its file: a file that is being replaced may be missing for a moment.
   */
  readonly gapMilliseconds: number;
}

const WATCH_TIMINGS: WatchTimings = { pollMilliseconds: 2000, settleMilliseconds: 25, gapMilliseconds: 1000 };

/** Coarse file system clocks: a change this soon after reading may leave the file's state as it was. */
const COARSEST_CLOCK_MILLISECONDS = 2000;
const COMPLAINTS_QUOTED = 5;

/**
 * The parsed content of a file, kept current: in-place writes, atomic renames, symbolic links that change their target,
 * removal and return. Content is replaced as a whole. A file that is missing, unreadable, too large or damaged has no
 * content after a short gap: users of a lost file cannot log in from memory.
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

  /** undefined while the file cannot be used. */
  content(): T | undefined {
    return this.#content;
  }

  health(): Health {
    return this.#health;
  }

  /** Ends watching; the content is gone. */
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

  /** Keeps good content for the gap, which begins with the first failure; later failures do not prolong it. */
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

  /** Logs problems that are new. @param problems `''`: none, logged only after some were */
  #say(problems: string): void {
    if (problems !== this.#logged) this.#log(problems === '' ? `${this.#path}: was read and is active` : problems);
    this.#logged = problems;
  }

  /** Delays reading once, not again for further changes of the file. */
  #changed(): void {
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined;
      this.#watchFolders();
      this.#read();
    }, this.#timings.settleMilliseconds).unref();
  }

  /** Watches the folders of the file and of its symbolic link's target, and again if a folder was replaced. */
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
        // A change of another name matters if a link on the way to the file changed.
        if (name === null || name === basename(path) || fileState(this.#path)?.signature !== this.#state?.signature)
          this.#changed();
      });
      watcher.on('error', () => {
        watcher.close();
        this.#watchers.delete(identity);
      });
      this.#watchers.set(identity, watcher);
    } catch {
      // Folder missing, or no watchers left: the poll sees changes and tries again.
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
