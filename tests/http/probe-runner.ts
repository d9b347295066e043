import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { LIMITS } from '../limits.ts';
import { ENTITY_TAG, type Expectation, type Probe } from './probe.ts';

export type ServerMode = 'development' | 'production';

export interface ProbeResponse {
  readonly status: number;
  /** Lower-cased names; a header sent more than once is joined by `, `. */
  readonly headers: ReadonlyMap<string, string>;
  /** Content coding removed. */
  readonly body: string;
}

export function isProbeFor(mode: ServerMode, probe: Probe): boolean {
  return mode === 'production' || probe.productionOnly !== true;
}

/**
 * Sends a probe over a socket of its own, so that odd targets reach the server as they are.
 * @param origin `http://127.0.0.1:4321`
 * @returns in words what is not as expected; nothing when all is
 */
export async function runProbe(origin: string, probe: Probe): Promise<readonly string[]> {
  return deviations(probe.expected, await answerTo(probe, (request) => send(origin, request)));
}

const CONDITIONS = ['If-Match', 'If-None-Match'];

/** Puts the entity tag of the same request without conditions where the probe asks for it. */
export async function answerTo(
  probe: Probe,
  ask: (request: Probe['request']) => Promise<ProbeResponse>,
): Promise<ProbeResponse> {
  const fields = Object.entries(probe.request.headers);
  if (!fields.some(([, value]) => value.includes(ENTITY_TAG))) return ask(probe.request);
  const unconditional = Object.fromEntries(fields.filter(([name]) => !CONDITIONS.includes(name)));
  const first = await ask({ ...probe.request, headers: unconditional });
  const entityTag = first.headers.get('etag') ?? 'no entity tag';
  const headers = Object.fromEntries(fields.map(([name, value]) => [name, value.replaceAll(ENTITY_TAG, entityTag)]));
  return ask({ ...probe.request, headers });
}

/** @returns in words what is not as expected */
export function deviations(expected: Expectation, actual: ProbeResponse): readonly string[] {
  const found: string[] = [];
  if (actual.status !== expected.status) found.push(`status ${actual.status}, expected ${expected.status}`);
  for (const [name, wanted] of Object.entries(expected.headers ?? {})) {
    const value = actual.headers.get(name) ?? null;
    const right = wanted instanceof RegExp ? value !== null && wanted.test(value) : value === wanted;
    if (!right) found.push(`${name}: ${value}, expected ${wanted}`);
  }
  const { body } = expected;
  if (body !== undefined && !(body instanceof RegExp ? body.test(actual.body) : actual.body === body)) {
    found.push(
      `body ${JSON.stringify(actual.body.slice(0, 400))}, expected ${body instanceof RegExp ? body : JSON.stringify(body)}`,
    );
  }
  return found;
}

/** One request on a connection of its own. @throws when there is no well-formed answer in time */
export async function send(origin: string, { method, path, headers }: Probe['request']): Promise<ProbeResponse> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.setTimeout(LIMITS.wait, () => socket.destroy(new Error(`No answer to ${method} ${path}`)));
  const lines = Object.entries({ Host: host, Connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.setEncoding('latin1');
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1');
  return readResponse(await text(socket), method);
}

/** @param message one octet a character */
function readResponse(message: string, method: string): ProbeResponse {
  const end = message.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = message.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 ([0-9]{3})/.exec(statusLine)?.[1]);
  if (end === -1 || Number.isNaN(status)) throw new Error(`Not an HTTP answer: ${message.slice(0, 200)}`);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const name = line.slice(0, line.indexOf(':')).toLowerCase();
    const value = line.slice(line.indexOf(':') + 1).trim();
    const earlier = headers.get(name);
    headers.set(name, earlier === undefined ? value : `${earlier}, ${value}`);
  }
  const rest = message.slice(end + 4);
  const raw = Buffer.from(
    headers.get('transfer-encoding') === 'chunked' && method !== 'HEAD' ? joinChunks(rest) : rest,
    'latin1',
  );
  return {
    status,
    headers,
    body: raw.length === 0 ? '' : decode(raw, headers.get('content-encoding')).toString('utf8'),
  };
}

/** @see RFC 9112 §7.1 */
function joinChunks(text: string): string {
  let joined = '';
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.indexOf('\r\n', at);
    const length = Number.parseInt(text.slice(at, lineEnd), 16);
    if (lineEnd === -1 || Number.isNaN(length)) throw new Error('Malformed chunks');
    if (length === 0) break;
    joined += text.slice(lineEnd + 2, lineEnd + 2 + length);
    at = lineEnd + 2 + length + 2;
  }
  return joined;
}

/** Removes a content coding. @throws when the bytes are not in it */
export function decode(bytes: Uint8Array, coding: string | undefined): Buffer {
  switch (coding) {
    case undefined:
      return Buffer.from(bytes);
    case 'br':
      return brotliDecompressSync(bytes);
    case 'gzip':
      return gunzipSync(bytes);
    default:
      throw new Error(`Unknown content coding ${coding}`);
  }
}
