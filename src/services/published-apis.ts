import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderList } from '../http/header-list.ts';
import { FORGED_BY_OTHER_SITE, NOTHING_HERE } from '../http/problem.ts';
import type { Api } from '../model/api.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { reasonPhrase } from '../model/status-codes.ts';
import { DEFAULT_MAX_BODY_BYTES, entryFor, type IsNamed } from '../options/access-records.ts';
import { LoopTurns } from '../threads/loop-turns.ts';
import {
  type AnswerTrust,
  besideAnswer,
  type CorsPolicy,
  corsHeaders,
  defaultCors,
  lifecycleHeaders,
  preflightHeaders,
} from './answer-headers.ts';
import { BODY_TAKEN, type RenderProblem, refusal, sendAnswer, toAnswer, toProblem } from './answers.ts';
import { backendNamed, backends } from './backends/registry.ts';
import { decide, type RequestFacts } from './checks.ts';
import type {
  Backend,
  BackendDefinition,
  BackendResult,
  Failure,
  Gate,
  Handled,
  Peer,
  ServiceCall,
  ServiceSettings,
} from './contract.ts';
import { Shares } from './read-body.ts';
import { createRouter, type RouteMatch } from './routes.ts';
import type { WholeApi } from './routing/claims.ts';
import { keepFromSharedCaches } from './shared-caches.ts';

/** Limits on the bytes of bodies held in memory (our choice). */
const MAX_HELD_BYTES_OF_ONE_CLIENT = 16_777_216;
const MAX_HELD_BYTES = 134_217_728;

export interface PublishedApisOptions {
  /** Every published version of every API. */
  readonly apis: readonly Api[];
  /** Returns the complete model of a called API if {@link apis} contain only routes; left out: they are complete. */
  readonly whole?: WholeApi;
  /** Settings of services; an API without settings is answered with examples. */
  readonly services?: readonly ServiceSettings[];
  /** Path below which the site stands; left out: the root of the host. */
  readonly basePath?: string;
  /** Whether configuration names an API; left out: it names none. */
  readonly isNamed?: IsNamed;
  readonly renderProblem?: RenderProblem;
  /** Memory for bodies, shared with other routes; left out: not shared. */
  readonly memory?: Shares;
  /** Turns at the event loop, shared with other work of the process; left out: not shared. */
  readonly turns?: LoopTurns;
  /** Whether an API requires a log-in for any operation; left out: no API requires one. */
  readonly hasLogin?: (api: string, version: number) => boolean;
  /** Realms of the adapters of this site, for which no upstream may ask; left out: none. */
  readonly realms?: readonly string[];
  /**
   * Whether another site's page sent a request with credentials stored by the browser; `headers` are those of the
   * answer. Left out: no request is forged.
   */
  readonly isForged?: (request: IncomingMessage, headers: HeaderList) => boolean;
  /** Logs errors of our own code. */
  readonly log: (message: string) => void;
}

export interface HandleOptions {
  readonly gate: Gate;
  readonly peer: Peer;
  /** See `ServiceCall`; left out: false. */
  readonly hasHostLogin?: boolean;
  /** True for the server's event `checkContinue`: the client waits before it sends its body. */
  readonly awaitsContinue?: boolean;
}

export interface PublishedApis {
  handle(request: IncomingMessage, response: ServerResponse, options: HandleOptions): Promise<Handled>;
  /** Diagnostics about operations that no call can reach. */
  readonly problems: readonly Diagnostic[];
  /** Closes idle connections to upstreams, and busy connections after their answers. */
  close(): void;
}

/** Memory for request bodies, divided among clients; every limit has room for the largest body that an API allows. */
export function bodyMemory(services: readonly ServiceSettings[]): Shares {
  const largest = Math.max(
    0,
    ...services.flatMap(({ backend, maxBodyBytes }) => (backendNamed(backend).holdsBodies ? [maxBodyBytes] : [])),
  );
  return new Shares({
    mostOfOneClient: Math.max(MAX_HELD_BYTES_OF_ONE_CLIENT, largest),
    mostAltogether: Math.max(MAX_HELD_BYTES, 2 * largest),
  });
}

const ANSWERED: Handled = { kind: 'answered' };

/** Creates the handler of calls to published APIs. @throws if configuration would refuse the settings */
export function createPublishedApis(options: PublishedApisOptions): PublishedApis {
  const { apis, whole, services = [], basePath, isNamed, renderProblem, log } = options;
  const { memory = bodyMemory(services), turns = new LoopTurns() } = options;
  const { hasLogin = () => false, isForged = () => false, realms = [] } = options;
  const router = createRouter(apis, { whole, services, basePath, isNamed });
  const usual = behaviourOf({ backend: { kind: backends[0].name, options: {} }, maxBodyBytes: DEFAULT_MAX_BODY_BYTES });
  const behaviours = services.map((settings) => {
    const { api, version } = settings;
    return { api, version, ...behaviourOf(settings) };
  });

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    handleOptions: HandleOptions,
  ): Promise<Handled> {
    const exchange = { request, response };
    try {
      const { accept, 'content-type': contentType } = request.headers;
      const result = router.match(request.url ?? '', { accept, contentType });
      if (result.kind === 'none') return result;
      if (result.kind === 'match') return await answer(exchange, result.match, handleOptions);
      return await fail(exchange, UNROUTED[result.kind], []);
    } catch (error) {
      log(error instanceof Error ? (error.stack ?? error.message) : String(error));
      if (response.headersSent) response.destroy();
      else sendAnswer(request, response, toAnswer(toProblem(BUG), null, []));
      return ANSWERED;
    }
  }

  async function answer(
    exchange: Exchange,
    match: RouteMatch,
    { gate, peer, hasHostLogin = false, awaitsContinue = false }: HandleOptions,
  ): Promise<Handled> {
    const { request, response } = exchange;
    const behaviour = entryFor(behaviours, match.api.getName(), match.version) ?? usual;
    const { answersFrom, maxBodyBytes, trust, cors } = behaviour;
    const facts = factsOf(request, maxBodyBytes);
    const isProtected = hasLogin(match.api.getName(), match.version);
    const own = corsHeaders(cors ?? defaultCors(isProtected), request.headers.origin);
    const decision = await decide(facts, match, gate);
    if (isProtected)
      keepFromSharedCaches(response, decision.kind === 'serve' && decision.identity !== null, hasHostLogin);
    if (decision.kind === 'options') {
      const preflight = own.includes('Access-Control-Allow-Origin') ? preflightHeaders(match, decision.allow) : [];
      const headers = [...own, ...preflight, 'Allow', decision.allow.join(', ')];
      sendAnswer(request, response, { status: 204, headers, body: null });
      return ANSWERED;
    }
    if (decision.kind !== 'serve')
      return fail(
        exchange,
        refusal(decision, facts, match.basePath + match.versionPath + match.path + match.query),
        own,
      );
    const { operation, identity } = decision;
    const headers = [...own, ...decision.headers, ...lifecycleHeaders(operation, match.basePath)];
    // `cors: ['*']` means every site.
    if (identity !== null && cors?.origins !== 'any' && isForged(request, headers))
      return fail(exchange, FORGED_BY_OTHER_SITE, headers);
    if (answersFrom !== 'pages' && !trust.isDocumentTrusted && request.headers['service-worker'] !== undefined)
      return fail(exchange, NO_SERVICE_WORKER, headers);
    const { method, hasBody } = facts;
    if (answersFrom !== 'pages' && hasBody && request.readableDidRead) {
      log(`${method} ${request.url}: ${BODY_TAKEN.detail}`);
      return fail(exchange, BODY_TAKEN, headers);
    }
    // Where Authorization passes, so do the challenges that ask for it.
    const asksItself = answersFrom === 'elsewhere' && !isProtected && !hasHostLogin;
    const call = {
      ...exchange,
      match,
      operation,
      identity,
      peer,
      awaitsContinue,
      maxBodyBytes,
      memory,
      turns,
      headers,
    };
    return callBackend(behaviour.backend, {
      ...{ ...call, method, hasBody, hasLogin: isProtected, hasHostLogin },
      trust: asksItself ? { ...trust, siteRealms: realms } : trust,
    });
  }

  async function callBackend(backend: Backend, call: ServiceCall): Promise<Handled> {
    const { request, response, match, identity, headers } = call;
    const result: BackendResult = await backend.answer(call);
    switch (result.kind) {
      case 'pass-on':
        return { kind: 'pass-on', match, identity, headers };
      case 'failure':
        return fail(call, result.failure, headers);
      case 'answer': {
        const own = besideAnswer(headers, result.answer.headers);
        sendAnswer(request, response, { ...result.answer, headers: [...own, ...result.answer.headers] });
        return ANSWERED;
      }
      case 'sent':
        return ANSWERED;
      default:
        return result satisfies never;
    }
  }

  async function fail({ request, response }: Exchange, failure: Failure, headers: HeaderList): Promise<Handled> {
    const problem = toProblem(failure);
    const rendered = failure.status === 401 ? null : await renderProblem?.(problem, request);
    sendAnswer(request, response, toAnswer(problem, rendered ?? null, [...headers, ...(failure.headers ?? [])]));
    return ANSWERED;
  }

  return {
    handle,
    problems: router.problems,
    close: () => {
      for (const { backend } of behaviours) backend.close();
    },
  };
}

type Exchange = Pick<ServiceCall, 'request' | 'response'>;

/** Settings of an API, with the backend that they name. */
interface Behaviour {
  readonly backend: Backend;
  readonly answersFrom: BackendDefinition['answersFrom'];
  readonly maxBodyBytes: number;
  readonly trust: AnswerTrust;
  /** CORS policy; null: not configured. */
  readonly cors: CorsPolicy | null;
}

function behaviourOf(
  settings: Pick<ServiceSettings, 'backend' | 'maxBodyBytes'> & Partial<ServiceSettings>,
): Behaviour {
  const { backend, maxBodyBytes, corsOrigins = null, documents, responseHeaders = [] } = settings;
  const definition = backendNamed(backend);
  return {
    backend: definition.create(backend.options),
    answersFrom: definition.answersFrom,
    maxBodyBytes,
    trust: { isDocumentTrusted: documents === 'trusted', responseHeaders },
    cors: corsOrigins && { origins: corsOrigins.includes('*') ? 'any' : corsOrigins },
  };
}

const UNROUTED: Readonly<Record<'malformed' | 'contradictory' | 'ambiguous', Failure>> = {
  malformed: { status: 400, detail: 'The path cannot be read.' },
  contradictory: { status: 400, detail: 'The request names several versions of the API.' },
  ambiguous: { status: 404, detail: NOTHING_HERE },
};
/** Refusal of service workers, which could answer for every page below their path; a header field announces them. */
const NO_SERVICE_WORKER: Failure = { status: 403, detail: 'Scripts of this API may not be service workers.' };
const BUG: Failure = { status: 500, detail: reasonPhrase(500) };

function factsOf({ method = 'GET', headers }: IncomingMessage, maxBodyBytes: number): RequestFacts {
  const length = headers['content-length'];
  return {
    method,
    accept: headers.accept,
    contentType: headers['content-type'],
    hasBody: headers['transfer-encoding'] !== undefined || Number(length ?? 0) > 0,
    contentLength: length === undefined ? undefined : Number(length),
    maxBodyBytes,
  };
}
