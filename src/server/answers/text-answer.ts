import type { BytesAnswer } from './contract.ts';

const encoder = new TextEncoder();

/** A text with its length, without it for HEAD. @param headers names and values in turn, Content-Length left out */
export function textAnswer(method: string, status: number, headers: readonly string[], text: string): BytesAnswer {
  const body = encoder.encode(text);
  return {
    kind: 'bytes',
    status,
    headers: [...headers, 'Content-Length', String(body.byteLength)],
    body: method === 'HEAD' ? null : body,
  };
}

/** Text that a caller has to see at once, and that no cache keeps. */
export function uncachedAnswer(method: string, status: number, mediaType: string, text: string): BytesAnswer {
  const headers = ['Content-Type', mediaType, 'Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'];
  return textAnswer(method, status, headers, text);
}

/** Answer to OPTIONS. */
export function methodsAnswer(methods: readonly string[]): BytesAnswer {
  const headers = ['Allow', methods.join(', '), 'X-Content-Type-Options', 'nosniff'];
  return { kind: 'bytes', status: 204, headers, body: null };
}
