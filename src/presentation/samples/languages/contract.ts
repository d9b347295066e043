import type { SampleRequest } from '../sample-request.ts';

/** How a request is written in one language, with the library that most of its users have. */
export interface SampleLanguage {
  /** In the configuration, and what a reader's choice is remembered by: `javascript`. */
  readonly name: string;
  /** On pages: `JavaScript`. */
  readonly title: string;
  /** What sends the request, in notes: `fetch`. */
  readonly library: string;
  /** How else `x-codeSamples` name it, in small letters: `js`. */
  readonly aliases: readonly string[];
  /** What does HTTP Digest where {@link library} does not; left out: it does. */
  readonly digest?: string;
  /** What is given a client certificate where the sample does not say it; left out: the sample does. */
  readonly certificate?: string;
  /** Methods in capitals that {@link library} sends without a body. */
  readonly bodyless?: readonly string[];
  /**
   * @param request of which every name and value is hostile: what is written sends them and does nothing else
   * @param notes what a reader has to know; each one line, for a comment
   */
  write(request: SampleRequest, notes: readonly string[]): string;
  /** A text as an expression that has exactly that value. */
  literal(text: string): string;
}
