import { createInterface } from 'node:readline/promises';
import { StringDecoder } from 'node:string_decoder';
import { type Dialog, UsageError } from './command.ts';

const MOST_BYTES = 16 * 1024;
const ENTER = ['\r', '\n'];
const END = '\u0004';
const INTERRUPT = '\u0003';
const ERASE_LINE = '\u0015';
const BACKSPACE = ['\u007f', '\b'];

/** Error for a prompt that ended without an answer, for example by Ctrl-C. */
export class Interrupted extends Error {}

/**
 * Asks for a password without showing it. If standard input is not a terminal, reads its only line instead.
 * @param prompts prompts that must get the same answer; without a terminal, one line answers all
 * @throws UsageError if there is no answer, the answers differ, or the input is not one line of UTF-8 text
 * @throws Interrupted if the user ends the prompt, for example by Ctrl-C
 */
export async function readPassword({ input, output }: Dialog, prompts: readonly string[]): Promise<string> {
  if (!input.isTTY) return readLine(input);
  const answers: string[] = [];
  for (const prompt of prompts) answers.push(await ask(input, output, prompt));
  const [first = '', ...others] = answers;
  if (others.some((answer) => answer !== first))
    throw new UsageError('The two passwords differ. Type the same one twice.');
  return first;
}

/** Reads a password from standard input, without the line break at its end. A second line is an error. */
async function readLine(input: NodeJS.ReadStream): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    length += bytes.byteLength;
    if (length > MOST_BYTES) throw new UsageError('Standard input is too long for a password. Send one line.');
  }
  if (length === 0) throw new UsageError('There is no password on standard input.');
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new UsageError('The password on standard input is not UTF-8 text.');
  }
  const line = text.replace(/\r?\n$/, '');
  if (line.includes('\n'))
    throw new UsageError('There is more than one line on standard input. Send the password alone.');
  return line;
}

function ask(input: NodeJS.ReadStream, output: NodeJS.WriteStream, prompt: string): Promise<string> {
  const decoder = new StringDecoder('utf8');
  return new Promise((resolve, reject) => {
    let answer = '';
    const finish = (done: () => void): void => {
      input.off('data', onData).off('end', onEnd);
      input.setRawMode(false);
      input.pause();
      output.write('\n');
      done();
    };
    const onEnd = (): void => finish(() => reject(new UsageError('There is no password.')));
    const onData = (bytes: Buffer): void => {
      const characters = [...decoder.write(bytes)];
      for (const [index, character] of characters.entries()) {
        if (ENTER.includes(character)) {
          // Text after Enter, typed ahead or pasted, is the answer to the next question.
          const rest = characters.slice(index + 1).join('');
          finish(() => resolve(answer));
          if (rest !== '') input.unshift(Buffer.from(rest, 'utf8'));
          return;
        }
        if (character === INTERRUPT || (character === END && answer === '')) {
          finish(() => reject(character === END ? new UsageError('There is no password.') : new Interrupted()));
          return;
        }
        if (character === ERASE_LINE) answer = '';
        else answer = BACKSPACE.includes(character) ? [...answer].slice(0, -1).join('') : answer + character;
      }
    };
    // Raw mode is set before the prompt appears, so that no typed character is shown.
    input.setRawMode(true);
    input.on('data', onData).on('end', onEnd);
    input.resume();
    output.write(prompt);
  });
}

export interface Questions {
  /** @param empty result for an empty answer */
  ask(question: string, empty: string): Promise<string>;
  /** Asks until the answer is yes or no. @param empty result for an empty answer */
  confirm(question: string, empty: boolean): Promise<boolean>;
  close(): void;
}

/** Creates prompts on a terminal. On Ctrl-C or the end of input, they reject with {@link Interrupted}. */
export function createQuestions({ input, output }: Dialog): Questions {
  const reader = createInterface({ input, output, terminal: true });
  const abort = new AbortController();
  reader.on('close', () => abort.abort());
  const ask = async (question: string, empty: string): Promise<string> => {
    try {
      return (await reader.question(question, { signal: abort.signal })).trim() || empty;
    } catch (error) {
      if (!abort.signal.aborted) throw error;
      output.write('\n');
      throw new Interrupted();
    }
  };
  return {
    ask,
    async confirm(question, empty) {
      for (;;) {
        const answer = (await ask(`${question} [${empty ? 'Y/n' : 'y/N'}] `, empty ? 'y' : 'n')).toLowerCase();
        if (answer === 'y' || answer === 'yes') return true;
        if (answer === 'n' || answer === 'no') return false;
      }
    },
    close: () => reader.close(),
  };
}
