import { inspect } from 'node:util';
import { visible } from '../model/texts.ts';

/**
 * Writes a message or a thrown value to standard error. Both may contain text of descriptors and custom formats, so
 * control characters are made visible, and further lines are indented: none can pass for a separate message.
 */
export function log(message: unknown): void {
  console.error(logText(message));
}

/** Returns the text that {@link log} writes. */
export function logText(message: unknown): string {
  return visible(typeof message === 'string' ? message : inspect(message)).replaceAll('\n', '\n  ');
}
