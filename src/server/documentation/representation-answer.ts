import type { Format } from '../../formats/contract.ts';
import { negotiateCoding } from '../../http/accept.ts';
import { matchesEntityTag, namesEntityTag, toEntityTag } from '../../http/entity-tag.ts';
import type { Site } from '../../presentation/page-data/site.ts';
import type { ContentCoding, Representation, StoredRepresentation } from '../../store/contract.ts';
import type { BytesAnswer, SiteAnswer, SiteRequest } from '../answers/contract.ts';
import { notModifiedHeaders, representationHeaders, type SentRepresentation } from '../answers/headers.ts';
import { problemAnswer } from '../answers/problem-answer.ts';
import type { Remembered } from './memo.ts';

/** A document in the format that the path or Accept chose. */
export type Selection = Omit<SentRepresentation, 'entityTag'>;

interface RepresentationContext {
  readonly site: Site;
  readonly formats: readonly Format[];
  /** Called with answers that hold for every like request to the same store. */
  readonly remember: (answers: Remembered) => void;
}

/**
 * 200 with the document, 304 where the client has it, or 412 where it asks for another state of it. Bytes are asked of
 * the representation only when they are sent or their length is. Without a tag (while developing) there is neither
 * validator nor 304.
 */
export async function representationAnswer(
  request: SiteRequest,
  selection: Selection,
  representation: Representation,
  context: RepresentationContext,
): Promise<SiteAnswer> {
  if (representation.kind === 'page') {
    const headers = representationHeaders({ ...selection, entityTag: null }, context.formats);
    const page: SiteAnswer = { kind: 'page', status: 200, headers, page: representation.page };
    return conditionalAnswer(request, context.site, null, null) ?? page;
  }
  const coding = negotiateCoding(request.acceptEncoding, representation.codings);
  const sent = { ...selection, entityTag: entityTagOf(representation, selection, coding) };
  const notModified: BytesAnswer = { kind: 'bytes', status: 304, headers: notModifiedHeaders(sent), body: null };
  const remember = (content: BytesAnswer | null): void => {
    if (sent.entityTag !== null) context.remember({ entityTag: sent.entityTag, notModified, content });
  };
  const conditional = conditionalAnswer(request, context.site, sent.entityTag, notModified);
  if (conditional === notModified) remember(null);
  if (conditional !== undefined) return conditional;
  const body = await representation.body(coding);
  const headers = [
    ...representationHeaders(sent, context.formats, representation.headers),
    ...(coding === 'identity' ? [] : ['Content-Encoding', coding]),
    ...['Content-Length', String(body.byteLength)],
  ];
  const content: BytesAnswer = { kind: 'bytes', status: 200, headers, body: request.method === 'HEAD' ? null : body };
  remember(content);
  return content;
}

/**
 * Distinct for every coding, for every language and for every alias that the bytes are sent under (RFC 9110 §8.8.3.3).
 */
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
 * Answers 412 or 304 where a condition of the request requires it, in the order of RFC 9110 §13.2.2; undefined: the
 * content is sent. No answer has a Last-Modified, so that conditions about dates are ignored (§13.1.3, §13.1.4), and no
 * part of anything is sent, so that If-Range is, too.
 * @param entityTag with its quotes; null where there is none
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
