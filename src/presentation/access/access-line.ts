import type { Access, ApiAccess, LoginScheme } from '../../model/access.ts';
import { callAddress, examplePaths } from '../../model/call-address.ts';
import type { Components } from '../../model/components.ts';
import type { SecurityRequirementObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { type Alternative, type ApiDemand, alternativesIn } from '../../model/security.ts';
import type { Phrase } from '../../words/phrase.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { alternativesWords, httpSchemeName } from '../scheme-words.ts';

/** Words about who may call an operation at the address that its sample calls (READING §2). */
export interface AccessLine {
  /** Null for a webhook, which the API calls elsewhere. */
  readonly words: Phrase | null;
  /** Whether neither this site nor the descriptor says who may call the operation. */
  readonly isUnsaid: boolean;
  /** Whether “How to log in” of the API explains the log-in. */
  readonly hasLogIn: boolean;
  /** Further schemes that the descriptor names; null when none. */
  readonly beside: Phrase | null;
  /** Paths at which this site answers with examples for another host; null where it does not. */
  readonly examples: Phrase | null;
}

/**
 * Reports the access rules that this site enforces for operations it answers itself; for another host, the security
 * requirements of the descriptor.
 */
export function accessLine(operation: Operation): AccessLine {
  const { components } = operation.service.api;
  const words = wordsOf(components);
  if (operation.service.getKind() === 'webhook') {
    // The credentials that the API sends differ from those it requires of its callers.
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

/** Words for the examples of this site, without paths that the page shows right above. */
function operationExamples(operation: Operation, words: Words): Phrase | null {
  const here = examplePaths(operation);
  const { origin, paths } = callAddress(operation, '');
  const isSame = /^https?:\/\/[^/]+$/i.test(origin) && here.length > 0 && here.join(' ') === paths.join(' ');
  return isSame ? [words.say('access.examplesHere')] : exampleWords(here, words);
}

/** `This site answers /v2/droplets with example data`; null without a path. */
export function exampleWords(paths: readonly string[], words: Words): Phrase | null {
  return paths.length === 0 ? null : words.sentence('access.examples', { paths: words.codes('list.or', paths) });
}

/** Credentials that a webhook or a callback sends, according to the descriptor; null when none. */
export function callerWords(security: readonly SecurityRequirementObject[], components: Components): Phrase | null {
  const words = wordsOf(components);
  const ways = alternativesWords(alternativesIn(security, components), words);
  return ways.length === 0 ? null : words.sentence('access.calledWith', { ways });
}

/** Words for the log-in that this site enforces. */
export function accessWords(access: Access, words: Words): string {
  if (access.kind === 'open') return words.say('access.open');
  if (access.schemes.length === 0) return words.say('access.closed');
  const ways = words.list(
    'list.or',
    access.schemes.map((scheme) => loginWords(scheme, words)),
  );
  return words.say('access.logIn', { ways });
}

/** Words for lists of APIs: `Open`, `Partly open, else HTTP Digest`, `Open here; the description names HTTP Bearer`. */
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

/** Words for the demands of the descriptor; an alternative without demands makes the others optional. */
function demandWords(alternatives: readonly Alternative[], words: Words): Phrase {
  const ways = alternativesWords(alternatives, words);
  if (ways.length === 0) return [words.say('access.open')];
  const isOptional = alternatives.some((alternative) => alternative.length === 0);
  return words.sentence(isOptional ? 'access.openOrWith' : 'access.logIn', { ways });
}

/** Words for security requirements that this site does not check; null when there are none. */
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

/** `HTTP Digest, realm “api”`; for schemes that send the password itself, with a note to use HTTPS. */
function loginWords({ scheme, realm, keepsPassword }: LoginScheme, words: Words): string {
  return words.say(keepsPassword ? 'access.realm' : 'access.realmOverHttps', { scheme, realm });
}
