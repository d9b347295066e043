import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CredentialsRequest } from '../../auth/contract.ts';
import { negotiate } from '../../http/negotiate.ts';
import { MCP_PATH } from '../../model/locations.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { isRecord } from '../../schema/json-values.ts';
import type { Shares } from '../../services/read-body.ts';
import type { DocumentationStore } from '../../store/contract.ts';
import type { LoopTurns } from '../../threads/loop-turns.ts';
import { type Gatekeeper, refusalAnswer } from '../access/gatekeeper.ts';
import { methodsAnswer } from '../answers/bytes-answers.ts';
import type { BytesAnswer, DocumentationHandler, SiteAnswer } from '../answers/contract.ts';
import { busyOrThrow, type ProblemFacts, problemAnswer } from '../answers/problem-answer.ts';
import type { ClientOf } from '../node/client-address.ts';
import { isFromForeignPage } from '../node/foreign-page.ts';
import { readTextBody } from '../node/text-body.ts';
import type { Exchange, Route } from '../runtime.ts';
import { documentsFor } from './documents.ts';
import type { McpSite } from './mcp-server.ts';

interface McpRouteOptions {
  /** Unguarded handler of the documentation; this route checks the log-in. */
  readonly handle: DocumentationHandler;
  readonly store: () => Pick<DocumentationStore, 'site' | 'entries' | 'outline'>;
  readonly gatekeeper: Gatekeeper;
  /** Adapter that protects the whole documentation; null: it is public. */
  readonly adapter: string | null;
  readonly credentialsOf: (request: IncomingMessage) => CredentialsRequest;
  readonly turns: LoopTurns;
  readonly clientOf: ClientOf;
  /** Memory budget for request bodies. */
  readonly memory: Shares;
  readonly log: (message: string) => void;
}

const METHODS = ['POST', 'OPTIONS'] as const;
/** Maximum size of a message, which contains the name of a tool and its arguments. */
const MOST_BYTES = 64 * 1024;
/** Maximum nesting of a message: descriptions of clients and arguments have only one or two levels. */
const MOST_LEVELS = 32;
const MOST_VALUES = 1000;
const OFFERS = [{ name: 'json', mediaTypes: ['application/json'] }] as const;
const OWN_HEADERS = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff'] as const;
/** Ends the connection, because the rest of a refused body is not read. */
const LAST_ANSWER = ['Connection', 'close'] as const;

/**
 * Creates the route for programs of language models: Streamable HTTP of the Model Context Protocol, without sessions,
 * with JSON answers. A client that may not read the documentation is refused before anything else is checked, as at all
 * documentation paths.
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export function createMcpRoute(options: McpRouteOptions): Route {
  const { gatekeeper, adapter, credentialsOf } = options;
  const site = (): Site => options.store().site;
  const answerUser = async (exchange: Exchange, adapters: readonly string[]): Promise<SiteAnswer> => {
    const admission = await gatekeeper.admit(adapters, credentialsOf(exchange.request));
    if (admission.kind !== 'authenticated') return refusalAnswer(withBody(exchange).asked, site(), admission);
    const answer = await respond(exchange, options);
    return { ...answer, headers: [...answer.headers, ...admission.headers] };
  };
  return (exchange) => {
    const { asked } = exchange;
    // The prefix is compared first, because this runs for every request.
    if (!asked.target.startsWith(MCP_PATH) || asked.target.split('?', 1)[0] !== MCP_PATH) return null;
    // A preflight is never challenged (DESIGN §9).
    if (asked.method === 'OPTIONS') return PREFLIGHT;
    return adapter === null ? respond(exchange, options) : answerUser(exchange, [adapter]);
  };
}

const PREFLIGHT = methodsAnswer(METHODS);

async function respond(exchange: Exchange, options: McpRouteOptions): Promise<SiteAnswer> {
  const { request, response, asked, awaitsContinue } = exchange;
  const { site } = options.store();
  const problem = (facts: ProblemFacts): SiteAnswer =>
    problemAnswer(withBody(exchange).asked, site, { ...facts, headers: [...LAST_ANSWER, ...(facts.headers ?? [])] });
  if (asked.method !== 'POST')
    return problem({ status: 405, detail: 'Messages of the Model Context Protocol are sent by POST.', allow: METHODS });
  if (isFromForeignPage(request.headers, site.baseUrl))
    return problem({ status: 403, detail: 'Only programs may send messages here, not pages of other sites.' });
  if (negotiate(asked.accept, OFFERS) === undefined)
    return problem({ status: 406, detail: 'Accept must allow application/json.' });
  const body = await readTextBody(request, {
    name: 'message',
    mediaType: 'application/json',
    mostBytes: MOST_BYTES,
    memory: options.memory,
    client: options.clientOf(request).address,
    proceed: () => awaitsContinue && response.writeContinue(),
  });
  if (body.kind === 'refused') return problem(body);
  const message = parsed(body.text);
  if (message === undefined) return errorAnswer(-32700, 'Parse error: the body is no JSON.');
  // JSON-RPC has batches; the protocol has none since its revision 2025-06-18, and each message has its own cost.
  if (Array.isArray(message)) return errorAnswer(-32600, 'Invalid request: send one message at a time.');
  const fault = problemOfSize(message);
  if (fault !== undefined) return errorAnswer(-32600, `Invalid request: ${fault}`, idOf(message));
  const { answerMessage } = await loadMcpServer();
  const { handle, credentialsOf, log, store, turns } = options;
  const caller = (): CredentialsRequest => credentialsOf(request);
  const published: McpSite = { documents: documentsFor(handle, caller, turns), store: store(), log };
  try {
    const { client, connection } = caller();
    await turns.take(client, connection);
    return await toAnswer(await answerMessage(message, request.headers, published));
  } catch (error) {
    return problem(busyOrThrow(error));
  }
}

/** Returns the request as GET, unless it is HEAD, so that the problem answer has a body. */
function withBody(exchange: Exchange): Pick<Exchange, 'asked'> {
  const { asked } = exchange;
  return { asked: { ...asked, method: asked.method === 'HEAD' ? 'HEAD' : 'GET' } };
}

/** Parses JSON. @returns undefined if the text is invalid */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the reason to refuse a message by its nesting or number of values; undefined if there is none. */
function problemOfSize(message: unknown): string | undefined {
  let level: unknown[] = [message];
  for (let levels = 0, count = 1; level.length > 0; levels += 1) {
    if (levels > MOST_LEVELS) return `the message is nested more than ${MOST_LEVELS} levels deep.`;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
    count += level.length;
    if (count > MOST_VALUES) return `the message has more than ${MOST_VALUES} values.`;
  }
  return undefined;
}

/** Answers with a JSON-RPC error. @see JSON-RPC 2.0 §5.1: the id of a message that cannot be read is null */
function errorAnswer(code: number, message: string, id: string | number | null = null): BytesAnswer {
  return jsonAnswer(400, Buffer.from(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id })));
}

function idOf(message: unknown): string | number | null {
  const id = isRecord(message) ? message['id'] : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function jsonAnswer(status: number, body: Uint8Array): BytesAnswer {
  const content = ['Content-Type', 'application/json', 'Content-Length', String(body.byteLength)];
  return { kind: 'bytes', status, headers: [...content, ...OWN_HEADERS], body };
}

async function toAnswer(response: Response): Promise<BytesAnswer> {
  const body = new Uint8Array(await response.arrayBuffer());
  if (body.byteLength > 0) return jsonAnswer(response.status, body);
  return { kind: 'bytes', status: response.status, headers: ['Content-Length', '0', ...OWN_HEADERS], body: null };
}

/**
 * Modules that re-export only the used parts of a package: each becomes a chunk with these parts, while a dynamic
 * import of the package would bundle all of it.
 */
const DEPENDENCIES = [
  () => import('./protocol-validator.ts'),
  () => import('./protocol-types.ts'),
  () => import('./protocol-schemas.ts'),
] as const;

/**
 * Loads the implementation of the protocol at the first message. Its largest dependencies are loaded first, one by one:
 * compiling and running a module blocks the event loop, and other requests are answered in between.
 */
async function loadMcpServer(): Promise<typeof import('./mcp-server.ts')> {
  for (const load of DEPENDENCIES) {
    await load();
    await nextTurn();
  }
  const server = await import('./mcp-server.ts');
  await nextTurn();
  return server;
}
