import { createInterface } from 'node:readline/promises';
import type { Dialog } from '../command.ts';
import { Interrupted } from '../read-password.ts';

export interface Questions {
  /** @returns what was typed, or what stands for an empty answer */
  ask(question: string, empty: string): Promise<string>;
  /** A yes or a no; anything else is asked again. */
  confirm(question: string, empty: boolean): Promise<boolean>;
  close(): void;
}

/** Questions to a person, on a terminal. Ctrl-C and the end of the input reject with {@link Interrupted}. */
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
