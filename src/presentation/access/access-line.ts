import type { Access, ApiAccess, LoginScheme } from '../../model/access.ts';
import type { Components } from '../../model/components.ts';
import type { SecurityRequirementObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { type Alternative, type ApiDemand, alternativesIn } from '../../model/security.ts';
import type { Constraint } from '../words.ts';
import { joined } from '../words.ts';
import { alternativesWords, httpSchemeName } from './scheme-words.ts';

/** Who may call an operation at the address that its sample calls, in words (READING §2). */
export interface AccessLine {
  /** Null for a webhook: others call it, somewhere else. */
  readonly words: Constraint | null;
  /** Whether “How to log in” of the API explains it. */
  readonly hasLogIn: boolean;
  /** What the descriptor names beside it; null when nothing. */
  readonly beside: Constraint | null;
}

const OPEN = 'Open to everyone';
/** Of what another host answers, when nothing is known of it. */
export const NO_LOGIN_NAMED = 'The description names no log-in.';

/**
 * Where this site answers, what it enforces; where another host does, what the descriptor demands: this site does not know more.
 */
export function accessLine(operation: Operation): AccessLine {
  const { components } = operation.service.api;
  const security = operation.getSecurity();
  if (operation.service.getKind() === 'webhook')
    return { words: null, hasLogIn: false, beside: callerWords(security, components) };
  const alternatives = alternativesIn(security, components);
  if (!operation.isAnsweredHere()) {
    const words = operation.namesSecurity() ? demandWords(alternatives) : ([NO_LOGIN_NAMED] as const);
    return { words, hasLogIn: alternatives.some((alternative) => alternative.length > 0), beside: null };
  }
  const access = operation.getAccess();
  const beside = uncheckedWords(alternatives, access);
  const words = accessWords(access);
  return {
    words: [access.kind === 'open' && beside !== null ? `${words} on this site` : words],
    hasLogIn: access.kind === 'login',
    beside,
  };
}

/** Of a webhook or a callback: what the descriptor says the call comes with; null when nothing. */
export function callerWords(security: readonly SecurityRequirementObject[], components: Components): Constraint | null {
  const words = alternativesWords(alternativesIn(security, components));
  return words.length === 0 ? null : joined([['Called with '], words]);
}

/** What this site enforces. */
export function accessWords(access: Access): string {
  if (access.kind === 'open') return OPEN;
  if (access.schemes.length === 0) return 'Closed: a log-in is needed and none is set up';
  return `Log-in needed: ${access.schemes.map(loginWords).join(' or ')}`;
}

/** For the list of APIs: `Open`, `Partly open, else HTTP Digest`. */
export function apiAccessWords(access: ApiAccess, demand?: ApiDemand): Constraint {
  if (access.kind === 'open') return demand === undefined ? ['Open'] : apiDemandWords(demand);
  if (access.schemes.length === 0) return [access.kind === 'mixed' ? 'Partly open, else closed' : 'Closed'];
  const schemes = [...new Set(access.schemes.map(({ scheme }) => `HTTP ${scheme}`))].join(' or ');
  return [access.kind === 'mixed' ? `Partly open, else log-in: ${schemes}` : `Log-in needed: ${schemes}`];
}

function apiDemandWords({ kind, alternatives }: ApiDemand): Constraint {
  switch (kind) {
    case 'unnamed':
      return ['No log-in named'];
    case 'open':
      return ['Open'];
    case 'mixed':
      return joined([['Partly open, else log-in: '], alternativesWords(alternatives)]);
    case 'login':
      return joined([['Log-in needed: '], alternativesWords(alternatives)]);
    default:
      return kind satisfies never;
  }
}

/** One that demands nothing makes the others optional. */
function demandWords(alternatives: readonly Alternative[]): Constraint {
  const words = alternativesWords(alternatives);
  if (words.length === 0) return [OPEN];
  const isOptional = alternatives.some((alternative) => alternative.length === 0);
  return joined([[isOptional ? `${OPEN}, or with ` : 'Log-in needed: '], words]);
}

/** Null where this site asks for the same, or the descriptor for nothing. */
function uncheckedWords(alternatives: readonly Alternative[], access: Access): Constraint | null {
  const asked = access.kind === 'login' ? access.schemes.map(({ scheme }) => scheme.toLowerCase()) : [];
  const isAsked = ([only, ...more]: Alternative): boolean =>
    only?.scheme?.type === 'http' &&
    more.length === 0 &&
    asked.includes(httpSchemeName(only.scheme.scheme).toLowerCase());
  const words = alternativesWords(alternatives);
  if (words.length === 0 || alternatives.every(isAsked)) return null;
  const start = access.kind === 'login' ? 'The description also names ' : 'The description names ';
  return joined([[start], words, ['; this site does not check it.']]);
}

/** `HTTP Digest, realm “api”`. Where the password itself is sent, the words say how to send it. */
function loginWords({ scheme, realm, keepsPassword }: LoginScheme): string {
  return `HTTP ${scheme}, realm “${realm}”${keepsPassword ? '' : ', send over HTTPS only'}`;
}
