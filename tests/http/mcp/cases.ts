/** A message, or what is sent in its place, and what must come back. */
export interface McpCase {
  /** The rule, readable without the message. Unique. */
  readonly name: string;
  readonly source: string;
  readonly method?: string;
  readonly path?: string;
  /** Beside those of a right message; null: that one is left out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly body?: string | Uint8Array;
  readonly expected: {
    readonly status: number;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: RegExp;
  };
}

export const MCP_PATH = '/platform/documentation.mcp';
const HTTP_2025 = 'MCP 2025-11-25, Transports';
const HTTP_2026 = 'MCP 2026-07-28, Streamable HTTP';
const PROBLEM = { 'content-type': 'application/problem+json' };

export const message = (method: string, params?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, ...(params && { params }) });
const call = (name: string, args: object): string => message('tools/call', { name, arguments: args });

/** A message of the revision without a handshake. */
const modern = (method: string, params: object = {}, version = '2026-07-28'): string =>
  message(method, {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  });
const V2026 = { 'MCP-Protocol-Version': '2026-07-28' };

const initialize = (version: string): string =>
  message('initialize', { protocolVersion: version, capabilities: {}, clientInfo: { name: 'test', version: '1' } });

/** Answers of HTTP, before a message is looked at. */
const transport: readonly McpCase[] = [
  ...['GET', 'DELETE', 'PUT'].map(
    (method): McpCase => ({
      name: `${method} is for sessions and streams, which there are none of`,
      source: HTTP_2026,
      method,
      expected: { status: 405, headers: { ...PROBLEM, allow: 'POST, OPTIONS' } },
    }),
  ),
  {
    name: 'HEAD has the answer of GET without its body',
    source: 'RFC 9110 §9.3.2',
    method: 'HEAD',
    expected: { status: 405, headers: { allow: 'POST, OPTIONS' }, body: /^$/ },
  },
  {
    name: 'OPTIONS names the methods',
    source: 'RFC 9110 §9.3.7',
    method: 'OPTIONS',
    expected: { status: 204, headers: { allow: 'POST, OPTIONS' }, body: /^$/ },
  },
  ...['https://evil.example', 'http://127.0.0.1.evil.example', 'null', 'file://', 'nonsense'].map(
    (origin): McpCase => ({
      name: `a page of ${origin} may not ask`,
      source: `${HTTP_2026}: Security`,
      headers: { Origin: origin },
      expected: { status: 403, headers: PROBLEM },
    }),
  ),
  {
    name: 'a page of a name that was led here may not ask, although Host agrees',
    source: `${HTTP_2026}: Security`,
    headers: { Origin: 'http://evil.example', Host: 'evil.example' },
    expected: { status: 403 },
  },
  ...['http://localhost:6274', 'http://127.0.0.1:3000', 'http://[::1]'].map(
    (origin): McpCase => ({
      name: `a page of ${origin} may ask`,
      source: `${HTTP_2026}: Security`,
      headers: { Origin: origin },
      expected: { status: 200 },
    }),
  ),
  {
    name: 'answers are JSON, which has to be acceptable',
    source: 'RFC 9110 §15.5.7',
    headers: { Accept: 'text/event-stream' },
    expected: { status: 406, headers: PROBLEM },
  },
  { name: 'Accept may be left out', source: 'RFC 9110 §12.5.1', headers: { Accept: null }, expected: { status: 200 } },
  {
    name: 'messages are JSON',
    source: 'RFC 9110 §15.5.16',
    headers: { 'Content-Type': 'text/plain' },
    expected: { status: 415, headers: PROBLEM },
  },
  {
    name: 'messages may not be compressed',
    source: 'RFC 9110 §15.5.16',
    headers: { 'Content-Encoding': 'gzip' },
    expected: { status: 415, headers: { 'accept-encoding': 'identity' } },
  },
  {
    name: 'a long message is refused',
    source: 'RFC 9110 §15.5.14',
    body: call('search', { query: 'x'.repeat(70_000) }),
    expected: { status: 413, headers: PROBLEM },
  },
  {
    name: 'a message is UTF-8',
    source: 'RFC 8259 §8.1',
    body: Uint8Array.of(0x22, 0xff, 0x22),
    expected: { status: 400, headers: PROBLEM },
  },
  {
    name: 'the address has one spelling',
    source: 'DESIGN §3',
    path: '/platform/documentation%2Emcp',
    expected: { status: 404 },
  },
  {
    name: 'nothing is below the address',
    source: 'DESIGN §3',
    path: `${MCP_PATH}/tools`,
    expected: { status: 404 },
  },
];

const error = (code: number): RegExp => new RegExp(`"code":${code}\\b`);

const protocol: readonly McpCase[] = [
  ...['', '{', 'nonsense', '{"jsonrpc":"2.0"'].map(
    (body): McpCase => ({
      name: `${JSON.stringify(body)} cannot be parsed`,
      source: 'JSON-RPC 2.0 §5.1',
      body,
      expected: { status: 400, headers: { 'content-type': 'application/json' }, body: error(-32700) },
    }),
  ),
  ...['[]', `[${message('ping')}]`].map(
    (body): McpCase => ({
      name: `${body} is a list, and messages come one by one`,
      source: 'MCP 2025-06-18, Changelog',
      body,
      expected: { status: 400, body: error(-32600) },
    }),
  ),
  ...[
    'null',
    '1',
    '"a"',
    '{}',
    '{"jsonrpc":"1.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
  ].map(
    (body): McpCase => ({
      name: `${body} is no message`,
      source: 'JSON-RPC 2.0 §4',
      body,
      expected: { status: 400, body: error(-32600) },
    }),
  ),
  {
    name: 'arrays in arrays, thousands deep, are no message',
    source: 'DESIGN §5',
    body: message('tools/call', {}).replace('{}', `${'['.repeat(20_000)}${']'.repeat(20_000)}`),
    expected: { status: 400, body: error(-32600) },
  },
  {
    name: 'objects in objects, thousands deep, are no handshake, and nothing of the inside is said',
    source: 'DESIGN §10',
    body: initialize('2025-11-25').replace('{}', `${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}`),
    expected: { status: 400, body: /^(?!.*RangeError).*nested more than 32 levels/ },
  },
  {
    name: 'thousands of values are no message',
    source: 'DESIGN §5',
    body: message('ping', { _meta: Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`a${at}`, 1])) }),
    expected: { status: 400, body: /more than 1000 values/ },
  },
  {
    name: 'objects in objects, thousands deep, are no arguments',
    source: 'DESIGN §5',
    body: call('list', { a: 1 }).replace('1}', `${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}}`),
    expected: { status: 400, body: error(-32600) },
  },
  ...['2025-11-25', '2025-06-18', '2025-03-26'].map(
    (version): McpCase => ({
      name: `a handshake in ${version} stays there`,
      source: 'MCP 2025-11-25, Lifecycle',
      body: initialize(version),
      expected: { status: 200, body: new RegExp(`"protocolVersion":"${version}"`) },
    }),
  ),
  {
    name: 'a handshake in an unknown version gets the newest one that has a handshake',
    source: 'MCP 2025-11-25, Lifecycle',
    body: initialize('1999-01-01'),
    expected: { status: 200, body: /"protocolVersion":"2025-11-25"/ },
  },
  ...(
    [
      ['initialize', undefined, 'params is'],
      ['initialize', { protocolVersion: 1, capabilities: {} }, 'params.protocolVersion, params.clientInfo are'],
      ['resources/read', undefined, 'params is'],
      ['resources/read', {}, 'params.uri is'],
      ['resources/list', { cursor: 1 }, 'params.cursor is'],
      ['tools/call', { arguments: {} }, 'params.name is'],
    ] as const
  ).map(
    ([method, params, wrong]): McpCase => ({
      name: `${method} with params ${JSON.stringify(params)} is a mistake of its sender, told in a sentence`,
      source: 'JSON-RPC 2.0 §5.1',
      body: message(method, params),
      expected: {
        status: 200,
        body: new RegExp(`"code":-32602,"message":"Invalid params: ${wrong} missing or wrong\\."`),
      },
    }),
  ),
  {
    name: 'no session is begun',
    source: HTTP_2025,
    body: initialize('2025-11-25'),
    expected: { status: 200, headers: { 'mcp-session-id': '', 'cache-control': 'no-store' } },
  },
  {
    name: 'a version in the header that is not spoken is refused',
    source: HTTP_2025,
    headers: { 'MCP-Protocol-Version': '1999-01-01' },
    expected: { status: 400, body: /version/i },
  },
  {
    name: 'a header without the version in the message is refused',
    source: HTTP_2026,
    headers: { ...V2026, 'Mcp-Method': 'tools/list' },
    body: message('tools/list'),
    expected: { status: 400, body: /"error":/ },
  },
  {
    name: 'the revision without a handshake says what there is',
    source: 'MCP 2026-07-28, Discovery',
    headers: { ...V2026, 'Mcp-Method': 'server/discover' },
    body: modern('server/discover'),
    expected: { status: 200, body: /"supportedVersions":\["2026-07-28"/ },
  },
  {
    name: 'a version in the message that is not spoken is refused, and those that are named',
    source: 'MCP 2026-07-28, Versioning',
    headers: { 'MCP-Protocol-Version': '2999-01-01', 'Mcp-Method': 'tools/list' },
    body: modern('tools/list', {}, '2999-01-01'),
    expected: { status: 400, body: /-32022.*"supported":\["2026-07-28"/ },
  },
  {
    name: 'a header that says another method than the message is refused',
    source: `${HTTP_2026}: Server Validation`,
    headers: { ...V2026, 'Mcp-Method': 'tools/call' },
    body: modern('tools/list'),
    expected: { status: 400, body: error(-32020) },
  },
  {
    name: 'a header that says another tool than the message is refused',
    source: `${HTTP_2026}: Server Validation`,
    headers: { ...V2026, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'search' },
    body: modern('tools/call', { name: 'list', arguments: {} }),
    expected: { status: 400, body: error(-32020) },
  },
  {
    name: 'a method that there is not is not found',
    source: HTTP_2026,
    headers: { ...V2026, 'Mcp-Method': 'prompts/list' },
    body: modern('prompts/list'),
    expected: { status: 404, body: error(-32601) },
  },
  {
    name: 'no stream of changes is held open',
    source: 'MCP 2026-07-28, Subscriptions',
    headers: { ...V2026, 'Mcp-Method': 'subscriptions/listen' },
    body: modern('subscriptions/listen', { notifications: {} }),
    expected: { status: 200, headers: { 'content-type': 'application/json' }, body: /"error":/ },
  },
  {
    name: 'a method that there is not is an error, after a handshake',
    source: 'JSON-RPC 2.0 §5.1',
    body: message('prompts/list'),
    expected: { status: 200, body: error(-32601) },
  },
  {
    name: 'a ping is answered',
    source: 'MCP 2025-11-25, Ping',
    body: message('ping'),
    expected: { status: 200, body: /"result":\{\}/ },
  },
  {
    name: 'a notification is taken, and answered by nothing',
    source: HTTP_2025,
    body: '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    expected: { status: 202, body: /^$/ },
  },
];

/** Questions about the documentation. */
const questions: readonly McpCase[] = [
  {
    name: 'a tool that there is not is an error',
    source: 'MCP 2025-11-25, Tools',
    body: call('drop', {}),
    expected: { status: 200, body: error(-32602) },
  },
  {
    name: 'a page past the last has no results',
    source: 'DESIGN §3',
    body: call('search', { query: 'book', page: 99 }),
    expected: { status: 200, body: /"total\\":[1-9]\d*,\\"results\\":\[\]/ },
  },
  {
    name: 'a tool of every object is none',
    source: 'MCP 2025-11-25, Tools',
    body: call('__proto__', {}),
    expected: { status: 200, body: error(-32602) },
  },
  ...(
    [
      ['search', {}],
      ['search', { query: ' ' }],
      ['search', { query: 1 }],
      ['search', { query: 'x'.repeat(300) }],
      ['search', { query: 'book', kind: 'nonsense' }],
      ['search', { query: 'book', page: 0 }],
      ['search', { query: 'book', page: 1e9 }],
      ['search', { query: 'book', other: true }],
      ['read_service', { api: 'Library', service: 'Book', format: '/../secret' }],
      ['changes', { api: 'Library', from: 0 }],
      ['changes', { api: 'Library', to: '2&q=x' }],
    ] as const
  ).map(
    ([tool, args]): McpCase => ({
      name: `${tool} ${JSON.stringify(args).slice(0, 60)} is answered by what is wrong`,
      source: 'MCP 2025-11-25, Tools',
      body: call(tool, args),
      expected: { status: 200, body: /Invalid arguments for tool .*"isError":true/ },
    }),
  ),
  ...(
    [
      ['list', { api: 'Libary' }, /Close names: Library/],
      ['list', { api: '..' }, /"isError":true/],
      ['read_service', { api: 'Library', service: 'Bok' }, /Close names: Book/],
      ['read_service', { api: 'Library', service: '../../llms.txt' }, /"isError":true/],
      ['read_service', { api: 'Library?q=x', service: 'Book#' }, /"isError":true/],
      ['read_service', { api: 'Library', service: '\ud800' }, /"isError":true/],
      ['read_operation', { api: 'Library', service: 'Book', operation: 'PURGE /x' }, /It has: GET \/book/],
      ['read_schema', { api: 'Orders', schema: 'Ordr' }, /Close names: Order/],
      ['changes', { api: 'Orders' }, /nothing to compare it with.*"isError":true/],
      ['changes', { api: 'Ordrs' }, /Close names: Orders/],
      ['changes', { api: 'Ordrs', from: 1 }, /Close names: Orders/],
      ['changes', { api: 'Library', from: 7 }, /no version “7”.*Close names: Library v1 → v2.*"isError":true/],
      ['changes', { api: 'Library', from: 2, to: 1 }, /Close names: Library v1 → v2.*"isError":true/],
      ['changes', { api: 'Library-v1', to: 2 }, /"isError":true/],
    ] as const
  ).map(
    ([tool, args, body]): McpCase => ({
      name: `${tool} ${JSON.stringify(args)} is no document`,
      source: 'DESIGN §10',
      body: call(tool, args),
      expected: { status: 200, body },
    }),
  ),
  ...[
    'documentation:/platform/documentation/Nothing.md',
    'documentation:/platform/documentation/Library-v1/Book',
    'documentation:/platform/documentation/Library-v1/Book.json',
    'documentation:/platform/documentation/../../etc/passwd.md',
    'documentation:/platform/documentationx.md',
    'documentation:/llms.md',
    'file:///etc/passwd',
    'http://127.0.0.1/platform/documentation.md',
    '',
  ].map(
    (uri): McpCase => ({
      name: `${uri} is no resource`,
      source: 'MCP 2025-11-25, Resources',
      body: message('resources/read', { uri }),
      expected: { status: 200, body: error(-32602) },
    }),
  ),
  ...['0', '-1', 'x', '1e3', ' '].map(
    (cursor): McpCase => ({
      name: `${JSON.stringify(cursor)} is no cursor`,
      source: 'MCP 2025-11-25, Pagination',
      body: message('resources/list', { cursor }),
      expected: { status: 200, body: error(-32602) },
    }),
  ),
];

export const mcpCases: readonly McpCase[] = [...transport, ...protocol, ...questions];
