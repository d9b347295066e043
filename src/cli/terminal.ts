import { styleText } from 'node:util';
import { visible } from '../model/texts.ts';
import type { Line, Terminal } from './command.ts';
import { createPlainProgress, createProgressLine, type ProgressLine } from './progress.ts';

interface TerminalOptions {
  readonly output: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A terminal over the standard streams. A reader that has gone (`| head`) is no error. */
export function createTerminal({ output, errors, environment }: TerminalOptions): Terminal {
  for (const stream of [output, errors]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  let line: ProgressLine | undefined;
  // Both streams may be the same screen.
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

/** The same without what was not asked for: `--quiet`. */
export function quiet(terminal: Terminal): Terminal {
  return { ...terminal, inform: () => undefined, progress: () => ({ update: () => undefined, end: () => undefined }) };
}

/** Logs of continuous integration may be terminals, and keep every state of a line. */
function redrawsLines({ isTTY }: NodeJS.WriteStream, { CI, TERM }: TerminalOptions['environment']): boolean {
  return isTTY === true && TERM !== 'dumb' && (CI === undefined || CI === '' || CI === 'false');
}

/**
 * Colours are ours: what the text itself holds is made visible first. Node knows which streams show them, and NO_COLOR.
 */
function shown(line: Line, stream: NodeJS.WriteStream): string {
  if (typeof line === 'string') return visible(line);
  return line
    .map((piece) =>
      typeof piece === 'string' ? visible(piece) : styleText(piece.colour, visible(piece.text), { stream }),
    )
    .join('');
}
