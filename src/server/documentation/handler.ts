import { type DocumentFile, type Format, FormatError } from '../../formats/contract.ts';
import { negotiateLanguage } from '../../http/accept.ts';
import { ALLOWED_METHODS, OPTIONS_HEADERS } from '../../http/document-fields.ts';
import { negotiate } from '../../http/negotiate.ts';
import { tagsOf } from '../../model/language.ts';
import type { DocumentReference } from '../../model/locations.ts';
import type { Navigation } from '../../presentation/page-data/navigation.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import type { DocumentationStore, Representation } from '../../store/contract.ts';
import { LoopBusyError, LoopTurns } from '../../threads/loop-turns.ts';
import type { Caller, DocumentationHandler, SiteAnswer, SiteRequest } from '../answers/contract.ts';
import { redirectionHeaders } from '../answers/headers.ts';
import { busyProblem, pageLanguage, prefersPage, problemAnswer } from '../answers/problem-answer.ts';
import { changesRequest } from './changes-request.ts';
import { closeDocuments } from './close-documents.ts';
import { AnswerMemo, memoKey } from './memo.ts';
import { representationAnswer, type Selection } from './representation-answer.ts';
import { nothingHere, type Resolution, Resolver } from './resolve.ts';
import { searchAnswer } from './search-answer.ts';
import { searchRequest } from './search-request.ts';
import { type DocumentationPath, readTarget, withoutTrailingSlash } from './target.ts';
import { availableAs } from './wrong-names.ts';

export type { DocumentationHandler, SiteAnswer } from '../answers/contract.ts';

interface DocumentationOptions {
  /** Published documentation; read at every request. */
  readonly store: () => DocumentationStore;
  /** Formats in the order of preference on ties. */
  readonly formats: readonly Format[];
  /** Shared with the other work of the process. Left out: its own. */
  readonly turns?: LoopTurns;
  /** Called for documents that a custom format cannot render. */
  readonly log?: (message: string) => void;
}

/** One store and what is kept for it. */
interface Publication {
  readonly store: DocumentationStore;
  readonly formats: readonly Format[];
  readonly resolver: Resolver;
  readonly memo: AnswerMemo;
  readonly turns: LoopTurns;
  readonly log: (message: string) => void;
}

/**
 * Decides every request for documentation (DESIGN §3, §4), the same in development, production and tests. Of several
 * reasons to refuse, the first of 400, 404, 405 and 406 counts.
 */
export function createDocumentationHandler({
  store,
  formats,
  turns = new LoopTurns(),
  log = () => undefined,
}: DocumentationOptions): DocumentationHandler {
  let current: Publication | undefined;

  return (request, caller) => {
    const published = store();
    if (current?.store !== published)
      current = {
        store: published,
        formats,
        resolver: new Resolver(published, formats),
        memo: new AnswerMemo(),
        turns,
        log,
      };
    const key = memoKey(request, (published.site.languages?.length ?? 0) > 1);
    const remembered = key === undefined ? undefined : current.memo.recall(key, request.ifNoneMatch);
    return remembered ?? decide({ request, key, caller }, current);
  };
}

/** One request, and what is known of it. */
interface Asked {
  readonly request: SiteRequest;
  /** Key in the memo; undefined where the answer is not remembered. */
  readonly key: string | undefined;
  readonly caller: Caller | undefined;
}

function decide(asked: Asked, publication: Publication): ReturnType<DocumentationHandler> {
  const { request } = asked;
  const { site } = publication.store;
  const target = readTarget(request.target);
  if (target === null) return null;
  switch (target.kind) {
    case 'malformed':
      return problemAnswer(request, site, {
        status: 400,
        detail: (words) => words.say('problem.malformed'),
      });
    case 'unreadable':
      return problemAnswer(request, site, { status: 404, ...nothingHere() });
    case 'path': {
      const resolution = publication.resolver.resolve(target);
      const language = languageAt(resolution, site);
      return answerAt(target, resolution, { ...asked, request: { ...request, language } }, publication);
    }
    default:
      return target satisfies never;
  }
}

function answerAt(
  target: DocumentationPath,
  resolution: Resolution,
  asked: Asked,
  publication: Publication,
): ReturnType<DocumentationHandler> {
  const { request } = asked;
  const { store, formats, turns } = publication;
  const moved = resolution.kind === 'missing' ? publication.resolver.moved(target) : undefined;
  if (resolution.kind === 'missing' && moved === undefined) return missingAnswer(asked, resolution, publication);
  if (request.method === 'OPTIONS') return { kind: 'bytes', status: 204, headers: OPTIONS_HEADERS, body: null };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return problemAnswer(request, store.site, {
      status: 405,
      detail: (words) => words.say('problem.readOnly'),
      allow: ALLOWED_METHODS,
    });
  }
  if (resolution.kind === 'missing' || target.hasTrailingSlash) return redirection(moved ?? target);
  const question = searchRequest(target.query, resolution);
  if (question === null) {
    const chosen = changesRequest(target, resolution, store);
    return chosen.kind === 'found' ? send(asked, chosen, publication) : problemAnswer(request, store.site, chosen);
  }
  const languageOf = (format: DocumentFile): string | null => languageFor(format, request, store.site);
  const takeTurn = (): Promise<void> => turns.take(...clientOf(asked));
  const answer = searchAnswer(request, question, { store, formats, languageFor: languageOf, takeTurn });
  return answer.catch((error: unknown) => failureAnswer(error, request, publication));
}

function redirection(target: DocumentationPath): ReturnType<DocumentationHandler> {
  return { kind: 'bytes', status: 308, headers: redirectionHeaders(withoutTrailingSlash(target)), body: null };
}

/** Language of problems at a path; null: Accept-Language chooses. */
function languageAt(resolution: Resolution, site: Site): string | null {
  if (resolution.kind === 'missing') return resolution.language;
  return resolution.twin?.isInWords === true ? (resolution.language ?? tagsOf(site)[0] ?? null) : null;
}

/**
 * Answers 404: a page suggests documents by title, which takes a look into the search index, beside the navigation of
 * the API that it is within.
 */
function missingAnswer(
  asked: Asked,
  missing: Extract<Resolution, { kind: 'missing' }>,
  publication: Publication,
): ReturnType<DocumentationHandler> {
  const { request } = asked;
  const { store, resolver, turns } = publication;
  const { sought, ...facts } = { status: 404, ...missing };
  const named = missing.similar.flatMap(({ name, url }) => {
    const document = documentAt(url, resolver);
    return document === undefined ? [] : [{ name, document }];
  });
  // Programs get names, which they ask by.
  if (named.length < missing.similar.length || !prefersPage(request.accept))
    return problemAnswer(request, store.site, facts);
  if (named.length === 0 && sought === undefined) return problemAnswer(request, store.site, facts);
  // Where others wait for the event loop, names that are known without a search have to do.
  const mayLook = async (): Promise<boolean> => !turns.isBusy && turns.tryToTake(...clientOf(asked));
  return Promise.all([
    closeDocuments(sought, named, store, mayLook),
    navigationWithin(request, missing, publication),
  ]).then(([close, navigation]) => problemAnswer(request, store.site, { ...facts, close, navigation }));
}

function clientOf({ caller }: Asked): Parameters<LoopTurns['take']> {
  const { client = '', connection } = caller?.() ?? {};
  return [client, connection];
}

/** Navigation of an existing API: the resolver knows only APIs that readers may see. */
async function navigationWithin(
  request: SiteRequest,
  { within }: Extract<Resolution, { kind: 'missing' }>,
  { store, resolver }: Publication,
): Promise<Navigation | undefined> {
  const document = within && documentAt(within.url, resolver);
  if (document?.level !== 'api') return undefined;
  const chosen = pageLanguage(request, store.site);
  const [, ...others] = tagsOf(store.site);
  return store.navigation(document.api, document.version, others.find((tag) => tag === chosen) ?? null);
}

function documentAt(url: string, resolver: Resolver): DocumentReference | undefined {
  const target = readTarget(url);
  const resolution = target?.kind === 'path' ? resolver.resolve(target) : undefined;
  return resolution?.kind === 'found' ? resolution.document : undefined;
}

async function send(
  { request, key, caller }: Asked,
  { document, twin, language: fixed }: Extract<Resolution, { kind: 'found' }>,
  publication: Publication,
): Promise<SiteAnswer> {
  const { store, formats, memo } = publication;
  const offers = formats.filter(({ levels }) => levels.includes(document.level));
  const choice = twin === null ? negotiate(request.accept, offers) : { offer: twin, mediaType: twin.mediaTypes[0] };
  if (choice === undefined) {
    return problemAnswer(request, store.site, {
      status: 406,
      detail: (words) => words.say('problem.notAcceptable'),
      available: availableAs(document, formats),
    });
  }
  const isTwin = twin !== null;
  const language = isTwin ? fixed : languageFor(choice.offer, request, store.site);
  const spoken = spokenIn(choice.offer, language, store.site);
  const selection: Selection = {
    document,
    format: choice.offer,
    mediaType: choice.mediaType,
    isTwin,
    language,
    spoken,
    origins: originsOf(document, store.site),
  };
  const context = {
    site: store.site,
    formats,
    remember: (answers: Parameters<AnswerMemo['remember']>[1]) =>
      key === undefined ? undefined : memo.remember(key, answers),
  };
  try {
    const representation = await representationIn(store, selection, caller);
    if (representation === undefined)
      return problemAnswer(request, store.site, {
        status: 404,
        detail: (words) => words.say('problem.noSuchFormat', { extension: choice.offer.extension }),
      });
    return await representationAnswer(request, selection, representation, context);
  } catch (error) {
    return failureAnswer(error, request, publication);
  }
}

/** Undefined where a companion has nothing of the document. */
function representationIn(
  store: DocumentationStore,
  { document, format, language }: Selection,
  caller: Caller | undefined,
): Representation | Promise<Representation> | undefined {
  if ('read' in format) return format.read(store, document);
  return store.representation(document, format.name, () => caller?.().client, language);
}

/** Origins beside this site at which the operations of a page may be tried. */
function originsOf(document: DocumentReference, { trying }: Site): readonly string[] {
  if (document.level !== 'service') return [];
  const { api, version } = document;
  return trying?.apis.find((tried) => tried.name === api && tried.version === version)?.origins ?? [];
}

/** Language that Accept-Language chooses of the others; null: the default one, or a format without words. */
function languageFor({ isInWords }: DocumentFile, { acceptLanguage }: SiteRequest, site: Site): string | null {
  const tags = tagsOf(site);
  const tag = isInWords === true && tags.length > 1 ? negotiateLanguage(acceptLanguage, tags) : tags[0];
  return tag === undefined || tag === tags[0] ? null : tag;
}

/** Language that the answer states; null where the site has English alone, or the format no words. */
function spokenIn({ isInWords }: DocumentFile, language: string | null, { languages = [] }: Site): Selection['spoken'] {
  const [standard] = languages;
  if (isInWords !== true || standard === undefined) return null;
  return { tag: language ?? standard.tag, isNegotiated: languages.length > 1 };
}

/** Answers for a custom format that fails, and under overload; throws every other error, which is a bug. */
function failureAnswer(error: unknown, request: SiteRequest, { store, log }: Publication): SiteAnswer {
  const busy = busyProblem(error);
  // A page would be more of the work that the event loop has too much of.
  const asked = error instanceof LoopBusyError ? { ...request, accept: undefined } : request;
  if (busy !== null) return problemAnswer(asked, store.site, busy);
  if (!(error instanceof FormatError)) throw error;
  log(error.message);
  return problemAnswer(request, store.site, {
    status: 500,
    detail: (words) => words.say('problem.formatFailed', { format: error.format }),
  });
}
