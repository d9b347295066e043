import { examplePaths, versionPrefix } from '../../model/call-address.ts';
import type { Language } from '../../model/language.ts';
import { isToken } from '../../model/media-types.ts';
import type { ServerObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { alternativesIn } from '../../model/security.ts';
import { isExactUrl, isHere, withDefaults, withoutSlashes } from '../../model/servers.ts';
import { tryingInEnglish } from '../../words/catalogues/en/trying.ts';
import { phraseText } from '../../words/phrase.ts';
import { type Key, wordsOf } from '../../words/words.ts';
import type { RequestView } from '../messages/call-view.ts';
import type { SiteTrying } from '../page-data/site.ts';
import {
  type Credential,
  credentialsIn,
  httpCredential,
  isUserScheme,
  PLACEHOLDER_HINTS,
} from '../samples/credentials.ts';
import { alternativesWords } from '../scheme-words.ts';
import { type TrialBody, type TrialParameter, trialBodies, trialParameters } from './trial-fields.ts';

/**
 * Data that a page needs to call an operation, embedded in the operation's section as JSON. Default values are
 * omitted.
 */
export interface Trial {
  readonly method: string;
  /** Servers to choose from, the preselected server first; at least one. */
  readonly servers: readonly TrialServer[];
  readonly parameters: readonly TrialParameter[];
  /** Request bodies, one for each media type. */
  readonly bodies: readonly TrialBody[];
  readonly needsBody?: true;
  /** Set if a body may leave out required fields. */
  readonly isPartial?: true;
  /** Media types of responses, for the Accept header field. */
  readonly accepts: readonly string[];
  /** Map of documented status, including `4XX` and `default`, → its media types. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

export interface TrialServer {
  /** URL without a trailing slash; `''` for the origin of the page. */
  readonly url: string;
  /** URI template of the path, which is appended to {@link url}. */
  readonly path: string;
  /** Set if responses are examples from the descriptor, so that calls change no data. */
  readonly hasExamples?: true;
  /** Log-in methods. */
  readonly ways: readonly TrialWay[];
}

export interface TrialWay {
  readonly title: string;
  /** Credentials, all sent in the same request. */
  readonly credentials: readonly Credential[];
}

/** Methods that browsers do not let pages send. @see Fetch §2.2.1 */
const FORBIDDEN_METHODS = /^(?:CONNECT|TRACE|TRACK)$/i;
/** Maximum number of addresses that the form offers for a server with variables. */
const MOST_ADDRESSES = 12;
/** Maximum number of characters of an address, since each operation on a page contains a copy. */
const LONGEST_ADDRESS = 2000;

/**
 * @param request view model of the request
 * @returns null if calling the operation from pages is not allowed, or not possible
 */
export function trialOf(
  operation: Operation,
  trying: SiteTrying | undefined,
  request: RequestView | null,
): Trial | null {
  const { service } = operation;
  const { api } = service;
  const allowed = trying?.apis.find(({ name, version }) => name === api.getName() && version === api.getVersion());
  const method = operation.getHttpMethod();
  if (allowed === undefined || service.getKind() === 'webhook' || !isToken(method) || FORBIDDEN_METHODS.test(method))
    return null;
  const servers = [
    ...(allowed.isHere ? serversHere(operation) : []),
    ...serversElsewhere(operation, new Set(allowed.origins)),
  ];
  if (servers.length === 0) return null;
  const answers = operation
    .getAllResponses()
    .map(({ status, response }) => [status, operation.getContent(response).map(([type]) => type)] as const);
  const wanted = answers.filter(([status]) => status.startsWith('2')).flatMap(([, types]) => types);
  return {
    method,
    servers,
    parameters: trialParameters(operation),
    bodies: trialBodies(operation, request),
    ...(operation.getRequestBody()?.value.required === true ? { needsBody: true } : {}),
    ...(operation.takesPart() ? { isPartial: true } : {}),
    accepts: [...new Set(wanted)],
    answers: Object.fromEntries(answers),
  };
}

/** Server entry of this site; empty unless it answers, itself or with examples in place of the descriptor's server. */
function serversHere(operation: Operation): readonly TrialServer[] {
  const { api } = operation.service;
  const access = operation.getAccess();
  const [path] = operation.isAnsweredHere()
    ? operation.getPaths().map((own) => versionPrefix(api) + own)
    : examplePaths(operation);
  if (path === undefined) return [];
  const schemes = access.kind === 'open' ? [] : access.schemes.filter(({ scheme }) => isUserScheme(scheme));
  const ways = schemes.map(({ scheme, realm }) => ({
    title: wordsOf(api).say('access.realm', { scheme, realm }),
    credentials: httpCredential(scheme),
  }));
  return [{ url: '', path, ...(access.hasExamples === true ? { hasExamples: true } : {}), ways }];
}

/** Servers of the descriptor whose origins the configuration allows. */
function serversElsewhere(operation: Operation, origins: ReadonlySet<string>): readonly TrialServer[] {
  const [path] = operation.record.paths;
  if (path === undefined || origins.size === 0) return [];
  const urls = operation
    .getServers()
    .filter((server) => !isHere(server))
    .flatMap(addressesOf)
    .filter((url) => isExactUrl(url) && origins.has(new URL(url).origin));
  const ways = waysOf(operation);
  return [...new Set(urls)].map((url) => ({ url, path, ways }));
}

/** URLs for the combinations of a server's variables: the default first; the last variable changes fastest. */
function addressesOf(server: ServerObject): readonly string[] {
  if (server.url.length > LONGEST_ADDRESS) return [];
  const variables = Object.entries(server.variables ?? {})
    .filter(([name]) => server.url.includes(`{${name}}`))
    .map(([name, { default: standard, enum: others = [] }]) => [name, [...new Set([standard, ...others])]] as const);
  const count = variables.reduce((product, [, values]) => Math.min(product * values.length, MOST_ADDRESSES), 1);
  return Array.from({ length: count }, (_, choice) => {
    let rest = choice;
    const chosen = variables.toReversed().map(([name, values]) => {
      const value = values[rest % values.length] ?? '';
      rest = Math.floor(rest / values.length);
      return [name, { default: value }] as const;
    });
    const url = withoutSlashes(withDefaults({ ...server, variables: Object.fromEntries(chosen) }));
    return url.startsWith('//') ? `https:${url}` : url;
  }).filter((url) => url.length <= LONGEST_ADDRESS);
}

/** Log-in methods that the descriptor names for another host, which may support any scheme. */
function waysOf(operation: Operation): readonly TrialWay[] {
  const { components } = operation.service.api;
  const words = wordsOf(components);
  return alternativesIn(operation.getSecurity(), components).flatMap((alternative) => {
    const credentials = credentialsIn(alternative);
    return credentials.length === 0
      ? []
      : [{ title: phraseText(alternativesWords([alternative], words)), credentials }];
  });
}

/** Texts of limits, which pages show beside their fields as well. */
const LIMITS = ['demand.atLeast', 'demand.above', 'demand.atMost', 'demand.below', 'demand.multipleOf'] as const;

/** Key of a text in the script of the panel. */
export type TrialKey =
  | keyof typeof tryingInEnglish
  | (typeof LIMITS)[number]
  | (typeof PLACEHOLDER_HINTS)[keyof typeof PLACEHOLDER_HINTS];

/** Texts of the script in a language; the script replaces arguments such as `{name}`. */
export function trialWords(language: Language): Readonly<Record<string, string>> {
  const words = wordsOf({ language });
  const keys = Object.keys(tryingInEnglish).filter((key): key is TrialKey & Key => Object.hasOwn(tryingInEnglish, key));
  return Object.fromEntries(
    [...keys, ...LIMITS, ...Object.values(PLACEHOLDER_HINTS)].map((key) => [key, words.template(key)]),
  );
}
