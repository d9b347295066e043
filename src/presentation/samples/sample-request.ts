import type { Credential } from './credentials.ts';

/** A request independent of languages: every sample of an operation is written from the same one. */
export interface SampleRequest {
  readonly method: string;
  /** Percent-encoded, with the query. */
  readonly url: string;
  /** Header fields from the descriptor: neither names nor values are checked for syntax. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Credentials to send; those in the query are part of the URL already. */
  readonly credentials: readonly Credential[];
  readonly body: SampleBody | null;
}

export type SampleBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string }
  | ({ readonly kind: 'form' } & SampleForm);

export interface SampleForm {
  readonly isMultipart: boolean;
  readonly fields: readonly FormField[];
}

/** The value is null where a file of the caller is sent: `FILE` stands for its name where that is not known. */
export type FormField = readonly [name: string, value: string | null, file?: string];

/** Writes each kind of body in a language. */
interface BodyWriter<T> {
  text(text: string): T;
  file(name: string): T;
  form(form: SampleForm): T;
}

/** @param none where there is no body */
export function writtenBody<T>(body: SampleBody | null, none: T, writer: BodyWriter<T>): T {
  if (body === null) return none;
  switch (body.kind) {
    case 'text':
      return writer.text(body.text);
    case 'file':
      return writer.file(body.name);
    case 'form':
      return writer.form(body);
    default:
      return body satisfies never;
  }
}

/**
 * Whether a text can stand in a sample as it is. Control characters cannot: a terminal may act on them when a command
 * is pasted, and no argument holds U+0000.
 */
export function isPastable(text: string): boolean {
  return !/[^\P{Cc}\n\t]/u.test(text);
}

/** Whether curl can be given the name of a part of a multipart body: it ends at the first `=`. */
export function isPartName(name: string): boolean {
  return name !== '' && !name.includes('=') && !/\p{Cc}/u.test(name);
}
