import type { Access, ApiAccess, LoginScheme } from '../../model/access.ts';
import type { SecurityRequirementObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import type { Constraint } from '../words.ts';
import { joined, listOf } from '../words.ts';

/** Who may call an operation, in words (READING §2). */
export interface AccessLine {
  /** Null for a webhook: it is called somewhere else. */
  readonly words: string | null;
  readonly needsLogin: boolean;
  /** What the descriptor demands and this site does not check; null when nothing. */
  readonly foreign: Constraint | null;
}

export function accessLine(operation: Operation): AccessLine {
  const access = operation.getAccess();
  const needsLogin = access.kind === 'login';
  const isWebhook = operation.service.getKind() === 'webhook';
  return {
    words: isWebhook ? null : accessWords(access),
    needsLogin,
    foreign: foreignWords(operation.getSecurity(), needsLogin),
  };
}

/**
 * What a descriptor demands of callers; null when nothing.
 * @param isBeside this site asks for a log-in of its own
 */
export function foreignWords(security: readonly SecurityRequirementObject[], isBeside = false): Constraint | null {
  if (security.every((requirement) => Object.keys(requirement).length === 0)) return null;
  const start = isBeside ? 'The descriptor also names ' : 'The descriptor names ';
  return joined([[start], alternativesIn(security), ['; this site does not check it.']]);
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
function schemeWords({ scheme, realm, keepsPassword }: LoginScheme): string {
  return `HTTP ${scheme}, realm “${realm}”${keepsPassword ? '' : ', send over HTTPS only'}`;
}

/**
 * Alternatives joined by "or", what belongs together by "and", scopes behind their schemes: `login (orders:write) or
 * key`. One that demands nothing is an alternative, too.
 */
function alternativesIn(security: readonly SecurityRequirementObject[]): Constraint {
  const alternatives = security.map((requirement) => {
    const schemes = Object.entries(requirement).map(([name, scopes]) =>
      scopes.length === 0 ? ['', name] : joined([['', name, ' ('], listOf(scopes, ', '), [')']]),
    );
    return schemes.length === 0 ? ['no log-in'] : separated(schemes, ' and ');
  });
  const different = new Map(alternatives.map((words) => [words.join('\n'), words]));
  return separated([...different.values()], ' or ');
}

function separated(parts: readonly Constraint[], separator: string): Constraint {
  return joined(parts.flatMap((part, index) => (index === 0 ? [part] : [[separator], part])));
}
