import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import Provider from 'oidc-provider';

const DEVICE = 'urn:ietf:params:oauth:grant-type:device_code';

/** An authorization server of its own, and an API that takes its tokens. */
export class TokenProvider {
  readonly #servers: readonly Server[];
  readonly issuer: string;
  /** Origin of the API. */
  readonly api: string;
  #provider: Provider | undefined;
  /** Whether pages of other origins may ask for tokens. */
  allowsPages = true;
  /** Requests for tokens and for their end: path and form. */
  readonly asked: string[] = [];
  /** Tokens that the API got. */
  readonly tokens: string[] = [];

  private constructor([login, api]: readonly [Server, Server]) {
    this.#servers = [login, api];
    this.issuer = `http://127.0.0.1:${portOf(login)}`;
    this.api = `http://127.0.0.1:${portOf(api)}`;
    login.on('request', (request, response) => {
      if (request.method === 'POST' && /^\/(?:token|device)/.test(request.url ?? '')) this.asked.push(`${request.url}`);
      this.#provider?.callback()(request, response);
    });
    api.on('request', ((request, response) => void this.#answer(request, response)) satisfies RequestListener);
  }

  static async start(): Promise<TokenProvider> {
    const servers = [createServer(), createServer()] as const;
    await Promise.all(servers.map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
    return new TokenProvider(servers);
  }

  /** @param documentation address at which its clients get their answers */
  open(documentation: string): void {
    const common = { redirect_uris: [documentation], token_endpoint_auth_method: 'none', response_types: ['code'] };
    this.#provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: 'console',
          grant_types: ['authorization_code', 'refresh_token', DEVICE],
          ...common,
        },
        {
          client_id: 'reader',
          grant_types: ['authorization_code', 'refresh_token'],
          scope: 'openid orders:read',
          ...common,
        },
        {
          client_id: 'machine',
          client_secret: 'machine-secret',
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
        },
      ],
      scopes: ['openid', 'offline_access', 'orders:read', 'orders:write'],
      claims: { openid: ['sub'] },
      features: {
        clientCredentials: { enabled: true },
        deviceFlow: { enabled: true },
        revocation: { enabled: true },
      },
      clientBasedCORS: () => this.allowsPages,
      issueRefreshToken: () => true,
      ttl: {
        AccessToken: 600,
        ClientCredentials: 600,
        DeviceCode: 600,
        Grant: 3600,
        IdToken: 600,
        Interaction: 600,
        RefreshToken: 3600,
        Session: 3600,
      },
      cookies: { keys: ['test'] },
    });
  }

  close(): void {
    for (const server of this.#servers) {
      server.close();
      server.closeAllConnections();
    }
  }

  async #answer(
    { method, headers }: Parameters<RequestListener>[0],
    response: Parameters<RequestListener>[1],
  ): Promise<void> {
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Access-Control-Allow-Headers', 'authorization');
    response.setHeader('Content-Type', 'application/json');
    if (method === 'OPTIONS') {
      response.writeHead(204).end();
      return;
    }
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    const scope = token === undefined ? undefined : await this.scopeOf(token);
    this.tokens.push(token ?? '');
    response.writeHead(scope === undefined ? 401 : 200).end(JSON.stringify({ scope }));
  }

  /** Scope of a token; undefined if it is not valid. */
  async scopeOf(token: string): Promise<string | undefined> {
    const { AccessToken, ClientCredentials } = this.#provider ?? {};
    const found = (await AccessToken?.find(token)) ?? (await ClientCredentials?.find(token));
    return found?.isValid === true ? (found.scope ?? '') : undefined;
  }
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Descriptor of the API, with a scheme for each kind of log-in. */
export function orderedDescriptor({ issuer, api }: TokenProvider, name: string): object {
  const scopes = { 'orders:read': 'Read orders', 'orders:write': 'Change orders' };
  const [authorizationUrl, tokenUrl] = [`${issuer}/auth`, `${issuer}/token`];
  const operation = (summary: string, scheme: string, scopesOf: readonly string[]): object => ({
    summary,
    security: [{ [scheme]: scopesOf }],
    responses: {
      200: { description: 'Fine', content: { 'application/json': { schema: { type: 'object' } } } },
      401: { description: 'No token' },
    },
  });
  return {
    openapi: '3.2.0',
    info: { title: name, version: '1', 'x-platform-api': name },
    servers: [{ url: api }],
    paths: {
      '/orders': {
        'x-platform-service': 'Order',
        get: operation('List orders', 'openid', ['orders:read']),
        post: operation('Add an order', 'flows', ['orders:write']),
        delete: operation('Remove orders', 'implicit', []),
      },
    },
    components: {
      securitySchemes: {
        openid: { type: 'openIdConnect', openIdConnectUrl: `${issuer}/.well-known/openid-configuration` },
        flows: {
          type: 'oauth2',
          flows: {
            authorizationCode: { authorizationUrl, tokenUrl, scopes },
            deviceAuthorization: { deviceAuthorizationUrl: `${issuer}/device/auth`, tokenUrl, scopes },
            clientCredentials: { tokenUrl, scopes: {} },
          },
        },
        implicit: {
          type: 'oauth2',
          oauth2MetadataUrl: `${issuer}/.well-known/oauth-authorization-server`,
          flows: { implicit: { authorizationUrl, scopes } },
        },
      },
    },
  };
}
