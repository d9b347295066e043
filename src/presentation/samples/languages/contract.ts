import type { SampleRequest } from '../sample-request.ts';

/** Writer of requests in one language, for the library that is most common in it. */
export interface SampleLanguage {
  /** Name in the configuration and in the stored choice of a reader: `javascript`. */
  readonly name: string;
  /** Name on pages: `JavaScript`. */
  readonly title: string;
  /** Library that sends the request, as notes name it: `fetch`. */
  readonly library: string;
  /** Other names in `x-codeSamples`, in lower case: `js`. */
  readonly aliases: readonly string[];
  /** Library for HTTP Digest, if {@link library} does not support it; left out: it does. */
  readonly digest?: string;
  /** Place to configure the client certificate if the sample does not show it; left out: it does. */
  readonly certificate?: string;
  /** Methods in upper case that {@link library} always sends without a body. */
  readonly bodyless?: readonly string[];
  /**
   * @param request with hostile names and values: the sample sends them and does nothing else
   * @param notes for the reader; each is one line, for a comment
   */
  write(request: SampleRequest, notes: readonly string[]): string;
  /** A text as an expression with exactly that value. */
  literal(text: string): string;
}
