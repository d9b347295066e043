import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

/** Origin in the descriptor; the browser maps it to the real one. */
export const CALLED_ORIGIN = 'http://api.example.test';
/** Listed as well, and never asked. */
export const OTHER_ORIGIN = 'http://other.example.test';
export const HUGE_BYTES = 700_000;

/** An API of another origin, which pages may call, and its description. */
export class CalledServer {
  readonly #server: Server;
  /** `POST /v1/echo?…` of every request but preflights, with its body. */
  readonly asked: { readonly line: string; readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];

  /** Streams of events that have begun, which tests go on with. */
  readonly streams: ServerResponse[] = [];

  private constructor() {
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(): Promise<CalledServer> {
    const called = new CalledServer();
    await new Promise<void>((resolve) => called.#server.listen(0, '127.0.0.1', resolve));
    return called;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' ? (address?.port ?? 0) : 0;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { method = '', url = '', headers } = request;
    if (method !== 'OPTIONS')
      this.asked.push({ line: `${method} ${url}`, headers, body: Buffer.concat(parts).toString('latin1') });
    const kind = /^\/v1\/answers\/(\w+)/.exec(url)?.[1];
    if (kind !== 'closed') {
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type, x-trace');
      response.setHeader('Access-Control-Allow-Methods', 'GET, POST, PUT, DELETE');
    }
    if (method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    if (url.startsWith('/desk/')) {
      const isLoggedIn = headers.authorization === 'Bearer right';
      response
        .writeHead(isLoggedIn ? 200 : 401, {
          'Content-Type': 'application/json',
          ...(isLoggedIn ? {} : { 'WWW-Authenticate': 'Bearer realm="Desk", error="invalid_token"' }),
        })
        .end('{}');
      return;
    }
    switch (kind) {
      case 'events':
        response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
        this.streams.push(response);
        return;
      case 'slow':
        // Until the caller goes.
        response.write('begun');
        return;
      case 'picture':
        response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2]));
        return;
      case 'huge':
        response.writeHead(200, { 'Content-Type': 'text/plain' }).end('x'.repeat(HUGE_BYTES));
        return;
      case 'nested':
        response.writeHead(200, { 'Content-Type': 'application/json' }).end('['.repeat(20_000) + ']'.repeat(20_000));
        return;
      case 'moved':
        response.writeHead(302, { Location: `${CALLED_ORIGIN}/v1/echo/stolen` }).end();
        return;
      case 'page':
        response
          .writeHead(418, { 'Content-Type': 'text/html' })
          .end('<script>document.title = "run"</script><img src="x" onerror="document.title = 1">');
        return;
      default:
        response
          .writeHead(200, { 'Content-Type': 'application/json', 'X-Hidden': 'yes' })
          .end(JSON.stringify({ id: '7', extra: true }));
    }
  }
}

/** OpenAPI of {@link CalledServer}. */
export function calledDescriptor(): object {
  const answers = (content: object): object => ({ responses: { 200: { description: 'What was asked.', content } } });
  const json = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
  const operation = (summary: string, content: object = json): object => ({ summary, ...answers(content) });
  return {
    openapi: '3.1.0',
    info: { title: 'Called', version: '1', 'x-platform-api': 'Called' },
    servers: [
      { url: `${CALLED_ORIGIN}/v1` },
      { url: OTHER_ORIGIN },
      { url: `${CALLED_ORIGIN}\\@evil.example` },
      { url: 'https://unlisted.example' },
    ],
    security: [{ token: [] }, {}],
    paths: {
      '/echo/{id}': {
        'x-platform-service': 'Thing',
        post: {
          ...operation('Echo'),
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            {
              name: 'tags',
              in: 'query',
              style: 'form',
              explode: false,
              schema: { type: 'array', items: { type: 'string' } },
            },
            { name: 'filter', in: 'query', style: 'deepObject', schema: { type: 'object' } },
            { name: 'state', in: 'query', schema: { enum: ['open', 'lent'], default: 'open' } },
            { name: 'note', in: 'query', schema: { type: 'string' } },
            { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
            { name: 'session', in: 'cookie', schema: { type: 'string' } },
          ],
          requestBody: {
            content: {
              'application/json': { example: { name: 'Ada' } },
              'application/x-www-form-urlencoded': {
                schema: {
                  type: 'object',
                  required: ['name'],
                  properties: {
                    name: { type: 'string', examples: ['Ada L'] },
                    motto: { type: 'string' },
                    rank: { type: 'string' },
                  },
                },
              },
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  required: ['name'],
                  properties: {
                    name: { type: 'string', examples: ['Ada'] },
                    photo: { type: 'string', format: 'binary' },
                  },
                },
                encoding: { photo: { headers: { 'X-Origin': { required: true, schema: { type: 'string' } } } } },
              },
            },
          },
        },
      },
      '/checked': {
        'x-platform-service': 'Checked',
        post: {
          ...operation('Check'),
          parameters: [{ name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } }],
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { id: { type: 'integer', maximum: 9 }, name: { type: 'string', maxLength: 3 } },
                },
              },
            },
          },
        },
      },
      '/answers/{kind}': {
        'x-platform-service': 'Answer',
        parameters: [
          {
            name: 'kind',
            in: 'path',
            required: true,
            schema: { enum: ['picture', 'huge', 'page', 'nested', 'moved', 'slow', 'events', 'closed'] },
          },
        ],
        get: operation('Answer', {
          'image/png': {},
          'text/plain': {},
          'text/event-stream': {},
          'application/json': { schema: { type: 'string' } },
        }),
      },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Thing: {
          type: 'object',
          required: ['id', 'name'],
          additionalProperties: false,
          properties: { id: { type: 'integer' }, name: { type: 'string' } },
        },
      },
    },
  };
}

/** OpenAPI of an API with several described answers, at this site and at {@link CalledServer}. */
export function menuDescriptor(): object {
  const named = (...names: readonly string[]): object => ({
    description: 'A dish.',
    content: {
      'application/json': {
        examples: Object.fromEntries(names.map((name) => [name, { value: { dish: name } }])),
      },
    },
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Menu', version: '1', 'x-platform-api': 'Menu' },
    servers: [
      { url: '/menu' },
      {
        url: `${CALLED_ORIGIN}/{tenant}/{stage}`,
        description: 'Kitchen',
        variables: { tenant: { default: 'acme' }, stage: { default: 'live', enum: ['live', 'test'] } },
      },
    ],
    paths: {
      '/dish': {
        'x-platform-service': 'Dish',
        get: { summary: 'Dish', responses: { 200: named('soup', 'green stew'), 404: named('sold out') } },
      },
    },
  };
}

/** OpenAPI of an API at an origin whose server does not allow pages. */
export function closedDescriptor(origin: string): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Closed', version: '1', 'x-platform-api': 'Closed' },
    servers: [{ url: `${origin}/v1` }],
    security: [{ session: [] }],
    components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } } },
    paths: {
      '/answers/{kind}': {
        'x-platform-service': 'Closed',
        parameters: [
          { name: 'kind', in: 'path', required: true, schema: { enum: ['closed', 'events'] } },
          { name: 'theme', in: 'cookie', required: true, schema: { type: 'string' } },
        ],
        put: {
          summary: 'Closed',
          requestBody: { content: { 'application/octet-stream': {} } },
          responses: { 200: { description: 'Fine.', content: { 'application/json': {} } } },
        },
      },
    },
  };
}

/** OpenAPI of an API behind this site, which checks tokens itself. */
export function deskDescriptor(): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Desk', version: '1', 'x-platform-api': 'Desk' },
    servers: [{ url: '/desk' }],
    security: [{ account: [] }],
    paths: {
      '/seat': {
        'x-platform-service': 'Seat',
        get: { summary: 'Seat', responses: { 200: { description: 'A seat.' } } },
      },
    },
    components: {
      securitySchemes: {
        account: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: 'https://log-in.example/token', scopes: {} } },
        },
      },
    },
  };
}
