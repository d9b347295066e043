import { visible } from '../model/visible-text.ts';
import type { Terminal } from './command.ts';

/** A terminal over the standard streams. A reader that has gone (`| head`) is no error. */
export function createTerminal(output: NodeJS.WriteStream, errors: NodeJS.WriteStream): Terminal {
  for (const stream of [output, errors]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  return {
    print: (text) => void output.write(`${visible(text)}\n`),
    complain: (text) => void errors.write(`${visible(text)}\n`),
    write: (content) => void output.write(output.isTTY && typeof content === 'string' ? visible(content) : content),
  };
}
