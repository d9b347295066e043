import { userScheme } from '../presentation/samples/credentials.ts';
import { partHead } from '../presentation/samples/sample-request.ts';
import { isStreamed } from './answer-text.ts';
import type * as Digest from './digest.ts';
import { basicAuthorization, type LogIn, secretHeaders, urlWithSecrets, withoutSecrets } from './log-in.ts';
import type { TriedField, TriedRequest } from './request.ts';

/** Sends a request, logs in if the server requires it, and reads the answer. */

/** Browser functions and facts that an exchange depends on. */
export interface Tools {
  readonly fetch: typeof fetch;
  /** Returns the current time in milliseconds. */
  readonly now: () => number;
  /** Returns a new unguessable value that consists of token characters. */
  readonly nonce: () => string;
  /** Loads the code of Digest, which few operations need. */
  readonly digest: () => Promise<Pick<typeof Digest, 'DigestLogIn' | 'digestTermsOf'>>;
  readonly isOnline: () => boolean;
  /** Whether the Content-Security-Policy of the page has blocked a request to this address. */
  readonly isRefused: (url: string) => boolean;
  /** Finds out why {@link fetch} failed, if it is not a browser's; left out: it is. */
  readonly causeOf?: (error: unknown) => FailureCause;
  /** Origin of the page. */
  readonly origin: string;
  readonly limitMilliseconds: number;
}

/** One request and its answer. */
export interface Step {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly status: number;
  readonly reason: string;
  readonly answerHeaders: readonly (readonly [name: string, value: string])[];
}

export interface Exchange {
  readonly steps: readonly Step[];
  readonly outcome: Outcome;
}

type Outcome =
  | ({ readonly kind: 'answer' } & Answer)
  | { readonly kind: 'failure'; readonly cause: FailureCause; readonly milliseconds: number };

export interface Answer {
  readonly status: number;
  /** Reason phrase; empty if the server sends none, as in HTTP/2. */
  readonly reason: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Reason why the body is incomplete; null: it was read completely. */
  readonly cut: 'time' | 'cancelled' | 'size' | 'connection' | null;
  readonly milliseconds: number;
  /** Final URL after redirects; null without a redirect. */
  readonly redirectedTo: string | null;
  readonly logIn: LogInResult;
}

export type LogInResult =
  /** The reader has chosen no log-in. */
  | 'none'
  /** The server answered without asking for the log-in. */
  | 'not-asked'
  | 'accepted'
  /** The `rspauth` of the answer proves that the server knows the password; `unproven`: it does not. */
  | 'proven'
  | 'unproven'
  | 'refused'
  /** The server of another origin does not let pages read its challenge. */
  | 'unreadable'
  /** The challenge requires a method that pages do not support. */
  | 'unanswerable';

/**
 * `unreachable`: no server or no network. `cors`: the server answers, but does not allow requests from this page.
 * `busy`, `unforwarded`: the server of the documentation does not forward the request.
 */
export type FailureCause =
  | 'offline'
  | 'unreachable'
  | 'cors'
  | 'policy'
  | 'cancelled'
  | 'time'
  | 'request'
  | 'redirect'
  | 'busy'
  | 'unforwarded';

/** Maximum requests of one exchange: with the known nonce, with a new one, and again if the new one is stale. */
const MOST_SENT = 3;

/** Digest nonces and their counts, kept between the requests of a page. Keys are origins. */
export type DigestLogIns = Map<string, Digest.DigestLogIn>;

/** Receives the beginning of a streamed answer, and then each part of its body. */
export type OnPart = (answer: Pick<Answer, 'status' | 'reason' | 'headers'>, part: Uint8Array) => void;

/**
 * Runs one exchange; every failure is an outcome. The time limit of a streamed answer ends when it begins.
 * @param cancel aborted when the reader cancels
 * @param onPart called while a streamed answer arrives
 */
export async function exchange(
  request: TriedRequest,
  logIn: LogIn | null,
  known: DigestLogIns,
  tools: Tools,
  cancel: AbortSignal,
  onPart?: OnPart,
): Promise<Exchange> {
  const steps: Step[] = [];
  const started = tools.now();
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), tools.limitMilliseconds);
  const signal = AbortSignal.any([cancel, limit.signal]);
  const stopped = (): 'cancelled' | 'time' | null =>
    cancel.aborted ? 'cancelled' : limit.signal.aborted ? 'time' : null;
  try {
    const { response, result } = await answered(request, logIn, known, tools, signal, steps);
    const { status, statusText: reason } = response;
    const begun = { status, reason, headers: shownFields([...response.headers], logIn) };
    const isStream = onPart !== undefined && isStreamed(response.headers.get('content-type'));
    if (isStream) clearTimeout(timer);
    const { bytes, isWhole, isCut } = await bytesOf(response, (part) => isStream && onPart(begun, part));
    return {
      steps,
      outcome: {
        kind: 'answer',
        ...begun,
        bytes,
        cut: isWhole ? null : isCut ? 'size' : (stopped() ?? 'connection'),
        milliseconds: tools.now() - started,
        redirectedTo: response.redirected ? withoutSecrets(response.url, logIn) : null,
        logIn: result,
      },
    };
  } catch (error) {
    const cause = stopped() ?? (await causeOf(error, request, tools));
    return { steps, outcome: { kind: 'failure', cause, milliseconds: tools.now() - started } };
  } finally {
    clearTimeout(timer);
  }
}

async function answered(
  request: TriedRequest,
  logIn: LogIn | null,
  known: DigestLogIns,
  tools: Tools,
  signal: AbortSignal,
  steps: Step[],
): Promise<{ readonly response: Response; readonly result: LogInResult }> {
  const { method } = request;
  const url = urlWithSecrets(request.url, logIn);
  const { origin, pathname, search } = new URL(url);
  const secrets = secretHeaders(logIn);
  const send = async (authorization: string | null): Promise<Response> => {
    const own = [...(authorization === null ? [] : [['Authorization', authorization] as const]), ...secrets];
    const names = new Set(own.map(([name]) => name.toLowerCase()));
    const headers = [...request.headers.filter(([name]) => !names.has(name.toLowerCase())), ...own];
    const body = await bodyOf(request, tools);
    signal.throwIfAborted();
    const response = await tools.fetch(url, {
      method,
      headers: headers.map(([name, value]) => [name, value] as [string, string]),
      body,
      // The browser neither sends stored credentials nor prompts for them.
      credentials: 'omit',
      cache: 'no-store',
      // After a redirect, browsers would send header fields with keys to another origin.
      redirect: logIn === null ? 'follow' : 'manual',
      signal,
    });
    if (response.type === 'opaqueredirect') throw new RedirectRefused();
    const { status, statusText: reason } = response;
    steps.push({
      method,
      url: withoutSecrets(request.url, logIn),
      headers: shownFields(headers, logIn),
      status,
      reason,
      answerHeaders: shownFields([...response.headers], logIn),
    });
    return response;
  };
  const scheme = userScheme(logIn?.credentials ?? []);
  if (logIn === null || scheme !== 'Digest') {
    const response = await send(logIn !== null && scheme === 'Basic' ? basicAuthorization(logIn.user) : null);
    const hasLogIn = scheme === 'Basic' || secrets.length > 0 || url !== request.url;
    return { response, result: hasLogIn ? (response.status === 401 ? 'refused' : 'accepted') : 'none' };
  }
  const stop = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const { DigestLogIn, digestTermsOf } = await Promise.race([tools.digest(), stop]);
  const present = known.get(origin);
  let digest = present?.isOf(logIn.user) === true ? present : undefined;
  for (let sent = 1; ; sent += 1) {
    const response = await send(digest?.authorization(method, pathname + search) ?? null);
    if (response.status !== 401) {
      if (digest === undefined) return { response, result: 'not-asked' };
      known.set(origin, digest);
      const isProven = digest.isProvenBy(response.headers.get('authentication-info'));
      return { response, result: isProven === null ? 'accepted' : isProven ? 'proven' : 'unproven' };
    }
    known.delete(origin);
    const challenge = response.headers.get('www-authenticate');
    const terms = challenge === null ? undefined : digestTermsOf(challenge);
    if (terms === undefined) return { response, result: challenge === null ? 'unreadable' : 'unanswerable' };
    const isRefused = digest !== undefined && digest.realm === terms.realm && !terms.isStale;
    if (isRefused || sent === MOST_SENT) return { response, result: 'refused' };
    await response.body?.cancel();
    digest = new DigestLogIn(terms, logIn.user, tools.nonce());
  }
}

function shownFields(fields: Step['headers'], logIn: LogIn | null): Step['headers'] {
  return fields.map(([name, value]) => [name, withoutSecrets(value, logIn)]);
}

/** Thrown if a request with a log-in is redirected. */
class RedirectRefused extends Error {}

async function bodyOf({ body }: TriedRequest, { nonce }: Tools): Promise<BodyInit | null> {
  if (body?.kind === 'text') return body.text;
  if (body?.kind !== 'form') return body?.file ?? null;
  if (!body.isMultipart) return (await Promise.all(body.fields.map(pairOf))).join('&');
  // The browser's own FormData would send each part with a media type as a file. The type of a Blob is in lower case.
  const boundary = nonce().toLowerCase();
  const parts = body.fields.flatMap((field) => {
    const [, text, { file }] = field;
    return [`--${boundary}`, partHead(field), file ?? text ?? '', '\r\n'];
  });
  return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
}

/** Encodes a form field. Every byte of a file is percent-encoded, so that the server gets the bytes that curl sends. */
async function pairOf([name, value, { file }]: TriedField): Promise<string> {
  const pair = new URLSearchParams([[name, value ?? '']]).toString();
  const bytes = new Uint8Array((await file?.arrayBuffer()) ?? []);
  return pair + Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/**
 * Finds out why a request failed, which browsers do not report to pages. If a server of another origin answers a
 * request without CORS (`no-cors`), the cause is CORS.
 */
async function causeOf(error: unknown, { url }: TriedRequest, tools: Tools): Promise<FailureCause> {
  if (error instanceof RedirectRefused) return 'redirect';
  if (tools.isRefused(url)) return 'policy';
  if (!tools.isOnline()) return 'offline';
  if (tools.causeOf !== undefined) return tools.causeOf(error);
  // `fetch` reports network errors as TypeError; with any other error, the browser refuses to send the request.
  if (!(error instanceof TypeError)) return 'request';
  const { origin } = new URL(url);
  if (origin === tools.origin) return 'unreachable';
  try {
    const signal = AbortSignal.timeout(PROBE_MILLISECONDS);
    await tools.fetch(`${origin}/`, {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      signal,
    });
    return 'cors';
  } catch {
    return 'unreachable';
  }
}

const PROBE_MILLISECONDS = 5000;

/** Maximum bytes of an answer to read. */
export const MOST_BYTES = 64 * 1024 * 1024;

/** Reads the body up to {@link MOST_BYTES}; keeps the received bytes if the connection breaks. */
async function bytesOf(
  response: Response,
  onPart: (part: Uint8Array) => unknown,
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly isWhole: boolean; readonly isCut: boolean }> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  let isWhole = false;
  const reader = response.body?.getReader();
  onPart(new Uint8Array());
  try {
    while (reader !== undefined && length < MOST_BYTES) {
      const { done, value } = await reader.read();
      if (done) {
        isWhole = true;
        break;
      }
      parts.push(value);
      length += value.byteLength;
      onPart(value);
    }
  } catch {
    // The panel shows the bytes received so far, and notes that they are incomplete.
  }
  const isCut = length >= MOST_BYTES;
  if (isCut) await reader?.cancel();
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return { bytes, isWhole: isWhole || reader === undefined, isCut };
}
