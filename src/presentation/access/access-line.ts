import type { Access, ApiAccess, LoginScheme } from '../../model/access.ts';
import { callAddress, examplePaths } from '../../model/call-address.ts';
import type { Components } from '../../model/components.ts';
import type { SecurityRequirementObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { type Alternative, type ApiDemand, alternativesIn } from '../../model/security.ts';
import type { Phrase } from '../../words/phrase.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { alternativesWords, httpSchemeName } from '../scheme-words.ts';

/** Text on the access rules of an operation, at the address that its sample calls (READING §2). */
export interface AccessLine {
  /** Access rule; null for a webhook, which the API itself calls at another host. */
  readonly words: Phrase | null;
  /** Whether the access rules are unknown: neither this site nor the descriptor declares any. */
  readonly isUnsaid: boolean;
  /** Whether the section “How to log in” of the API explains the log-in. */
  readonly hasLogIn: boolean;
  /** Additional security schemes that the descriptor names; null when there are none. */
  readonly beside: Phrase | null;
  /** Text that names the paths at which this site serves example responses for another host; null without paths. */
  readonly examples: Phrase | null;
}

/**
 * Reports the access rules of an operation: those that this site enforces if it answers the operation itself, else the
 * security requirements of the descriptor.
 */
export function accessLine(operation: Operation): AccessLine {
  const { components } = operation.service.api;
  const words = wordsOf(components);
  if (operation.service.getKind() === 'webhook') {
    // The security requirements of a webhook describe the credentials that the API sends, not those of its callers.
    const beside = callerWords(operation.record.security ?? [], components);
    return { words: null, isUnsaid: true, hasLogIn: false, beside, examples: null };
  }
  const security = operation.getSecurity();
  const alternatives = alternativesIn(security, components);
  if (!operation.isAnsweredHere()) {
    const isUnsaid = !operation.namesSecurity();
    return {
      words: isUnsaid ? [words.say('access.unnamed')] : demandWords(alternatives, words),
      isUnsaid,
      hasLogIn: alternatives.some((alternative) => alternative.length > 0),
      beside: null,
      examples: operationExamples(operation, words),
    };
  }
  const access = operation.getAccess();
  const beside = uncheckedWords(alternatives, access, words);
  return {
    words: [access.kind === 'open' && beside !== null ? words.say('access.openHere') : accessWords(access, words)],
    isUnsaid: false,
    hasLogIn: access.kind === 'login',
    beside,
    examples: null,
  };
}

/** Text on the example responses of this site; omits the paths if the page shows the same paths directly above. */
function operationExamples(operation: Operation, words: Words): Phrase | null {
  const here = examplePaths(operation);
  const { origin, paths } = callAddress(operation, '');
  const isSame = /^https?:\/\/[^/]+$/i.test(origin) && here.length > 0 && here.join(' ') === paths.join(' ');
  return isSame ? [words.say('access.examplesHere')] : exampleWords(here, words);
}

/** Formats `This site answers /v2/droplets with example data`; null without a path. */
export function exampleWords(paths: readonly string[], words: Words): Phrase | null {
  return paths.length === 0 ? null : words.sentence('access.examples', { paths: words.codes('list.or', paths) });
}

/** Text on the credentials that a webhook or callback sends according to the descriptor; null without credentials. */
export function callerWords(security: readonly SecurityRequirementObject[], components: Components): Phrase | null {
  const words = wordsOf(components);
  const ways = alternativesWords(alternativesIn(security, components), words);
  return ways.length === 0 ? null : words.sentence('access.calledWith', { ways });
}

/** Text that names the authentication schemes which this site enforces. */
export function accessWords(access: Access, words: Words): string {
  if (access.kind === 'open') return words.say('access.open');
  if (access.schemes.length === 0) return words.say('access.closed');
  const ways = words.list(
    'list.or',
    access.schemes.map((scheme) => loginWords(scheme, words)),
  );
  return words.say('access.logIn', { ways });
}

/** Access text in a list of APIs: `Open`, `Partly open; the rest needs HTTP Digest`. */
export function apiAccessWords(access: ApiAccess, demand: ApiDemand | undefined, words: Words): Phrase {
  if (access.kind === 'open')
    return demand === undefined ? [words.say('access.listOpen')] : apiDemandWords(demand, words);
  if (access.schemes.length === 0)
    return [words.say(access.kind === 'mixed' ? 'access.listPartlyClosed' : 'access.listClosed')];
  const ways = words.list('list.or', [...new Set(access.schemes.map(({ scheme }) => `HTTP ${scheme}`))]);
  return [words.say(access.kind === 'mixed' ? 'access.listPartly' : 'access.logIn', { ways })];
}

function apiDemandWords({ kind, alternatives }: ApiDemand, words: Words): Phrase {
  switch (kind) {
    case 'unnamed':
      return [words.say('access.listUnnamed')];
    case 'open':
      return [words.say('access.listOpen')];
    case 'unchecked':
      return words.sentence('access.listUnchecked', { ways: alternativesWords(alternatives, words) });
    case 'mixed':
      return words.sentence('access.listPartly', { ways: alternativesWords(alternatives, words) });
    case 'login':
      return words.sentence('access.logIn', { ways: alternativesWords(alternatives, words) });
    default:
      return kind satisfies never;
  }
}

/** Text on the security requirements of the descriptor; an empty alternative makes the others optional. */
function demandWords(alternatives: readonly Alternative[], words: Words): Phrase {
  const ways = alternativesWords(alternatives, words);
  if (ways.length === 0) return [words.say('access.open')];
  const isOptional = alternatives.some((alternative) => alternative.length === 0);
  return words.sentence(isOptional ? 'access.openOrWith' : 'access.logIn', { ways });
}

/** Text on the security requirements that this site does not check; null when there are none. */
function uncheckedWords(alternatives: readonly Alternative[], access: Access, words: Words): Phrase | null {
  const asked = access.kind === 'login' ? access.schemes.map(({ scheme }) => scheme.toLowerCase()) : [];
  const isAsked = ([only, ...more]: Alternative): boolean =>
    only?.scheme?.type === 'http' &&
    more.length === 0 &&
    asked.includes(httpSchemeName(only.scheme.scheme).toLowerCase());
  const ways = alternativesWords(alternatives, words);
  if (ways.length === 0 || alternatives.every(isAsked)) return null;
  return words.sentence(access.kind === 'login' ? 'access.alsoUnchecked' : 'access.unchecked', { ways });
}

/** Formats `HTTP Digest, realm “api”`; adds a note to use HTTPS if the scheme transmits the password itself. */
function loginWords({ scheme, realm, keepsPassword }: LoginScheme, words: Words): string {
  return words.say(keepsPassword ? 'access.realm' : 'access.realmOverHttps', { scheme, realm });
}
