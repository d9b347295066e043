import type { IncomingMessage } from 'node:http';
import { type RefusedBody, readTextBody } from '../node/text-body.ts';

/** Far more than any form of ours, those with all texts of a large service included. */
const MOST_BYTES = 1024 * 1024;
const MEDIA_TYPE = 'application/x-www-form-urlencoded';

type FormBody = { readonly kind: 'form'; readonly input: ReadonlyMap<string, string> } | RefusedBody;

/** Reads a form. @param proceed called when nothing speaks against its being sent */
export async function readForm(request: IncomingMessage, proceed: () => void): Promise<FormBody> {
  const options = { name: 'form', mediaType: MEDIA_TYPE, mostBytes: MOST_BYTES, proceed };
  const body = await readTextBody(request, options);
  return body.kind === 'refused' ? body : { kind: 'form', input: new Map(new URLSearchParams(body.text)) };
}
