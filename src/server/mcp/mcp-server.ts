import type { IncomingHttpHeaders } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  McpServer,
  ProtocolError,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isRecord } from '../../schema/json-values.ts';
import type { DocumentationStore } from '../../store/contract.ts';
import type { Documents } from './documents.ts';
import { listResources, readResource, resourceTemplates } from './resources.ts';
import { registerTools } from './tools.ts';

/** Published documentation, for one caller. */
export interface McpSite {
  readonly documents: Documents;
  readonly store: Pick<DocumentationStore, 'site' | 'entries' | 'outline'>;
  readonly log: (message: string) => void;
}

const INSTRUCTIONS = 'Search first, then read the operations, services and schemas that were found.';

/** Header fields that repeat values of a message; the SDK checks that both agree. */
const HEADERS_OF_MESSAGES = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/**
 * Answers one message. The SDK handles the protocol: revisions with and without a handshake, versions, errors and the
 * required header fields. No state is kept from one message to the next.
 * @param message any JSON value except an array
 */
export async function answerMessage(message: unknown, headers: IncomingHttpHeaders, site: McpSite): Promise<Response> {
  const response = await answerOfSdk(message, headers, site);
  const text = await response.text();
  const answer: unknown = text.includes('"error"') ? JSON.parse(text) : null;
  const fault = isRecord(answer) ? faultOfParams(answer['error']) : undefined;
  if (!isRecord(answer) || fault === undefined) return new Response(text === '' ? null : text, response);
  const error = { code: ProtocolErrorCode.InvalidParams, message: `Invalid params: ${fault}` };
  return Response.json({ ...answer, error }, { status: response.status });
}

/** Error message of the SDK for params that violate its schemas: zod's issues as a JSON array. */
const LISTED = /^(?:Invalid tools\/call request: )?(\[\s*\{.*\])$/s;
const MOST_NAMED = 5;

/** Describes an error about params in one sentence; returns undefined for other errors. */
function faultOfParams(error: unknown): string | undefined {
  const text = isRecord(error) && typeof error['message'] === 'string' ? error['message'] : '';
  const [, list = '[]'] = LISTED.exec(text) ?? [];
  const found: unknown = JSON.parse(list);
  const paths = Array.isArray(found) ? found.filter(isRecord).map(({ path }) => path) : [];
  const names = paths.slice(0, MOST_NAMED).map((path) => (Array.isArray(path) ? path.join('.') : ''));
  return names.length === 0 ? undefined : `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} missing or wrong.`;
}

async function answerOfSdk(message: unknown, headers: IncomingHttpHeaders, site: McpSite): Promise<Response> {
  const request = new Request('http://localhost/', { method: 'POST', headers: fieldsOf(headers) });
  const server = createServer(site);
  if (!(await isLegacyRequest(request, message))) {
    // No stream is held open: there are no changes to notify clients of.
    const handler = createMcpHandler(() => server, { legacy: 'reject', maxSubscriptions: 0 });
    return handler.fetch(request, { parsedBody: message });
  }
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

function fieldsOf(headers: IncomingHttpHeaders): Headers {
  const fields = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
  for (const name of HEADERS_OF_MESSAGES) {
    const value = headers[name];
    if (value !== undefined) fields.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return fields;
}

function createServer(site: McpSite): McpServer {
  const { title } = site.store.site;
  const mcp = new McpServer(
    { name: 'platform-documentation', title, version: '1' },
    {
      capabilities: { tools: { listChanged: false }, resources: {} },
      instructions: `${title}: documentation of HTTP APIs. ${INSTRUCTIONS}`,
    },
  );
  // A failure here is a bug: details go to the log, and the client learns that its message was not the cause.
  const guarded = <Result>(answer: Promise<Result>): Promise<Result> =>
    answer.catch((error: unknown) => {
      if (error instanceof ProtocolError) throw error;
      site.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
    });
  registerTools(mcp, site.documents, guarded);
  // Every document is a resource: resources are listed and read on demand instead of being registered.
  const { server } = mcp;
  server.setRequestHandler('resources/list', ({ params }) => guarded(listResources(params?.cursor, site.store)));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...resourceTemplates(site.store)],
  }));
  server.setRequestHandler('resources/read', ({ params }) => guarded(readResource(params.uri, site)));
  return mcp;
}
