import type { IncomingMessage } from 'node:http';
import { BODY_TOO_SLOW, dropRest, readBody } from '../../services/read-body.ts';

/** Far more than any form of ours, those with all texts of a large service included. */
const MOST_BYTES = 1024 * 1024;
const MEDIA_TYPE = 'application/x-www-form-urlencoded';

type FormBody =
  | { readonly kind: 'form'; readonly input: ReadonlyMap<string, string> }
  | {
      readonly kind: 'refused';
      readonly status: 400 | 408 | 413 | 415;
      readonly detail: string;
      readonly headers?: readonly string[];
    };

const TOO_LARGE: FormBody = {
  kind: 'refused',
  status: 413,
  detail: `A form must not be larger than ${MOST_BYTES} bytes.`,
};

/** RFC 9110 §15.5.16. */
const CODED: FormBody = {
  kind: 'refused',
  status: 415,
  detail: 'A form may not be compressed.',
  headers: ['Accept-Encoding', 'identity'],
};
const INCOMPLETE: FormBody = { kind: 'refused', status: 400, detail: 'The form is not complete, or not UTF-8.' };

/** Reads a form. @param proceed called when nothing speaks against its being sent */
export async function readForm(request: IncomingMessage, proceed: () => void): Promise<FormBody> {
  const { headers } = request;
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== MEDIA_TYPE)
    return { kind: 'refused', status: 415, detail: `Send the form as ${MEDIA_TYPE}.` };
  if (headers['content-encoding'] !== undefined) return CODED;
  if (Number(headers['content-length'] ?? 0) > MOST_BYTES) return TOO_LARGE;
  proceed();
  const reading = await readBody(request, { maxBodyBytes: MOST_BYTES });
  if (reading.kind === 'too-large') {
    await dropRest(request);
    return TOO_LARGE;
  }
  if (reading.kind === 'too-slow') return { kind: 'refused', status: 408, detail: BODY_TOO_SLOW.detail };
  if (reading.kind !== 'body') return INCOMPLETE;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(reading.bytes);
    return { kind: 'form', input: new Map(new URLSearchParams(text)) };
  } catch {
    return INCOMPLETE;
  }
}
