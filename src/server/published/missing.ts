import { NOTHING_HERE } from '../../http/problem.ts';
import { DOCUMENTATION_ROOT } from '../../model/locations.ts';
import type { Site } from '../../model/page/document.ts';
import type { SiteAnswer, SiteRequest } from '../documentation/contract.ts';
import { redirectionHeaders } from '../documentation/headers.ts';
import { problemAnswer } from '../documentation/problem-answer.ts';

/**
 * Answers requests that neither the documentation nor a page of the site answers: the root leads to the documentation,
 * all else is missing.
 */
export function answerElsewhere(request: SiteRequest, site: Site): SiteAnswer {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && request.target.split('?', 1)[0] === '/')
    return { kind: 'bytes', status: 307, headers: redirectionHeaders(DOCUMENTATION_ROOT), body: null };
  const similar = [{ name: 'Documentation', url: DOCUMENTATION_ROOT }];
  // Every page of a 404 leads there.
  return problemAnswer(request, site, { status: 404, detail: NOTHING_HERE, similar, close: [] });
}

/** Methods that a web-standard Request cannot hold. */
const UNKNOWN_TO_FETCH: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** Whether a page of the site could be meant; what Astro would answer in its own way, or not at all, is missing. */
export function isForPages({ method, target }: SiteRequest): boolean {
  if (UNKNOWN_TO_FETCH.has(method) || !target.startsWith('/') || target.startsWith('//')) return false;
  try {
    decodeURI(target.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}
