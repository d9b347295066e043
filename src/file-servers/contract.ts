import type { ServedSite } from './served-site.ts';

/** A file server that a configuration is written for: a file that exports it, and a line in the registry. */
export interface FileServer {
  /** Of its file or folder. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Files of the configuration, by their path below its folder. */
  readonly write: (site: ServedSite) => ReadonlyMap<string, string>;
}

const CONTROL = /\p{Cc}/u;

/** Whether a configuration can hold a text: a control character could end a line, and with it a directive. */
export function isSpeakable(text: string): boolean {
  return !CONTROL.test(text);
}

/** @throws where a text cannot be said, so that nothing is written then */
export function spoken(text: string): string {
  if (!isSpeakable(text))
    throw new Error(`No configuration can hold ${JSON.stringify(text.slice(0, 80))}: it has a control character.`);
  return text;
}
