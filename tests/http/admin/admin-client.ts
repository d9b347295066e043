import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Fields = Readonly<Record<string, string>>;

export const ROOT = '/platform/admin';

/** A client of administration pages: as a browser would, or as headers say. */
export class AdminClient {
  readonly #port: number;
  readonly #headers: OutgoingHttpHeaders;

  /** @param user `name:password` of HTTP Basic; null: no credentials */
  constructor(port: number, user: string | null) {
    this.#port = port;
    this.#headers = {
      accept: 'text/html',
      ...(user === null ? {} : { authorization: `Basic ${Buffer.from(user).toString('base64')}` }),
    };
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  ask(method: string, path: string, headers: OutgoingHttpHeaders = {}, body = ''): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port: this.#port, method, path, headers: { ...this.#headers, ...headers }, agent: false },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (chunk: string) => {
            text += chunk;
          });
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
          );
          response.on('error', reject);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  get(path: string, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
    return this.ask('GET', path, headers);
  }

  /** A form as Chromium sends it; `headers` say what is otherwise. */
  post(path: string, fields: Fields, headers: Readonly<OutgoingHttpHeaders> = {}): Promise<Answer> {
    const body = new URLSearchParams(fields).toString();
    const own = {
      origin: this.origin,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
    };
    const merged = Object.entries({ ...own, ...headers }).filter(([, value]) => value !== undefined);
    return this.ask('POST', path, Object.fromEntries(merged), body);
  }

  /** Hidden fields that the form of a page sends back. */
  async hidden(path: string): Promise<Fields> {
    return hiddenIn((await this.get(path)).body);
  }

  /** Opens a form, fills it in and sends it. */
  async send(path: string, fields: Fields): Promise<Answer> {
    return this.post(path, { ...(await this.hidden(path)), ...fields });
  }
}

/** Hidden fields of the first form of a page. */
export function hiddenIn(body: string): Fields {
  const [form = ''] = body.split('</form>', 1);
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
}

/** Requests a page with two `Host` fields: ours first, then that of another site. */
export function statusWithTwoHosts(port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = ['Host', `localhost:${port}`, 'Host', 'evil.example', 'Connection', 'close'];
    request({ host: '127.0.0.1', port, path: `${ROOT}/status`, headers, setHost: false }, (answer) =>
      resolve(answer.resume().statusCode),
    )
      .on('error', reject)
      .end();
  });
}
