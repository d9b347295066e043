import { matchesEntityTag, namesEntityTag } from '../../http/entity-tag.ts';
import type { Site } from '../../model/page/document.ts';
import type { BytesAnswer, SiteAnswer, SiteRequest } from './contract.ts';
import { problemAnswer } from './problem-answer.ts';

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
