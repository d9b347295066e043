import { type Access, type ApiAccess, type LoginScheme, sendsPassword } from '../../model/access.ts';
import type { SecurityRequirementObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';

/** Who may call an operation, in words (READING §2). */
export interface AccessLine {
  /** Null for a webhook: it is called somewhere else. */
  readonly words: string | null;
  readonly needsLogin: boolean;
  /** What the descriptor demands beside what this site checks; null when nothing. */
  readonly foreign: string | null;
}

export function accessLine(operation: Operation): AccessLine {
  const access = operation.getAccess();
  const isWebhook = operation.service.getKind() === 'webhook';
  const foreign = foreignWords(operation.getSecurity(), isWebhook);
  return { words: isWebhook ? null : accessWords(access), needsLogin: access.kind === 'login', foreign };
}

/**
 * What a descriptor demands of callers; null when nothing.
 * @param isElsewhere what is called is no part of this site
 */
export function foreignWords(security: readonly SecurityRequirementObject[], isElsewhere: boolean): string | null {
  const names = namedSchemes(security);
  return names === ''
    ? null
    : `The descriptor ${isElsewhere ? '' : 'also '}names ${names}; this site does not check it.`;
}

export function accessWords(access: Access): string {
  if (access.kind === 'open') return 'Open to everyone';
  if (access.schemes.length === 0) return 'Closed: a log-in is needed and none is set up';
  return `Log-in needed: ${access.schemes.map(schemeWords).join(' or ')}`;
}

/** For the list of APIs: `Open`, `Partly open, else HTTP Digest`. */
export function apiAccessWords(access: ApiAccess): string {
  if (access.kind === 'open') return 'Open';
  if (access.schemes.length === 0) return access.kind === 'mixed' ? 'Partly open, else closed' : 'Closed';
  const schemes = [...new Set(access.schemes.map(({ scheme }) => `HTTP ${scheme}`))].join(' or ');
  return access.kind === 'mixed' ? `Partly open, else log-in: ${schemes}` : `Log-in needed: ${schemes}`;
}

/** `HTTP Digest, realm “api”`. Where the password itself is sent, the words say how to send it. */
function schemeWords({ scheme, realm }: LoginScheme): string {
  return `HTTP ${scheme}, realm “${realm}”${sendsPassword[scheme] ? ', send over HTTPS only' : ''}`;
}

/**
 * Alternatives joined by "or", what belongs together by "and", scopes behind their schemes: `login (orders:write) or
 * key`.
 */
function namedSchemes(security: readonly SecurityRequirementObject[]): string {
  const alternatives = security.map((requirement) =>
    Object.entries(requirement)
      .map(([name, scopes]) => (scopes.length === 0 ? name : `${name} (${scopes.join(', ')})`))
      .join(' and '),
  );
  const named = [...new Set(alternatives.filter((names) => names !== ''))];
  return named.join(' or ');
}
