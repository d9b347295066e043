import type { Api } from '../../model/api.ts';
import { examplePaths, versionPrefix } from '../../model/call-address.ts';
import type { Language } from '../../model/language.ts';
import { isToken } from '../../model/media-types.ts';
import type { ServerObject } from '../../model/openapi-objects.ts';
import type { Operation } from '../../model/operation.ts';
import { alternativesIn } from '../../model/security.ts';
import { isExactUrl, isHere, usualUrl, withDefaults, withoutSlashes } from '../../model/servers.ts';
import { tryingInEnglish } from '../../words/catalogues/en/trying.ts';
import { phraseText } from '../../words/phrase.ts';
import { type Key, wordsOf } from '../../words/words.ts';
import type { RequestView } from '../messages/call-view.ts';
import type { SiteTrying, TriedApi } from '../page-data/site.ts';
import {
  type Credential,
  credentialsIn,
  httpCredential,
  isUserScheme,
  PLACEHOLDER_HINTS,
} from '../samples/credentials.ts';
import { alternativesWords } from '../scheme-words.ts';
import { type TrialLogIn, trialLogIn, triedApi } from './log-ins.ts';
import { type TrialBody, type TrialField, type TrialParameter, trialBodies, trialParameters } from './trial-fields.ts';

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
  /** Statuses, with the names of examples, among which the reader chooses example data; omitted: there is no choice. */
  readonly choices?: readonly (readonly [code: number, example?: string])[];
}

export interface TrialServer {
  /** URL without a trailing slash, in which `{name}` stands for a variable; `''` for the origin of the page. */
  readonly url: string;
  /** Variables of the path of {@link url}. */
  readonly variables?: readonly TrialField[];
  readonly title?: string;
  /** URI template of the path, which is appended to {@link url}. */
  readonly path: string;
  /** Set if this site sends the requests, since the server does not allow pages of other origins. */
  readonly isViaServer?: true;
  /** Set if responses are examples from the descriptor, so that calls change no data. */
  readonly hasExamples?: true;
  /** Log-in methods. */
  readonly ways: readonly TrialWay[];
}

export interface TrialWay {
  readonly title: string;
  /** Credentials, all sent in the same request. */
  readonly credentials: readonly Credential[];
  /** Log-in at a provider, by which the page can get the token. */
  readonly logIn?: TrialLogIn;
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
  const allowed = triedApi(trying, api.place);
  if (allowed === undefined || !isCallable(operation)) return null;
  const servers = [...(allowed.isHere ? serversHere(operation, allowed) : []), ...serversElsewhere(operation, allowed)];
  if (servers.length === 0) return null;
  const answers = operation
    .getAllResponses()
    .map(({ status, response }) => [status, operation.getContent(response).map(([type]) => type)] as const);
  const wanted = answers.filter(([status]) => status.startsWith('2')).flatMap(([, types]) => types);
  const choices = servers.some(({ hasExamples }) => hasExamples === true) ? choicesOf(operation) : [];
  return {
    method: operation.getHttpMethod(),
    servers,
    parameters: trialParameters(operation),
    bodies: trialBodies(operation, request),
    ...(operation.getRequestBody()?.value.required === true ? { needsBody: true } : {}),
    ...(operation.takesPart() ? { isPartial: true } : {}),
    accepts: [...new Set(wanted)],
    answers: Object.fromEntries(answers),
    ...(choices.length > 1 ? { choices } : {}),
  };
}

/** Whether pages can call an operation at all. */
function isCallable(operation: Operation): boolean {
  const method = operation.getHttpMethod();
  return operation.service.getKind() !== 'webhook' && isToken(method) && !FORBIDDEN_METHODS.test(method);
}

const MOST_CHOICES = 50;
/** Name of an example that a quoted string of `Prefer` can contain. */
const QUOTABLE = /^[ !#-[\]-~]+$/;

/** Described answers of an operation: the named examples of a status, or the status without any. */
function choicesOf(operation: Operation): NonNullable<Trial['choices']> {
  const responses = operation.getResponses();
  const isSuccess = responses.some(({ status }) => status.startsWith('2'));
  const isFree = (code: number): boolean => !responses.some(({ status }) => status === String(code));
  const codesFrom = (start: number): readonly number[] => Array.from({ length: 100 }, (_, index) => start + index);
  return responses
    .flatMap(({ status, response }): NonNullable<Trial['choices']> => {
      const first = status === 'default' ? (isSuccess ? 500 : 200) : Number(status.replace(/xx$/i, '00'));
      const code = /^\d{3}$/.test(status) ? first : codesFrom(first).find(isFree);
      if (code === undefined || !(code >= 200 && code < 600)) return [];
      const examples = operation.getContent(response).flatMap(([, media]) => Object.keys(media.examples ?? {}));
      const names = [...new Set(examples)].filter((name) => QUOTABLE.test(name));
      return names.length === 0 ? [[code]] : names.map((name) => [code, name]);
    })
    .slice(0, MOST_CHOICES);
}

/**
 * Server entry of this site; empty unless it answers, itself or with examples in place of the descriptor's server.
 * @param allowed names in `hasOwnLogIn` whether the program that answers gets the credentials of the descriptor
 */
function serversHere(operation: Operation, allowed: TriedApi): readonly TrialServer[] {
  const { api } = operation.service;
  const access = operation.getAccess();
  const [path] = operation.isAnsweredHere()
    ? operation.getPaths().map((own) => versionPrefix(api) + own)
    : examplePaths(operation);
  if (path === undefined) return [];
  const schemes = access.kind === 'open' ? [] : access.schemes.filter(({ scheme }) => isUserScheme(scheme));
  const ownWays = schemes.map(({ scheme, realm }) => ({
    title: wordsOf(api).say('access.realm', { scheme, realm }),
    credentials: httpCredential(scheme),
  }));
  const ways = allowed.hasOwnLogIn === true && !api.asksForLogIn() ? waysOf(operation, allowed) : ownWays;
  return [{ url: '', path, ...(access.hasExamples === true ? { hasExamples: true } : {}), ways }];
}

/** Servers of the descriptor whose origins the configuration allows. */
function serversElsewhere(operation: Operation, allowed: TriedApi): readonly TrialServer[] {
  const [path] = operation.record.paths;
  if (path === undefined || allowed.origins.length === 0) return [];
  const servers = operation
    .getServers()
    .filter((server) => !isHere(server))
    .flatMap((server) => addressesOf(server).map((address) => ({ ...address, ...titleOf(server) })))
    .filter((server) => originsOf(server).some((origin) => allowed.origins.includes(origin)));
  const ways = waysOf(operation, allowed);
  return [...new Map(servers.map((server) => [server.url, server])).values()].map((server) => ({
    ...server,
    path,
    ...(allowed.isViaServer === true ? { isViaServer: true as const } : {}),
    ways,
  }));
}

/** Origin that is called with the usual values of a server's variables; none for an address that is not exact. */
function originsOf(server: Pick<TrialServer, 'url' | 'variables'>): readonly string[] {
  const usual = usualUrl(server);
  return isExactUrl(usual) ? [new URL(usual).origin] : [];
}

interface Offered {
  readonly origins: ReadonlySet<string>;
  /** Names of security schemes. */
  readonly schemes: ReadonlySet<string>;
  /** Lower-case names of header fields. */
  readonly fields: ReadonlySet<string>;
}

/** Configured origins that pages can call for operations of an API, with what these operations need there. */
export function offeredBy(api: Api, allowed: Pick<TriedApi, 'isHere' | 'hasOwnLogIn' | 'origins'>): Offered {
  const groups = [...Map.groupBy(api.getOperations().filter(isCallable), (operation) => operation.getServers())].map(
    ([servers, operations]) => {
      const origins = servers.flatMap(addressesOf).flatMap(originsOf);
      return { operations, origins: origins.filter((origin) => allowed.origins.includes(origin)) };
    },
  );
  const hasLogInHere = allowed.isHere && allowed.hasOwnLogIn === true;
  const called = groups.flatMap(({ operations, origins }) => (hasLogInHere || origins.length > 0 ? operations : []));
  const demands = [...new Set(called.map((operation) => operation.getSecurity()))].flat();
  const schemes = Object.values(api.components.record.securitySchemes);
  const described = [
    ...called.flatMap((operation) => operation.getParameters()),
    ...schemes.map((scheme) => api.components.resolve(scheme).value),
  ];
  return {
    origins: new Set(groups.flatMap(({ origins }) => origins)),
    schemes: new Set(demands.flatMap((demand) => Object.keys(demand))),
    fields: new Set(
      described.flatMap(({ in: place, name }) =>
        place === 'header' && name !== undefined ? [name.toLowerCase()] : [],
      ),
    ),
  };
}

const LONGEST_TITLE = 60;

function titleOf({ name, description }: ServerObject): Pick<TrialServer, 'title'> {
  const title = (name ?? description ?? '').trim().split('\n', 1)[0] ?? '';
  return title === '' || title.length > LONGEST_TITLE ? {} : { title };
}

/** Everything before the path. */
const HOST = /^[^/]*\/\/[^/]*/;

/**
 * Addresses of a server, one for each combination of the variables of its host, so that only configured origins are
 * called: the default first; the last variable changes fastest. The variables of the path remain, and none of the host.
 */
function addressesOf(server: ServerObject): readonly Pick<TrialServer, 'url' | 'variables'>[] {
  if (server.url.length > LONGEST_ADDRESS) return [];
  const [host = server.url] = HOST.exec(server.url) ?? [];
  const known = Object.entries(server.variables ?? {}).filter(([name]) => server.url.includes(`{${name}}`));
  const variables = known
    .filter(([name]) => host.includes(`{${name}}`))
    .map(([name, { default: standard, enum: others = [] }]) => [name, [...new Set([standard, ...others])]] as const);
  const count = variables.reduce((product, [, values]) => Math.min(product * values.length, MOST_ADDRESSES), 1);
  const ofPath = pathVariables(server.url.slice(host.length), Object.fromEntries(known));
  return Array.from({ length: count }, (_, choice) => {
    let rest = choice;
    const chosen = variables.toReversed().map(([name, values]) => {
      const value = values[rest % values.length] ?? '';
      rest = Math.floor(rest / values.length);
      return [name, { default: value }] as const;
    });
    const url = withoutSlashes(withDefaults({ ...server, variables: Object.fromEntries(chosen) }));
    const named = ofPath.filter(({ name }) => url.includes(`{${name}}`));
    return {
      url: url.startsWith('//') ? `https:${url}` : url,
      ...(named.length > 0 ? { variables: named } : {}),
    };
  }).filter(({ url }) => url.length <= LONGEST_ADDRESS && HOST.exec(url)?.[0].includes('{') !== true);
}

/** Controls for the variables of a server's path; a variable that the descriptor does not describe is required. */
function pathVariables(path: string, described: NonNullable<ServerObject['variables']>): readonly TrialField[] {
  const names = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name));
  return [...names].slice(0, MOST_ADDRESSES).map((name) => {
    const { default: start = '', enum: others = [] } = described[name] ?? {};
    const values = [...new Set([start, ...others])];
    const isChoice = others.length > 0 && values.join('').length <= LONGEST_ADDRESS;
    return {
      name,
      ...(start === '' && described[name] !== undefined ? {} : { required: true as const }),
      ...(isChoice ? { values } : {}),
      ...(start === '' ? {} : { start }),
    };
  });
}

/** Log-in methods that the descriptor names for another host, which may support any scheme. */
function waysOf(operation: Operation, allowed: TriedApi): readonly TrialWay[] {
  const { components } = operation.service.api;
  const words = wordsOf(components);
  return alternativesIn(operation.getSecurity(), components).flatMap((alternative) => {
    const credentials = credentialsIn(alternative);
    const logIn = trialLogIn(alternative, allowed);
    const title = phraseText(alternativesWords([alternative], words));
    return credentials.length === 0 ? [] : [{ title, credentials, ...(logIn && { logIn }) }];
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
