import type { ParsedFile, ReadContext } from '../contract.ts';

/** A problem at a place of one file. */
export interface Complaint {
  /** JSON Pointer to the value that is wrong. */
  readonly pointer: string;
  /** The key itself is wrong, not what it holds. */
  readonly at?: 'key' | undefined;
  readonly rule: string;
  readonly message: string;
  readonly remedy: string;
  readonly severity?: 'error' | 'warning';
}

/**
 * Turns complaints into diagnostics and counts errors. Parts that several operations share are converted for each of
 * them: what is said of one place is said once.
 */
export class Reporter {
  readonly #context: ReadContext;
  readonly #said = new Set<string>();
  #errors = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  get errorCount(): number {
    return this.#errors;
  }

  report(file: ParsedFile, complaint: Complaint): void {
    const { pointer, at, rule, message, remedy, severity = 'error' } = complaint;
    const key = JSON.stringify([file.path, pointer, rule, message]);
    if (this.#said.has(key)) return;
    this.#said.add(key);
    if (severity === 'error') this.#errors += 1;
    this.#context.report({ ...file.locate(pointer, at), severity, rule, message, remedy }, pointer);
  }

  /** Another file that this one refers to; when it cannot be read, its reason was reported. */
  readFile(relativeReference: string, from: ParsedFile, pointer: string): ParsedFile | undefined {
    return this.#context.readFile(relativeReference, from, pointer);
  }
}

/** A value as messages quote it: on one line and short. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const short = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return `"${short.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')}"`;
}

/** `a`, `a or b`, `a, b or c`. */
export function orList(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
