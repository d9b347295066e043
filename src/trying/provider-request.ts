import type { SiteLogIn } from '../presentation/page-data/site.ts';

/** Sends requests to a provider of tokens, or through the server of this site where it refuses pages. */

/** Browser functions and addresses that a log-in depends on. */
export interface LogInTools {
  readonly fetch: typeof fetch;
  /** Returns the current time in milliseconds. */
  readonly now: () => number;
  /** Returns a new unguessable value of at least 43 unreserved characters. */
  readonly random: () => string;
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Address of this site at which its server asks providers, and to which they send readers back. */
  readonly address: string;
}

/** Reason why there is no token: the end of a message key, `try.noToken.…`. */
type LogInFailure = 'unreachable' | 'refused' | 'unnamed' | 'issuer' | 'answer' | 'late' | 'blocked' | 'insecure';

const LONGEST_DETAIL = 300;
const LIMIT_MILLISECONDS = 30_000;

export class LogInError extends Error {
  readonly key: LogInFailure;
  /** Text of the provider, its origin, or the name of an address. */
  readonly detail: string;
  /** Error code of the provider; '' if it sent none. */
  readonly code: string;

  constructor(key: LogInFailure, detail = '', code = '') {
    super(key);
    this.key = key;
    this.detail = detail.slice(0, LONGEST_DETAIL);
    this.code = code;
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Sends a form and returns the JSON object of the answer.
 * @param form null: the address is read
 * @param authorization Basic credentials of a confidential client
 * @throws (rejects) {@link LogInError}
 */
export async function askProvider(
  { isViaServer }: Pick<SiteLogIn, 'isViaServer'>,
  { fetch, address }: Pick<LogInTools, 'fetch' | 'address'>,
  url: string,
  form: string | null,
  authorization: string | null,
): Promise<JsonObject> {
  const common = { cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(LIMIT_MILLISECONDS) } as const;
  const accept = { Accept: 'application/json' };
  const type = form === null ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' };
  const credentials = authorization === null ? {} : { Authorization: authorization };
  try {
    const response = isViaServer
      ? await fetch(address, {
          ...common,
          method: 'POST',
          headers: { ...accept, 'Content-Type': 'application/json' },
          body: JSON.stringify({ url, form, authorization }),
        })
      : await fetch(url, {
          ...common,
          method: form === null ? 'GET' : 'POST',
          headers: { ...accept, ...type, ...credentials },
          body: form,
          credentials: 'omit',
          referrerPolicy: 'no-referrer',
        });
    const answer = objectIn(await response.text());
    // The server of this site has a limit, too, at which a log-in on another device waits longer.
    const { status } = response;
    if (!response.ok) throw refusal(status === 429 ? { error: 'slow_down', ...answer } : answer, String(status));
    return answer;
  } catch (error) {
    throw error instanceof LogInError ? error : new LogInError('unreachable', new URL(url).origin);
  }
}

/** Error of a provider (RFC 6749 §5.2), or of this server (RFC 9457). */
export function refusal({ error, error_description: text, detail }: JsonObject, otherwise = ''): LogInError {
  const code = typeof error === 'string' ? error : '';
  const said = [code, text ?? detail].filter((one) => typeof one === 'string' && one !== '').join(': ');
  return new LogInError('refused', said === '' ? otherwise : said, code);
}

/** Object in a JSON text; an empty one for any other text. */
export function objectIn(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
