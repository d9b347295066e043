import type { Terminal } from './command.ts';

/**
 * Everything but line breaks and tabs that a terminal would obey or that would change the order of what it shows becomes visible:
 * names and descriptions come from files of others.
 */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, (character) =>
    character === '\n' || character === '\t' ? character : escapeCharacter(character),
  );
}

function escapeCharacter(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

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
