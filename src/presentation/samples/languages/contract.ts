import type { SampleRequest } from '../sample-request.ts';

/** Generator of samples in one language, with the language's most common HTTP library. */
export interface SampleLanguage {
  /** Identifier in the configuration and in a reader's stored choice: `javascript`. */
  readonly name: string;
  /** Display name: `JavaScript`. */
  readonly title: string;
  /** Name of the library in notes: `fetch`. */
  readonly library: string;
  /** Other identifiers in `x-codeSamples`, in lower case: `js`. */
  readonly aliases: readonly string[];
  /** Library for HTTP Digest; omitted if {@link library} supports Digest. */
  readonly digest?: string;
  /** Place where a client certificate is configured; omitted if the sample shows it. */
  readonly certificate?: string;
  /** Header fields of the parts of a multipart body that {@link library} sends, if not all: none is of texts. */
  readonly partHeaders?: 'type' | 'none';
  /** Methods, in upper case, that {@link library} always sends without a body. */
  readonly bodyless?: readonly string[];
  /**
   * @param request possibly with hostile names and values, which the sample must send without executing them
   * @param notes notes for the reader, each for one line of comment
   */
  write(request: SampleRequest, notes: readonly string[]): string;
  /** Writes a text as an expression with exactly that value. */
  literal(text: string): string;
}
