import type { Diagnostic } from '../../model/diagnostic.ts';

/** Why no project can be made: place, problem, remedy. Nothing was written. */
export class InitError extends Error {
  /** Problems of descriptors, to be shown before the message. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(message: string, diagnostics: readonly Diagnostic[] = []) {
    super(message);
    this.diagnostics = diagnostics;
  }
}
