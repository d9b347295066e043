import type { IncomingMessage } from 'node:http';
import { BODY_TAKEN, BODY_TOO_SLOW, NO_MEMORY } from '../../services/answers.ts';
import { dropRest, readBody, type Shares } from '../../services/read-body.ts';

type TextBody = { readonly kind: 'text'; readonly text: string } | RefusedBody;

export interface RefusedBody {
  readonly kind: 'refused';
  readonly status: number;
  readonly detail: string;
  /** Alternating names and values. */
  readonly headers?: readonly string[];
}

interface TextBodyOptions {
  /** Name of the body in messages to clients: `form`. */
  readonly name: string;
  /** The only accepted media type; its parameters are ignored. */
  readonly mediaType: string;
  readonly mostBytes: number;
  /** Memory budget for request bodies. */
  readonly memory: Shares;
  /** Address of the client. */
  readonly client: string;
  /** Called before the body is read, to send 100 (Continue). */
  readonly proceed: () => void;
}

/** Reads a UTF-8 body of one media type, up to `mostBytes`. */
export async function readTextBody(
  request: IncomingMessage,
  { name, mediaType, mostBytes, memory, client, proceed }: TextBodyOptions,
): Promise<TextBody> {
  const { headers } = request;
  if (request.readableDidRead) return refused(BODY_TAKEN.status, BODY_TAKEN.detail);
  const [sent = ''] = (headers['content-type'] ?? '').split(';');
  if (sent.trim().toLowerCase() !== mediaType) return refused(415, `Send the ${name} as ${mediaType}.`);
  if (headers['content-encoding'] !== undefined)
    // RFC 9110 §15.5.16.
    return refused(415, `A ${name} may not be compressed.`, ['Accept-Encoding', 'identity']);
  const tooLarge = refused(413, `A ${name} must not be larger than ${mostBytes} bytes.`);
  if (Number(headers['content-length'] ?? 0) > mostBytes) return tooLarge;
  proceed();
  const reading = await readBody(request, { maxBodyBytes: mostBytes, memory, client });
  if (reading.kind === 'too-large') {
    await dropRest(request);
    return tooLarge;
  }
  if (reading.kind === 'too-slow') return refused(408, BODY_TOO_SLOW.detail);
  if (reading.kind === 'no-memory') return refused(NO_MEMORY.status, NO_MEMORY.detail, NO_MEMORY.headers);
  const incomplete = refused(400, `The ${name} is not complete, or not UTF-8.`);
  if (reading.kind !== 'body') return incomplete;
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(reading.bytes) };
  } catch {
    return incomplete;
  }
}

function refused(status: RefusedBody['status'], detail: string, headers: readonly string[] = []): RefusedBody {
  return { kind: 'refused', status, detail, headers };
}
