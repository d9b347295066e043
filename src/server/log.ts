import { inspect } from 'node:util';
import { visible } from '../model/texts.ts';

/**
 * Writes a message, or a thrown value, to standard error. Texts of descriptors and of custom formats get into both, so
 * no character acts on a terminal, and every line but the first is indented: none can pass for a message of its own.
 */
export function log(message: unknown): void {
  console.error(logText(message));
}

/** Text that {@link log} writes. */
export function logText(message: unknown): string {
  return visible(typeof message === 'string' ? message : inspect(message)).replaceAll('\n', '\n  ');
}
