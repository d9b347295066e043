import { createHash } from 'node:crypto';
import { once } from './load.ts';

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

export interface DigestUser {
  readonly name: string;
  readonly password: string;
  readonly realm: string;
}

/** Requests that log in with one nonce each connection, the nonce count rising (RFC 7616 §3.4). */
export async function digestRequests(
  port: number,
  path: string,
  user: DigestUser,
  connections: number,
): Promise<(connection: number) => () => string> {
  const challenges = await Promise.all(
    Array.from({ length: connections + 1 }, async () => {
      const answer = (await once(port, `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)).toString('latin1');
      const parameter = (name: string): string => new RegExp(`${name}="([^"]*)"`).exec(answer)?.[1] ?? '';
      return { nonce: parameter('nonce'), opaque: parameter('opaque') };
    }),
  );
  const ha1 = md5(`${user.name}:${user.realm}:${user.password}`);
  const ha2 = md5(`GET:${path}`);
  return (connection) => {
    const { nonce = '', opaque = '' } = challenges[connection] ?? {};
    let count = 0;
    return () => {
      count += 1;
      const nc = count.toString(16).padStart(8, '0');
      const response = md5(`${ha1}:${nonce}:${nc}:0a4f113b:auth:${ha2}`);
      const credentials = `username="${user.name}", realm="${user.realm}", nonce="${nonce}", uri="${path}", qop=auth, nc=${nc}, cnonce="0a4f113b", response="${response}", opaque="${opaque}", algorithm=MD5`;
      return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nAuthorization: Digest ${credentials}\r\n\r\n`;
    };
  };
}
