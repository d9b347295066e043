import { negotiateLanguage } from '../../http/accept.ts';
import { ALLOWED_METHODS } from '../../http/document-fields.ts';
import { negotiate, type Offer } from '../../http/negotiate.ts';
import {
  challengeFields,
  PROBLEM_MEDIA_TYPE,
  type Problem,
  type ProblemExtensions,
  UNAUTHORIZED,
  writeProblem,
} from '../../http/problem.ts';
import { languageOfSite, tagsOf, twinExtension } from '../../model/language.ts';
import { basePathOf, DOCUMENTATION_ROOT } from '../../model/locations.ts';
import { reasonPhrase } from '../../model/status-codes.ts';
import type { ProblemPage, Suggestion } from '../../presentation/page-data/document.ts';
import type { Navigation } from '../../presentation/page-data/navigation.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { StoreBusyError } from '../../store/contract.ts';
import { LoopBusyError } from '../../threads/loop-turns.ts';
import { type Words, wordsOf } from '../../words/words.ts';
import { methodsAnswer, textAnswer } from './bytes-answers.ts';
import type { BytesAnswer, SiteAnswer, SiteRequest } from './contract.ts';
import { contentHeaders } from './headers.ts';

export interface ProblemFacts extends ProblemExtensions {
  readonly status: number;
  /** One sentence about this request; a function if it is translated. */
  readonly detail: string | ((words: Words) => string);
  /** 404 only: requested name, which a page offers to search for. */
  readonly wanted?: string;
  /** 404 only: suggestions by title that replace `similar` on a page; their paths state no language. */
  readonly close?: readonly Suggestion[];
  /** 404 only: overview of the API to which the path belongs. */
  readonly within?: { readonly name: string; readonly url: string };
  /** 404 only: navigation of that API, in the language of {@link pageLanguage}. */
  readonly navigation?: Navigation | undefined;
  /** Additional header fields, as alternating names and values. */
  readonly headers?: readonly string[];
  /** 405 only: methods that the path supports. */
  readonly allow?: readonly string[];
}

/** Returns the problem for an overload error; null for any other error. */
export function busyProblem(error: unknown): ProblemFacts | null {
  if (!(error instanceof LoopBusyError || error instanceof StoreBusyError)) return null;
  const key =
    error instanceof LoopBusyError
      ? 'problem.tooBusy'
      : error.reason === 'too-many'
        ? 'problem.tooManyDocuments'
        : 'problem.tooLarge';
  return {
    status: 503,
    detail: (words) => words.say(key),
    headers: ['Retry-After', String(error.retrySeconds)],
  };
}

/** Returns the problem for an overload error. @throws every other error */
export function busyOrThrow(error: unknown): ProblemFacts {
  const busy = busyProblem(error);
  if (busy === null) throw error;
  return busy;
}

/**
 * Answers with a problem document, or with a page for a client that prefers HTML. In development, problems of published
 * APIs are always documents, because Astro, which renders pages, does not handle these requests.
 */
export function problemAnswer(request: SiteRequest, site: Site, facts: ProblemFacts): SiteAnswer {
  const tags = tagsOf(site);
  const { language = null } = request;
  const { status, headers = [], allow, available, similar } = facts;
  const detail = detailOf(facts, {});
  const common = [
    'Vary',
    'Accept',
    'Cache-Control',
    'no-cache',
    ...(allow ? ['Allow', allow.join(', ')] : []),
    ...headers,
  ];
  const extensions = { ...(available && { available }), ...(similar && { similar }) };
  const problem: Problem = { status, title: reasonPhrase(status), detail, ...(allow && { allow }), extensions };
  if (prefersPage(request.accept))
    return {
      kind: 'page',
      status,
      headers: [...contentHeaders('text/html'), ...(language === null ? inLanguages(common, tags) : common)],
      page: translatedPage(problem, facts, siteIn(pageLanguage(request, site), site)),
    };
  const fields = [...contentHeaders(PROBLEM_MEDIA_TYPE), ...common];
  return textAnswer(request.method, status, fields, writtenProblem(problem, site));
}

/** Writes a problem document; the addresses in it are below the path of the site. */
function writtenProblem({ extensions = {}, ...problem }: Problem, { baseUrl }: Site): string {
  const { available, similar, ...others } = extensions;
  const base = basePathOf(baseUrl);
  const below = <One extends { readonly url: string }>(one: One): One => ({ ...one, url: base + one.url });
  return writeProblem({
    ...problem,
    extensions: {
      ...(available && { available: available.map(below) }),
      ...(similar && { similar: similar.map(below) }),
      ...others,
    },
  });
}

/** Chooses the language of a problem page: the language of its path, otherwise by Accept-Language. */
export function pageLanguage({ language, acceptLanguage }: SiteRequest, site: Site): string | undefined {
  return language ?? negotiateLanguage(acceptLanguage, tagsOf(site));
}

function detailOf({ detail }: ProblemFacts, spoken: Parameters<typeof wordsOf>[0]): string {
  return typeof detail === 'string' ? detail : detail(wordsOf(spoken));
}

function translatedPage(problem: Problem, facts: ProblemFacts, site: Site): ProblemPage {
  const { problem: shown, ...page } = problemPage(problem, site);
  const detail = typeof facts.detail === 'string' ? shown.detail : detailOf(facts, site);
  const { wanted, within, close, navigation } = facts;
  return {
    ...page,
    ...(navigation && { navigation }),
    problem: {
      ...shown,
      detail,
      ...(close && { suggestions: close.map((other) => ({ ...other, path: pageAt(other.path, site) })) }),
      ...(wanted && { wanted }),
      ...(within && { within: { title: within.name, path: pageAt(within.url, site) } }),
    },
  };
}

/** Returns the site in one of its languages; unchanged if it has no language with that tag. */
export function siteIn(wanted: string | null | undefined, site: Site): Site {
  const language = site.languages?.find(({ tag }) => tag === wanted);
  return language === undefined ? site : { ...site, language };
}

/** Adds Accept-Language to `Vary` if there are languages to choose from. */
function inLanguages(headers: readonly string[], tags: readonly string[]): readonly string[] {
  if (tags.length < 2) return headers;
  return headers.map((value, index) => (headers[index - 1] === 'Vary' ? `${value}, Accept-Language` : value));
}

/** Whether Accept ranks a page before a problem document. */
export function prefersPage(accept: string | undefined): boolean {
  return negotiate(accept, PROBLEM_OFFERS)?.offer.name === 'page';
}

/** Builds the page of a problem, in the language of the site. */
export function problemPage(problem: Problem, site: Site): ProblemPage {
  const { status, title, allow = [], extensions: { available = [], similar = [] } = {} } = problem;
  const detail = detailFor(problem.detail, wordsOf(site));
  const suggestions = similar.map(({ name, url }) => ({ title: name, path: pageAt(url, site) }));
  return {
    kind: 'problem',
    site,
    problem: { status, title, detail, suggestions, available, allow, json: writtenProblem(problem, site) },
  };
}

/** Builds the page of a problem, in the language that Accept-Language selects. */
export function problemPageFor(problem: Problem, acceptLanguage: string | undefined, site: Site): ProblemPage {
  const tags = tagsOf(site);
  return problemPage(problem, siteIn(negotiateLanguage(acceptLanguage, tags), site));
}

/** Converts the path of a document to the language of the page that links to it. */
function pageAt(url: string, site: Site): string {
  const hasOneLanguage = languageOfSite(site)?.isAlone ?? true;
  if (hasOneLanguage || !url.startsWith(DOCUMENTATION_ROOT)) return url;
  const end = /[?#]|$/.exec(url)?.index;
  return url.slice(0, end) + twinExtension(site, '.html') + url.slice(end);
}

/** Answers 401 with a problem document, even to browsers (specification §7). */
export function unauthorized(method: string, challenges: readonly string[]): BytesAnswer {
  const headers = [
    ...['Content-Type', PROBLEM_MEDIA_TYPE, 'X-Content-Type-Options', 'nosniff', 'Cache-Control', 'no-store'],
    ...challengeFields(challenges),
  ];
  return textAnswer(method, UNAUTHORIZED.status, headers, writeProblem(UNAUTHORIZED));
}

/** Media types of a problem. The document is first: it is sent for `*\/*`, without Accept, and for any other type. */
const PROBLEM_OFFERS: readonly Offer[] = [
  { name: 'problem', mediaTypes: [PROBLEM_MEDIA_TYPE, 'application/json'] },
  { name: 'page', mediaTypes: ['text/html', 'application/xhtml+xml'] },
];

/** Keys of sentences that other parts of the server write in English; pages show them translated. */
const SENTENCES = [
  'problem.tooManyFailures',
  'problem.loginsUnavailable',
  'problem.nothingAtPath',
  'problem.notAcceptable',
  'problem.forged',
  'problem.unreadablePath',
  'problem.severalVersions',
  'problem.escapedSlash',
  'problem.noServiceWorker',
  'problem.noAddress',
  'problem.bodyMissing',
  'problem.bodyCompressed',
  'problem.bodyTooSlow',
  'problem.bodyTaken',
  'problem.bodyRefused',
  'problem.bodyNotText',
  'problem.bodyNotJson',
  'problem.bodyInvalid',
  'problem.tooBusy',
  'problem.tooManyRequests',
  'problem.notPassedOn',
  'problem.upstreamLate',
  'problem.upstreamUnreachable',
  'problem.upstreamHeader',
] as const;

type SayWith = (words: Words, value: string) => string;

/** Further sentences of this kind, which contain a number or names. */
const WITH_VALUE: readonly SayWith[] = [
  (words, methods) => words.say('problem.methodsHere', { methods }),
  (words, types) => words.say('problem.bodyMayBe', { types }),
  (words, bytes) => words.say('problem.bodyTooLarge', { bytes }),
  (words, levels) => words.say('problem.bodyNested', { levels }),
];

const english = wordsOf({});
const keyOf: ReadonlyMap<string, (typeof SENTENCES)[number]> = new Map(
  SENTENCES.map((key) => [english.say(key), key] as const),
);
/** Placeholder that no sentence contains. */
const VALUE = '\0';
const around = WITH_VALUE.map((say) => {
  const [before = '', after = ''] = say(english, VALUE).split(VALUE);
  return { say, before, after };
});

/** Translates the detail of a problem for a page; unchanged if there is no translation. */
function detailFor(detail: string, words: Words): string {
  const key = keyOf.get(detail);
  if (key !== undefined) return words.say(key);
  for (const { say, before, after } of around)
    if (detail.startsWith(before) && detail.endsWith(after) && detail.length > before.length + after.length)
      return say(words, detail.slice(before.length, detail.length - after.length));
  return detail;
}

/** Answers for a read-only resource: OPTIONS lists its methods, and other methods get 405. */
export function readOnlyAnswer<Answer extends SiteAnswer | Promise<SiteAnswer>>(
  request: SiteRequest,
  site: () => Site,
  read: () => Answer,
): Answer | SiteAnswer {
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return read();
    case 'OPTIONS':
      return methodsAnswer(ALLOWED_METHODS);
    default:
      return problemAnswer(request, site(), {
        status: 405,
        detail: `The methods here are ${ALLOWED_METHODS.join(', ')}.`,
        allow: ALLOWED_METHODS,
      });
  }
}
