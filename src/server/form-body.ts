import type { IncomingMessage } from 'node:http';

/** Far more than any form of ours, those with all texts of a large service included. */
const MOST_BYTES = 1024 * 1024;
const MEDIA_TYPE = 'application/x-www-form-urlencoded';

type FormBody =
  | { readonly kind: 'form'; readonly input: ReadonlyMap<string, string> }
  | { readonly kind: 'refused'; readonly status: 400 | 413 | 415; readonly detail: string };

const TOO_LARGE: FormBody = { kind: 'refused', status: 413, detail: `A form has no more than ${MOST_BYTES} bytes.` };

/** Reads a form. @param proceed called when nothing speaks against its being sent */
export async function readForm(request: IncomingMessage, proceed: () => void): Promise<FormBody> {
  const { headers } = request;
  const [mediaType = ''] = (headers['content-type'] ?? '').split(';');
  if (mediaType.trim().toLowerCase() !== MEDIA_TYPE || headers['content-encoding'] !== undefined)
    return { kind: 'refused', status: 415, detail: `A form is sent as ${MEDIA_TYPE}.` };
  if (Number(headers['content-length'] ?? 0) > MOST_BYTES) return TOO_LARGE;
  proceed();
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      if (!Buffer.isBuffer(chunk)) continue;
      length += chunk.byteLength;
      if (length > MOST_BYTES) return TOO_LARGE;
      chunks.push(chunk);
    }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
    return { kind: 'form', input: new Map(new URLSearchParams(text)) };
  } catch {
    return { kind: 'refused', status: 400, detail: 'The form is not complete, or not UTF-8.' };
  }
}
