import type { IncomingMessage } from 'node:http';
import { type AuthenticatedIdentity, type AuthenticationResult, GUEST, type Refused } from '../../auth/contract.ts';
import { type HeaderList, valuesOf } from '../../http/header-list.ts';
import { FORGED_BY_OTHER_SITE, NOTHING_HERE } from '../../http/problem.ts';
import { DOCUMENTATION_ROOT } from '../../model/locations.ts';
import type { IsNamed } from '../../options/access-records.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { identityOf } from '../../services/checks.ts';
import type { Gate, Peer } from '../../services/contract.ts';
import type { PublishedApis } from '../../services/published-apis.ts';
import type { RouteMatch } from '../../services/routes.ts';
import { isClosed, isOneNamed, type Rivalry } from '../../services/routing/rivals.ts';
import { keepFromSharedCaches } from '../../services/shared-caches.ts';
import { type AccessControl, CLOSED_RETRY_SECONDS } from '../access/access-control.ts';
import { type Gatekeeper, refusalAnswer } from '../access/gatekeeper.ts';
import type { PathVerdict } from '../access/path-guard.ts';
import { assetAnswer, type FindAsset } from '../answers/bytes-answers.ts';
import type { BytesAnswer, SiteAnswer, SiteRequest } from '../answers/contract.ts';
import { redirectionHeaders } from '../answers/headers.ts';
import { problemAnswer } from '../answers/problem-answer.ts';
import type { Client, ClientOf } from '../node/client-address.ts';
import { credentialsRequestOf, forgetPlatformFields, hasHostLogin, notesOf } from '../node/node-request.ts';
import type { Exchange, Route, Routed } from '../runtime.ts';

interface PublishedRoutesOptions {
  readonly published: PublishedApis;
  readonly access: AccessControl;
  readonly gatekeeper: Gatekeeper;
  readonly clientOf: ClientOf;
  readonly verdictOf: (target: string) => PathVerdict;
  readonly isNamed: IsNamed;
  /** Returns why an API is closed, regardless of its adapter; undefined if it is not closed. */
  readonly closedReason: (api: string, version: number) => string | undefined;
  /** Whether any operation of the API needs a log-in; if none does, credentials are ignored. */
  readonly needsLogin: (api: string, version: number) => boolean;
  /** Reports a user who is not authorised. @param request id of the request */
  readonly forbade: (identity: AuthenticatedIdentity, client: string, request: string) => void;
  readonly site: () => Site;
  /** Answers requests about the server itself, guarded like other paths; null for any other request. */
  readonly own: (request: SiteRequest) => SiteAnswer | null;
  readonly asset: FindAsset;
  /** See `Served`. */
  readonly isMounted: boolean;
}

/**
 * Answers calls of published APIs and guards the site's own paths. It is the last route: requests that it neither
 * answers nor refuses go on to Astro.
 */
export function createPublishedRoutes(options: PublishedRoutesOptions): Route {
  const { published, gatekeeper, verdictOf, site, own } = options;

  const missing = (asked: SiteRequest): Routed => problemAnswer(asked, site(), { status: 404, detail: NOTHING_HERE });

  const route = async ({ request, response, asked, awaitsContinue }: Exchange): Promise<Routed> => {
    const client = options.clientOf(request);
    const verdict = verdictOf(asked.target);
    const ownAnswer = own(asked);
    if (ownAnswer !== null) notesOf(request).part = 'own';
    else {
      const gate = gateFor(request, client, options);
      const handled = await published.handle(request, response, {
        gate,
        peer: peerOf(request, client),
        hasHostLogin: hasHostLogin(request),
        awaitsContinue,
      });
      if (handled.kind === 'answered') return { kind: 'sent' };
      // Astro parses the path again, and may take it for the path of another page.
      if (handled.kind === 'pass-on' && verdict.kind === 'ambiguous') return missing(asked);
      if (handled.kind === 'pass-on')
        return { kind: 'pass-on', identity: handled.identity ?? GUEST, headers: handled.headers };
    }
    switch (verdict.kind) {
      case 'open':
        return ownAnswer === null ? { kind: 'pass-on', identity: GUEST, headers: [] } : ownAnswer;
      case 'ambiguous':
        return missing(asked);
      case 'protected': {
        // A preflight is never challenged (DESIGN §9), and no code of the site runs for it.
        if (asked.method === 'OPTIONS') return ownAnswer ?? PREFLIGHT;
        const admission = await gatekeeper.admit([verdict.adapter], credentialsRequestOf(request, client.address));
        if (admission.kind !== 'authenticated') return refusalAnswer(asked, site(), admission);
        if (ownAnswer !== null) return { ...ownAnswer, headers: [...ownAnswer.headers, ...admission.headers] };
        // Applies even if the page or the file allows shared caches.
        keepFromSharedCaches(response, true, hasHostLogin(request));
        const file = await assetAnswer(asked, options.asset);
        if (file !== null) return { ...file, headers: [...file.headers, ...admission.headers] };
        const headers = ['Cache-Control', 'private, no-cache', 'Vary', 'Authorization', ...admission.headers];
        return { kind: 'pass-on', identity: admission.identity, headers };
      }
      default:
        return verdict satisfies never;
    }
  };

  return async (exchange) => {
    const routed = await route(exchange);
    if (routed.kind !== 'pass-on') return routed;
    const { request, asked } = exchange;
    forgetPlatformFields(request);
    // Forms of its own are the host's.
    if (options.isMounted && routed.identity.kind === 'guest') return routed;
    return isForgedByOtherSite(request, routed.headers) ? problemAnswer(asked, site(), FORGED_BY_OTHER_SITE) : routed;
  };
}

const PREFLIGHT: BytesAnswer = {
  kind: 'bytes',
  status: 204,
  headers: ['X-Content-Type-Options', 'nosniff'],
  body: null,
};

/** Checks calls of an API. If no operation of the API needs a log-in, every client is a guest. */
function gateFor(request: IncomingMessage, client: Client, options: PublishedRoutesOptions): Gate {
  const { access, gatekeeper, closedReason, needsLogin, forbade } = options;
  const { authorization } = access;
  const adaptersFor = ({ api, version, service, resource }: RouteMatch): readonly string[] =>
    authorization.adaptersFor({ api: api.getName(), version, service: service.getName(), resource });
  return {
    async authenticate(match): Promise<AuthenticationResult> {
      const api = match.api.getName();
      const reason = closedReason(api, match.version);
      if (reason !== undefined) return unavailable(reason);
      if (isContested(match, options)) return unavailable(`Another API describes this call as well: ${api}`);
      if (!needsLogin(api, match.version)) return { kind: 'guest' };
      return gatekeeper.authenticate(adaptersFor(match), credentialsRequestOf(request, client.address));
    },
    authorize(operation, identity) {
      const decision = authorization.decide(operation, identity ?? GUEST);
      if (decision === 'forbidden' && identity !== null) forbade(identity, client.address, notesOf(request).id);
      return decision;
    },
    challenges: (match) => access.challenges(adaptersFor(match)),
  };
}

function unavailable(reason: string): Refused {
  return { kind: 'unavailable', retryAfterSeconds: CLOSED_RETRY_SECONDS, reason };
}

/** Whether a call gets 503: another API has its path, and one of the two is configured or their access rules differ. */
function isContested({ api, rivalries, rivals }: RouteMatch, { access, isNamed }: PublishedRoutesOptions): boolean {
  const haveSameCallers = ({ method, own, other }: Rivalry): boolean =>
    access.authorization.haveSameCallers(identityOf(own, method), identityOf(other, method));
  return (
    rivals.some((rival) => isOneNamed([api, rival], isNamed)) ||
    rivalries.some((rivalry) => isClosed(rivalry, isNamed, haveSameCallers))
  );
}

function peerOf(request: IncomingMessage, client: Client): Peer {
  const isEncrypted = 'encrypted' in request.socket && request.socket.encrypted === true;
  const forwarded = request.headers['x-forwarded-proto'];
  return {
    address: client.address,
    isTrusted: client.isBehindTrustedProxy,
    isSecure: isEncrypted || (client.isBehindTrustedProxy && forwarded === 'https'),
  };
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/**
 * Whether a page of another site makes a visitor's browser send a request that may change something, with a cookie or
 * log-in that the browser has stored. False for programs, which send neither Sec-Fetch-Site nor Origin, and without a
 * cookie or credentials, since there is nothing to abuse. Astro's own check would refuse every program that deletes, or
 * posts a form, without an Origin. This check runs after authentication and before Astro.
 * @param ownHeaders header fields of the answer: an origin that they allow to read it may send the request, too
 */
export function isForgedByOtherSite(
  request: Pick<IncomingMessage, 'method' | 'headers'>,
  ownHeaders: HeaderList,
): boolean {
  const { method = 'GET', headers } = request;
  // A host may know a user by other means than a header field.
  const hasLogIn = headers.cookie !== undefined || headers.authorization !== undefined || hasHostLogin(request);
  if (SAFE_METHODS.has(method) || !hasLogIn) return false;
  const { origin } = headers;
  if (origin !== undefined && valuesOf(ownHeaders, 'access-control-allow-origin').includes(origin)) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  return origin !== undefined && hostOf(origin) !== headers.host?.toLowerCase();
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/**
 * Answers requests that neither the documentation nor a page of the site answers: the root redirects to the
 * documentation, every other path gets 404.
 */
export function answerElsewhere(request: SiteRequest, site: Site): SiteAnswer {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && request.target.split('?', 1)[0] === '/')
    return { kind: 'bytes', status: 307, headers: redirectionHeaders(DOCUMENTATION_ROOT), body: null };
  const similar = [{ name: 'Documentation', url: DOCUMENTATION_ROOT }];
  // No suggestion on pages: every 404 page links to the documentation.
  return problemAnswer(request, site, { status: 404, detail: NOTHING_HERE, similar, close: [] });
}
