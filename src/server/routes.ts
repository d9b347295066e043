import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthenticatedIdentity } from '../auth/contract.ts';
import { GUEST } from '../auth/guest.ts';
import type { Site } from '../model/document.ts';
import type { Authentication, Gate, Peer } from '../services/contract.ts';
import type { PublishedApis } from '../services/published-apis.ts';
import type { RouteMatch } from '../services/routes.ts';
import type { AccessControl } from './access-control.ts';
import type { Client } from './client-address.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import { refusalAnswer } from './gatekeeper.ts';
import { credentialsRequestOf, documentationRequestOf } from './node-request.ts';
import { problemAnswer } from './problem-answer.ts';
import type { RouteOptions, RouteResult } from './runtime.ts';
import type { PathVerdict } from './site-paths.ts';

export interface RoutesOptions {
  readonly published: PublishedApis;
  readonly access: AccessControl;
  readonly gatekeeper: Gatekeeper;
  readonly clientOf: (request: IncomingMessage) => Client;
  readonly verdictOf: (target: string) => PathVerdict;
  /** Why an API is closed whatever its adapter says; undefined: it is not. */
  readonly closedReason: (api: string, version: number) => string | undefined;
  /** Whether any operation of the API needs a log-in: credentials for others are nobody's business. */
  readonly needsLogin: (api: string, version: number) => boolean;
  readonly forbade: (identity: AuthenticatedIdentity, client: string) => void;
  readonly site: () => Site;
}

const CLOSED_RETRY_SECONDS = 30;

/** Answers published APIs and guards this site's own routes. */
export function createRoutes(options: RoutesOptions): (request: IncomingMessage, response: ServerResponse, options: RouteOptions) => Promise<RouteResult> {
  const { published, gatekeeper, verdictOf, site } = options;

  return async (request, response, { awaitsContinue }) => {
    const client = options.clientOf(request);
    const handled = await published.handle(request, response, { gate: gateFor(request, client, options), peer: peerOf(request, client), awaitsContinue });
    if (handled.kind === 'answered') return { kind: 'sent' };
    if (handled.kind === 'pass-on') return { kind: 'pass-on', identity: handled.identity ?? GUEST, headers: handled.headers, isPublished: true };
    const asked = documentationRequestOf(request);
    const verdict = verdictOf(asked.target);
    switch (verdict.kind) {
      case 'open':
        return { kind: 'pass-on', identity: GUEST, headers: [], isPublished: false };
      case 'ambiguous':
        return { kind: 'answer', answer: problemAnswer(asked, site(), { status: 404, detail: 'There is nothing at this path.' }) };
      case 'protected': {
        const admission = await gatekeeper.admit([verdict.adapter], credentialsRequestOf(request, client.address));
        if (admission.kind === 'refused') return { kind: 'answer', answer: refusalAnswer(asked, site(), admission.refusal) };
        const headers = ['Cache-Control', 'private, no-cache', 'Vary', 'Authorization', ...admission.headers];
        return { kind: 'pass-on', identity: admission.identity, headers, isPublished: false };
      }
      default:
        return verdict satisfies never;
    }
  };
}

function gateFor(request: IncomingMessage, client: Client, options: RoutesOptions): Gate<AuthenticatedIdentity> {
  const { access, gatekeeper, closedReason, needsLogin, forbade } = options;
  const adaptersFor = ({ api, version }: RouteMatch): readonly string[] => access.authorization.adaptersFor(api.getName(), version);
  return {
    authenticate(match): Authentication<AuthenticatedIdentity> | Promise<Authentication<AuthenticatedIdentity>> {
      const api = match.api.getName();
      if (closedReason(api, match.version) !== undefined) return { kind: 'unavailable', retryAfterSeconds: CLOSED_RETRY_SECONDS };
      if (!needsLogin(api, match.version)) return { kind: 'guest' };
      return gatekeeper.authenticate(adaptersFor(match), credentialsRequestOf(request, client.address));
    },
    authorize(operation, identity) {
      const decision = access.authorization.decide(operation, identity ?? GUEST);
      if (decision === 'forbidden' && identity !== null) forbade(identity, client.address);
      return decision;
    },
    challenges: (match) => access.challenges(adaptersFor(match)),
  };
}

function peerOf(request: IncomingMessage, client: Client): Peer {
  const isEncrypted = 'encrypted' in request.socket && request.socket.encrypted === true;
  const forwarded = request.headers['x-forwarded-proto'];
  return { address: client.address, isTrusted: client.isBehindTrustedProxy, isSecure: isEncrypted || (client.isBehindTrustedProxy && forwarded === 'https') };
}
