import {
  type AuthenticationResult,
  type Clock,
  type CredentialsRequest,
  identityOf,
  type LoggedIn,
  type Refused,
} from '../../auth/contract.ts';
import { LOGINS_UNAVAILABLE, TOO_MANY_FAILURES } from '../../http/problem.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import type { SiteAnswer, SiteRequest } from '../answers/contract.ts';
import { problemAnswer, unauthorized } from '../answers/problem-answer.ts';
import type { Metrics } from '../metrics.ts';
import { type AccessControl, CLOSED_RETRY_SECONDS } from './access-control.ts';
import { type AuditLog, auditEntryOf, noAuditLog } from './audit-log.ts';

/** Authenticates clients, and reports the decisions to the access log, the audit log and the metrics. */
export interface Gatekeeper {
  authenticate(adapters: readonly string[], request: CredentialsRequest): Promise<AuthenticationResult>;
  /** Looks up a recent log-in with these credentials; undefined: call {@link authenticate}. */
  recall(adapters: readonly string[], request: CredentialsRequest): LoggedIn | undefined;
  /** Authenticates a client that has to log in: a guest is rejected. */
  admit(adapters: readonly string[], request: CredentialsRequest): Promise<LoggedIn | Refused>;
}

interface GatekeeperOptions {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

export function createGatekeeper({ access, audit, metrics, clock }: GatekeeperOptions): Gatekeeper {
  const record = (adapter: string, result: LoggedIn | Refused, request: CredentialsRequest): void => {
    metrics.countAuthentication(adapter, result.kind);
    if (request.notes !== undefined && result.kind === 'authenticated') request.notes.identity = result.identity;
    if (audit !== noAuditLog) audit(auditEntryOf(result, adapter, request, clock()));
  };
  const authenticate = async (
    adapters: readonly string[],
    request: CredentialsRequest,
  ): Promise<AuthenticationResult> => {
    const result = (await hostLogIn(adapters, request)) ?? (await access.authenticate(adapters, request));
    // A guest sent no credentials, so there is no decision to record.
    if (result.kind === 'guest') return result;
    record(result.kind === 'authenticated' ? result.identity.adapter : adapters.join(','), result, request);
    return result;
  };
  return {
    authenticate,
    recall(adapters, request) {
      // The host is asked first, which takes a promise.
      if (request.notes?.hostUser !== undefined) return undefined;
      const result = access.recall(adapters, request);
      if (result !== undefined) record(result.identity.adapter, result, request);
      return result;
    },
    async admit(adapters, request) {
      const result = await authenticate(adapters, request);
      return result.kind === 'guest'
        ? { kind: 'rejected', challenges: access.challenges(adapters), cause: 'no-credentials' }
        : result;
    },
  };
}

/**
 * Log-in by the program in which the handler is mounted. Its user counts as authenticated by the first of the adapters.
 * @returns null if the program knows no user: the adapters decide; a refusal if it cannot tell
 */
async function hostLogIn([name]: readonly string[], { notes }: CredentialsRequest): Promise<LoggedIn | Refused | null> {
  if (notes?.hostUser === undefined || name === undefined) return null;
  try {
    const user = await notes.hostUser();
    if (user === null) return null;
    return { kind: 'authenticated', identity: identityOf({ name, realm: '' }, 'Host', user), headers: [] };
  } catch {
    const reason = 'the log-in of the host cannot be checked';
    return { kind: 'unavailable', retryAfterSeconds: CLOSED_RETRY_SECONDS, reason };
  }
}

/** Builds the answer to a refused client, which never contains the reason. */
export function refusalAnswer(request: SiteRequest, site: Site, refused: Refused): SiteAnswer {
  switch (refused.kind) {
    case 'rejected':
      return unauthorized(request.method, refused.challenges);
    case 'throttled':
      return later(429, TOO_MANY_FAILURES, refused.retryAfterSeconds);
    case 'unavailable':
      return later(503, LOGINS_UNAVAILABLE, refused.retryAfterSeconds);
    default:
      return refused satisfies never;
  }

  function later(status: 429 | 503, detail: string, seconds: number): SiteAnswer {
    return problemAnswer(request, site, { status, detail, headers: ['Retry-After', String(seconds)] });
  }
}
