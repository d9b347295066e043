import type { SampleRequest } from '../sample-request.ts';

/** Writer of requests in one language, with the library that most of its users have. */
export interface SampleLanguage {
  /** Name in the configuration and in the stored choice of a reader: `javascript`. */
  readonly name: string;
  /** Name on pages: `JavaScript`. */
  readonly title: string;
  /** Library that sends the request, as notes name it: `fetch`. */
  readonly library: string;
  /** Other names of it in `x-codeSamples`, in small letters: `js`. */
  readonly aliases: readonly string[];
  /** Replacement for {@link library} where that has no HTTP Digest; left out: it has. */
  readonly digest?: string;
  /** Place to configure the client certificate where the sample does not show it; left out: the sample does. */
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
