import { styleText } from 'node:util';
import { visible } from '../model/texts.ts';
import type { Line, Progress, Terminal } from './command.ts';

interface TerminalOptions {
  readonly output: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Creates a terminal on the standard streams. Ignores errors of a pipe whose reader has ended, as with `| head`. */
export function createTerminal({ output, errors, environment }: TerminalOptions): Terminal {
  for (const stream of [output, errors]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  let line: ProgressLine | undefined;
  // The progress line is erased first, because both streams may be the same terminal.
  const write = (stream: NodeJS.WriteStream, content: string | Uint8Array): void => {
    line?.erase();
    stream.write(content);
  };
  const complain = (text: Line): void => write(errors, `${shown(text, errors)}\n`);
  const print = (text: Line): void => write(output, `${shown(text, output)}\n`);
  return {
    print,
    inform: print,
    complain,
    write: (content) => write(output, output.isTTY && typeof content === 'string' ? visible(content) : content),
    progress(task) {
      if (!redrawsLines(errors, environment)) return createPlainProgress(task, complain);
      line = createProgressLine(task, errors, () => performance.now());
      return line;
    },
  };
}

/** Creates the terminal for `--quiet`, which prints only results and problems. */
export function quiet(terminal: Terminal): Terminal {
  return { ...terminal, inform: () => undefined, progress: () => ({ update: () => undefined, end: () => undefined }) };
}

/** True if a stream can redraw a line. Not in CI: its logs may look like terminals, but keep every drawn line. */
function redrawsLines({ isTTY }: NodeJS.WriteStream, { CI, TERM }: TerminalOptions['environment']): boolean {
  return isTTY === true && TERM !== 'dumb' && (CI === undefined || CI === '' || CI === 'false');
}

/** Formats a line for a stream: Node and NO_COLOR decide about colours. Control characters are made visible. */
function shown(line: Line, stream: NodeJS.WriteStream): string {
  if (typeof line === 'string') return visible(line);
  return line
    .map((piece) =>
      typeof piece === 'string' ? visible(piece) : styleText(piece.colour, visible(piece.text), { stream }),
    )
    .join('');
}

/** Delay before progress is shown: a shorter task shows none. */
const PATIENCE_MILLISECONDS = 500;
const REDRAW_MILLISECONDS = 100;
/** Minimum time from the first step to an estimate of the remaining time, if a tenth of the task is done. */
const ESTIMATE_MILLISECONDS = 2_000;
/** Time until the estimate if less than a tenth of the task is done: the first steps may be slower than the others. */
const LONG_ESTIMATE_MILLISECONDS = 5_000;
const DEFAULT_COLUMNS = 80;
const WIDEST_BAR = 30;
const NARROWEST_BAR = 5;
/** Minimum number of steps for which a log without a progress line gets a line for each tenth. */
const LARGE_TASK = 1_000;
const TENTHS = 10;

const ERASE_LINE = '\r\u001b[K';

/** Properties of a stream that the progress line uses. */
interface Screen {
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Progress as one line of a terminal, which is redrawn in place and erased at the end. */
export interface ProgressLine extends Progress {
  /** Erases the line, so that other text can be printed; the next update draws it again. */
  erase(): void;
}

/** @param clock returns the current time in milliseconds */
export function createProgressLine(task: string, screen: Screen, clock: () => number): ProgressLine {
  const start = clock();
  let drawnAt = start + PATIENCE_MILLISECONDS - REDRAW_MILLISECONDS;
  let isDrawn = false;
  let first: First | undefined;
  const erase = (): void => {
    if (isDrawn) screen.write(ERASE_LINE);
    isDrawn = false;
  };
  // The first build of a project compiles for several seconds before the first update.
  const waiting = setTimeout(() => {
    screen.write(`${task}…`.slice(0, (screen.columns || DEFAULT_COLUMNS) - 1));
    isDrawn = true;
  }, PATIENCE_MILLISECONDS).unref();
  return {
    update(done, total) {
      clearTimeout(waiting);
      const now = clock();
      if (done > 0) first ??= { done, at: now };
      if (now - drawnAt < REDRAW_MILLISECONDS) return;
      drawnAt = now;
      const { done: before, at } = first ?? { done, at: now };
      const columns = screen.columns || DEFAULT_COLUMNS;
      screen.write(ERASE_LINE + progressText(task, { done, total, before, elapsed: now - at, columns }));
      isDrawn = true;
    },
    erase,
    end() {
      clearTimeout(waiting);
      erase();
    },
  };
}

/** Creates progress that prints separate lines, for logs. */
export function createPlainProgress(task: string, print: (line: string) => void): Progress {
  let shown = 0;
  return {
    update(done, total) {
      const tenth = Math.floor((done * TENTHS) / total);
      if (total < LARGE_TASK || tenth <= shown || tenth === TENTHS) return;
      shown = tenth;
      print(`${task}: ${counted(done)} of ${counted(total)}.`);
    },
    end: () => undefined,
  };
}

/** First update with a completed step: earlier preparations do not count for the estimate. */
interface First {
  readonly done: number;
  /** Time of the update, in milliseconds. */
  readonly at: number;
}

interface State {
  readonly done: number;
  readonly total: number;
  /** Number of steps that were done at the first update. */
  readonly before: number;
  /** Milliseconds since the first update. */
  readonly elapsed: number;
  readonly columns: number;
}

/** Formats `Writing documents ━━━━────── 1,234/5,678, 12 s left`, shortened to fewer characters than `columns`. */
export function progressText(task: string, state: State): string {
  const { done, total, columns } = state;
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const counts = `${counted(done)}/${counted(total)}`;
  const left = timeLeft(state);
  const room = columns - 1;
  const bar = Math.min(WIDEST_BAR, room - task.length - counts.length - left.length - 2);
  if (bar < NARROWEST_BAR) return `${counts}${left}`.slice(0, Math.max(0, room));
  const full = Math.round(share * bar);
  return `${task} ${'━'.repeat(full)}${'─'.repeat(bar - full)} ${counts}${left}`;
}

/** Formats the remaining time as `, 12 s left`; `''` while an estimate would be a guess. */
function timeLeft({ done, total, before, elapsed }: State): string {
  const steps = done - before;
  const least = done * TENTHS >= total ? ESTIMATE_MILLISECONDS : LONG_ESTIMATE_MILLISECONDS;
  if (elapsed < least || steps <= 0 || done >= total) return '';
  return `, ${duration((elapsed / steps) * (total - done))} left`;
}

function counted(number: number): string {
  return number.toLocaleString('en');
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
