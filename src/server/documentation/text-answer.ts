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
