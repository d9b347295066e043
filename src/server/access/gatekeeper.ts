import type { AuthenticatedIdentity, AuthenticationResult, Clock, CredentialsRequest } from '../../auth/contract.ts';
import { LOGINS_UNAVAILABLE, TOO_MANY_FAILURES } from '../../http/refusals.ts';
import type { Site } from '../../model/page/document.ts';
import type { DocumentationAnswer, DocumentationRequest } from '../documentation/contract.ts';
import { problemAnswer, unauthorized } from '../documentation/problem-answer.ts';
import type { Metrics } from '../metrics.ts';
import type { AccessControl } from './access-control.ts';
import type { AuditLog } from './audit-log.ts';
import { auditEntryOf, noAuditLog } from './audit-log.ts';

/** Asks adapters, and tells the audit log and the counters what they said. */
export interface Gatekeeper {
  authenticate(
    adapters: readonly string[],
    request: CredentialsRequest,
  ): AuthenticationResult | Promise<AuthenticationResult>;
  /** For what only a user who has logged in may have. */
  admit(adapters: readonly string[], request: CredentialsRequest): Admission | Promise<Admission>;
}

export type Admission =
  /** `headers` belong to the answer, whatever it is. */
  | { readonly kind: 'admitted'; readonly identity: AuthenticatedIdentity; readonly headers: readonly string[] }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

type Refusal =
  | { readonly status: 401; readonly challenges: readonly string[] }
  | { readonly status: 429; readonly retryAfterSeconds: number }
  | { readonly status: 503; readonly retryAfterSeconds: number };

interface GatekeeperOptions {
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

export function createGatekeeper({ access, audit, metrics, clock }: GatekeeperOptions): Gatekeeper {
  const authenticate: Gatekeeper['authenticate'] = (adapters, request) => {
    const observe = (result: AuthenticationResult): AuthenticationResult => {
      // Nothing was decided about credentials.
      if (result.kind === 'guest') return result;
      const adapter = result.kind === 'authenticated' ? result.identity.adapter : adapters.join(',');
      metrics.countAuthentication(adapter, result.kind);
      if (audit !== noAuditLog) audit(auditEntryOf(result, adapter, request.client, clock()));
      return result;
    };
    const result = access.authenticate(adapters, request);
    return result instanceof Promise ? result.then(observe) : observe(result);
  };
  return {
    authenticate,
    admit(adapters, request) {
      const toAdmission = (result: AuthenticationResult): Admission =>
        admissionOf(result, () => access.challenges(adapters));
      const result = authenticate(adapters, request);
      return result instanceof Promise ? result.then(toAdmission) : toAdmission(result);
    },
  };
}

function admissionOf(result: AuthenticationResult, challenges: () => readonly string[]): Admission {
  switch (result.kind) {
    case 'authenticated':
      return { kind: 'admitted', identity: result.identity, headers: result.headers };
    case 'guest':
      return { kind: 'refused', refusal: { status: 401, challenges: challenges() } };
    case 'rejected':
      return { kind: 'refused', refusal: { status: 401, challenges: result.challenges } };
    case 'throttled':
      return { kind: 'refused', refusal: { status: 429, retryAfterSeconds: result.retryAfterSeconds } };
    case 'unavailable':
      return { kind: 'refused', refusal: { status: 503, retryAfterSeconds: result.retryAfterSeconds } };
    default:
      return result satisfies never;
  }
}

/** What a client is told that is not let in: never why. */
export function refusalAnswer(request: DocumentationRequest, site: Site, refusal: Refusal): DocumentationAnswer {
  switch (refusal.status) {
    case 401:
      return unauthorized(request.method, refusal.challenges);
    case 429:
      return problemAnswer(request, site, {
        status: 429,
        detail: TOO_MANY_FAILURES,
        headers: ['Retry-After', String(refusal.retryAfterSeconds)],
      });
    case 503:
      return problemAnswer(request, site, {
        status: 503,
        detail: LOGINS_UNAVAILABLE,
        headers: ['Retry-After', String(refusal.retryAfterSeconds)],
      });
    default:
      return refusal satisfies never;
  }
}
