import { type DocumentFile, FormatError } from '../../formats/contract.ts';
import { negotiateCoding, negotiateLanguage } from '../../http/accept.ts';
import { matchesEntityTag, namesEntityTag, toEntityTag } from '../../http/entity-tag.ts';
import { negotiate } from '../../http/negotiate.ts';
import { tagsOf } from '../../model/language.ts';
import type { DocumentReference } from '../../model/locations.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import { calledOrigins, triedApi } from '../../presentation/trying/log-ins.ts';
import type { ContentCoding, StoredRepresentation } from '../../store/contract.ts';
import { LoopBusyError } from '../../threads/loop-turns.ts';
import type { BytesAnswer, SiteAnswer, SiteRequest } from '../answers/contract.ts';
import { notModifiedHeaders, representationHeaders, type SentRepresentation } from '../answers/headers.ts';
import { busyProblem, problemAnswer } from '../answers/problem-answer.ts';
import type { DocumentationRequest, Publication, Remembered } from './publication.ts';
import type { FoundDocument } from './resolve.ts';
import { availableAs } from './wrong-names.ts';

/** A document in the format that the path or Accept chose. */
type Selection = Omit<SentRepresentation, 'entityTag'>;

/**
 * Answers 200 with the document in the format that its path or Accept chooses, 304 if the client has it, 406 if no
 * format is acceptable, or 412 if the client requires another version of it.
 */
export async function representationAnswer(
  asked: DocumentationRequest,
  { document, twin, language: fixed }: FoundDocument,
  publication: Publication,
): Promise<SiteAnswer> {
  const { request, caller } = asked;
  const { store, formats } = publication;
  const { site } = store;
  const offers = formats.filter(({ levels }) => levels.includes(document.level));
  const choice = twin === null ? negotiate(request.accept, offers) : { offer: twin, mediaType: twin.mediaTypes[0] };
  if (choice === undefined)
    return problemAnswer(request, site, {
      status: 406,
      detail: (words) => words.say('problem.notAcceptable'),
      available: availableAs(document, formats),
    });
  const { offer: format, mediaType } = choice;
  const language = twin === null ? languageFor(format, request, site) : fixed;
  const spoken = spokenIn(format, language, site);
  const origins = originsOf(document, site);
  const selection: Selection = { document, format, mediaType, isTwin: twin !== null, language, spoken, origins };
  try {
    const representation = await ('read' in format
      ? format.read(store, document)
      : store.representation(document, format.name, () => caller?.().client, language));
    // A companion may not exist for the document.
    if (representation === undefined)
      return problemAnswer(request, site, {
        status: 404,
        detail: (words) => words.say('problem.noSuchFormat', { extension: format.extension }),
      });
    if (representation.kind === 'bytes') return await storedAnswer(asked, selection, representation, publication);
    const headers = representationHeaders({ ...selection, entityTag: null }, formats);
    const page: SiteAnswer = { kind: 'page', status: 200, headers, page: representation.page };
    return conditionalAnswer(request, site, null, null) ?? page;
  } catch (error) {
    return failureAnswer(error, request, publication);
  }
}

/**
 * Answers with stored bytes, which are read only if the answer contains them or their length. Without a tag (in
 * development), there is neither a validator nor a 304.
 */
async function storedAnswer(
  { request, key }: DocumentationRequest,
  selection: Selection,
  representation: StoredRepresentation,
  { store, formats, memo }: Publication,
): Promise<SiteAnswer> {
  const coding = negotiateCoding(request.acceptEncoding, representation.codings);
  const sent = { ...selection, entityTag: entityTagOf(representation, selection, coding) };
  const { entityTag } = sent;
  const notModified: BytesAnswer = { kind: 'bytes', status: 304, headers: notModifiedHeaders(sent), body: null };
  const remember = (content: Remembered['content']): void => {
    if (entityTag !== null && key !== undefined) memo.remember({ key, entityTag, notModified, content });
  };
  const conditional = conditionalAnswer(request, store.site, entityTag, notModified);
  if (conditional === notModified) remember(null);
  if (conditional !== undefined) return conditional;
  const body = await representation.body(coding);
  const headers = [
    ...representationHeaders(sent, formats, representation.headers),
    ...(coding === 'identity' ? [] : ['Content-Encoding', coding]),
    ...['Content-Length', String(body.byteLength)],
  ];
  const content: BytesAnswer = { kind: 'bytes', status: 200, headers, body: request.method === 'HEAD' ? null : body };
  remember(content);
  return content;
}

/** Builds the entity tag, distinct for every coding, language and alias of the media type (RFC 9110 §8.8.3.3). */
function entityTagOf(
  { tag }: StoredRepresentation,
  { format, mediaType, language }: Selection,
  coding: ContentCoding,
): string | null {
  if (tag === null) return null;
  const alias = mediaType === format.mediaTypes[0] ? '' : `-${mediaType.replaceAll(/[^!-~]|"/g, '')}`;
  const spoken = language === null ? '' : `-${language}`;
  return toEntityTag(tag + spoken + alias + (coding === 'identity' ? '' : `-${coding}`));
}

/**
 * Answers 412 or 304 if a condition of the request requires it, in the order of RFC 9110 §13.2.2; undefined: the
 * content is sent. Conditions about dates are ignored, since no answer has a Last-Modified (§13.1.3, §13.1.4), and so
 * is If-Range, since no answer is partial.
 * @param entityTag with its quotes; null if there is none
 * @param notModified the answer to a client that has the current content
 */
export function conditionalAnswer(
  request: SiteRequest,
  site: Site,
  entityTag: string | null,
  notModified: BytesAnswer | null,
): SiteAnswer | undefined {
  const { ifMatch, ifNoneMatch } = request;
  if (ifMatch !== undefined && !matchesEntityTag(ifMatch, entityTag))
    return problemAnswer(request, site, { status: 412, detail: (words) => words.say('problem.notAsKnown') });
  if (notModified === null || entityTag === null || ifNoneMatch === undefined) return undefined;
  return namesEntityTag(ifNoneMatch, entityTag) ? notModified : undefined;
}

/** Lists the other origins to which a page may send requests when readers try operations. */
function originsOf(document: DocumentReference, { trying }: Site): readonly string[] {
  if (document.level !== 'service') return [];
  const tried = triedApi(trying, document);
  return tried === undefined ? [] : calledOrigins(tried);
}

/** Selects a language by Accept-Language; null for the default language, and for formats without translated text. */
export function languageFor({ isInWords }: DocumentFile, { acceptLanguage }: SiteRequest, site: Site): string | null {
  const tags = tagsOf(site);
  const tag = isInWords === true && tags.length > 1 ? negotiateLanguage(acceptLanguage, tags) : tags[0];
  return tag === undefined || tag === tags[0] ? null : tag;
}

/** Returns the Content-Language; null if the site has no languages, or the format no translated text. */
function spokenIn({ isInWords }: DocumentFile, language: string | null, { languages = [] }: Site): Selection['spoken'] {
  const [standard] = languages;
  if (isInWords !== true || standard === undefined) return null;
  return { tag: language ?? standard.tag, isNegotiated: languages.length > 1 };
}

/** Answers if a custom format fails, or under overload; rethrows every other error, which is a bug. */
export function failureAnswer(error: unknown, request: SiteRequest, { store, log }: Publication): SiteAnswer {
  const busy = busyProblem(error);
  // No page: rendering one would add to the overload.
  const asked = error instanceof LoopBusyError ? { ...request, accept: undefined } : request;
  if (busy !== null) return problemAnswer(asked, store.site, busy);
  if (!(error instanceof FormatError)) throw error;
  log(error.message);
  return problemAnswer(request, store.site, {
    status: 500,
    detail: (words) => words.say('problem.formatFailed', { format: error.format }),
  });
}
