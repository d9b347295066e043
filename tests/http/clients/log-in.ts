import { createHash, randomBytes } from 'node:crypto';
import type { User } from './protected-project.ts';

/** Challenge to a Digest client. */
export interface Challenge {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string;
  readonly isStale: boolean;
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

/** The Digest challenge of an answer. @throws when it has none */
export function challengeOf(response: Response): Challenge {
  const text = response.headers.get('www-authenticate') ?? '';
  const parameter = (name: string): string => {
    const value = new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1];
    if (value === undefined) throw new Error(`No ${name} in ${response.status} ${text}`);
    return value;
  };
  return {
    realm: parameter('realm'),
    nonce: parameter('nonce'),
    opaque: parameter('opaque'),
    isStale: /\bstale=true\b/.test(text),
  };
}

/** Credentials of a GET with MD5. @param count of requests with this nonce, this one included */
export function digestCredentials(
  user: User,
  { realm, nonce, opaque }: Challenge,
  target: string,
  count: number,
): string {
  const nc = count.toString(16).padStart(8, '0');
  const cnonce = randomBytes(8).toString('hex');
  const secret = md5(`${user.name}:${realm}:${user.password}`);
  const response = md5(`${secret}:${nonce}:${nc}:${cnonce}:auth:${md5(`GET:${target}`)}`);
  return `Digest username="${user.name}", realm="${realm}", nonce="${nonce}", uri="${target}", qop=auth, nc=${nc}, cnonce="${cnonce}", response="${response}", opaque="${opaque}", algorithm=MD5`;
}

export function basicCredentials({ name, password }: User): string {
  return `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;
}

/** GETs; the body is read and dropped. */
export async function get(url: string, authorization?: string): Promise<Response> {
  const response = await fetch(url, authorization === undefined ? {} : { headers: { authorization } });
  await response.arrayBuffer();
  return response;
}

/**
 * A client that remembers the nonce it was given, as browsers do, and takes a new one when that is stale.
 */
export class DigestClient {
  readonly #user: User;
  #challenge: Challenge | undefined;
  #count = 0;

  constructor(user: User) {
    this.#user = user;
  }

  async get(origin: string, target: string): Promise<Response> {
    for (let tries = 0; ; tries += 1) {
      this.#count += 1;
      const known = this.#challenge;
      const response = await get(origin + target, known && digestCredentials(this.#user, known, target, this.#count));
      if (response.status !== 401 || tries === 2) return response;
      const challenge = challengeOf(response);
      if (known !== undefined && !challenge.isStale) return response;
      this.#challenge = challenge;
      this.#count = 0;
    }
  }
}
