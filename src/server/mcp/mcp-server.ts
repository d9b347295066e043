import type { IncomingHttpHeaders } from 'node:http';
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isRecord } from '../../model/schema/json-values.ts';
import type { DocumentationStore } from '../../store/contract.ts';
import type { Documents } from './documents.ts';
import { faultOfParams } from './message-faults.ts';
import { listResources, readResource, resourceTemplates } from './resources.ts';
import { callTool, listedTools } from './tools.ts';

/** Published documentation, for one caller. */
export interface McpSite {
  readonly documents: Documents;
  readonly store: Pick<DocumentationStore, 'site' | 'entries' | 'outline'>;
  readonly log: (message: string) => void;
}

const INSTRUCTIONS = 'Search first, then read the operations, services and schemas that were found.';

/** Header fields that repeat facts of a message; the SDK compares both. */
const HEADERS_OF_MESSAGES = ['mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

/**
 * Answers one message. The SDK knows the protocol: revisions with a handshake and those without, versions, errors and
 * the required header fields; nothing is kept from one message to the next.
 * @param message any JSON but a list
 */
export async function answerMessage(message: unknown, headers: IncomingHttpHeaders, site: McpSite): Promise<Response> {
  const response = await answerOf(message, headers, site);
  const text = response.body === null ? '' : await response.text();
  // In the text of a result, quotes are escaped.
  const answer: unknown = text.includes('"error":{') ? JSON.parse(text) : undefined;
  const fault = isRecord(answer) ? faultOfParams(answer['error'], message) : undefined;
  if (!isRecord(answer) || fault === undefined) return new Response(text === '' ? null : text, response);
  const error = { code: ProtocolErrorCode.InvalidParams, message: `Invalid params: ${fault}` };
  return Response.json({ ...answer, error }, { status: response.status });
}

async function answerOf(message: unknown, headers: IncomingHttpHeaders, site: McpSite): Promise<Response> {
  const request = new Request('http://localhost/', { method: 'POST', headers: fieldsOf(headers) });
  const server = createServer(site);
  if (!(await isLegacyRequest(request, message))) {
    // No stream is held open: nothing changes that its client would have to know of.
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

function createServer(site: McpSite): Server {
  const { title } = site.store.site;
  const server = new Server(
    { name: 'platform-documentation', title, version: '1' },
    {
      capabilities: { tools: {}, resources: {} },
      instructions: `${title}: documentation of HTTP APIs. ${INSTRUCTIONS}`,
    },
  );
  // A failure here is a bug: details go to the log, and the client learns that its message was not the cause.
  const kept = <Result>(answer: () => Promise<Result>): Promise<Result> =>
    answer().catch((error: unknown) => {
      if (error instanceof ProtocolError) throw error;
      site.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
      throw new ProtocolError(ProtocolErrorCode.InternalError, 'Internal error');
    });
  server.setRequestHandler('tools/list', () => ({ tools: [...listedTools()] }));
  server.setRequestHandler('tools/call', ({ params }) =>
    kept(() => callTool(params.name, params.arguments ?? {}, site.documents)),
  );
  server.setRequestHandler('resources/list', ({ params }) => kept(() => listResources(params?.cursor, site.store)));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [...resourceTemplates(site.store)],
  }));
  server.setRequestHandler('resources/read', ({ params }) => kept(() => readResource(params.uri, site)));
  return server;
}
